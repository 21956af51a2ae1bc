"""Measures the traffic of a match: time and bytes to join, and bytes per second to play and watch."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
from websockets.asyncio.client import connect

from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.matches import new_match
from gpulife.games.registry import find_game
from gpulife.online.hosted_match import HostedMatch
from gpulife.online.match_codec import keyframe_of
from gpulife.online.protocol import ANY_SEAT, PROTOCOL, WATCH, Keyframe, encode
from gpulife.online.seat_rules import hosted_games, hosted_settings
from gpulife.online.storage import Database
from gpulife.patterns.soup import soup
from gpulife.rules import parse_rule
from gpulife.tools.online_bench.figures import Figure
from gpulife.tools.online_bench.line_figures import BAD_LINE, GAME, Line, behind, match_for_two
from gpulife.tools.online_bench.native_client import NativeClient, seats_for_two

# Joining: time and bytes to join matches of different sizes and ages, and how a wrong copy is repaired.

MAX_BYTES = 64 << 10
MAX_SECONDS = 1.0
_IN_PLAY = 200
"""Number of generations after which a soup looks like the board in the middle of a match."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A match that was stored before the server started.

    Attributes:
        match_id: identifier of the match.
        about: size and age of the match, in words.
    """

    match_id: str
    about: str


def prepare(folder: Path, *, rows: int) -> list[Prepared]:
    """Store matches of different sizes and ages in a folder; a server with that folder will continue them.

    Args:
        folder: folder of the server's data.
        rows: number of actions in the logs of the old matches.
    """
    small, large = (96, 160), (512, 512)
    cases = [
        (small, 0, _IN_PLAY, "96x160"),
        (large, 0, _IN_PLAY, "512x512"),
        (small, rows, _IN_PLAY, f"96x160 with a log of {rows:,} actions"),
        (large, rows, _IN_PLAY, f"512x512 with a log of {rows:,} actions"),
        (large, 0, 0, "512x512, a soup of density 0.35"),
    ]
    with Database.open(folder) as database:
        return [
            Prepared(str(_store(database, shape, age, generations)), about) for shape, age, generations, about in cases
        ]


def _store(database: Database, shape: tuple[int, int], rows: int, generations: int) -> int:
    spec = find_game(GAME)
    match = new_match(GAME, parse_rule(spec.rule), shape, 1)
    match = replace(match, settings={**match.settings, **hosted_settings(spec)})
    info = database.create_match(match, 2, "Old", settings={"seats": ["person", "person"], "fill": False})
    hosted = HostedMatch.open(match, b"\0" * 32)
    done: list[tuple[int, Action]] = []
    hosted.on_tick = lambda tick, actions: done.extend((tick, action) for action in actions)
    hosted.act(Action(0, ActionKind.START))  # now, since a later START would empty the board
    hosted.pass_ticks(1)
    engine = hosted.session.engine
    engine.paint(0, 0, soup(shape, 0.35, engine.rule.species, np.random.default_rng(1)))
    engine.step(generations)
    for number in range(rows):
        hosted.act(Action(number % 2, ActionKind.STICK, number % 3 - 1, 1))
        if number % 200 == 199:
            hosted.pass_ticks(1)
    session = hosted.session
    for at in range(0, len(done), 500):
        database.append(info.id, done[at : at + 500], urgent=False)
    content = encode(keyframe_of(session.ticks, session.computed, session.state, session.engine))
    database.save_keyframe(info.id, session.ticks, content).result()
    return int(info.id)


async def joins(url: str, prepared: list[Prepared]) -> list[Figure]:
    """Measure how long it takes to join each match over a bad line, and how many bytes are received.

    Raises:
        ValueError: a board is empty, so the measurement means nothing.
    """
    figures = list[Figure]()
    for case in prepared:
        async with behind(url, BAD_LINE) as (proxy, by_line), NativeClient.connected(by_line, "Eye") as eye:
            before, began = proxy.passed[1], time.monotonic()
            await eye.join(case.match_id, WATCH)
            seconds, size = time.monotonic() - began, proxy.passed[1] - before
            if not eye.at_match()[1].engine.read_all().any():
                raise ValueError(f"the board of {case.about} is empty")
        figures += [
            Figure(
                f"join a match of {case.about}",
                seconds,
                MAX_SECONDS,
                "s",
                note="200 ms round trip, 30 ms jitter, 5 % loss",
            ),
            Figure(f"join a match of {case.about}", size, MAX_BYTES, "bytes"),
        ]
    return figures


async def wrong_copies(url: str, count: int) -> list[Figure]:
    """Change a cell of a client's copy repeatedly, and measure how soon this is noticed and repaired."""
    ticks, seconds, healed = list[int](), list[float](), 0
    async with behind(url, Line(round_trip=0.2)) as (_, late), match_for_two(url, late) as (_, bob):
        _, copy = bob.at_match()
        chance = np.random.default_rng(1)
        for _ in range(count):
            await bob.wait_for(lambda: copy.wants_keyframe is None, "a correct copy of the match")
            row, column = (int(chance.integers(0, size)) for size in copy.engine.shape)
            cell = copy.engine.read(row, column, 1, 1)
            copy.engine.paint(row, column, np.where(cell == 0, 1, 0).astype(np.uint8))
            copy.board.changed()
            changed_at = copy.ticks or 0
            await bob.wait_for(lambda: copy.wants_keyframe is not None, "a difference")
            ticks.append((copy.ticks or 0) - changed_at)
            began = time.monotonic()
            await bob.next_message(Keyframe)
            seconds.append(time.monotonic() - began)
            healed += copy.wants_keyframe is None
    return [
        Figure("time until a wrong copy is noticed", max(ticks), 60, "ticks", note=f"worst of {count}"),
        Figure("time until the copy is repaired", max(seconds), 1.0, "s", note=f"worst of {count}, 200 ms round trip"),
        Figure("wrong copies repaired", healed / count, 1.0, at_least=True),
    ]


# Playing: bytes a second on the wire for a player and for a browser's page, in each game.

MAX_TICKS = 60
"""Maximum number of missed ticks that a bot plays in one call; earlier ticks are skipped."""


class Bot:
    """Plays for a client, with the moves that a computer player would make.

    The bot sees the state only when the server sends it, as people on a slow line do. It has its own clock, since a
    match's clock stands still while nobody does anything.

    Args:
        client: a client that has a seat.
        name: the client's name, used when the bot joins.
        level: level of the computer player.
        clock: returns the current time in seconds, on any clock.
    """

    def __init__(
        self, client: NativeClient, name: str, level: int = 1, clock: Callable[[], float] = time.monotonic
    ) -> None:
        seated, self._copy = client.at_match()
        self._client, self._seat, self._name = client, seated.seat, name
        self._brain = self._copy.game.computer(ComputerSeat(seat=self._seat, level=level, seed=self._copy.match.seed))
        self._clock, self._began, self._tick = clock, clock(), 0

    async def play(self) -> int:
        """Play the ticks that have passed since the last call; return how many actions the bot has made."""
        now, count = int((self._clock() - self._began) * TICKS_PER_SECOND), 0
        for tick in range(max(self._tick, now - MAX_TICKS), now):
            for action in self._brain.actions(tick, self._copy.state, self._copy.board):
                await self._client.do(self._in_own_name(action))
                count += 1
        self._tick = now
        return count

    def _in_own_name(self, action: Action) -> Action:
        if action.kind is not ActionKind.JOIN:
            return action
        return replace(action, data=" ".join([self._name, *action.data.split()[1:]]))


MAX_NATIVE = 2000.0
MAX_PAGE = 15_000.0
_THINKING_SECONDS = 0.03


async def traffic(url: str, seconds: float, settling: float) -> list[Figure]:
    """Measure the traffic of each game. There are two computer players of level 1 and a spectator's page."""
    figures = list[Figure]()
    for game in hosted_games():
        native, page = await _of_game(url, game, seconds, settling)
        note = f"{game}, {seconds:g} s, two players of level 1"
        figures += [
            Figure(f"a player of {game} with the desktop client", native, MAX_NATIVE, "B/s", note=note),
            Figure(f"a spectator of {game}", page, MAX_PAGE, "B/s", note="in a browser"),
        ]
    return figures


async def _of_game(url: str, game: str, seconds: float, settling: float) -> tuple[float, float]:
    """Return the bytes per second, sent plus received, of a game's busiest player and of a spectator's page."""
    async with AsyncExitStack() as stack:
        players, lines = [], []
        names = ("Ada", "Bob")
        for name in names:
            line, by_line = await stack.enter_async_context(behind(url, Line()))
            players.append(await stack.enter_async_context(NativeClient.connected(by_line, name)))
            lines.append(line)
        page_line, by_line = await stack.enter_async_context(behind(url, Line()))
        match = (await players[0].host(game, seats=seats_for_two(game))).id
        await players[1].join(match, ANY_SEAT)
        watching = await _watch(stack, by_line, match)
        for client in players:
            await client.act(ActionKind.START)
        bots = [Bot(client, name) for client, name in zip(players, names, strict=True)]
        clock = asyncio.get_running_loop().time
        await asyncio.sleep(settling)
        before, page_before, began = [sum(line.passed) for line in lines], sum(page_line.passed), clock()
        sets_up = True
        while clock() - began < seconds:
            if sets_up and clock() - began > seconds / 2:  # the second half shows play after the set-up
                sets_up = False
                for client in players:
                    await client.act(ActionKind.DONE)
            for bot in bots:
                await bot.play()
            await asyncio.sleep(_THINKING_SECONDS)
        took = clock() - began
        watching.cancel()
        busiest = max(sum(line.passed) - count for line, count in zip(lines, before, strict=True))
        return busiest / took, (sum(page_line.passed) - page_before) / took


async def _watch(stack: AsyncExitStack, url: str, match: str) -> "asyncio.Task[None]":
    """Watch a match as a page in a browser does: send a greeting and a request to join, then only read."""
    parts = urlsplit(url)
    connection = await stack.enter_async_context(
        connect(url, origin=f"http://{parts.netloc}", compression=None, proxy=None)  # type: ignore[arg-type]
    )

    async def read() -> None:
        async for _ in connection:
            pass

    await connection.send(json.dumps({"t": "hello", "protocol": PROTOCOL, "name": "Page", "page": True}))
    await connection.recv()
    await connection.send(json.dumps({"t": "join", "match": match, "seat": WATCH}))
    return asyncio.create_task(read())
