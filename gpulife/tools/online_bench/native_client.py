"""A client without a window: joins matches over a real socket, follows them and counts messages."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from gpulife.games.core.game import Action, ActionKind
from gpulife.games.registry import find_game
from gpulife.online.followed_match import FollowedMatch, read_match
from gpulife.online.protocol import (
    ANY_SEAT,
    MAX_SERVER_MESSAGE,
    PROTOCOL,
    SUBPROTOCOL,
    Acked,
    Act,
    Check,
    ClientMessage,
    Dropped,
    Ended,
    Hello,
    Host,
    Join,
    Keyframe,
    Refused,
    Resync,
    Seated,
    ServerMessage,
    Ticks,
    Welcome,
    encode,
    read_server_message,
)

_Value = TypeVar("_Value")
PATIENCE = 30.0
"""Maximum number of seconds to wait for something that is expected."""
_KEPT = 2000


def seats_for_two(game: str) -> tuple[str, ...]:
    """Return the seats, as text, of a match between two people. If the game has more seats, these are closed."""
    return ("person", "person", *("nobody",) * (find_game(game).players - 2))


class NeverError(Exception):
    """Something expected did not happen in time."""


class NativeClient:
    """A client connected to a server.

    Args:
        connection: the client's websocket.

    Attributes:
        token: the token that the server gave the client.
        seated: the server's message about the client's seat; None if the client is in no match.
        copy: the client's copy of the match; None if the client is in no match or keeps no copy.
        messages: the last messages from the server, with their times of arrival.
        counts: number of messages from the server, keyed by kind.
        acked: sequence number of the last action that is saved on the server's disk. All earlier actions are saved too.
        dropped: the reasons why actions were not carried out, keyed by the action's sequence number.
        refused: messages in which the server refused a request.
        ended: the server's message about the end of the match; None until it has come.
        next_seq: sequence number of the client's next action.
        resyncs: the client's requests for a new keyframe, sent because its copy of the match was wrong.
        error: why the connection ended; None while it is open.
        follows: True if the client keeps a copy of the match.
        on_message: called with each message after it has been processed.
        on_frame: called with the raw bytes of each frame before they are decoded.
    """

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.token = ""
        self.seated: Seated | None = None
        self.copy: FollowedMatch | None = None
        self.messages: deque[tuple[float, ServerMessage]] = deque(maxlen=_KEPT)
        self.counts: Counter[str] = Counter()
        self.acked = 0
        self.dropped: dict[int, str] = {}
        self.refused: list[Refused] = []
        self.ended: Ended | None = None
        self.next_seq = 1
        self.resyncs: list[Resync] = []
        self.error: BaseException | None = None
        self.follows = True
        self.on_message: Callable[[ServerMessage], None] = lambda _message: None
        self.on_frame: Callable[[bytes | str], None] = lambda _frame: None
        self._changed = asyncio.Event()
        self._is_asking = False
        self._reader: asyncio.Task[None] | None = None

    @classmethod
    @asynccontextmanager
    async def connected(
        cls, url: str, name: str = "", token: str = "", *, address: str = "127.0.0.1"
    ) -> AsyncIterator["NativeClient"]:
        """Connect and exchange greetings with the server; disconnect when the block ends.

        Args:
            url: address of the server's socket for native clients.
            name: name shown to people.
            token: token of a known player; "" for a new one.
            address: local address to connect from, any of 127.0.0.0/8. Servers limit the number of connections per
                address.
        """
        connection = await connect(
            url,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            max_size=MAX_SERVER_MESSAGE,
            proxy=None,
            local_addr=(address, 0),
            ping_interval=None,
        )
        client = cls(connection)
        client._reader = asyncio.create_task(client._read())
        try:
            await client.send(Hello(PROTOCOL, name, token))
            client.token = (await client.next_message(Welcome)).token
            yield client
        finally:
            await connection.close()
            client._reader.cancel()
            with suppress(asyncio.CancelledError):
                await client._reader

    async def send(self, message: ClientMessage) -> None:
        """Send a message."""
        await self.connection.send(encode(message))

    async def host(self, game: str, **fields: Any) -> Seated:
        """Host a match, wait until the client has a copy of it, and return the client's seat."""
        return await self._take_place(Host(game, **fields))

    async def join(self, match: str, seat: int = ANY_SEAT) -> Seated:
        """Join a match by its ID or invite code; return the client's seat."""
        return await self._take_place(Join(match, seat))

    async def act(self, kind: ActionKind, a: int = 0, b: int = 0, data: str = "") -> int:
        """Send an action with these fields and return its sequence number."""
        seq, self.next_seq = self.next_seq, self.next_seq + 1
        await self.send(Act(seq, int(kind), a, b, data))
        return seq

    async def do(self, action: Action) -> int:
        """Send ``action`` and return its sequence number."""
        return await self.act(action.kind, action.a, action.b, action.data)

    def at_match(self) -> tuple[Seated, FollowedMatch]:
        """Return the client's seat and its copy of the match.

        Raises:
            NeverError: the client is in no match, or keeps no copy.
        """
        if self.seated is None or self.copy is None:
            raise NeverError("a match")
        return self.seated, self.copy

    async def acknowledged(self, seq: int, patience: float = PATIENCE) -> None:
        """Wait until an action is saved on the server's disk, or dropped."""
        await self.wait_for(lambda: self.acked >= seq or seq in self.dropped, f"acknowledgement of {seq}", patience)

    async def wait_for(self, condition: Callable[[], _Value], what: str, patience: float = PATIENCE) -> _Value:
        """Wait until ``condition`` returns a true value, and return that value.

        Raises:
            NeverError: the value is not true in time, or the connection ends.
        """
        until = time.monotonic() + patience
        while not (value := condition()):
            if self.error is not None:
                raise NeverError(f"the connection ended before {what}: {self.error}") from self.error
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), max(until - time.monotonic(), 0.001))
            except TimeoutError:
                raise NeverError(
                    f"waited {patience:g} s in vain for {what}; the server refused {self.refused[-3:]}"
                ) from None
        return value

    async def next_message(self, kind: type[_Value], patience: float = PATIENCE) -> _Value:
        """Return the next message of a kind.

        Raises:
            NeverError: no such message arrives in time.
        """
        seen = self.counts[kind.__name__]
        await self.wait_for(lambda: self.counts[kind.__name__] > seen, kind.__name__, patience)
        return next(message for _, message in reversed(self.messages) if isinstance(message, kind))

    async def _take_place(self, message: Host | Join) -> Seated:
        seated, keyframes = self.counts["Seated"], self.counts["Keyframe"]
        refused = len(self.refused)
        await self.send(message)
        await self.wait_for(
            lambda: (
                (self.counts["Seated"] > seated and self.counts["Keyframe"] > keyframes) or len(self.refused) > refused
            ),
            "a seat with a keyframe",
        )
        if self.counts["Seated"] == seated or self.seated is None:
            raise NeverError(f"the server refused the seat: {self.refused[-1].reason}")
        return self.seated

    async def _read(self) -> None:
        try:
            async for frame in self.connection:
                self.on_frame(frame)
                message = read_server_message(frame)
                self._take(message)
                self.messages.append((time.monotonic(), message))
                self.counts[type(message).__name__] += 1
                self.on_message(message)
                await self._ask_when_wrong()
                self._changed.set()
            self.error = ConnectionError("closed by the server")
        except (ConnectionClosed, OSError) as error:
            self.error = error
        except Exception as error:  # so that nobody waits for this client forever
            self.error = error
            raise
        finally:
            self._changed.set()

    async def _ask_when_wrong(self) -> None:
        wants = None if self.copy is None else self.copy.wants_keyframe
        if wants is not None and not self._is_asking:
            self.resyncs.append(wants)
            await self.send(wants)
        self._is_asking = wants is not None

    def _take(self, message: ServerMessage) -> None:
        match message:
            case Seated():
                self.seated, self.next_seq = message, max(1, message.next_seq)
                self.copy = FollowedMatch(read_match(message), message.seat) if self.follows else None
            case Keyframe() | Ticks() | Check() if self.copy is None:
                pass
            case Acked():
                self.acked = max(self.acked, message.seq)
            case Dropped():
                self.dropped[message.seq] = message.reason
            case Refused():
                self.refused.append(message)
            case Ended():
                self.ended = message
            case _ if self.copy is not None:
                self.copy.take(message)
            case _:
                pass
