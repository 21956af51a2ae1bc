"""Clients by the thousand: sockets that read, answer pings, count and say what they are told to; nothing else."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import cast

from gpulife.online.protocol import (
    PROTOCOL,
    SOCKET_PATH,
    SUBPROTOCOL,
    ClientMessage,
    Hello,
    Seated,
    encode,
    read_server_message,
)
from gpulife.tools.bench.online.raw_socket import CLOSE, PING, PONG, FrameReader, frame, handshake

PER_ADDRESS = 8
"""Sockets that a server allows an address."""
_AT_ONCE = 25
"""Sockets that are opened at the same time."""


@dataclass(slots=True)
class Crowd:
    """A crowd.

    Attributes:
        members: all of it.
        frames: frames that they got.
        closed: sockets that the server closed.
        inside: members who have a keyframe.
    """

    members: list["CrowdMember"] = field(default_factory=list)
    frames: int = 0
    closed: int = 0
    inside: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class CrowdMember(asyncio.Protocol):
    """A client of a crowd.

    Args:
        crowd: the crowd.
        host: value of the Host header.
        wish: what it asks for after its greeting: to join a match, or to begin one.
        name: its name.

    Attributes:
        seated: where it is; None before that.
        seq: number of its last action.
    """

    def __init__(self, crowd: Crowd, host: str, wish: ClientMessage, name: str) -> None:
        self._hello = handshake(host, SOCKET_PATH, SUBPROTOCOL)
        self._first = frame(encode(Hello(PROTOCOL, name))) + frame(encode(wish))
        self._crowd, self._reader = crowd, FrameReader()
        self._is_inside = self._is_done = False
        self._transport: asyncio.Transport | None = None
        self.seated: Seated | None = None
        self.refusal = b""
        self.seq = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        """Count, and answer what has to be answered."""
        transport, crowd = cast("asyncio.Transport", self._transport), self._crowd
        is_new = not self._reader.status
        frames = self._reader.feed(data)
        if is_new and self._reader.status == 101:
            transport.write(self._first)
        crowd.frames += len(frames)
        for opcode, payload in frames:
            if opcode == PING:
                transport.write(frame(payload, PONG))
            elif opcode == CLOSE:
                transport.close()
            elif not self._is_inside:
                self._look_for_entrance(payload)

    def _look_for_entrance(self, payload: bytes) -> None:
        if b"refused" in payload[:20]:
            self.refusal = payload
            self.close()
            self.connection_lost(None)
        elif b"seated" in payload[:20]:
            self.seated = cast("Seated", read_server_message(payload))
        elif b"keyframe" in payload[:20]:
            self._is_inside = True
            self._crowd.inside += 1
            self._crowd.changed.set()

    def connection_lost(self, _exc: Exception | None) -> None:
        """Count it, if the server has closed the socket."""
        if not self._is_done:
            self._is_done = True
            self._crowd.closed += 1
            self._crowd.changed.set()

    def say(self, message: ClientMessage) -> None:
        """Send a message."""
        if self._transport is not None:
            self._transport.write(frame(encode(message)))

    def close(self) -> None:
        """End, without a word."""
        if self._transport is not None:
            self._transport.abort()

    def end(self) -> None:
        """End, which is not to be counted."""
        self._is_done = True
        self.close()


@asynccontextmanager
async def crowd_at(
    port: int, wishes: Sequence[ClientMessage], name: str = "Eye", *, first: int = 0, patience: float = 60.0
) -> AsyncIterator[Crowd]:
    """Open a socket for each wish, until the block ends.

    Args:
        port: the server's port on this machine.
        wishes: what each of them asks for: to join a match, or to begin one.
        name: the beginning of all names.
        first: number of the first one: each ``PER_ADDRESS`` of them have an address of their own.
        patience: seconds in which 25 have to have what they ask for.

    Raises:
        TimeoutError: somebody gets neither a keyframe nor a refusal.
    """
    loop, crowd = asyncio.get_running_loop(), Crowd()
    numbered = enumerate(wishes, first)
    try:
        while some := list(islice(numbered, _AT_ONCE)):
            made = await asyncio.gather(
                *(
                    loop.create_connection(
                        partial(CrowdMember, crowd, f"127.0.0.1:{port}", wish, f"{name} {number}"),
                        "127.0.0.1",
                        port,
                        local_addr=(address_of(number), 0),
                    )
                    for number, wish in some
                )
            )
            crowd.members += [member for _, member in made]
            async with asyncio.timeout(patience):
                while crowd.inside + crowd.closed < len(crowd.members):
                    crowd.changed.clear()
                    await crowd.changed.wait()
        yield crowd
    finally:
        for member in crowd.members:
            member.end()


def address_of(number: int) -> str:
    """Return an address of this machine for the client with that number, eight of which share one."""
    group = number // PER_ADDRESS
    return f"127.1.{group // 250}.{group % 250 + 1}"
