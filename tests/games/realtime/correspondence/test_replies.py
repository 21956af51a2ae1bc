"""Replies: what they say to whom, that none is an order or tells another's token, and their limits."""

from __future__ import annotations

import itertools
from email import message_from_bytes
from email.policy import default

import pytest
from games.mail import TEN, row
from hypothesis import given
from hypothesis import strategies as st

from gpulife.cli.play_by_mail.mail_game import MailGame
from gpulife.games.realtime.correspondence.delivery import Delivery
from gpulife.games.realtime.correspondence.message_lines import LineKind, read_lines
from gpulife.games.realtime.correspondence.messages import read_message
from gpulife.games.realtime.correspondence.replies import MAX_ROWS, Reply, compose, mail_bytes
from gpulife.games.realtime.correspondence.tokens import TokenBook, token_text
from gpulife.games.realtime.match_settings import new_realtime

ADA, BOB = f"JOIN Ada {row(5, 'c')}", f"JOIN Bob {row(20, 'm')}"
TOKEN = token_text(b"sixteen letters!")


def replied(
    text: str,
    seat: int | None = 0,
    *,
    joins: str = f"{ADA}\n{BOB}",
    ticks: int = 0,
    token: str = "",
    **settings: object,
) -> Reply:
    """The reply to a message in a game with two players."""
    game = MailGame(new_realtime(7, letters=4, **settings), 1e9)  # type: ignore[arg-type]
    list(Delivery(game, None, bytes).carry_out(read_lines(joins)))
    game.pass_turn_ticks(ticks)
    secrets = (bytes([number]) * 16 for number in itertools.count())
    delivery = Delivery(game, TokenBook("spring"), lambda: next(secrets), is_host=True)
    outcomes = list(delivery.carry_out(read_lines(text)))
    return compose(game.state, game.session.board, seat, outcomes=outcomes, token=token, answers="<1@example.org>")


def paragraphs(reply: Reply) -> list[str]:
    return reply.body.split("\n\n")


def test_a_reply_says_all_that_a_player_wants_to_know() -> None:
    text = f"Dear all,\ntoken {TOKEN}\nAda: MOVE c5 c6\nAda: MOVE c5 c9\nSHOW\n> QUIT\n> or not\n--\nAda\nof A."
    reply = replied(text, ticks=13)
    assert (reply.subject, reply.seat, reply.answers) == (
        "Real-Time Life: generation 1, tick 1 of 12",
        0,
        "<1@example.org>",
    )
    said = paragraphs(reply)
    assert said[0].splitlines()[0].startswith("Ada (A): you have ")
    assert "until the next tick, in 1 h 00 min; " in said[0]
    assert said[0].splitlines()[1].startswith("Now: generation 1, tick 1 of 12: next tick in 1 h 00 min, generation in")
    assert "Refused:\n  line 2, token ...: nobody has this token in this game" in reply.body
    assert "  line 3, Ada: MOVE c5 c6: " in reply.body
    assert "Carried out:\n  line 5, SHOW: see below" in reply.body
    assert 'no orders:\n  line 1: "Dear all,"\n  lines 6 to 7: a quotation\n  lines 8 to 10: a signature' in reply.body
    assert "News:\n  Ada (A) has joined\n" in reply.body
    assert any(line.startswith("B Bob ") for line in reply.body.splitlines())
    assert "..AAAAAAAAAA.." not in reply.body
    assert reply.body.splitlines()[-1].startswith("Orders: lines such as")
    assert TOKEN not in reply.body


def test_a_move_is_told_with_its_cost() -> None:
    assert (
        "Carried out:\n  line 1, Ada: MOVE c5 c6: c5 to c6 for 1: 0 points left"
        in replied("Ada: MOVE c5 c6", ticks=1).body
    )


def test_only_the_player_is_told_the_token_and_what_became_of_the_orders() -> None:
    text = "Ada: MOVE c5 c6\nBob: MOVE m20 m21\nEve: QUIT"
    ada, bob, eve = (replied(text, seat, token=TOKEN if seat == 0 else "", ticks=1).body for seat in (0, 1, None))
    assert f"\n\ntoken {TOKEN}\n\nWhoever has it can play for Ada (A), so keep it to yourself.\n" in ada
    assert TOKEN not in bob + eve
    assert ("MOVE c5" in ada, "MOVE m20" in ada, "Eve: QUIT" in ada) == (True, False, True)
    assert ("MOVE c5" in bob, "MOVE m20" in bob, "Eve: QUIT" in bob) == (False, True, True)
    assert ("MOVE c5" in eve, "MOVE m20" in eve, "Eve: QUIT" in eve) == (False, False, True)
    assert eve.startswith("You have no letter in this game, or your message did not say with a token which one.\n")


@pytest.mark.parametrize(
    ("settings", "text", "ticks", "said"),
    [
        (
            {"players": 3},
            "",
            0,
            "Ada (A): you have 10 cells and a total of 0.00.\nNow: generation 0: the clock starts with 1",
        ),
        ({}, "Ada: QUIT", 13, "Ada (A): you have quit; your total is "),
        ({"limit": 1}, "", 12, "is over, "),
    ],
)
def test_the_first_lines_say_how_a_player_stands(settings: dict[str, object], text: str, ticks: int, said: str) -> None:
    assert said in paragraphs(replied(text, ticks=ticks, **settings))[0]


def test_what_a_reply_quotes_is_short_and_has_no_token_in_it() -> None:
    body = replied(
        f"I lost {TOKEN} yesterday\nis it {TOKEN.replace('-', ' ')}?\nor {TOKEN.replace('-', '')}\nMOVE {TOKEN} a1\n"
        f"token {TOKEN[:-2]}\n" + "so long " * 50 + f"\n-- \ntoken {TOKEN}\nI have\x1b[31m joined\u202e"
    ).body
    assert not [group for group in TOKEN.split("-") if group in body]
    assert '"I ..."' in body
    assert max(map(len, body.splitlines())) <= 200
    assert body.replace("\n", "").isprintable()


def test_a_reply_is_no_longer_than_its_board() -> None:
    assert len(replied("so be it\n" * 4000 + "MOVE\n" * 1000).body) < 30_000
    large = replied(
        "",
        joins=f"JOIN Ada {TEN}\nJOIN Bob {' '.join(f'z{number}' for number in range(1990, 2000))}",
        shape=(2000, 2000),
    )
    assert "Of the board of 2000 rows and 2000 columns:" in large.body
    assert f" {MAX_ROWS}\n" in large.body
    assert len(large.body) < 100_000


@given(
    st.sampled_from(["", "so be it", "QUIT", "Ada: QUIT", "Bob: MOVE m20 m21", "SHOW", f"JOIN Eve {row(1)}"]),
    st.integers(0, 13),
)
def test_no_line_of_a_reply_is_an_order(text: str, ticks: int) -> None:
    body = replied(text, token=TOKEN, ticks=ticks, joins=f"{ADA}\n{BOB}\nJOIN MOVE {row(8)}").body
    kinds = {line.kind for line in read_lines(body)}
    assert LineKind.ORDER not in kinds
    assert LineKind.TOKEN in kinds, "but the token can be copied"


def test_a_reply_as_a_mail() -> None:
    reply = Reply(
        "Real-Time Life: generation 0", "Ægir (A): you have won\n" + "." * 300 + "\n", 0, "<" + "x" * 200 + "@y>"
    )
    mail = message_from_bytes(mail_bytes(reply), policy=default)
    assert mail["Subject"] == "Re: Real-Time Life: generation 0"
    assert mail["In-Reply-To"] == mail["References"] == reply.answers
    assert mail["X-Gpulife-Player"] == "A"
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail.get_content() == reply.body
    assert b"\xc3\x86gir (A)" in mail_bytes(reply), "people can read it as it is"
    assert not [header for header in ("To", "From", "Date", "Message-ID") if mail[header]]
    assert read_message(b"From: a@b\nTo: c@d\n" + mail_bytes(reply)).is_automatic
    news = message_from_bytes(mail_bytes(Reply("News", "x\n")), policy=default)
    assert (news["Subject"], news["In-Reply-To"], news["X-Gpulife-Player"]) == ("News", None, None)
