"""Real-Time Life on line: typed orders, and another game when one is over."""

import pytest
from online.fast_clock import pass_faster
from online.native import native, run, served

from gpulife.games.core.game import Action, ActionKind, GameError
from gpulife.games.realtime.state import RealTimePhase
from gpulife.games.registry import GAMES
from gpulife.online.protocol import (
    WATCH,
    Act,
    Dropped,
    Host,
    Join,
    Refused,
    Say,
    Seated,
    Talk,
    encode,
    encode_text,
    read_client_message,
)
from gpulife.online.seat_rules import checked_action
from gpulife.online.server._lifecycle import set_up

ADA = "JOIN a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"
BOB = "join Bob a30 b30 c30 d30 e30 a31 b31 c31 d31 e31"


def phase(wanted):
    return lambda client: client.copy.state.phase is wanted


def seat(number, cells, points=0):
    def is_so(client):
        seats = client.copy.state.seats
        return seats[number].cells == cells and seats[number].points >= points

    return is_so


def test_typed_orders_and_next_game(tmp_path, monkeypatch):
    pass_faster(monkeypatch, 6)  # a tick lasts a second

    async def play():
        async with (
            served(tmp_path) as (_, address),
            native(address, "Ada Lovelace") as ada,
            native(address, "Bob") as bob,
            native(address, "Eve") as eve,
        ):
            await ada.send(Host("realtime", settings={"players": 2, "tick_seconds": 1}))
            code = (await ada.until(Seated)).code
            await bob.send(Join(code))
            await bob.until(Seated)
            await eve.send(Join(code, WATCH))
            await eve.until(Seated)

            await ada.send(Say(ADA))
            await ada.until(seat(0, 10))
            assert ada.copy.state.seats[0].name == "AdaLovelace"
            await bob.send(Say("JOIN a30 b30"))
            assert "2 places: JOIN takes 10" in (await bob.until(Refused)).reason
            await bob.act(ActionKind.JOIN, data=BOB.removeprefix("join ").replace("Bob", "Ada"))
            assert (await bob.until(Dropped)).reason == "join under your own name, which is Bob"
            await bob.act(ActionKind.START)
            assert "when this one is over" in (await bob.until(Dropped)).reason
            await bob.send(Say(BOB))
            await bob.until(phase(RealTimePhase.PLAY))
            await bob.until(seat(1, 10, points=1))
            await bob.send(Say("move e31 f32"))
            await bob.until(lambda client: client.copy.engine.read(31, 5, 1, 1)[0, 0] == 2)
            await eve.send(Say("MOVE e31 f32"))
            await bob.send(Say("Move over, Ada!"))
            told = [await ada.until(Talk), await ada.until(Talk)]
            assert {line.text for line in told} == {"MOVE e31 f32", "Move over, Ada!"}  # spectators only chat

            await bob.act(ActionKind.RESIGN)
            await ada.until(phase(RealTimePhase.OVER))
            await ada.act(ActionKind.START)
            await bob.until(phase(RealTimePhase.WAITING))
            await bob.send(Say(BOB))
            await ada.until(seat(1, 10))

    run(play())


def test_turn_ticks_of_quarter_seconds():
    asked = Host("realtime", settings={"players": 2, "tick_seconds": 0.25})
    for told in (read_client_message(encode(asked)), read_client_message(encode_text(asked))):
        assert set_up(told).match.settings["tick_seconds"] == 0.25
    for wrong in (0.3, 0, -1, 3600.25, float("nan")):
        with pytest.raises(GameError, match="use seconds from"):
            set_up(Host("realtime", settings={"tick_seconds": wrong}))
    game = GAMES["realtime"]
    for a, b, may in (
        (-3, 1, True),
        (-3, 14_400, True),
        (-3, 14_401, False),
        (-3, 0, False),
        (-2, 3601, False),
        (-4, 1, False),
    ):
        assert isinstance(checked_action(game, 0, Act(1, ActionKind.PACE, a, b)), Action) == may
