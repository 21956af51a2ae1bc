"""The host begins a match: who may do it, who still waits, and what happens to free seats."""

import pytest
from online.native import native, run, served

from gpulife.games.biowar.state import PlayerStanding
from gpulife.games.core.game import ActionKind
from gpulife.games.realtime.state import RealTimePhase
from gpulife.online.protocol import Host, Join, Moderate, People, Refused, Seated

JOIN = "Ada a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"


async def hosted(ada, game, **host):
    await ada.send(Host(game, **host))
    return (await ada.until(Seated)).code


async def refusal(client, level=0):
    await client.send(Moderate("begin", level))
    return (await client.until(Refused)).reason


def has_begun(client):
    return client.copy.state.has_begun


@pytest.mark.parametrize("game", ["seed-list", "life-2", "p2life"])
def test_computer_takes_free_seat_of_two_player_game(tmp_path, game):
    async def play():
        async with served(tmp_path) as (_, address), native(address, "Ada") as ada:
            code = await hosted(ada, game)
            assert "add a computer, or wait" in await refusal(ada)
            assert "level" in await refusal(ada, 9)
            assert not has_begun(ada)
            await ada.send(Moderate("begin", 1))
            await ada.until(has_begun)
            await ada.until(lambda client: people(client) == ("Ada", "computer:1"))
            assert await refusal(ada, 1) == "the match has begun already"
            token = ada.welcome.token
        async with served(tmp_path) as (_, address), native(address, "Ada", token=token) as ada:
            await ada.send(Join(code))
            await ada.until(People)
            assert people(ada) == ("Ada", "computer:1"), "also after the server was started again"

    run(play())


def people(client):
    told = [message for message in client.messages if isinstance(message, People)]
    return told[-1].seats if told else ()


def test_present_players_begin_and_others_may_join(tmp_path):
    async def play():
        async with (
            served(tmp_path) as (_, address),
            native(address, "Ada") as ada,
            native(address, "Bob") as bob,
        ):
            code = await hosted(ada, "biowar", seats=("person",) * 3 + ("nobody",) * 3)
            await bob.send(Join(code))
            await bob.until(Seated)
            assert await refusal(bob) == "only the host of the match may do that"
            await ada.send(Moderate("begin"))
            await bob.until(has_begun)
            await bob.until(lambda client: PlayerStanding.SPECTATOR not in standings(client)[:2])
            assert standings(bob)[2] is PlayerStanding.SPECTATOR
            await bob.until(lambda client: len(people(client)) == 6)
            assert people(bob)[2] == "", "a seat that is still free"

    run(play())


def standings(client):
    return [side.standing for side in client.copy.state.sides]


def test_begin_needs_a_joined_player(tmp_path):
    async def play():
        async with served(tmp_path) as (_, address), native(address, "Ada") as ada:
            await hosted(ada, "realtime", seats=("person",) * 3, settings={"players": 2, "tick_seconds": 3600})
            assert await refusal(ada) == "at least one player has to join the game first"
            await ada.act(ActionKind.JOIN, data=JOIN)
            await ada.until(lambda client: client.copy.state.playing == (0,))
            await ada.send(Moderate("begin"))
            await ada.until(lambda client: client.copy.state.phase is RealTimePhase.PLAY)
            await ada.until(lambda client: people(client)[1:3] == ("", ""))

    run(play())
