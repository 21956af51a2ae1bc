"""Clients by the thousand: sockets that read, answer pings, count and say what they are told to; nothing else."""

import asyncio
import base64
import os
import struct
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

# Websocket frames by hand, for clients that are too many or too ill-mannered for a library.

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
"""Opcodes of RFC 6455."""
MAX_FRAME = 1 << 21
"""Limit on a frame from a server."""


def handshake(host: str, path: str, subprotocol: str = "", origin: str = "", **headers: str) -> bytes:
    """Return the request that opens a socket.

    Args:
        host: value of the Host header.
        path: path of the socket.
        subprotocol: the one that is asked for; "" for none.
        origin: value of the Origin header, as a browser sends it; "" for none.
        **headers: further headers, or other values of these.
    """
    key = base64.b64encode(os.urandom(16)).decode()
    lines = {
        "Host": host,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": key,
        "Sec-WebSocket-Version": "13",
        **({"Sec-WebSocket-Protocol": subprotocol} if subprotocol else {}),
        **({"Origin": origin} if origin else {}),
        **headers,
    }
    return "".join(
        [f"GET {path} HTTP/1.1\r\n", *(f"{name}: {value}\r\n" for name, value in lines.items()), "\r\n"]
    ).encode()


def frame(
    payload: bytes, opcode: int = BINARY, *, final: bool = True, masked: bool = True, length: int | None = None
) -> bytes:
    """Return a frame of a client.

    Args:
        payload: what is in it.
        opcode: kind of the frame.
        final: whether the message ends with it.
        masked: whether it is masked, as clients have to; by a mask of zeros, which needs no work.
        length: length that it claims to have; None for the true one.
    """
    size = len(payload) if length is None else length
    first, mask = opcode | 0x80 * final, 0x80 * masked
    if size < 126:
        head = struct.pack("!BB", first, mask | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", first, mask | 126, size)
    else:
        head = struct.pack("!BBQ", first, mask | 127, size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


@dataclass(slots=True)
class FrameReader:
    """Cuts what a server sends into frames, after its answer to the handshake.

    Attributes:
        status: status of the answer; 0 before it is here.
        head: the answer, or as much of it as is here.
    """

    status: int = 0
    head: bytes = b""
    _rest: bytearray = field(default_factory=bytearray)

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """Take bytes, and return (opcode, payload) of the frames that are whole now.

        Raises:
            ValueError: no server sends that.
        """
        rest = self._rest
        rest += data
        if not self.status:
            end = rest.find(b"\r\n\r\n")
            if end < 0:
                return []
            self.head = bytes(rest[: end + 4])
            self.status = int(self.head[9:12])
            del rest[: end + 4]
        frames, at = [], 0
        while self.status == 101 and len(rest) - at >= 2:
            size, start = rest[at + 1], at + 2
            if size > 127:
                raise ValueError("a masked frame from a server")
            if size == 126:
                start += 2
                size = int.from_bytes(rest[at + 2 : start], "big") if len(rest) >= start else MAX_FRAME
            elif size == 127:
                start += 8
                size = int.from_bytes(rest[at + 2 : start], "big") if len(rest) >= start else MAX_FRAME
            if len(rest) < start + size:
                break
            frames.append((rest[at] & 0x0F, bytes(rest[start : start + size])))
            at = start + size
        del rest[:at]
        return frames


# The crowd.

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
