"""The occupants of seats, as servers send them and as they are shown."""

from gpulife.online.shown_text import computer_level, seat_title, seat_words, told_seats


def test_told_seats():
    kinds = ("person", "person", "computer:3", "nobody")
    assert told_seats(kinds, {1: "Ada"}) == ("", "Ada", "computer:3", "nobody")


def test_seat_words_and_titles():
    texts = ("", "Ada", "computer:3", "nobody")
    assert [seat_words(text, 16) for text in texts] == ["free", "Ada", "Rival", "closed"]
    assert [seat_title(text) for text in texts] == ["", "Ada", "Rival", ""]


def test_strangers_text_is_name_or_level():
    for text in ("computer", "computer:", "computer:0", "computer:5", "computer:11", "computer:1\n"):
        assert computer_level(text) == 0
    assert seat_words("computer:\x1b[31m99", 16) == "computer:[31m99"
