"""Who sits on a seat, as servers tell it and as it is shown."""

from gpulife.online.shown_text import computer_level, seat_title, seat_words, told_seats


def test_people_are_told_by_name_and_all_others_by_what_they_are():
    kinds = ("person", "person", "computer:3", "nobody")
    assert told_seats(kinds, {1: "Ada"}) == ("", "Ada", "computer:3", "nobody")


def test_each_seat_has_words_and_a_title():
    texts = ("", "Ada", "computer:3", "nobody")
    assert [seat_words(text, 16) for text in texts] == ["free", "Ada", "Computer 3", "closed"]
    assert [seat_title(text) for text in texts] == ["", "Ada", "Computer 3", ""]


def test_what_a_stranger_says_is_a_name_unless_it_is_a_level():
    for text in ("computer", "computer:", "computer:0", "computer:5", "computer:11", "computer:1\n"):
        assert computer_level(text) == 0
    assert seat_words("computer:\x1b[31m99", 16) == "computer:[31m99"
