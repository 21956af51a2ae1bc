"""A client's connection as the server uses it, with limits and a queue of data to send.

The server never waits for a client. A client that reads too slowly misses messages, and then gets a keyframe.
"""

from collections.abc import Iterable

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from gpulife.games.core.game import NOBODY
from gpulife.online._limits import TokenBucket
from gpulife.online.addresses import limit_key
from gpulife.online.protocol import ServerMessage, encode, encode_text

MAX_UNSENT = 1 << 17
"""Maximum number of unsent bytes for a client. A client with more gets nothing until its next keyframe."""
_CAUGHT_UP = 1 << 12
_MESSAGES, _ACTIONS, _TALK, _REQUESTS = (60, 120), (30, 60), (1, 5), (2, 10)
"""Limits on a client's messages, actions, chat lines and expensive requests: (average number a second, burst)."""
_MOMENT_SECONDS = 0.25
"""Minimum time in seconds between two keyframes for a client. Each keyframe means compressing a whole board."""


class Link:
    """A client's connection.

    Args:
        connection: the socket.
        address: address of the client; behind a trusted proxy, the address that the proxy reports.
        now: the current time in seconds, on the server's clock.

    Attributes:
        address: address of the client.
        place: key under which limits and bans apply to the address; see ``limit_key``.
        is_page: True if the client is a browser.
        token: the client's token; "" before its hello message.
        token_hash: hash of the token; it identifies the owner of a seat.
        name: the client's name.
        seat: the client's seat; NOBODY for a spectator.
        last_seq: sequence number of the client's latest action.
        needs_moment: True if the client must get a keyframe before any other news of the match.
    """

    def __init__(self, connection: ServerConnection, address: str, now: float) -> None:
        self._connection = connection
        self.address = address
        self.place = limit_key(address)
        self.is_page = False
        self.token = ""
        self.token_hash = b""
        self.name = ""
        self.seat = NOBODY
        self.last_seq = 0
        self.needs_moment = False
        self._is_behind = False
        self._next_moment = now
        self._messages, self._actions, self._talk, self._requests = (
            TokenBucket(rate, burst) for rate, burst in (_MESSAGES, _ACTIONS, _TALK, _REQUESTS)
        )
        self.may_send = self._messages.take
        self.may_act = self._actions.take
        self.may_talk = self._talk.take
        self.may_ask = self._requests.take

    @property
    def unsent(self) -> int:
        """The number of bytes that are not yet sent to the client."""
        transport = self._connection.transport
        return 0 if transport is None else transport.get_write_buffer_size()

    def take_moment(self, now: float) -> bool:
        """Return True if the client needs a keyframe and can receive it now.

        If so, this marks the client as up to date, and the caller must send the keyframe.
        """
        if not self.needs_moment or self.unsent > _CAUGHT_UP or now < self._next_moment:
            return False
        self._next_moment = now + _MOMENT_SECONDS
        self._is_behind = False
        return True

    def send(self, message: ServerMessage) -> None:
        """Send a message to this client, or skip the message if the client reads too slowly."""
        send_to((self,), (encode_text(message) if self.is_page else encode(message),))

    async def close(self, code: int, reason: str) -> None:
        """Close the socket; ``reason`` has at most 120 bytes."""
        await self._connection.close(code, reason)

    def write(self, data: bytes) -> None:
        """Write whole WebSocket frames. Write nothing if the socket is closed or the client reads too slowly."""
        connection = self._connection
        transport = connection.transport
        if self._is_behind or connection.protocol.state is not State.OPEN:
            return
        if transport.get_write_buffer_size() > MAX_UNSENT:
            self._is_behind = self.needs_moment = True
        else:
            transport.write(data)


def send_to(links: Iterable[Link], frames: Iterable[bytes | str]) -> None:
    """Send frames, in order, to several clients. Clients that read too slowly get nothing."""
    # built once for all clients; ``websockets.broadcast`` would build the frames for each of them
    data = b"".join(map(_on_the_wire, frames))
    for link in links:
        link.write(data)


def _on_the_wire(frame: bytes | str) -> bytes:
    """Return the bytes of a WebSocket frame as a server sends it: with a header, and not masked."""
    if isinstance(frame, str):
        return Frame(Opcode.TEXT, frame.encode()).serialize(mask=False)
    return Frame(Opcode.BINARY, frame).serialize(mask=False)


def tell(links: Iterable[Link], messages: Iterable[ServerMessage]) -> None:
    """Send messages, in order, to several clients, to each in its own encoding."""
    by_kind: dict[bool, list[Link]] = {False: [], True: []}
    for link in links:
        by_kind[link.is_page].append(link)
    said = tuple(messages)
    for is_page, some in by_kind.items():
        if some:
            send_to(some, map(encode_text if is_page else encode, said))
