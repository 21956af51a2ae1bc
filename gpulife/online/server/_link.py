"""A client at the other end of a socket, as the server sees it: what it may cost, and what is sent to it.

Nothing waits for a client. Whoever reads too slowly misses what is sent meanwhile, and then gets a keyframe.
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
"""Bytes that may wait for a client that reads slowly; beyond it the client skips to the next keyframe."""
_CAUGHT_UP = 1 << 12
_MESSAGES, _ACTIONS, _TALK, _REQUESTS = (60, 120), (30, 60), (1, 5), (2, 10)
"""Limits a second, and in advance, on a client's messages, actions, talk, and requests that cost the server much."""
_MOMENT_SECONDS = 0.25
"""Time between two moments for a client, however often it asks: each is a whole board to be packed."""


class Link:
    """A client.

    Args:
        connection: the socket.
        address: address of the client, behind proxies too.
        now: seconds on the server's clock.

    Attributes:
        address: address of the client.
        place: the same as limits and bans go by it.
        is_page: whether it is a browser.
        token: the client's token; "" before its hello.
        token_hash: hash of the token, which the client's seat belongs to.
        name: the client's name.
        seat: seat at its match, NOBODY for who watches.
        last_seq: number of the client's last action.
        needs_moment: whether it is to be told the present moment before anything else of its match.
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
        """The bytes that wait until the client reads."""
        transport = self._connection.transport
        return 0 if transport is None else transport.get_write_buffer_size()

    def take_moment(self, now: float) -> bool:
        """Return whether the client needs the present moment and reads, maybe again; then it is told everything."""
        if not self.needs_moment or self.unsent > _CAUGHT_UP or now < self._next_moment:
            return False
        self._next_moment = now + _MOMENT_SECONDS
        self._is_behind = False
        return True

    def send(self, message: ServerMessage) -> None:
        """Send a message to this client, unless it is so slow that it has to skip it."""
        send_to((self,), (encode_text(message) if self.is_page else encode(message),))

    async def close(self, code: int, reason: str) -> None:
        """Close the socket; ``reason`` has up to 120 bytes."""
        await self._connection.close(code, reason)

    def write(self, data: bytes) -> None:
        """Write whole frames to the socket, unless it is closed or the client so slow that it has to skip them."""
        connection = self._connection
        transport = connection.transport
        if self._is_behind or connection.protocol.state is not State.OPEN:
            return
        if transport.get_write_buffer_size() > MAX_UNSENT:
            self._is_behind = self.needs_moment = True
        else:
            transport.write(data)


def send_to(links: Iterable[Link], frames: Iterable[bytes | str]) -> None:
    """Send frames, in order, to clients that read; the others have to skip them.

    A server's frames are the same for everybody as long as they are not compressed, so they are made only once, which
    ``websockets.broadcast`` does for each client again: half of the time that two thousand spectators took.
    """
    data = b"".join(map(_on_the_wire, frames))
    for link in links:
        link.write(data)


def _on_the_wire(frame: bytes | str) -> bytes:
    """Return a frame as the bytes in which a server sends it."""
    if isinstance(frame, str):
        return Frame(Opcode.TEXT, frame.encode()).serialize(mask=False)
    return Frame(Opcode.BINARY, frame).serialize(mask=False)


def tell(links: Iterable[Link], messages: Iterable[ServerMessage]) -> None:
    """Send messages, in order, to clients, each in its own language."""
    by_kind: dict[bool, list[Link]] = {False: [], True: []}
    for link in links:
        by_kind[link.is_page].append(link)
    said = tuple(messages)
    for is_page, some in by_kind.items():
        if some:
            send_to(some, map(encode_text if is_page else encode, said))
