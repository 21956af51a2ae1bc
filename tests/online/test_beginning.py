"""The host begins a match: who may do it, who still waits, and what happens to free seats."""

from types import SimpleNamespace

import pytest
from online.native import native, run, served

from gpulife.games.biowar.state import PlayerStanding
from gpulife.games.core.game import ActionKind
from gpulife.games.realtime.state import RealTimePhase
from gpulife.games.registry import find_game
from gpulife.online.protocol import WATCH, Again, Host, Join, Moderate, People, Refused, Seated, Talk
from gpulife.online.seat_rules import hosted_games

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


async def again_refused(client):
    await client.send(Again())
    return (await client.until(Refused)).reason


def test_guest_wishes_and_host_begins_another_game(tmp_path):
    async def play():
        async with (
            served(tmp_path) as (_, address),
            native(address, "Ada") as ada,
            native(address, "Bob") as bob,
            native(address, "Eve") as eve,
        ):
            code = await hosted(ada, "one-seed")
            await bob.send(Join(code))
            await eve.send(Join(code, WATCH))
            for client in (bob, eve):
                await client.until(Seated)
            await bob.act(ActionKind.START)
            await ada.until(has_begun)
            assert await again_refused(ada) == "another game can begin when this one is over"
            await bob.act(ActionKind.RESIGN)
            for client in (ada, bob, eve):
                await client.until(is_over)
            assert await again_refused(eve) == "you are watching: only players can ask for another game"
            for _ in range(2):
                await bob.send(Again())
            await ada.until(lambda client: wishes(client) == ("Bob",))
            told = [each.text for each in ada.messages if isinstance(each, Talk)]
            assert told.count("Bob would like another game.") == 1
            assert is_over(ada), "a guest's wish begins nothing"
            await ada.send(Again())
            await bob.until(lambda client: not is_over(client))
            assert people(bob) == ("Ada", "Bob"), "the same people on the same seats"
            await ada.until(lambda client: wishes(client) == ())

    run(play())


def is_over(client):
    return client.copy.state.ending is not None


def wishes(client):
    told = [message for message in client.messages if isinstance(message, People)]
    return tuple(person.name for person in told[-1].people if person.who in told[-1].wishes) if told else ()


@pytest.mark.parametrize("game", hosted_games())
def test_actions_for_another_game(game):
    again, single = find_game(game).again, SimpleNamespace(series=None)
    wanted = {"biowar": ActionKind.DONE, "life-2": ActionKind.AGAIN, "p2life": ActionKind.AGAIN}
    assert {action.kind for action in again(single, (1, 0))} == {wanted.get(game, ActionKind.START)}
    assert again(single, ()) == ()


def test_next_round_of_a_set():
    state = SimpleNamespace(series=SimpleNamespace(over=False))
    assert [action.kind for action in find_game("one-seed").again(state, (1,))] == [ActionKind.AGAIN]
