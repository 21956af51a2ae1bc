"""Who sits where: texts of seats, names and colours, and what players are called."""

import pytest

from gpulife.lineup import (
    Lineup,
    LineupError,
    Seat,
    colour_text,
    parse_colour,
    parse_seat,
    require_name,
    seat_text,
)


@pytest.mark.parametrize("level", range(5))
def test_a_seat_survives_its_text(level: int) -> None:
    assert parse_seat(seat_text(level)) == level


def test_a_computer_without_a_level_is_a_rival() -> None:
    assert parse_seat("computer") == 3


@pytest.mark.parametrize("text", ["", "robot", "computer:0", "computer:5", "computer:", "Person", "person:1", "3"])
def test_what_is_no_seat(text: str) -> None:
    with pytest.raises(LineupError, match="should be person, or computer:1 to computer:4"):
        parse_seat(text)


def test_names_are_stripped_and_have_an_end() -> None:
    assert require_name("  Ada ") == "Ada"
    assert require_name("x" * 16) == "x" * 16
    for text in ("x" * 17, "a\nb"):
        with pytest.raises(LineupError, match="at most 16"):
            require_name(text)


def test_colours() -> None:
    assert parse_colour("") is None
    assert parse_colour("#0aFf10") == (10, 255, 16)
    assert parse_colour(colour_text((1, 2, 250))) == (1, 2, 250)
    for text in ("red", "#12345", "#1234567", "#gggggg"):
        with pytest.raises(LineupError, match="#rrggbb"):
            parse_colour(text)


@pytest.mark.parametrize(
    ("left", "right", "names"),
    [
        (Seat(), Seat(), ("Left", "Right")),
        (Seat(name="Ada"), Seat(level=3), ("Ada", "Computer 3")),
        (Seat(level=2, name="Ada"), Seat(name="Bill"), ("Ada (Computer 2)", "Bill")),
        (Seat(level=4), Seat(level=4), ("Computer 4 (left)", "Computer 4 (right)")),
        (Seat(name="Max"), Seat(name="Max"), ("Max (left)", "Max (right)")),
    ],
)
def test_what_players_are_called(left: Seat, right: Seat, names: tuple[str, str]) -> None:
    assert Lineup((left, right)).names == names


def test_a_person_stays_where_one_sits() -> None:
    lineup = Lineup((Seat(2, "Ada"), Seat(0, "Bill")))
    assert lineup.against(4).seats == (Seat(4, "Ada"), Seat(0, "Bill"))
    assert lineup.with_levels(0, 0).against(1).computers == {1}
    assert lineup.with_levels(3, 3).against(1).computers == {1}
