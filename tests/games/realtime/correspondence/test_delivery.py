"""Who may order what: without a player's token, no message gives that player's orders."""

from __future__ import annotations

import itertools

import pytest
from games.mail import row
from hypothesis import given
from hypothesis import strategies as st

from gpulife.cli.play_by_mail.mail_game import MailGame
from gpulife.games.core.game import NOBODY
from gpulife.games.realtime.correspondence.delivery import Answer, Delivery, Outcome, find_seat
from gpulife.games.realtime.correspondence.messages import read_lines
from gpulife.games.realtime.correspondence.tokens import TokenBook, parse_token, token_text
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.realtime.notation import TextOrder
from gpulife.games.realtime.state import RealTimeState

ADA, BOB = f"JOIN Ada {row(5, 'c')}", f"JOIN Bob {row(20, 'm')}"
TOKENS = [token_text(bytes([number]) * 16) for number in range(3)]
"""Tokens of Ada, of Bob, and of nobody."""
BOOK = TokenBook("spring").with_token(0, parse_token(TOKENS[0])).with_token(1, parse_token(TOKENS[1]))


class Desk:
    """A game that notes whose orders were carried out."""

    def __init__(self, joins: str = f"{ADA}\n{BOB}", **settings: object) -> None:
        self.game = MailGame(new_realtime(7, letters=4, **settings), 1e9)  # type: ignore[arg-type]
        list(Delivery(self.game, None, bytes).carry_out(read_lines(joins)))
        self.given: list[tuple[str, int]] = []

    @property
    def state(self) -> RealTimeState:
        return self.game.state

    def is_computer(self, seat: int) -> bool:
        return self.game.is_computer(seat)

    def carry_out(self, order: TextOrder, seat: int) -> Answer:
        self.given.append((order.verb, seat))
        return self.game.carry_out(order, seat)


NUMBERS = itertools.count(1)


def new_secret() -> bytes:
    """Return another secret each time."""
    return b"secret" + next(NUMBERS).to_bytes(10)


def delivered(desk: Desk, text: str, book: TokenBook | None = BOOK, *, is_host: bool = False) -> Delivery:
    delivery = Delivery(desk, book, new_secret, is_host=is_host)
    desk.given.clear()
    list(delivery.carry_out(read_lines(text)))
    return delivery


def answers(desk: Desk, text: str, book: TokenBook | None = BOOK) -> list[str]:
    """Return the answer to each order, with the seat that is told."""
    outcomes: list[Outcome] = list(Delivery(desk, book, new_secret).carry_out(read_lines(text)))
    return [
        f"{'-' if each.seat is None else 'ABCD'[each.seat]} {' '.join(each.answer.lines)}"
        for each in outcomes
        if each.answer
    ]


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("MOVE c5 c6", []),
        ("Ada: MOVE c5 c6", []),
        ("Ada:\nMOVE c5 c6\nQUIT", []),
        ("A: QUIT", []),
        (f"token {TOKENS[0]}\nMOVE c5 c6", [("MOVE", 0)]),
        (f"MOVE c5 c6\ntoken {TOKENS[0]}", [("MOVE", 0)]),
        (f"token {TOKENS[0].lower().replace('-', ' ')}\nAda: MOVE c5 c6", [("MOVE", 0)]),
        (f"token {TOKENS[0]}\nBob: QUIT\nAda: QUIT", [("QUIT", 0)]),
        (f"token {TOKENS[0]}\nBob:\nQUIT", []),
        (f"token {TOKENS[0]}\nEve:\nQUIT", [("QUIT", 0)]),
        (f"token {TOKENS[0]}\ntoken {TOKENS[1]}\nMOVE c5 c6\nA: MOVE c5 c6", [("MOVE", 1), ("MOVE", 0)]),
        (f"token {TOKENS[2]}\nAda: QUIT", []),
        (f"> token {TOKENS[0]}\nAda: QUIT", []),
        (f"Ada: QUIT\n-- \ntoken {TOKENS[0]}", []),
        (f"token {TOKENS[0][:-1]}\nAda: QUIT", []),
        (f"JOIN Cy {row(1)}\nMOVE a1 a2\nAda: QUIT", [("JOIN", NOBODY), ("MOVE", 2)]),
        (f"token {TOKENS[0]}\nJOIN Bob {row(1)}\nQUIT", [("JOIN", NOBODY)]),
        (f"token {TOKENS[0]}\nJOIN Cy {row(20, 'm')}\nQUIT", [("JOIN", NOBODY)]),
        (f"token {TOKENS[0]}\nJOIN Cy a1\nQUIT", []),
        ("SHOW\nSCORE", [("SHOW", NOBODY), ("SCORE", NOBODY)]),
    ],
)  # fmt: skip
def test_tokens_decide_whose_orders_count(text: str, given: list[tuple[str, int]]) -> None:
    desk = Desk()
    delivered(desk, text)
    assert desk.given == given


@st.composite
def messages(draw: st.DrawFn) -> tuple[str, set[int]]:
    """A message, and the seats whose valid tokens are in it."""
    lines, proven = [], set()
    for _ in range(draw(st.integers(0, 8))):
        kind = draw(st.sampled_from(["token", "quoted token", "order", "order", "name", "join"]))
        who = draw(st.sampled_from(["Ada", "Bob", "A", "B", "Cy", "C", "Eve", "bob", ""]))
        if kind == "token":
            number = draw(st.integers(0, 2))
            proven |= {number} & {0, 1}
            lines.append(f"token {TOKENS[number]}")
        elif kind == "quoted token":
            lines.append(f"> token {draw(st.sampled_from(TOKENS))}")
        elif kind == "name":
            lines.append(f"{who}:")
        elif kind == "join":
            lines.append(f"JOIN {who or 'Dot'} {row(draw(st.integers(1, 30)), draw(st.sampled_from('abmw')))}")
        else:
            order = draw(st.sampled_from(["MOVE c5 c6", "MOVE m20 m21", "QUIT", "MOVE c5", "MOVE a1 a2"]))
            lines.append(f"{who}: {order}" if who else order)
    return "\n".join(lines), proven


@given(messages())
def test_no_order_without_its_token(message: tuple[str, set[int]]) -> None:
    text, proven = message
    desk = Desk()
    before = [seat.name for seat in desk.state.seats]
    delivery = delivered(desk, text)
    new = set(delivery.issued)
    assert {seat for verb, seat in desk.given if verb in ("MOVE", "QUIT")} <= proven | new
    for seat in {0, 1} - proven:
        assert desk.state.seats[seat].name == before[seat]
        assert delivery.book is not None
        assert delivery.book.hashes[seat] == BOOK.hashes[seat], "nor is the token replaced"
        assert desk.state.seats[seat].standing == "in"


def test_answers_and_their_recipients() -> None:
    desk = Desk()
    assert answers(desk, f"Hello\ntoken {TOKENS[0]}\nMOVE c5 c6\nBob: QUIT\nEve: QUIT\nMOVE c5") == [
        "A this token allows orders only for Ada (A)",
        "A c5 to c6 costs 1: you have 0 points until the next tick",
        "- only Bob (B) can order that, and this message is from Ada (A)",
        "- nobody called Eve has joined",
        "- MOVE takes two places or more: where the cell is, and where it goes",
    ]
    assert answers(desk, f"QUIT\nAda: QUIT\ntoken {TOKENS[2]}\ntoken {TOKENS[0]}A") == [
        '- whose order is it? Above the orders, write a line such as "token 7K3M-9QXR-..."',
        '- orders for Ada (A) need that player\'s token. Above the orders, write a line such as "token 7K3M-9QXR-..."',
        "- no player of this game has this token",
        "- a token has 28 letters and digits, this one 29: copy all of it",
    ]
    assert answers(Desk(), "QUIT", None) == [
        "- whose order is it? Write the player's name and a colon before it, as in Ada: QUIT"
    ]


def test_new_player_gets_a_token_for_later_messages() -> None:
    desk = Desk("", players=2)
    delivery = delivered(desk, f"{ADA}\nQUIT\n{ADA}", TokenBook("spring"))
    assert desk.given == [("JOIN", NOBODY), ("QUIT", 0), ("JOIN", NOBODY)], (
        "before the clock starts anybody may come back"
    )
    token = delivery.issued[0]
    assert delivery.book is not None
    assert delivery.book.seat_of(parse_token(token)) == 0
    book = delivered(desk, BOB, delivery.book).book
    delivered(desk, f"token {token}\nQUIT", book)
    desk.game.pass_turn_ticks(12)
    delivered(desk, f"JOIN Ada {row(35, 'a')}", book)
    assert desk.given == []
    again = delivered(desk, f"token {token}\nJOIN Ada {row(12, 'a')}", book)
    assert (desk.given, again.issued) == ([("JOIN", NOBODY)], {}), "and keeps it"


def test_reused_letter_gets_a_new_token() -> None:
    desk = Desk(f"{ADA}\n{BOB}\nJOIN Cy {row(1)}\nJOIN Dot {row(1, 'p')}\nQUIT", players=2)
    desk.game.pass_turn_ticks(12)
    book = BOOK.with_token(3, parse_token(TOKENS[2]))
    delivery = delivered(desk, f"JOIN Eve {row(34, 'a')}", book)
    assert delivery.book is not None
    assert (find_seat(desk.state, "Eve"), delivery.book.seat_of(parse_token(TOKENS[2]))) == (3, None)
    assert delivery.book.seat_of(parse_token(delivery.issued[3])) == 3


def test_seat_with_token_is_reserved_for_its_holder() -> None:
    desk = Desk("", names=("Ada",))
    book = TokenBook("spring").with_token(0, parse_token(TOKENS[0]))
    assert answers(desk, ADA, book)[0].startswith("- orders for Ada (A) need that player's token")
    delivery = delivered(desk, f"{ADA}\ntoken {TOKENS[0]}", book)
    assert (desk.given, delivery.issued) == ([("JOIN", NOBODY)], {})


def test_host_and_games_without_tokens_need_no_token() -> None:
    desk = Desk()
    delivered(desk, "Ada: MOVE c5 c6\nBob: QUIT", is_host=True)
    assert desk.given == [("MOVE", 0), ("QUIT", 1)]
    delivered(desk, f"Ada: MOVE c5 c6\ntoken {TOKENS[0]}\nJOIN Cy {row(1)}", None)
    assert desk.given == [("MOVE", 0), ("JOIN", NOBODY)]


def test_orders_for_computers_are_refused() -> None:
    desk = Desk("", seats=(0, 1))
    desk.game.catch_up(1e9 + 2)
    assert answers(desk, "Computer-B: QUIT", TokenBook("spring")) == ["- Computer-B (B) is played by the computer"]
    assert answers(desk, "B: QUIT", None)[0].endswith("Computer-B (B) is played by the computer")


def test_player_without_token_must_ask_the_host() -> None:
    assert answers(Desk(), "Bob: QUIT", TokenBook("spring")) == [
        "- Bob (B) has no token yet: ask the host of the game for one"
    ]
