"""Websocket frames by hand, for clients that are too many or too ill-mannered for a library."""

import base64
import os
import struct
from dataclasses import dataclass, field

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
