"""Computers on a server: on their own seats, and in place of absent people."""

import pytest
from online.native import native, run, served

from gpulife.games.core.game import ActionKind
from gpulife.online.protocol import Acked, Host, Join, Refused, Seated, Ticks
from gpulife.online.server import _room_computers as room_computers


def has_acted(client, seat):
    """Return True if a client was told of a stick or trigger action of a seat."""
    return any(
        row.player == seat and row.kind in (ActionKind.STICK, ActionKind.TRIGGER)
        for message in client.messages
        if isinstance(message, Ticks)
        for row in message.acts
    )


def computers_of(server, client):
    return server.rooms.require(client.seated.code)._computers


@pytest.mark.parametrize("game", ["seed-list", "biowar"])
def test_a_person_plays_against_a_computer(tmp_path, game):
    async def play():
        async with served(tmp_path, computer_processes=1) as (server, address), native(address, "Ada") as ada:
            await ada.send(Host(game, seats=("person", "computer:2")))
            await ada.until(Seated)
            await ada.act(ActionKind.DONE if game == "biowar" else ActionKind.START)
            if game == "biowar":  # others' placements are secret
                await ada.until(lambda client: client.copy.state and client.copy.state.sides[1].is_in)
            else:
                await ada.until(lambda client: has_acted(client, 1))
            assert computers_of(server, ada).seats == {1}
            assert ada.copy.wants_keyframe is None

    run(play())


def test_computer_fills_an_absent_players_seat(tmp_path, monkeypatch):
    monkeypatch.setattr(room_computers, "FILL_SECONDS", 0.0)

    async def play():
        async with served(tmp_path, computer_processes=1) as (server, address), native(address, "Ada") as ada:
            await ada.send(Host("seed-list", fill=True))
            code = (await ada.until(Seated)).code
            async with native(address, "Bob") as bob:
                await bob.send(Join(code))
                await bob.until(Seated)
                await bob.act(ActionKind.START)
                await bob.until(Acked)
                assert computers_of(server, ada).seats == set()
                token = bob.welcome.token
            await ada.until(lambda client: has_acted(client, 1))
            assert computers_of(server, ada).seats == {1}
            async with native(address, "", token) as bob:
                await bob.send(Join(code))
                assert (await bob.until(Seated)).seat == 1
                await bob.until(lambda _: not computers_of(server, ada).seats)
                await bob.act(ActionKind.POINT, 20, 120)
                await bob.until(lambda client: client.copy.state.sides[1].cursor.row == 20)

    run(play())


def test_unknown_level_is_refused(tmp_path):
    async def play():
        async with served(tmp_path) as (_, address), native(address, "Ada") as ada:
            await ada.send(Host("p2life", seats=("person", "computer:4")))
            assert "level 4" in (await ada.until(Refused)).reason

    run(play())
