"""The host's moderation, its effect on ratings, and that nobody can evade it."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from online.native import native, run, served
from online.test_match_results import play, result_line, stored, two_at_seed_list
from websockets.exceptions import ConnectionClosed

from gpulife.games.core.game import ActionKind
from gpulife.online.protocol import (
    ANY_SEAT,
    WATCH,
    Browse,
    Dropped,
    Ended,
    Host,
    Join,
    Leave,
    MatchList,
    Moderate,
    People,
    Refused,
    Say,
    Seated,
    Talk,
)
from gpulife.online.server._people import MAX_KEPT, Moderation
from gpulife.online.server.server_options import FAILED_JOINS_A_MINUTE, NEW_PEOPLE_A_MINUTE

pytestmark = pytest.mark.usefixtures("fast_clock")


@pytest.fixture(autouse=True)
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.online.storage._ratings.MIN_RATED_TICKS", 1)


async def who(client, name: str) -> int:
    """Return a person's number in the list of people."""

    def found(each):
        lists = [message.people for message in each.messages if isinstance(message, People)]
        return next((person for person in (lists[-1] if lists else ()) if person.name == name), None)

    await client.until(found)
    return found(client).who


async def said(client, words: str) -> str:
    """The next line of the server that has some words in it, of those that nobody has asked for yet."""
    heard = getattr(client, "heard", 0)

    def found(each):
        lines = enumerate(each.messages[heard:], heard)
        return next((at for at, line in lines if isinstance(line, Talk) and not line.name and words in line.text), None)

    await client.until(lambda each: found(each) is not None)
    client.heard = found(client) + 1
    return client.messages[client.heard - 1].text


def ratings(server) -> list[int]:
    return [standing.games for standing in server.database.ratings.table("seed-list", provisional=True)]


@pytest.mark.parametrize(("what", "word"), [("kick", "removed"), ("ban", "banned"), ("mute", "muted")])
def test_moderated_game_is_unrated(tmp_path, what, word):
    async def match():
        async with two_at_seed_list(tmp_path) as (server, ada, bob):
            await play(ada, bob, ActionKind.START)
            await ada.send(Moderate(what, await who(ada, "Bob")))
            assert await said(ada, "not rated") == f"The host has {word} Bob. This game is not rated."
            if what == "mute":
                await said(bob, "not rated")
                await ada.send(Moderate("unmute", await who(ada, "Bob")))  # which does not make the game rated again
                await bob.act(ActionKind.RESIGN)
            line = await result_line(ada)
            assert line.text.endswith(f"Not rated: the host {word} a player.")
            (result,) = server.database.results.latest()
            assert (result.rated, result.why_not) == (False, f"the host {word} a player")
            assert ratings(server) == []

    run(match())


def test_earlier_mute_or_departed_player_also_unrates(tmp_path):
    async def match():
        async with two_at_seed_list(tmp_path / "before") as (server, ada, bob):
            await ada.send(Moderate("mute", await who(ada, "Bob")))
            await play(ada, bob, ActionKind.START)
            await said(bob, "The host has muted Bob. This game is not rated.")
            await bob.act(ActionKind.RESIGN)
            await result_line(ada)
            assert [rated for _, _, rated in stored(server)] == [False]
        async with (
            served(tmp_path / "after") as (_, address),
            native(address, "Ada") as ada,
            native(address, "Bob") as bob,
        ):
            # a game that goes on without Bob
            await ada.send(Host("biowar", seats=("person", "person", "computer:1", *["nobody"] * 3)))
            code = (await ada.until(Seated)).code
            await bob.send(Join(code))
            await bob.until(Seated)
            number = await who(ada, "Bob")
            await ada.send(Moderate("begin"))
            await bob.until(lambda client: client.copy.state.has_begun)
            await bob.send(Leave())
            await said(ada, "Bob has left")
            await bob.send(Join(code, WATCH))  # the seat he had in this game still counts
            while (again := await who(ada, "Bob")) == number:
                await ada.until(People)
            await ada.send(Moderate("ban", again))
            await said(ada, "The host has banned Bob. This game is not rated.")
            await bob.send(Join(code))
            assert (await bob.until(Refused)).code == "banned"

    run(match())


def test_moderation_outside_games_keeps_rating(tmp_path):
    async def match():
        async with two_at_seed_list(tmp_path) as (server, ada, bob), native(bob.address, "Eve") as eve:
            await eve.send(Join(ada.seated.code, WATCH))
            await eve.until(Seated)
            number = await who(ada, "Eve")
            await play(ada, bob, ActionKind.START)
            await ada.send(Moderate("mute", number))
            await ada.send(Moderate("kick", number))
            await eve.until(Ended)
            await bob.act(ActionKind.RESIGN)
            assert "New ratings" in (await result_line(ada)).text
            assert [rated for _, _, rated in stored(server)] == [True]

    run(match())


def test_closing_host_quits_the_game(tmp_path):
    async def match():
        async with two_at_seed_list(tmp_path) as (server, ada, bob):
            await play(ada, bob, ActionKind.START)
            await ada.send(Moderate("close"))
            assert (await bob.until(Ended)).reason == "The host has closed the match."
            assert (await ada.until(Ended)).reason == "You closed the match."
            assert stored(server) == [(1, [("Ada", 2, True), ("Bob", 1, False)], True)]

    run(match())


@asynccontextmanager
async def hosted(folder, game: str = "biowar"):
    """Yield a server, its address, and Ada, who hosts a match there."""
    async with served(folder) as (server, address), native(address, "Ada") as ada:
        await ada.send(Host(game))
        yield server, address, ada, (await ada.until(Seated)).code


async def answer(address, code, name, token="", seat=ANY_SEAT) -> str:
    """Return the code of the refusal for somebody who tries to join; "" if they get a seat."""
    async with native(address, name, token) as client:
        await client.send(Join(code, seat))
        await client.until(lambda each: isinstance(each.messages[-1], Seated | Refused))
        last = client.messages[-1]
        return last.code if isinstance(last, Refused) else ""


@pytest.mark.parametrize("what", ["kick", "ban"])
@pytest.mark.parametrize("is_away", [False, True])
def test_removed_person_cannot_return(tmp_path, what, is_away):
    async def match():
        async with hosted(tmp_path) as (_, address, ada, code):
            async with native(address, "Cleo") as cleo:
                await cleo.send(Join(code))
                await cleo.until(Seated)
            async with native(address, "Bob") as bob:
                await bob.send(Join(code, 3))
                await bob.until(Seated)
                number = await who(ada, "Bob")
                if not is_away:
                    await ada.send(Moderate(what, number))
                    await bob.until(Ended)
            if is_away:
                await ada.until(lambda each: any(not each.here for each in _people(each) if each.name == "Bob"))
                await ada.send(Moderate(what, number))
                await said(ada, "Bob has left")
            for seat in (ANY_SEAT, WATCH, 3):
                assert await answer(address, code, "", bob.welcome.token, seat) == "banned"
                assert await answer(address, code, "Bobby", "", seat) == "banned"
            assert await answer(address, code, "", cleo.welcome.token) == "", "who plays already comes from there, too"
            assert await answer(address, code, "", ada.welcome.token) == ""
            return code, bob.welcome.token

    async def later(code, token):
        async with served(tmp_path) as (_, address):
            assert await answer(address, code, "", token) == "banned"
            assert await answer(address, code, "Bobby") == "banned"

    async def both():
        await later(*await match())

    run(both())


def _people(client):
    return next((message.people for message in reversed(client.messages) if isinstance(message, People)), ())


def test_mute_survives_reconnecting(tmp_path):
    async def match():
        async with hosted(tmp_path) as (_, address, ada, code):
            async with native(address, "Eve") as eve:
                await eve.send(Join(code, WATCH))
                await eve.until(Seated)
                await ada.send(Moderate("mute", await who(ada, "Eve")))
                await who(eve, "Eve")
                await eve.until(lambda client: any(person.muted for person in _people(client)))
            for seat in (WATCH, ANY_SEAT):
                async with native(address, "Eve again", eve.welcome.token) as again:
                    await again.send(Join(code, seat))
                    await again.until(Seated)
                    await again.until(lambda client: any(person.muted for person in _people(client)))
                    await again.send(Say("hello"))
                    await again.act(ActionKind.SAY, data="hello")
                    await again.until(Dropped)
            return code, eve.welcome.token

    async def later(code, token):
        async with served(tmp_path) as (_, address), native(address, "", token) as eve:
            await eve.send(Join(code))
            await eve.until(lambda client: any(person.muted for person in _people(client)))

    async def both():
        await later(*await match())

    run(both())


@given(st.lists(st.tuples(st.sampled_from(["mute", "unmute", "away", "spoil"]), st.integers(0, 300))))
def test_moderation_agrees_with_plain_lists(steps):
    moderation = Moderation()
    muted, away, reasons = [], [], {}
    for place, (what, number) in enumerate(steps):
        token = bytes([number % 256, number // 256]) * 16
        if what == "spoil":
            moderation.spoil(number, f"why {place}")
            reasons.setdefault(number, f"why {place}")  # the first reason is kept
        elif what == "away":
            moderation.send_away(token)
            away.append(token)
        else:
            moderation.mute(token, muted=what == "mute")
            muted = [each for each in muted if each != token] + [token] * (what == "mute")
    for each in (moderation, Moderation.of_settings(moderation.as_settings())):
        assert each == moderation
        assert all(map(each.is_muted, muted[-MAX_KEPT:]))
        assert len(each._muted) == min(len(muted), MAX_KEPT)
        assert all(map(each.keeps_out, away))
        assert {number: each.why_unrated(number) for number in reasons} == reasons


# Names and chat.


def test_people_who_talk_too_much_are_told_to_wait(tmp_path):
    async def match():
        async with hosted(tmp_path) as (_, address, ada, code), native(address, "Bob") as bob:
            await bob.send(Join(code))
            await bob.until(Seated)
            for _ in range(12):
                await ada.send(Say("hello"))
                await bob.act(ActionKind.SAY, data="hello")
            assert "too many chat messages" in (await ada.until(Refused)).reason
            assert "too many chat messages" in (await bob.until(Dropped)).reason

    run(match())


def test_spectator_names_differ_from_players(tmp_path):
    async def match():
        async with hosted(tmp_path) as (_, address, ada, code):
            for name in ("Ada", "ada", "\u0410da", "A da", "\uff21\uff44\uff41", "Ada\u0301"[:3]):
                assert await answer(address, code, name, seat=WATCH) == "name", name
            async with native(address, "Bob") as squatter, native(address, "B\u043eb") as bob:
                await squatter.send(Join(code, WATCH))
                await squatter.until(Seated)
                await bob.send(Join(code))
                await bob.until(Seated)
                await said(squatter, "your name here is Spectator")
                await ada.until(lambda client: len(_people(client)) == 3)
                await ada.until(lambda client: [each.name for each in _people(client)][2].startswith("Spectator "))
                await squatter.send(Say("I am Bob"))
                while not (line := await ada.until(Talk)).name:
                    pass
                assert line.name.startswith("Spectator ")
            async with native(address) as one, native(address) as other:
                for guest in (one, other):
                    assert guest.welcome.name == "Guest"
                    await guest.send(Join(code))
                    await guest.until(Seated)
                await ada.until(lambda client: {"Guest", "Guest 2"} <= {each.name for each in _people(client)})

    run(match())


EVIL = "\u202eab\u200b\u2066c\x1b[2J d" + "\u0301" * 40 + "\u3164\ufeff\U000e0041"
CLEAN = "abc [2J d\u0301\u0301"


@pytest.mark.parametrize("game", ["biowar", "life-2"])
def test_chat_is_cleaned(tmp_path, game):
    async def match():
        async with hosted(tmp_path, game) as (server, _, ada, code):
            await ada.send(Say(EVIL))
            while not (line := await ada.until(Talk)).name:
                pass
            assert line.text == CLEAN
            if game == "biowar":
                await ada.act(ActionKind.SAY, data=EVIL)
                await ada.until(lambda client: client.copy.ticks and len(client.copy.state.remarks) == 2)
                await server.rooms.require(code).settle()
                log = server.database.load_match(int(ada.seated.id)).log
                assert {action.data for _, action in log if action.kind is ActionKind.SAY} == {CLEAN}
                await ada.act(ActionKind.SAY, data="\u202e\u200b")
                assert (await ada.until(Dropped)).reason == "the message has no visible text"
            await ada.act(ActionKind.JOIN if game == "realtime" else ActionKind.PLACE, data="a\0b")
            await ada.until(Dropped)

    run(match())


# Limits on attempts per address.


def test_limit_of_new_people_per_address(tmp_path):
    async def match():
        async with served(tmp_path) as (_, address):
            tokens = []
            for number in range(NEW_PEOPLE_A_MINUTE):
                async with native(address, f"Eve {number}") as eve:
                    tokens.append(eve.welcome.token)
            for token in ("", "x" * 22):
                with pytest.raises(ConnectionClosed) as closed:
                    async with native(address, "Eve", token):
                        pass
                assert "too many new people from your address" in closed.value.rcvd.reason
            async with native(address, "", tokens[0]) as known:
                assert known.welcome.name == "Eve 0"

    run(match())


def test_reconnecting_does_not_reset_join_limit(tmp_path):
    async def match():
        async with hosted(tmp_path, "seed-list") as (_, address, ada, code):
            async with native(address, "Eve") as eve:
                token = eve.welcome.token
            tried = 0
            while True:
                async with native(address, "", token) as eve:
                    for _ in range(8):  # as many as one socket may ask for at once
                        await eve.send(Join(f"{tried:08}"))
                        refused = await eve.until(Refused)
                        if refused.code == "limit":
                            break
                        assert refused.code == "unknown"
                        tried += 1
                if refused.code == "limit":
                    break
            assert tried == FAILED_JOINS_A_MINUTE
            assert refused.reason.startswith("too many failed joins from your address: try again in ")
            assert await answer(address, code, "", token) == "limit", "whether it is right or wrong"
            assert await answer(address, "replay:x", "", token) == "limit"
            assert await answer(address, code, "", ada.welcome.token) == "", "who has a place guesses nothing"
            await ada.send(Browse())
            await ada.until(MatchList)

    run(match())
