"""What a bad line does to people who play: how soon they see what others do, and who waits for whom."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import pairwise
from urllib.parse import urlsplit

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind
from gpulife.online.client.online_session import OnlineSession
from gpulife.online.protocol import WATCH, ClientMessage, Resync, ServerMessage, Ticks
from gpulife.tools.bench.online.figures import Figure, percentile
from gpulife.tools.bench.online.lag_proxy import BAD_LINE, LagProxy, Line
from gpulife.tools.bench.online.native_client import NativeClient, NeverError

GAME = "seed-list"
LATE_LINE = Line(round_trip=0.2)
_FRAMES = 120
_FRAMES_BETWEEN = 20
MAX_STALL = 0.25
"""Seconds between two pieces of news after which people feel a stall: news come ten times a second."""


@asynccontextmanager
async def behind(url: str, line: Line, seed: int = 1) -> AsyncIterator[tuple[LagProxy, str]]:
    """Lead to a server by a bad line: yields the proxy and the address that leads through it."""
    parts = urlsplit(url)
    async with LagProxy((parts.hostname or "", parts.port or 0), line, seed).running() as proxy:
        yield proxy, f"ws://127.0.0.1:{proxy.port}{parts.path}"


@asynccontextmanager
async def match_for_two(first_url: str, second_url: str, game: str = GAME) -> AsyncIterator[list[NativeClient]]:
    """Let two people play each other, each by an address of their own, until the block ends."""
    async with AsyncExitStack() as stack:
        ada = await stack.enter_async_context(NativeClient.connected(first_url, "Ada"))
        bob = await stack.enter_async_context(NativeClient.connected(second_url, "Bob"))
        seated = await ada.host(game)
        await bob.join(seated.id)
        await ada.act(ActionKind.START)
        await bob.wait_for(lambda: bob.counts["Ticks"] > 2, "a match that runs")
        yield [ada, bob]


async def own_cursor(url: str, count: int) -> Figure:
    """Push the stick on a bad line again and again, and count the frames until the own cursor follows."""
    outbox, frames = list[ClientMessage](), list[int]()
    async with behind(url, BAD_LINE) as (_, bad), match_for_two(bad, url) as (ada, _bob):
        seated, copy = ada.at_match()
        engine = NumpyEngine(copy.engine.rule, copy.engine.shape)
        session = OnlineSession(copy.match, engine, seated.seat, outbox.append, next_seq=ada.next_seq)
        ada.on_message = lambda message: session.take([message])
        await ada.send(Resync())
        await ada.wait_for(lambda: session.has_begun, "a moment")
        for number in range(count):
            stick = ((0, 1), (0, -1), (1, 0), (-1, 0))[number % 4]
            action, waited = Action(seated.seat, ActionKind.STICK, *stick), 0
            session.tick([action])
            while session.state.cursors[seated.seat].stick != stick and waited < _FRAMES:
                waited += 1
                session.tick()
                await asyncio.sleep(1 / TICKS_PER_SECOND)
            frames.append(waited)
            for _ in range(_FRAMES_BETWEEN):
                await asyncio.sleep(1 / TICKS_PER_SECOND)
                session.tick()
                for message in outbox:
                    await ada.send(message)
                outbox.clear()
    return Figure(
        "the own cursor follows the stick after",
        max(frames),
        0,
        "frames",
        note=f"worst of {count}, 200 ms, 30 ms jitter, 5 % loss",
    )


async def others_actions(url: str, count: int) -> Figure:
    """Measure how much later than half of both round trips somebody sees what another does."""
    clock, late = asyncio.get_running_loop().time, list[float]()
    async with (
        behind(url, LATE_LINE) as (_, first),
        behind(url, LATE_LINE) as (_, second),
        match_for_two(first, second) as (ada, bob),
    ):
        for number in range(count):
            seen = asyncio.Event()
            stick = (number % 3 - 1, number % 2 * 2 - 1)

            def look(message: ServerMessage, seen: asyncio.Event = seen, stick: tuple[int, int] = stick) -> None:
                if isinstance(message, Ticks) and any(
                    row.player == 0 and row.kind == ActionKind.STICK and (row.a, row.b) == stick for row in message.acts
                ):
                    seen.set()

            bob.on_message = look
            began = clock()
            await ada.act(ActionKind.STICK, *stick)
            await asyncio.wait_for(seen.wait(), 10)
            late.append((clock() - began - LATE_LINE.round_trip) * TICKS_PER_SECOND)
    return Figure(
        "another's action after half of both round trips, p95",
        percentile(late, 0.95),
        2.0,
        "ticks",
        note=f"median {percentile(late, 0.5):.1f}; two lines of {LATE_LINE.round_trip * 1000:.0f} ms",
    )


async def stopped_peer(url: str, seconds: float) -> list[Figure]:
    """Let somebody's line stand still for a while, and measure what the others notice of it."""
    clock, arrivals = asyncio.get_running_loop().time, list[float]()
    async with (
        behind(url, Line(round_trip=0.05)) as (line, slow),
        match_for_two(url, slow) as (ada, bob),
        NativeClient.connected(url, "Eve") as eve,
    ):
        seated, copy = ada.at_match()
        await eve.join(seated.id, WATCH)

        def note(message: ServerMessage) -> None:
            if isinstance(message, Ticks):
                arrivals.append(clock())

        ada.on_message = note
        line.hold()
        until, before = clock() + seconds, copy.ticks or 0
        while clock() < until:
            await ada.act(ActionKind.STICK, 0, 1)
            await asyncio.sleep(0.2)
            await ada.act(ActionKind.STICK, 0, 0)
            await asyncio.sleep(0.2)
        passed = (copy.ticks or 0) - before
        line.release()
        began = clock()
        await _is_back(ada, bob, slow)
        back = clock() - began
    stall = max((after - early for early, after in pairwise(arrivals)), default=float("nan"))
    return [
        Figure("longest stall while a peer stands still", stall, MAX_STALL, "s", note=f"for {seconds:g} s"),
        Figure(
            "ticks played meanwhile, of those due",
            passed / (seconds * TICKS_PER_SECOND),
            0.98,
            at_least=True,
            note="as seen by the other player",
        ),
        Figure("the peer is back in the match after", back, 1.0, "s"),
    ]


async def _is_back(ada: NativeClient, bob: NativeClient, url: str) -> None:
    """Wait until a client whose line was dead has the present moment, on a new connection if need be."""
    seated, copy = ada.at_match()
    target = copy.ticks or 0
    with suppress(NeverError):  # the server has given up on it
        await bob.wait_for(lambda: bob.copy and (bob.copy.ticks or 0) >= target, "a peer that is back", 5.0)
        return
    async with NativeClient.connected(url, "Bob", bob.token) as again:
        await again.join(seated.id)
