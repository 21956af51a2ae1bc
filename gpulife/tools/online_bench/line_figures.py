"""Measures play on a slow and unreliable line: how soon players see actions, and whether one player delays others."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind
from gpulife.online.client.online_session import OnlineSession
from gpulife.online.protocol import WATCH, ClientMessage, Resync, ServerMessage, Ticks
from gpulife.tools.online_bench.figures import Figure, percentile
from gpulife.tools.online_bench.native_client import NativeClient, NeverError

# A proxy that makes the line between clients and a server as bad as wanted: late, lossy, slow, cut or dead for a while.
#
# TCP loses nothing: a lost packet arrives a round trip later, and so does everything behind it. The proxy delays some
# of its chunks in this way. The delays depend only on a seed.

CHUNK = 1 << 14
MAX_ON_THE_WAY = 64
"""Maximum number of chunks of data on the way in one direction. If there are more, the sender waits, as TCP does."""


@dataclass(frozen=True, slots=True)
class Line:
    """The quality of a line.

    Attributes:
        round_trip: seconds that a message takes there and back, without jitter.
        jitter: maximum number of seconds, in each direction, by which a message arrives earlier or later at random.
        loss: share of the chunks of data that count as lost, 0 to 1. A lost chunk, and all later ones, arrive a round
            trip later.
        bytes_a_second: speed limit of each direction, in bytes a second; 0 for no limit.
    """

    round_trip: float = 0.0
    jitter: float = 0.0
    loss: float = 0.0
    bytes_a_second: int = 0


BAD_LINE = Line(round_trip=0.2, jitter=0.03, loss=0.05)
"""The bad line on which a player's own cursor is measured; the cursor must still respond in the same frame."""


@dataclass(slots=True)
class Delays:
    """Computes when data arrives that is sent in one direction of a line, chunk by chunk.

    Args:
        line: the quality of the line.
        chance: random numbers for jitter and loss.
    """

    line: Line
    chance: random.Random
    _last: float = 0.0
    _free: float = 0.0

    def due(self, now: float, size: int) -> float:
        """Return the time at which a chunk of ``size`` bytes arrives if it is sent at the time ``now``, in seconds.

        No chunk arrives before an earlier one.
        """
        line = self.line
        sent = max(now, self._free)
        if line.bytes_a_second:
            self._free = sent = sent + size / line.bytes_a_second
        due = sent + max(0.0, line.round_trip / 2 + self.chance.uniform(-line.jitter, line.jitter))
        if self.chance.random() < line.loss:
            due += line.round_trip
        self._last = max(self._last, due)
        return self._last


@dataclass(slots=True)
class LagProxy:
    """A local port that forwards connections to a server over a slow and unreliable line.

    Args:
        target: host and port to forward to.
        line: the quality of the line; a new value applies to later connections.
        seed: seed of all random choices.

    Attributes:
        port: the proxy's port on 127.0.0.1.
        passed: [number of bytes forwarded to the server, number of bytes forwarded to clients].
    """

    target: tuple[str, int]
    line: Line = BAD_LINE
    seed: int = 1
    port: int = 0
    passed: list[int] = field(default_factory=lambda: [0, 0])
    _open: asyncio.Event = field(default_factory=asyncio.Event)
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    _count: int = 0

    @asynccontextmanager
    async def running(self) -> AsyncIterator["LagProxy"]:
        """Forward connections until the block ends."""
        self._open.set()
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0, limit=CHUNK)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            self.cut()
            tasks = tuple(self._tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def cut(self) -> None:
        """Break all connections abruptly."""
        for writer in self._writers:
            writer.transport.abort()

    def hold(self) -> None:
        """Hold back all data from now on, but keep the connections open."""
        self._open.clear()

    def release(self) -> None:
        """Forward data again, beginning with the data held back."""
        self._open.set()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._count += 1
        number = self._count
        if (task := asyncio.current_task()) is not None:
            self._tasks.add(task)
        async with AsyncExitStack() as stack:
            stack.callback(self._tasks.discard, task)
            stack.push_async_callback(self._close, writer)
            try:
                there_reader, there_writer = await asyncio.open_connection(*self.target, limit=CHUNK)
            except OSError:
                return
            stack.push_async_callback(self._close, there_writer)
            self._writers |= {writer, there_writer}
            with suppress(asyncio.CancelledError):  # when the proxy ends, asyncio's server would report it
                await asyncio.gather(
                    self._carry(reader, there_writer, self._delays(number, 0), 0),
                    self._carry(there_reader, writer, self._delays(number, 1), 1),
                )

    async def _close(self, writer: asyncio.StreamWriter) -> None:
        self._writers.discard(writer)
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()

    def _delays(self, number: int, way: int) -> Callable[[float, int], float]:
        chance = random.Random(f"{self.seed} {number} {way}")  # noqa: S311 - delays, not keys
        return Delays(self.line, chance).due

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, due: Callable[[float, int], float], way: int
    ) -> None:
        on_the_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(MAX_ON_THE_WAY)
        arrive = asyncio.ensure_future(self._arrive(on_the_way, writer, way))
        clock = asyncio.get_running_loop().time
        try:
            with suppress(OSError):
                while data := await reader.read(CHUNK):
                    await on_the_way.put((due(clock(), len(data)), data))
            await on_the_way.put((due(clock(), 0), b""))
            await arrive
        finally:
            arrive.cancel()

    async def _arrive(self, chunks: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter, way: int) -> None:
        clock = asyncio.get_running_loop().time
        with suppress(OSError):
            while True:
                at, data = await chunks.get()
                if (wait := at - clock()) > 0:
                    await asyncio.sleep(wait)
                await self._open.wait()
                if not data:
                    if writer.can_write_eof():
                        writer.write_eof()
                    return
                self.passed[way] += len(data)
                writer.write(data)
                await writer.drain()
        while (await chunks.get())[1]:  # the receiver has gone: drop the rest
            pass


# The measurements on such lines.

GAME = "seed-list"
LATE_LINE = Line(round_trip=0.2)
_FRAMES = 120
_FRAMES_BETWEEN = 20
MAX_STALL = 0.25
"""Seconds without a message about the game after which people notice a stall. Servers send ten such messages a
second."""


@asynccontextmanager
async def behind(url: str, line: Line, seed: int = 1) -> AsyncIterator[tuple[LagProxy, str]]:
    """Yield a proxy to a server over a bad line, and the address at which clients connect to the proxy."""
    parts = urlsplit(url)
    async with LagProxy((parts.hostname or "", parts.port or 0), line, seed).running() as proxy:
        yield proxy, f"ws://127.0.0.1:{proxy.port}{parts.path}"


@asynccontextmanager
async def match_for_two(first_url: str, second_url: str, game: str = GAME) -> AsyncIterator[list[NativeClient]]:
    """Let two clients play against each other until the block ends, each connected to its own URL."""
    async with AsyncExitStack() as stack:
        ada = await stack.enter_async_context(NativeClient.connected(first_url, "Ada"))
        bob = await stack.enter_async_context(NativeClient.connected(second_url, "Bob"))
        seated = await ada.host(game)
        await bob.join(seated.id)
        await ada.act(ActionKind.START)
        await bob.wait_for(lambda: bob.counts["Ticks"] > 2, "a match that runs")
        yield [ada, bob]


async def own_cursor(url: str, count: int) -> Figure:
    """Over a bad line, push the stick repeatedly, and count the frames until the player's own cursor follows."""
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
        "delay of a player's own cursor",
        max(frames),
        0,
        "frames",
        note=f"worst of {count}, 200 ms round trip, 30 ms jitter, 5 % loss",
    )


async def others_actions(url: str, count: int) -> Figure:
    """Measure how soon a player sees another player's action, minus the delay of the two lines."""
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
        "delay of another player's action, minus the delay of the lines, p95",
        percentile(late, 0.95),
        2.0,
        "ticks",
        note=f"median {percentile(late, 0.5):.1f}; each line has {LATE_LINE.round_trip * 1000:.0f} ms round trip",
    )


async def stopped_peer(url: str, seconds: float) -> list[Figure]:
    """Freeze one player's line for a while, and measure what the other players notice."""
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
        Figure("longest stall while a player's line is frozen", stall, MAX_STALL, "s", note=f"for {seconds:g} s"),
        Figure(
            "share of the ticks played while a player's line is frozen",
            passed / (seconds * TICKS_PER_SECOND),
            0.98,
            at_least=True,
            note="as seen by the other player",
        ),
        Figure("time until the frozen player is back in the match", back, 1.0, "s"),
    ]


async def _is_back(ada: NativeClient, bob: NativeClient, url: str) -> None:
    """Wait until the client whose line was frozen has caught up with the match, over a new connection if necessary."""
    seated, copy = ada.at_match()
    target = copy.ticks or 0
    with suppress(NeverError):  # the server has closed its connection
        await bob.wait_for(lambda: bob.copy and (bob.copy.ticks or 0) >= target, "the return of the slow player", 5.0)
        return
    async with NativeClient.connected(url, "Bob", bob.token) as again:
        await again.join(seated.id)
