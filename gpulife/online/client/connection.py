"""The connection to a server: a WebSocket in a thread of its own, which reconnects when it is lost.

The window's thread sends without waiting, and takes received messages once a frame. Servers are not trusted: messages
are limited in size and read strictly, and an invalid one ends the connection with a one-line reason.
"""

import asyncio
import logging
import random
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum, auto
from itertools import chain, repeat
from typing import TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Subprotocol

from gpulife.errors import GpulifeError
from gpulife.online.addresses import PublicAddress
from gpulife.online.client.http_fetch import connection_problem
from gpulife.online.client.known_servers import KnownServers
from gpulife.online.client.server_address import ServerAddress
from gpulife.online.protocol import (
    ANY_SEAT,
    MAX_SERVER_MESSAGE,
    MOVED,
    PROTOCOL,
    SUBPROTOCOL,
    WATCH,
    ClientMessage,
    Ended,
    Hello,
    Join,
    Leave,
    Message,
    Ping,
    Pong,
    ProtocolError,
    Refused,
    Seated,
    ServerMessage,
    Welcome,
    encode,
    read_server_message,
)
from gpulife.online.shown_text import shown_text


class MatchMemory:
    """Remembers the match that the user hosts or has a seat in, until it ends or the user leaves it.

    Args:
        known: the list of known servers, in which the match is saved.
        address: the server.
    """

    def __init__(self, known: KnownServers, address: ServerAddress) -> None:
        self._known, self._address = known, address
        self._seated: Seated | None = None

    def note_leaving(self, *, has_begun: bool) -> None:
        """Forget the match that the user is leaving, unless the user hosts it and it has not begun.

        The user can return to a match that is not forgotten.
        """
        if self._seated is not None and (has_begun or not self._seated.host):
            self._known.forget_match(self._address, self._seated.code)

    def note_received(self, message: Seated | Ended | Refused, wish: Join | None) -> None:
        """Remember the match if the user has a seat in it or hosts it; forget it if the server no longer has it.

        Args:
            message: the server's message.
            wish: the Join message that a ``Refused`` would answer; None if it will be sent again after a refusal.
        """
        match message:
            case Seated() if message.seat >= 0 or message.host:
                self._seated = message
                self._known.note_match(self._address, message.code, str(message.match.get("game", "")))
            case Seated():
                self._seated = None
            case Ended() if message.secret and self._seated is not None:
                self._known.forget_match(self._address, self._seated.code)
            case Refused(code="unknown") if wish is not None:
                self._known.forget_match(self._address, wish.match)


ATTEMPT_SECONDS = 0.5
"""Seconds before a Join message is sent again after the server has said that it does not have the match.

The server may be about to take the match over from another server.
"""
_ATTEMPTS = 30
LIMITED_SECONDS = 5.0
"""Seconds before a Join message is sent again after the server has refused it because of too many requests."""


class Rejoining:
    """Decides which match to join again after the connection was lost and restored.

    Attributes:
        wish: the Join message to send after reconnecting; None to join no match.
    """

    def __init__(self) -> None:
        self.wish: Join | None = None
        self._attempts = 0  # remaining retries for a match that the server does not have
        self._is_asking = False  # True from a reconnection until the server has answered the Join message

    @property
    def tries_again(self) -> bool:
        """True if the Join message will be sent again when the server answers that it does not have the match."""
        return self._attempts > 0

    def note_sent(self, message: ClientMessage) -> None:
        """Update the wish from the user's message: a Join message becomes the wish, a Leave message clears it."""
        match message:
            case Join():
                self.wish, self._attempts = message, 0
            case Leave():
                self.wish = None

    def note_asked(self) -> None:
        """Note that the Join message was sent again after a reconnection."""
        self._is_asking = True

    def note_received(self, message: ServerMessage) -> float:
        """Update the wish from a server's message.

        Return the seconds after which the Join message should be sent again; 0 if it should not. It is sent again if
        the server may soon take the match over from another server, or has only refused it because of a limit.
        """
        is_answer = self._is_asking and isinstance(message, Seated | Refused)
        if is_answer:
            self._is_asking = False
        match message:
            case Seated():
                if self.wish is None or self.wish.seat != WATCH:
                    self.wish = Join(message.code or message.id, ANY_SEAT if message.seat >= 0 else WATCH)
                self._attempts = _ATTEMPTS
            case Refused(code="unknown") if self.wish is not None and self._attempts:
                self._attempts -= 1
                return ATTEMPT_SECONDS
            case Refused(code="limit") if self.wish is not None and is_answer:
                return LIMITED_SECONDS
            case Ended() if not message.waits:
                self.wish, self._attempts = None, 0
        return 0.0


PING_SECONDS = 2.0
_FIRST_PINGS = (0.0, 0.2, 0.4, 0.8)
_SILENCE_SECONDS = 8.0
"""The connection counts as lost if no message or pong arrives for this many seconds."""
_OPEN_SECONDS = 10.0
_PAUSES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Approximate pauses in seconds between attempts to reconnect."""
_MOVE_SECONDS = 0.1
_MAX_WAITING = 2048
"""Maximum number of received messages that wait for the window.

If more would wait, the thread stops reading; the server then skips messages to this client.
"""
_MAX_UNSENT = 512
_MAX_REASON = 200
_Message = TypeVar("_Message", bound=Message)
_LOG = logging.getLogger(__name__)


class Status(Enum):
    """The state of a connection."""

    CONNECTING = auto()
    """Connecting; the server's first welcome has not come yet."""
    UP = auto()
    """Connected and welcomed by the server."""
    LOST = auto()
    """Lost; the client tries to reconnect."""
    ENDED = auto()
    """Ended for good; ``Connection.problem`` says why."""


class Connection:
    """A connection to a server.

    Args:
        address: address of the server.
        name: the user's name; "" to keep the name that the server already knows.
        known: the known servers and the user's tokens there; by default, those in the user's own file.
        clock: function that returns a monotonic time in seconds. Arrival times of messages are read from it.
        on_change: called in the connection's thread when a message other than Pong has come, and when ``status`` may
            have changed.

    Attributes:
        address: address of the server.
        status: state of the connection.
        problem: one line that says why the connection is lost or has ended; "" while it is up.
        welcome: the server's latest Welcome message; None before the first one.
        round_trip: latest round-trip time in seconds; 0 if unknown.
    """

    def __init__(
        self,
        address: ServerAddress,
        name: str = "",
        *,
        known: KnownServers | None = None,
        clock: Callable[[], float] = time.perf_counter,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.address = address
        self._on_change = on_change
        self.status = Status.CONNECTING
        self.problem = ""
        self.welcome: Welcome | None = None
        self.round_trip = 0.0
        self._name = name
        self._known = known or KnownServers.usual()
        self._clock = clock
        self._token = ""
        self._rejoining = Rejoining()
        self._memory = MatchMemory(self._known, address)
        self._moved: PublicAddress | None = None  # server that hosts the match, if several share the address
        self._came: deque[tuple[float, ServerMessage]] = deque()
        self._outbox: deque[bytes] = deque(maxlen=_MAX_UNSENT)
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="gpulife-online", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake = asyncio.Event()  # something is to be sent
        self._room = asyncio.Event()  # the window has taken the received messages
        self._closing = False

    # Methods for the window's thread.

    def open(self) -> None:
        """Start connecting."""
        self._thread.start()

    def wait_welcome(self, seconds: float = _OPEN_SECONDS) -> Welcome:
        """Wait until the server has welcomed the client.

        Raises:
            GpulifeError: the server is unreachable or refuses the client; the message says why in one line.
        """
        with self._changed:
            self._changed.wait_for(lambda: self.welcome is not None or self.problem, seconds)
        if self.welcome is None:
            raise GpulifeError(self.problem or f"{self.address.text} does not answer")
        return self.welcome

    def wait_for(self, *kinds: type[_Message], seconds: float = _OPEN_SECONDS) -> _Message:
        """Wait for a message of one of the types ``kinds``, and return it. Messages of other types are dropped.

        Args:
            kinds: the types of messages to wait for.
            seconds: maximum time in seconds without a message or a change of status.

        Raises:
            GpulifeError: no such message came in time, or the connection has ended.
        """
        while True:
            while self._came:
                message = self._came.popleft()[1]
                if isinstance(message, kinds):
                    return message
            if self.status is Status.ENDED or not self.wait(seconds):
                raise GpulifeError(self.problem or f"{self.address.text} does not answer")

    def wait(self, seconds: float) -> bool:
        """Wait for a message or a change of status; return False if neither comes within ``seconds``."""
        with self._changed:
            return bool(self._came) or self._changed.wait(seconds)

    def send(self, message: ClientMessage) -> None:
        """Queue a message to be sent. It is dropped if the connection is lost."""
        self._rejoining.note_sent(message)
        if self.status is Status.UP:
            self._outbox.append(encode(message))
            self._call(self._wake.set)

    def leave(self, *, has_begun: bool) -> None:
        """Leave the match and give up the seat.

        The match is forgotten, unless the user hosts it and it has not begun. Then the user can return to it.
        """
        if self.status is Status.UP:
            self._memory.note_leaving(has_begun=has_begun)
        self.send(Leave())

    def now(self) -> float:
        """Return the current time in seconds, on the same clock as the arrival times of messages."""
        return self._clock()

    def take(self) -> list[tuple[float, ServerMessage]]:
        """Return the messages received since the previous call, in order, each with its time of arrival in seconds."""
        came = []
        while self._came:
            came.append(self._came.popleft())
        if came:
            self._call(self._room.set)
        return came

    def put_back(self, came: Sequence[tuple[float, ServerMessage]]) -> None:
        """Put messages back, so that the next :meth:`take` returns them first."""
        self._came.extendleft(reversed(came))

    def close(self, *, waits: bool = True) -> None:
        """Send the queued messages and end the connection; wait for its thread to end if ``waits`` is True."""
        self._closing = True
        self._call(self._wake.set)
        if waits and self._thread.is_alive():
            self._thread.join(_OPEN_SECONDS)

    def _call(self, function: Callable[[], None]) -> None:
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop has just ended
                loop.call_soon_threadsafe(function)

    # Methods for the connection's own thread.

    def _run(self) -> None:
        try:
            asyncio.run(self._stay_connected())
        except Exception as error:  # noqa: BLE001 - nobody else would report a thread's errors
            _LOG.exception("the connection has ended")
            self._end(f"the connection has ended because of a bug in gpulife: {type(error).__name__}")

    async def _stay_connected(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._token = await asyncio.to_thread(self._known.token, self.address)
        failures = 0
        while not self._closing:
            try:
                await self._talk()
                problem = "the server has closed the connection"
            except (ProtocolError, _RefusedError) as error:
                self._end(str(error))
                return
            except _MovedError as error:
                self._lose("the match has moved to another server")
                self._moved, failures = error.address, 0
                await asyncio.sleep(_MOVE_SECONDS)
                continue
            except (OSError, InvalidHandshake, InvalidURI, ConnectionClosed, TimeoutError) as error:
                problem = connection_problem(self.address.text, error)
            self._moved = None  # ask at the original address, where the match's current server is known
            failures = 0 if self.status is Status.UP else failures + 1
            self._lose(problem)
            if not self._closing:
                pause = _PAUSES[min(failures, len(_PAUSES) - 1)] * random.uniform(0.75, 1.25)  # noqa: S311
                self._wake.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await self._until_closing()
        self._end(self.problem)

    async def _until_closing(self) -> None:
        while not self._closing:
            await self._wake.wait()
            self._wake.clear()

    async def _talk(self) -> None:
        """Connect, send the hello message, and exchange messages until the connection ends."""
        at = self._moved or self.address
        async with _Connect(
            at.socket,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            max_size=MAX_SERVER_MESSAGE,
            open_timeout=_OPEN_SECONDS,
            close_timeout=1,
            ping_interval=None,
            proxy=None,
            ssl=ssl.create_default_context() if at.tls else None,
        ) as socket:
            with suppress(ConnectionClosed):  # the server may have said why
                await socket.send(encode(Hello(PROTOCOL, self._name, self._token)))
            self._outbox.clear()
            tasks = [asyncio.create_task(work(socket)) for work in (self._receive, self._send_all, self._ping)]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    if isinstance(task.exception(), ConnectionClosed):
                        await tasks[0]  # lets the task read the messages that are left
                    task.result()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _receive(self, socket: ClientConnection) -> None:
        while True:
            async with asyncio.timeout(_SILENCE_SECONDS):
                frame = await socket.recv()
            message = read_server_message(frame)
            now = self._clock()
            if self.welcome is None and not isinstance(message, Welcome | Refused):
                raise ProtocolError("the server did not begin with a welcome message: is it a gpulife server?")
            match message:
                case Welcome():
                    await self._greeted(message)
                case Refused() if self.welcome is None or message.code == "protocol":
                    raise _RefusedError(shown_text(message.reason, _MAX_REASON))
                case Refused(code=code) if code == MOVED and self._rejoining.wish is not None:
                    raise _MovedError(self._checked(message.reason))
                case Pong():
                    self.round_trip = max(0.0, now - message.time / 1_000_000)
            if isinstance(message, Seated | Ended | Refused):
                wish = None if self._rejoining.tries_again else self._rejoining.wish
                await asyncio.to_thread(self._memory.note_received, message, wish)
            if (pause := self._rejoining.note_received(message)) > 0:
                asyncio.get_running_loop().call_later(pause, self._join_again)
                continue
            with self._changed:
                self._came.append((now, message))
                self._changed.notify_all()
            if not isinstance(message, Pong):
                self._on_change()
            while len(self._came) >= _MAX_WAITING:
                self._room.clear()
                await self._room.wait()

    def _checked(self, text: str) -> PublicAddress:
        """Read and check the address in a redirect from this server to another one.

        Raises:
            ProtocolError: the address is invalid, or does not use TLS although this server does. Without TLS, others
                could read the user's token.
        """
        try:
            address = PublicAddress.parse(text)
        except GpulifeError as error:
            raise ProtocolError(f"the server redirects to an invalid address: {error}") from error
        if self.address.tls and not address.tls:
            raise ProtocolError(f"the server redirects to {address}, which does not use TLS")
        return address

    async def _greeted(self, welcome: Welcome) -> None:
        if welcome.protocol != PROTOCOL:
            raise _RefusedError(
                f"{self.address.text} uses protocol version {welcome.protocol}, "
                f"but this gpulife uses version {PROTOCOL}: update the older of the two"
            )
        self._token = welcome.token
        if self.welcome is None:
            await asyncio.to_thread(self._known.remember, self.address, welcome.server, welcome.token)
        self._ask_for_place()
        with self._changed:
            self.welcome, self.status, self.problem = welcome, Status.UP, ""
            self._changed.notify_all()
        self._on_change()

    def _join_again(self) -> None:
        if self.status is Status.UP:
            self._ask_for_place()

    def _ask_for_place(self) -> None:
        if self._rejoining.wish is not None:
            self._rejoining.note_asked()
            self._outbox.append(encode(self._rejoining.wish))
            self._wake.set()

    async def _send_all(self, socket: ClientConnection) -> None:
        while True:
            while self._outbox:
                await socket.send(self._outbox.popleft())
            if self._closing:
                return
            self._wake.clear()
            if not self._outbox and not self._closing:
                await self._wake.wait()

    async def _ping(self, socket: ClientConnection) -> None:
        for pause in chain(_FIRST_PINGS, repeat(PING_SECONDS)):
            await asyncio.sleep(pause)
            last = min(round(self.round_trip * 1000), 60_000)
            await socket.send(encode(Ping(round(self._clock() * 1_000_000), last)))

    def _lose(self, problem: str) -> None:
        with self._changed:
            self.problem = problem
            if self.status is Status.UP:
                self.status = Status.LOST
            self._changed.notify_all()
        self._on_change()

    def _end(self, problem: str) -> None:
        with self._changed:
            self.status, self.problem = Status.ENDED, problem
            self._changed.notify_all()
        self._on_change()


class _RefusedError(GpulifeError):
    """The server refuses this client; reconnecting would not help."""


class _MovedError(Exception):
    """Another server, at ``address``, hosts the match now."""

    def __init__(self, address: PublicAddress) -> None:
        super().__init__(str(address))
        self.address = address


class _Connect(connect):
    """A WebSocket connection that follows no redirects: it leads only to the address that the user gave."""

    def process_redirect(self, exc: Exception) -> Exception:
        return exc
