"""Spectators by the thousand: sockets that read, answer pings and count, and do nothing else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import cast

from gpulife.online.protocol import PROTOCOL, SUBPROTOCOL, WATCH, Hello, Join, encode
from gpulife.tools.bench.online.raw_socket import CLOSE, PING, PONG, FrameReader, frame, handshake

PER_ADDRESS = 8
"""Sockets that a server allows an address."""
_AT_ONCE = 50
"""Sockets that are opened at the same time."""


@dataclass(slots=True)
class Counted:
    """What all spectators together got.

    Attributes:
        frames: frames.
        received: bytes of them.
        closed: sockets that the server closed.
        watching: sockets that have a keyframe.
    """

    frames: int = 0
    received: int = 0
    closed: int = 0
    watching: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class _Spectator(asyncio.Protocol):
    def __init__(self, host: str, path: str, match: str, counted: Counted) -> None:
        self._hello = handshake(host, path, SUBPROTOCOL)
        self._first = frame(encode(Hello(PROTOCOL, "Eye"))) + frame(encode(Join(match, WATCH)))
        self._counted, self._reader = counted, FrameReader()
        self._is_watching = self._is_done = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        transport, counted = cast("asyncio.Transport", self._transport), self._counted
        is_new = not self._reader.status
        frames = self._reader.feed(data)
        if is_new and self._reader.status == 101:
            transport.write(self._first)
        counted.received += len(data)
        for opcode, payload in frames:
            counted.frames += 1
            if opcode == PING:
                transport.write(frame(payload, PONG))
            elif opcode == CLOSE:
                transport.close()
            elif not self._is_watching and b"keyframe" in payload[:20]:
                self._is_watching = True
                counted.watching += 1
                counted.changed.set()

    def connection_lost(self, _exc: Exception | None) -> None:
        if not self._is_done:
            self._counted.closed += 1
            self._counted.changed.set()

    def close(self) -> None:
        self._is_done = True
        if self._transport is not None:
            self._transport.abort()


@asynccontextmanager
async def watching(
    port: int, path: str, match: str, count: int, *, first: int = 0, patience: float = 60.0
) -> AsyncIterator[Counted]:
    """Watch a match with ``count`` sockets until the block ends.

    Args:
        port: the server's port on this machine.
        path: path of its socket for native clients.
        match: identity of the match.
        count: number of spectators.
        first: number of the first one: each has its own address for every ``PER_ADDRESS`` of them.
        patience: seconds until all have to have a keyframe.

    Raises:
        TimeoutError: not all can watch.
    """
    loop, counted = asyncio.get_running_loop(), Counted()
    numbers, protocols = iter(range(first, first + count)), list[_Spectator]()
    try:
        while some := list(islice(numbers, _AT_ONCE)):
            made = await asyncio.gather(
                *(
                    loop.create_connection(
                        lambda: _Spectator(f"127.0.0.1:{port}", path, match, counted),
                        "127.0.0.1",
                        port,
                        local_addr=(address_of(number), 0),
                    )
                    for number in some
                )
            )
            protocols += [protocol for _, protocol in made]
            async with asyncio.timeout(patience):
                while counted.watching + counted.closed < len(protocols):
                    counted.changed.clear()
                    await counted.changed.wait()
        yield counted
    finally:
        for protocol in protocols:
            protocol.close()


def address_of(number: int) -> str:
    """Return an address of this machine for the client with that number, eight of which share one."""
    group = number // PER_ADDRESS + 2
    return f"127.1.{group // 250}.{group % 250 + 1}"


def read_metrics(text: str) -> dict[str, float]:
    """Return the values of a page of metrics, by their names with labels."""
    values = {}
    for line in text.splitlines():
        name, _, value = line.rpartition(" ")
        if name and not line.startswith("#"):
            values[name] = float(value)
    return values
