"""Text orders (R21): places, names, the orders and their players, and the errors for invalid ones."""

from __future__ import annotations

import pytest
from games.mail import TEN, Mail, row
from games.playing import K
from hypothesis import given
from hypothesis import strategies as st

from gpulife.games.realtime.notation import (
    OrderError,
    TextOrder,
    board_lines,
    clock_text,
    parse_line,
    parse_orders,
    parse_place,
    place_text,
    read_names,
    score_lines,
    time_text,
)


@pytest.mark.parametrize(
    ("text", "place"),
    [("a1", (0, 0)), ("z1", (0, 25)), ("aa1", (0, 26)), ("bt32", (31, 71)), ("C4", (3, 2)), ("zz9", (8, 701))],
)
def test_places_as_text(text: str, place: tuple[int, int]) -> None:
    assert parse_place(text) == place
    assert place_text(place) == text.lower()


@given(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)))
def test_places_round_trip_through_text(place: tuple[int, int]) -> None:
    assert parse_place(place_text(place)) == place


def test_parsing_a_text() -> None:
    text = f"""
        # two friends
        JOIN Ada {TEN}
        move c1 c2        # her first
        Join Bob {row(9)}
        show
        score

        Ada: MOVE d1 d2 e3
        MOVE e1 e2
        Bob:
        quit
        """
    orders = parse_orders(text)
    assert [(order.verb, order.who, order.line) for order in orders] == [
        ("JOIN", "Ada", 3),
        ("MOVE", "Ada", 4),
        ("JOIN", "Bob", 5),
        ("SHOW", "Bob", 6),
        ("SCORE", "Bob", 7),
        ("MOVE", "Ada", 9),
        ("MOVE", "Ada", 10),
        ("QUIT", "Bob", 12),
    ]
    assert orders[0].data == f"Ada {TEN}"
    assert orders[5].data == "d1 d2 e3"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("PASS", "line 1: 'PASS' is not an order: use JOIN, MOVE, SHOW, SCORE, QUIT, CHALLENGE"),
        ("JOIN", "line 1: '' is not a name: use up to 16 characters, no blanks, colons or #"),
        ("JOIN Ada a1", "line 1: 1 places: JOIN takes 10"),
        (f"JOIN Ada {TEN} a1", "line 1: 11 places: JOIN takes 10"),
        (f"JOIN Ada {TEN[:-2]}a1", "line 1: 'a1' appears twice: JOIN takes 10 different places"),
        ("MOVE a1 b2", "line 1: whose order is it? Write the player's name and a colon before it, as in Ada: MOVE"),
        ("QUIT", "line 1: whose order is it? Write the player's name and a colon before it, as in Ada: QUIT"),
        ("Ada: MOVE a1", "line 1: MOVE takes two places or more: where the cell is, and where it goes"),
        ("Ada: MOVE a1 b0", "line 1: 'b0' is not a place: write a column and a row, as in c4 or ab12"),
        ("Ada: QUIT now", "line 1: 'now' is one word too many: write QUIT alone"),
        ("SHOW me", "line 1: 'me' is one word too many: write SHOW alone"),
        ("JOIN Ada#x", "line 1: 0 places: JOIN takes 10"),
    ],
)  # fmt: skip
def test_invalid_orders(line: str, why: str) -> None:
    with pytest.raises(OrderError) as caught:
        parse_line(line)
    assert str(caught.value) == why


@given(st.text(max_size=60))
def test_any_text_gives_orders_or_one_line_error(text: str) -> None:
    said = ""
    try:
        parse_orders(text)
    except OrderError as error:
        said = str(error)
    assert "\n" not in said


def test_player_names_setting() -> None:
    assert read_names("") == ()
    assert read_names("Ada, ,Bob") == ("Ada", "", "Bob")
    for text, why in (
        ("Ada,ada", "'ada' appears twice"),
        ("Ada,A", "'A' is another seat's letter: seat B needs another name"),
        ("Ada:1", "'Ada:1' is not a name"),
    ):
        with pytest.raises(OrderError, match=why):
            read_names(text)


def test_board_text_of_72_columns() -> None:
    mail = Mail(letters=3, players=2).join("Ada", TEN).join("Bob", row(3, "c"))
    lines = board_lines(mail.state, mail.session.board)
    assert lines[0] == " " * 26 + "a" * 26 + "b" * 20
    assert lines[1] == "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst"
    assert lines[2] == "A" * 10 + "." * 62 + " 1"
    assert lines[4] == ".." + "B" * 10 + "." * 60 + " 3"
    assert len(lines) == 2 + 32
    small = Mail("AB\n*.")
    assert board_lines(small.state, small.session.board) == ["ab", "AB 1", "*. 2"]


def test_scores_and_clock_text() -> None:
    mail = Mail(letters=3, players=2, tick_seconds=3600)
    assert clock_text(mail.state) == "generation 0: the clock starts when 2 more players join"
    mail.join("Ada", row(20, "m"))
    assert clock_text(mail.state) == "generation 0: the clock starts when 1 more player joins"
    mail.join("Bob", row(8, "m"))
    assert clock_text(mail.state) == "generation 0, tick 0 of 12: next tick in 1 h 00 min, generation in 12 h 00 min"
    mail.ticks(60)
    assert clock_text(mail.state) == "generation 0, tick 0 of 12: next tick in 59 min 59 s, generation in 11 h 59 min"
    mail.generation(2)
    assert score_lines(mail.state) == [
        "  player             total  cells points turns",
        "A Ada                33.00     18      1     2",
        "B Bob                33.00     18      1     2",
        "generation 2, tick 0 of 12: the clock is halted",
    ]
    mail.do(0, K.RESIGN)
    assert score_lines(mail.state)[1:] == [
        "A Ada                33.00      0      0     2  has quit",
        "B Bob                33.00     18      1     2",
        "generation 2: the game is over, Bob (B) wins: all others have quit",
    ]


def test_time_text() -> None:
    assert [time_text(ticks) for ticks in (1, 60, 61, 3599, 3600, 3601, 216_000, 2_592_000)] == [
        "1 s", "1 s", "2 s", "1 min 00 s", "1 min 00 s", "1 min 01 s", "1 h 00 min", "12 h 00 min",
    ]  # fmt: skip


def test_order_fields() -> None:
    assert parse_line("Ada: MOVE c4 d5", 3) == TextOrder(3, "MOVE", "Ada", ((3, 2), (4, 3)))
