"""Replies: what they tell whom, that no line is an order or reveals another's token, and their limits."""

from __future__ import annotations

import itertools
import re
from datetime import datetime
from email import message_from_bytes
from email.policy import default

import numpy as np
import pytest
from games.mail import TEN, row
from hypothesis import given
from hypothesis import strategies as st

from gpulife.cli.play_by_mail.mail_game import MailGame
from gpulife.games.realtime.correspondence.delivery import Delivery
from gpulife.games.realtime.correspondence.messages import LineKind, read_lines, read_message
from gpulife.games.realtime.correspondence.replies import (
    UNKNOWN,
    Envelope,
    Reply,
    columns_of,
    compose,
    mail_bytes,
    within_columns,
)
from gpulife.games.realtime.correspondence.tokens import TokenBook, token_text
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.realtime.notation import narrow_board_lines, parse_place

ADA, BOB = f"JOIN Ada {row(5, 'c')}", f"JOIN Bob {row(20, 'm')}"
ENVELOPE = Envelope("Fri, 27 Nov 2026 12:00:00 -0000", "gpulife-1-A")
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
    """Return the reply to a message in a game with two players."""
    game = MailGame(new_realtime(7, letters=4, **settings), 1e9)  # type: ignore[arg-type]
    list(Delivery(game, None, bytes).carry_out(read_lines(joins)))
    game.pass_turn_ticks(ticks)
    secrets = (bytes([number]) * 16 for number in itertools.count())
    delivery = Delivery(game, TokenBook("spring"), lambda: next(secrets), is_host=True)
    outcomes = list(delivery.carry_out(read_lines(text)))
    return compose(game.state, game.session.board, seat, outcomes=outcomes, token=token, answers="<1@example.org>")


def paragraphs(reply: Reply) -> list[str]:
    return reply.body.split("\n\n")


def test_reply_content() -> None:
    text = f"Dear all,\ntoken {TOKEN}\nAda: MOVE c5 c6\nAda: MOVE c5 c9\nSHOW\n> QUIT\n> or not\n--\nAda\nof A."
    reply = replied(text, ticks=13)
    assert (reply.subject, reply.seat, reply.answers) == (
        "Real-Time Life: generation 1, tick 1 of 12",
        0,
        "<1@example.org>",
    )
    said = paragraphs(reply)
    assert said[0].splitlines()[0].startswith("Ada (A): you have ")
    assert "to spend before the next tick, in 1 h 00 min;" in said[0]
    assert "\nNow: generation 1, tick 1 of 12: next tick in 1 h 00 min, generation in" in said[0]
    assert "Refused:\n  line 2, token ...: no player of this game has this token" in reply.body
    assert "  line 3, Ada: MOVE c5 c6: " in reply.body
    assert "Carried out:\n  line 5, SHOW: see below" in reply.body
    assert 'not orders:\n  line 1: "Dear all,"\n  lines 6 to 7: a quotation\n  lines 8 to 10: a signature' in reply.body
    assert "News:\n  Ada (A) has joined\n" in reply.body
    assert any(line.startswith("B Bob ") for line in reply.body.splitlines())
    assert "..AAAAAAAAAA.." not in reply.body
    assert reply.body.splitlines()[-1].startswith("Orders: lines such as")
    assert TOKEN not in reply.body


def test_moves_are_reported_with_their_cost() -> None:
    assert (
        "Carried out:\n  line 1, Ada: MOVE c5 c6: moved c5 to c6 for 1: 0 points left"
        in replied("Ada: MOVE c5 c6", ticks=1).body
    )


def test_token_and_outcomes_only_for_the_player() -> None:
    text = "Ada: MOVE c5 c6\nBob: MOVE m20 m21\nEve: QUIT"
    ada, bob, eve = (replied(text, seat, token=TOKEN if seat == 0 else "", ticks=1).body for seat in (0, 1, None))
    assert f"\n\ntoken {TOKEN}\n\nWhoever has it can play for Ada (A), so keep it to yourself.\n" in ada
    assert TOKEN not in bob + eve
    assert ("MOVE c5" in ada, "MOVE m20" in ada, "Eve: QUIT" in ada) == (True, False, True)
    assert ("MOVE c5" in bob, "MOVE m20" in bob, "Eve: QUIT" in bob) == (False, True, True)
    assert ("MOVE c5" in eve, "MOVE m20" in eve, "Eve: QUIT" in eve) == (False, False, True)
    assert eve.startswith("You are not a player of this game, or your message lacks your token.\n")


@pytest.mark.parametrize(
    ("settings", "text", "ticks", "said"),
    [
        (
            {"players": 3},
            "",
            0,
            "Ada (A): you have 10 cells and a total of 0.00.\nNow: generation 0: the clock starts when 1",
        ),
        ({}, "Ada: QUIT", 13, "Ada (A): you have quit; your total is "),
        ({"limit": 1}, "", 12, "is over, "),
    ],
)
def test_first_lines_of_a_reply(settings: dict[str, object], text: str, ticks: int, said: str) -> None:
    assert said in paragraphs(replied(text, ticks=ticks, **settings))[0]


def test_quoted_lines_are_short_and_without_tokens() -> None:
    body = replied(
        f"I lost {TOKEN} yesterday\nis it {TOKEN.replace('-', ' ')}?\nor {TOKEN.replace('-', '')}\nMOVE {TOKEN} a1\n"
        f"token {TOKEN[:-2]}\n" + "so long " * 50 + f"\n-- \ntoken {TOKEN}\nI have\x1b[31m joined\u202e"
    ).body
    assert not [group for group in TOKEN.split("-") if group in body]
    assert '"I ..."' in body
    assert max(map(len, body.splitlines())) <= 200
    assert body.replace("\n", "").isprintable()


def test_reply_length_is_limited() -> None:
    assert len(replied("so be it\n" * 4000 + "MOVE\n" * 1000).body) < 30_000
    large = replied(
        "",
        joins=f"JOIN Ada {TEN}\nJOIN Bob {' '.join(f'z{number}' for number in range(1990, 2000))}",
        shape=(2000, 2000),
    )
    assert "Part of the board of 2000 rows and 2000 columns:" in large.body
    assert "\n296 ---" in large.body
    assert "\n301 ---" not in large.body
    assert len(large.body) < 100_000


@given(
    st.sampled_from(["", "so be it", "QUIT", "Ada: QUIT", "Bob: MOVE m20 m21", "SHOW", f"JOIN Eve {row(1)}"]),
    st.integers(0, 13),
)
def test_reply_lines_are_never_orders(text: str, ticks: int) -> None:
    body = replied(text, token=TOKEN, ticks=ticks, joins=f"{ADA}\n{BOB}\nJOIN MOVE {row(8)}").body
    kinds = {line.kind for line in read_lines(body)}
    assert LineKind.ORDER not in kinds
    assert LineKind.TOKEN in kinds, "but the token can be copied"


@given(st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs", "Cc", "Zl", "Zp"]))))
def test_breaking_lines_at_72_columns_keeps_all_words(lines: list[str]) -> None:
    broken = list(within_columns(lines))
    assert all(columns_of(line) <= 72 for line in broken)
    assert "".join("".join(broken).split()) == "".join("".join(lines).split())


@pytest.mark.parametrize("shape", [None, (30, 50), (12, 150), (2000, 2000)])
@pytest.mark.parametrize("name", ["Maximiliana-Eli", "\u754c" * 16])
def test_mail_lines_have_at_most_72_columns(name: str, shape: tuple[int, int] | None) -> None:
    """With names of double width, long sentences, refusals, and boards of any size."""
    text = f"{name}: MOVE c5 zzzzz999999999\n{name}: MOVE c5 c6\nMOVE\n" + "so be it, " * 30
    joins = f"JOIN {name} {row(5, 'c')}\nJOIN Bob {row(7, 'c')}"
    reply = replied(text, joins=joins, ticks=1, token=TOKEN, shape=shape)
    assert "moved c5 to c6 for 1: 0 points left" in " ".join(reply.body.split())
    assert max(map(columns_of, reply.body.splitlines())) <= 72
    mail = mail_bytes(reply, ENVELOPE)
    assert max(map(len, mail.splitlines())) <= 72
    assert message_from_bytes(mail, policy=default).get_content() == reply.body


@pytest.mark.parametrize("columns", [20, 72, 150])
def test_narrow_lines_show_the_whole_board(columns: int) -> None:
    """Reading the numbers leads to each cell's place."""
    game = MailGame(new_realtime(7, letters=4, shape=(23, columns)), 1e9)
    cells = np.random.default_rng(columns).integers(0, 5, (23, columns), np.uint8)
    game.session.engine.paint(0, 0, cells)
    game.session.board.changed()
    read = np.zeros((23, columns), np.uint8)
    left, row = 0, -1
    for line in narrow_board_lines(game.state, game.session.board)[1:]:
        if part := re.fullmatch(r"Columns ([a-z]+) to [a-z]+:", line):
            left = parse_place(f"{part[1]}1")[1]
        elif line[:1].isdigit():
            row = int(line.split()[0]) - 1
            for name in re.finditer(r"-([a-z]+)", line):
                assert parse_place(f"{name[1]}1")[1] == left + name.start(1)
        elif line:
            read[row, left : left + len(line)] = [".ABCD".index(cell) for cell in line]
            row += 1
    assert (read == cells).all()


def test_a_reply_as_a_mail() -> None:
    who = {"name": "\u00c6gir", "to": "ada@example.org", "sender": "life@example.net"}
    body = "\u00c6gir (A): you have won\n" + "." * 72 + "\n"
    reply = Reply("Real-Time Life: generation 0", body, 0, "<x@y>", **who)
    data = mail_bytes(reply, ENVELOPE)
    assert data.isascii(), "every server takes it"
    mail = message_from_bytes(data, policy=default)
    assert mail["From"] == "Real-Time Life <life@example.net>"
    assert mail["To"] == "\u00c6gir <ada@example.org>"
    assert mail["Date"].datetime == datetime(2026, 11, 27, 12)  # noqa: DTZ001 - "-0000" is UTC
    assert mail["Message-ID"] == "<gpulife-1-A@example.net>"
    assert mail["Subject"] == "Re: Real-Time Life: generation 0"
    assert mail["In-Reply-To"] == mail["References"] == reply.answers
    assert mail["X-Gpulife-Player"] == "A"
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail.get_content() == reply.body
    assert read_message(data).is_automatic
    assert not any(map(len, (mail.defects, mail["From"].defects, mail["To"].defects, mail["Date"].defects)))
    news = message_from_bytes(mail_bytes(Reply("News", "x\n", name="Ada"), ENVELOPE), policy=default)
    assert (news["Subject"], news["In-Reply-To"], news["X-Gpulife-Player"]) == ("News", None, None)
    assert (news["To"], news["To"].addresses) == ("Ada:;", ()), "nobody knows where Ada is"
    assert news["From"].addresses[0].addr_spec == UNKNOWN
    assert not any(map(len, (news["From"].defects, news["To"].defects)))
