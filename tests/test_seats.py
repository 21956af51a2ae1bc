"""Seats: their texts, names and colours, and players' names, in games for two and for six."""

import pytest

from gpulife.seats import (
    DEFAULT_SEATS,
    Seat,
    SeatError,
    Seats,
    colour_text,
    level_text,
    parse_colour,
    parse_level,
    parse_seats,
    require_name,
)


@pytest.mark.parametrize("level", range(5))
def test_seat_text_round_trip(level: int) -> None:
    assert parse_level(level_text(level)) == level


def test_computer_without_level_is_a_rival() -> None:
    assert parse_level("computer") == 3


@pytest.mark.parametrize("text", ["", "robot", "computer:0", "computer:5", "computer:", "Person", "person:1", "3"])
def test_invalid_seats_are_refused(text: str) -> None:
    with pytest.raises(SeatError, match="should be person, or computer:1 to computer:4"):
        parse_level(text)


def test_names_are_stripped_and_limited() -> None:
    assert require_name("  Ada ") == "Ada"
    assert require_name("x" * 16) == "x" * 16
    for text in ("x" * 17, "a\nb"):
        with pytest.raises(SeatError, match="at most 16"):
            require_name(text)


def test_colours() -> None:
    assert parse_colour("") is None
    assert parse_colour("#0aFf10") == (10, 255, 16)
    assert parse_colour(colour_text((1, 2, 250))) == (1, 2, 250)
    for text in ("red", "#12345", "#1234567", "#gggggg"):
        with pytest.raises(SeatError, match="#rrggbb"):
            parse_colour(text)


@pytest.mark.parametrize(
    ("left", "right", "names"),
    [
        (Seat(), Seat(), ("Left", "Right")),
        (Seat(name="Ada"), Seat(level=3), ("Ada", "Rival")),
        (Seat(level=2, name="Ada"), Seat(name="Bill"), ("Ada (Gardener)", "Bill")),
        (Seat(level=4), Seat(level=4), ("Survivor", "Survivor 2")),
        (Seat(name="Max"), Seat(name="Max"), ("Max (left)", "Max (right)")),
    ],
)
def test_player_names(left: Seat, right: Seat, names: tuple[str, str]) -> None:
    assert Seats((left, right)).names == names


def test_person_keeps_the_seat() -> None:
    seats = Seats((Seat(2, "Ada"), Seat(0, "Bill")))
    assert seats.against(4).seats == (Seat(4, "Ada"), Seat(0, "Bill"))
    assert seats.with_levels(0, 0).against(1).computers == {1}
    assert seats.with_levels(3, 3).against(1).computers == {1}


def test_seats_text_round_trip() -> None:
    texts = ("person", "computer:1", "nobody", "computer:4", "person", "nobody")
    seats = parse_seats(texts)
    assert seats.texts == texts
    assert seats.levels == (0, 1, 0, 4, 0, 0)
    assert [seat.closed for seat in seats.seats] == [False, False, True, False, False, True]
    assert (seats.computers, seats.people, seats.taken) == ({1, 3}, {0, 4}, {1, 2, 3, 5})
    assert parse_seats(DEFAULT_SEATS).texts == DEFAULT_SEATS


def test_person_may_place_cells_hidden() -> None:
    seats = parse_seats(["unseen", "person", "computer:1"])
    assert seats.people == {0, 1}
    assert [seat.hides for seat in seats.seats] == [True, False, False, False, False, False]
    assert seats.texts == ("unseen", "person", "computer:1", "nobody", "nobody", "nobody")
    assert seats.with_seat(0, level=2).with_seat(1, hides=True).texts[:2] == ("computer:2", "unseen")


def test_missing_seats_are_empty() -> None:
    assert parse_seats(["computer"]).texts == ("computer:3", *["nobody"] * 5)


@pytest.mark.parametrize("texts", [["robot"], ["computer:5"], [""]])
def test_invalid_six_seats_are_refused(texts: list[str]) -> None:
    with pytest.raises(SeatError, match="should be person, unseen, nobody, or computer:1 to computer:4"):
        parse_seats(texts)


@pytest.mark.parametrize(("texts", "names"), [([], ()), (["person"] * 7, ()), (["person"], ("",) * 7)])
def test_there_are_six_seats(texts: list[str], names: tuple[str, ...]) -> None:
    with pytest.raises(SeatError, match="there should be 1 to 6"):
        parse_seats(texts, names)


def test_names_of_six_players() -> None:
    seats = parse_seats(["person", "computer:2", "computer:2", "computer:1"], [" Ada ", "", "", "Eve"])
    assert seats.names == ("Ada", "Gardener", "Gardener 2", "Eve (Beginner)", "Player 5", "Player 6")
    with pytest.raises(SeatError, match="at most 16"):
        parse_seats(["person"], ["x" * 17])


def test_one_seat_changes() -> None:
    seats = parse_seats(["person"] * 6).with_seat(2, level=3).with_seat(2, name="Max")
    assert seats.seats[2] == Seat(3, "Max")
    assert seats.people == {0, 1, 3, 4, 5}
    assert seats.with_seat(2, closed=True).with_seat(2, level=1).texts[2] == "computer:1"


def test_two_may_swap() -> None:
    two = Seats((Seat(colour="#102030"), Seat(2, "Ada")))
    assert two.swapped().levels == (2, 0)
    assert two.swapped().swapped() == two


def test_six_seats_use_colours_of_two() -> None:
    two = Seats((Seat(colour="#102030"), Seat(2, "Ada", "#405060")))
    six = parse_seats(["person", "computer:1", "nobody"], ["Bob"]).in_colours_of(two)
    assert [seat.colour for seat in six.seats] == ["#102030", "#405060", "", "", "", ""]
    assert (six.names[0], six.levels[1], six.seats[2].closed) == ("Bob", 1, True)


def test_higher_levels_become_the_highest() -> None:
    seats = Seats((Seat(4, "Ada"), Seat(colour="#405060")))
    assert seats.with_max_level(2) == Seats((Seat(2, "Ada"), Seat(colour="#405060")))
    assert seats.with_max_level(4) == seats
