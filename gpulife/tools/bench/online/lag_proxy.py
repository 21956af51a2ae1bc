"""A line between clients and a server that is as bad as one likes: late, lossy, slow, cut or dead for a while.

TCP loses nothing: what is lost on the way comes a round trip later, and so does everything behind it. That is what this
proxy does to a part of its chunks. The delays follow from a seed.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

CHUNK = 1 << 14
MAX_ON_THE_WAY = 64
"""Chunks of a direction that are on the way; whoever sends more waits, as with TCP's window."""


@dataclass(frozen=True, slots=True)
class Line:
    """How bad a line is.

    Attributes:
        round_trip: seconds there and back, without jitter.
        jitter: seconds that a way may take longer or shorter.
        loss: part of the chunks that come a round trip later, with all that is behind them.
        bytes_a_second: limit on the speed of each direction; 0 for none.
    """

    round_trip: float = 0.0
    jitter: float = 0.0
    loss: float = 0.0
    bytes_a_second: int = 0


BAD_LINE = Line(round_trip=0.2, jitter=0.03, loss=0.05)
"""The line at which the own cursor still answers in the same frame."""


@dataclass(slots=True)
class Delays:
    """When the chunks of one direction arrive.

    Args:
        line: how bad the line is.
        chance: of jitter and loss.
    """

    line: Line
    chance: random.Random
    _last: float = 0.0
    _free: float = 0.0

    def due(self, now: float, size: int) -> float:
        """Return when a chunk of ``size`` bytes that is sent ``now`` arrives: never before an earlier one."""
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
    """A port that leads to another one by a bad line.

    Args:
        target: host and port that it leads to.
        line: how bad the line is; may be changed for connections to come.
        seed: of all that is random.

    Attributes:
        port: the proxy's port on 127.0.0.1.
        passed: bytes that have passed, to the server and to clients.
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
        """Serve until the block ends."""
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
        """Break all connections, without a word to either end but TCP's."""
        for writer in self._writers:
            writer.transport.abort()

    def hold(self) -> None:
        """Let nothing through from now on, while the connections stay."""
        self._open.clear()

    def release(self) -> None:
        """Let all through again, what was held first."""
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
            with suppress(asyncio.CancelledError):  # the proxy ends, and asyncio's server makes noise about it
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
        while (await chunks.get())[1]:  # nobody is there any more: what comes is lost
            pass
