"""Questions of consent while people are away: nobody waits for them."""

import math

import pytest
from online.hosted import hosted
from online.native import native, run, served

from gpulife.games.core.game import Action, ActionKind
from gpulife.online.protocol import Host, Join, Seated
from gpulife.online.server import _seat_actions as seat_actions
from gpulife.online.server._people import Members
from gpulife.online.server._seat_actions import AWAY_SECONDS, answer_for_absent
from gpulife.seats import PERSON

NOW = 1000.0


def asked(kind: ActionKind):
    """Return a match of Seed List in which the first of two players has just asked a question, and its people."""
    match, members = hosted("seed-list"), Members([PERSON, PERSON])
    members.add(b"ada", "Ada", 0)
    match.act(Action(0, ActionKind.START))
    match.pass_ticks(1)
    match.act(Action(0, kind))
    match.pass_ticks(1)
    assert match.session.state.consent.question is not None
    return match, members


def is_open(match) -> bool:
    return match.session.state.consent.question is not None


@pytest.mark.parametrize("kind", [ActionKind.HALT, ActionKind.START, ActionKind.PACE])
@pytest.mark.parametrize("since", [NOW - AWAY_SECONDS, math.inf])
def test_absent_owner_agrees(kind: ActionKind, since: float) -> None:
    match, members = asked(kind)
    members.add(b"bob", "Bob", 1).away_since = since
    answer_for_absent(match, members, NOW)
    match.pass_ticks(1)
    assert not is_open(match)


def test_free_seat_agrees() -> None:
    match, members = asked(ActionKind.HALT)
    answer_for_absent(match, members, NOW)
    match.pass_ticks(1)
    assert not is_open(match)


@pytest.mark.parametrize("since", [None, NOW - AWAY_SECONDS / 2])
def test_present_owner_is_waited_for(since: float | None) -> None:
    match, members = asked(ActionKind.HALT)
    members.add(b"bob", "Bob", 1).away_since = since
    answer_for_absent(match, members, NOW)
    match.pass_ticks(1)
    assert is_open(match)


@pytest.mark.parametrize("fill", [False, True])
def test_halt_while_the_other_is_away(tmp_path, monkeypatch, fill) -> None:
    monkeypatch.setattr(seat_actions, "AWAY_SECONDS", 0.1)

    async def play():
        async with served(tmp_path) as (_, address), native(address, "Ada") as ada:
            await ada.send(Host("p2life", fill=fill))
            code = (await ada.until(Seated)).code
            async with native(address, "Bob") as bob:
                await bob.send(Join(code))
                await bob.until(Seated)
                await bob.act(ActionKind.START)
                await bob.until(lambda client: client.copy.state.has_begun)
            await ada.act(ActionKind.HALT)
            await ada.until(lambda client: client.copy.state.halted)

    run(play())
