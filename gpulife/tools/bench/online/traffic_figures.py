"""What a player and a browser's page cost the line, in real play of each game, in bytes as they are on the wire."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from urllib.parse import urlsplit

from websockets.asyncio.client import connect

from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.online.protocol import ANY_SEAT, PROTOCOL, WATCH
from gpulife.online.seat_rules import hosted_games
from gpulife.tools.bench.online.figures import Figure
from gpulife.tools.bench.online.line_figures import Line, behind
from gpulife.tools.bench.online.native_client import NativeClient, seats_for_two

MAX_TICKS = 60
"""Ticks that are made up for in one go."""


class Bot:
    """What a level of the computer does in a client's seat.

    It sees the state only as often as the server tells, and in between thinks that nothing else has moved, as
    people do whose line is slow. It thinks on a clock of its own: a match's stands still while nobody does anything.

    Args:
        client: a client with a seat.
        name: the client's name, under which it joins where that is an order.
        level: level of the computer.
        clock: seconds on the clock by which it plays.
    """

    def __init__(
        self, client: NativeClient, name: str, level: int = 1, clock: Callable[[], float] = time.monotonic
    ) -> None:
        seated, self._copy = client.at_match()
        self._client, self._seat, self._name = client, seated.seat, name
        self._brain = self._copy.game.computer(ComputerSeat(seat=self._seat, level=level, seed=self._copy.match.seed))
        self._clock, self._began, self._tick = clock, clock(), 0

    async def play(self) -> int:
        """Do what is to be done in the ticks since last time; return the number of actions."""
        now, count = int((self._clock() - self._began) * TICKS_PER_SECOND), 0
        for tick in range(max(self._tick, now - MAX_TICKS), now):
            for action in self._brain.actions(tick, self._copy.state, self._copy.board):
                await self._client.do(self._in_own_name(action))
                count += 1
        self._tick = now
        return count

    def _in_own_name(self, action: Action) -> Action:
        """Return an action with the client's name where the computer has given its own."""
        if action.kind is not ActionKind.JOIN:
            return action
        return replace(action, data=" ".join([self._name, *action.data.split()[1:]]))


MAX_NATIVE = 2000.0
MAX_PAGE = 15_000.0
_THINKING_SECONDS = 0.03


async def traffic(url: str, seconds: float, settling: float) -> list[Figure]:
    """Measure each game: two people play with the input of level 1 of the computer, and a page watches."""
    figures = list[Figure]()
    for game in hosted_games():
        native, page = await _of_game(url, game, seconds, settling)
        note = f"{game}, {seconds:g} s of two of level 1"
        figures += [
            Figure(f"a native player of {game}", native, MAX_NATIVE, "B/s", note=note),
            Figure(f"a page at {game}", page, MAX_PAGE, "B/s", note="a spectator's"),
        ]
    return figures


async def _of_game(url: str, game: str, seconds: float, settling: float) -> tuple[float, float]:
    """Return the bytes a second, in both directions, of the busiest player and of a page."""
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
            if sets_up and clock() - began > seconds / 2:  # the other half shows what follows on a set-up
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
    """Let a page watch; it reads, and says nothing but what pages say."""
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
