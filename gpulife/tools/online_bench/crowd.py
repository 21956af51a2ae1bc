"""Crowds of thousands of simple clients, which read, answer pings, count frames and send given messages."""

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

# Websocket frames made by hand, for clients that are too many (or too badly behaved) for a library.

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
"""Opcodes of WebSocket frames (RFC 6455)."""
MAX_FRAME = 1 << 21
"""Maximum size in bytes of a frame that is accepted from a server."""


def handshake(host: str, path: str, subprotocol: str = "", origin: str = "", **headers: str) -> bytes:
    """Return the HTTP request that opens a websocket.

    Args:
        host: value of the Host header.
        path: path of the websocket on the server.
        subprotocol: subprotocol to ask for; "" for none.
        origin: value of the Origin header, which browsers send; "" for none.
        **headers: further headers, or other values for the headers above.
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
    """Return a client's frame.

    Args:
        payload: content of the frame.
        opcode: kind of the frame.
        final: True if this is the last frame of its message.
        masked: True to mask the frame, as clients must; the mask is zero, so that masking takes no time.
        length: length to state in the header, true or not; None for the true length.
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
    """Splits the bytes from a server into its answer to the handshake and the frames that follow.

    Attributes:
        status: HTTP status of the server's answer to the handshake; 0 before it has arrived.
        head: that answer; empty before it has arrived.
    """

    status: int = 0
    head: bytes = b""
    _rest: bytearray = field(default_factory=bytearray)

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """Add received bytes, and return (opcode, payload) of each frame that is now complete.

        Raises:
            ValueError: the bytes cannot come from a server.
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
"""Number of sockets that crowds open from one address: as many as a server allows."""
_AT_ONCE = 25
"""Number of sockets that are opened at the same time."""


@dataclass(slots=True)
class Crowd:
    """A crowd of clients, with counts of what happened to them.

    Attributes:
        frames: total number of frames that the clients have received.
        closed: number of clients whose socket the server has closed.
        inside: number of clients that are in the match: they have received a keyframe.
    """

    members: list["CrowdMember"] = field(default_factory=list)
    frames: int = 0
    closed: int = 0
    inside: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class CrowdMember(asyncio.Protocol):
    """One client of a crowd.

    Args:
        crowd: the crowd.
        host: value of the Host header.
        wish: the message that the client sends after its greeting: a request to join or to host a match.
        name: the client's name.

    Attributes:
        seated: the server's message that gives the client its seat; None before it has come.
        seq: sequence number of the client's last action.
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
        """Send the request that opens the websocket."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        """Count frames, and answer the handshake and pings."""
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
        """Count the socket as closed by the server, unless this client closed it."""
        if not self._is_done:
            self._is_done = True
            self._crowd.closed += 1
            self._crowd.changed.set()

    def say(self, message: ClientMessage) -> None:
        """Send a message to the server."""
        if self._transport is not None:
            self._transport.write(frame(encode(message)))

    def close(self) -> None:
        """Close the socket immediately, without sending a close frame."""
        if self._transport is not None:
            self._transport.abort()

    def end(self) -> None:
        """Close the socket without counting it as closed by the server."""
        self._is_done = True
        self.close()


@asynccontextmanager
async def crowd_at(
    port: int, wishes: Sequence[ClientMessage], name: str = "Eye", *, first: int = 0, patience: float = 60.0
) -> AsyncIterator[Crowd]:
    """Open one socket for each of ``wishes``, and close all sockets when the block ends.

    Args:
        port: the server's port on this machine.
        wishes: each client's message after its greeting: to join or to host a match.
        name: prefix of each client's name.
        first: number of the first client; every ``PER_ADDRESS`` clients share an address.
        patience: maximum number of seconds to wait for each 25 clients, which connect at the same time.

    Raises:
        TimeoutError: a client got neither a keyframe nor a refusal.
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
    """Return the local address from which client ``number`` connects, one address for every PER_ADDRESS clients."""
    group = number // PER_ADDRESS
    return f"127.1.{group // 250}.{group % 250 + 1}"
