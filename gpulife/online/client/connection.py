"""The connection to a server: a thread with a websocket, which comes back by itself when it is lost.

The window's thread sends without waiting and takes what has come once a frame. A server is not trusted: messages are
bounded and read strictly, and one that no server of gpulife sends ends the connection with one line.
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
    """Notes the match that one hosts or has a seat at, until it ends or one leaves it.

    Args:
        known: where that is noted.
        address: the server.
    """

    def __init__(self, known: KnownServers, address: ServerAddress) -> None:
        self._known, self._address = known, address
        self._seated: Seated | None = None

    def note_leaving(self, *, has_begun: bool) -> None:
        """Forget the match that one leaves for good. Who hosts one that has not begun may want to come back to it."""
        if self._seated is not None and (has_begun or not self._seated.host):
            self._known.forget_match(self._address, self._seated.code)

    def note_received(self, message: Seated | Ended | Refused, wish: Join | None) -> None:
        """Take in what the server says; ``wish`` is what it was asked for and is not asked for again."""
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
"""Pause before a match is asked for again that the server does not know: it may have just begun."""
_ATTEMPTS = 30


class Rejoining:
    """What to ask for, by what was asked for and answered.

    Attributes:
        wish: what to ask for; None for nothing.
    """

    def __init__(self) -> None:
        self.wish: Join | None = None
        self._attempts = 0  # how often to ask again for a match that is not there

    @property
    def tries_again(self) -> bool:
        """Whether a match that is not there is asked for again."""
        return self._attempts > 0

    def note_sent(self, message: ClientMessage) -> None:
        """Note a request to join a match or to leave it."""
        match message:
            case Join():
                self.wish, self._attempts = message, 0
            case Leave():
                self.wish = None

    def note_received(self, message: ServerMessage) -> bool:
        """Take in what a server says; return whether to ask again soon, as a match where one was is not there yet."""
        match message:
            case Seated() if self.wish is None or self.wish.seat != WATCH:
                self.wish = Join(message.code or message.id, ANY_SEAT if message.seat >= 0 else WATCH)
                self._attempts = _ATTEMPTS
            case Refused(code="unknown") if self.wish is not None and self._attempts:
                self._attempts -= 1
                return True
            case Ended() if not message.waits:
                self.wish, self._attempts = None, 0
        return False


PING_SECONDS = 2.0
_FIRST_PINGS = (0.0, 0.2, 0.4, 0.8)
_SILENCE_SECONDS = 8.0
"""Time without any word from the server, which answers pings, after which the connection counts as lost."""
_OPEN_SECONDS = 10.0
_PAUSES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds between attempts to come back, about."""
_MOVE_SECONDS = 0.1
_MAX_WAITING = 2048
"""Messages that wait for the window; when there are more the server has to wait, and skips what it cannot send."""
_MAX_UNSENT = 512
_MAX_REASON = 200
_Message = TypeVar("_Message", bound=Message)
_LOG = logging.getLogger(__name__)


class Status(Enum):
    """What a connection is doing."""

    CONNECTING = auto()
    """It has not been welcomed yet."""
    UP = auto()
    LOST = auto()
    """It was, and tries to come back."""
    ENDED = auto()
    """It has ended for good; ``Connection.problem`` says why."""


class Connection:
    """A connection to a server.

    Args:
        address: where the server is.
        name: the person's name for others; "" for the one that the server knows.
        known: the servers where the person has been, with their tokens; by default those of the user.
        clock: seconds by any clock that only goes forwards; the times of messages are by it.

    Attributes:
        address: where the server is.
        status: what it is doing.
        problem: why it is lost or has ended, in one line.
        welcome: the server's latest welcome; None before the first.
        round_trip: seconds that the last answer took; 0 if that is not known.
    """

    def __init__(
        self,
        address: ServerAddress,
        name: str = "",
        *,
        known: KnownServers | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.address = address
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
        self._moved: PublicAddress | None = None  # one of several servers behind the address, which has the match
        self._came: deque[tuple[float, ServerMessage]] = deque()
        self._outbox: deque[bytes] = deque(maxlen=_MAX_UNSENT)
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="gpulife-online", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake = asyncio.Event()  # something is to be sent
        self._room = asyncio.Event()  # the window has taken what had come
        self._closing = False

    # For the window's thread.

    def open(self) -> None:
        """Begin to connect."""
        self._thread.start()

    def wait_welcome(self, seconds: float = _OPEN_SECONDS) -> Welcome:
        """Wait until the server has welcomed the person.

        Raises:
            GpulifeError: it cannot be reached, or refuses; one line says why.
        """
        with self._changed:
            self._changed.wait_for(lambda: self.welcome is not None or self.problem, seconds)
        if self.welcome is None:
            raise GpulifeError(self.problem or f"{self.address.text} does not answer")
        return self.welcome

    def wait_for(self, *kinds: type[_Message], seconds: float = _OPEN_SECONDS) -> _Message:
        """Wait until a message of one of these kinds comes, and return it; those before it are lost, later ones stay.

        Args:
            kinds: the kinds.
            seconds: time to wait for each message.

        Raises:
            GpulifeError: none came, or the connection has ended.
        """
        while True:
            while self._came:
                message = self._came.popleft()[1]
                if isinstance(message, kinds):
                    return message
            if self.status is Status.ENDED or not self.wait(seconds):
                raise GpulifeError(self.problem or f"{self.address.text} does not answer")

    def wait(self, seconds: float) -> bool:
        """Wait until something has come or the status has changed; return whether it has before ``seconds`` passed."""
        with self._changed:
            return bool(self._came) or self._changed.wait(seconds)

    def send(self, message: ClientMessage) -> None:
        """Send a message, without waiting; while the connection is lost it is dropped."""
        self._rejoining.note_sent(message)
        if self.status is Status.UP:
            self._outbox.append(encode(message))
            self._call(self._wake.set)

    def leave(self, *, has_begun: bool) -> None:
        """Leave the match where one is for good; whether it has begun tells whether its host may want to come back."""
        if self.status is Status.UP:
            self._memory.note_leaving(has_begun=has_begun)
        self.send(Leave())

    def now(self) -> float:
        """Return the present time, by the clock that the times of messages are by."""
        return self._clock()

    def take(self) -> list[tuple[float, ServerMessage]]:
        """Return what has come since the last call, in order, each with the time at which it came."""
        came = []
        while self._came:
            came.append(self._came.popleft())
        if came:
            self._call(self._room.set)
        return came

    def put_back(self, came: Sequence[tuple[float, ServerMessage]]) -> None:
        """Let the next call of :meth:`take` return these first."""
        self._came.extendleft(reversed(came))

    def close(self, *, waits: bool = True) -> None:
        """End the connection after what is still to be sent, and wait for its thread if ``waits``."""
        self._closing = True
        self._call(self._wake.set)
        if waits and self._thread.is_alive():
            self._thread.join(_OPEN_SECONDS)

    def _call(self, function: Callable[[], None]) -> None:
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # it has just ended
                loop.call_soon_threadsafe(function)

    # For its own thread.

    def _run(self) -> None:
        try:
            asyncio.run(self._stay_connected())
        except Exception as error:  # noqa: BLE001 - a thread's errors are nobody's else
            _LOG.exception("the connection has ended")
            self._end(f"the connection has ended by a bug of gpulife: {type(error).__name__}")

    async def _stay_connected(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._token = await asyncio.to_thread(self._known.token, self.address)
        failures = 0
        while not self._closing:
            try:
                await self._talk()
                problem = "the server has ended the connection"
            except (ProtocolError, _RefusedError) as error:
                self._end(str(error))
                return
            except _MovedError as error:
                self._lose("the match is at another server")
                self._moved, failures = error.address, 0
                await asyncio.sleep(_MOVE_SECONDS)
                continue
            except (OSError, InvalidHandshake, InvalidURI, ConnectionClosed, TimeoutError) as error:
                problem = connection_problem(self.address.text, error)
            self._moved = None  # whoever answers at the address itself knows where the match is now
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
        """Connect, greet, and pass messages on until the connection ends."""
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
            with suppress(ConnectionClosed):  # it may have said why
                await socket.send(encode(Hello(PROTOCOL, self._name, self._token)))
            self._outbox.clear()
            tasks = [asyncio.create_task(work(socket)) for work in (self._receive, self._send_all, self._ping)]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    if isinstance(task.exception(), ConnectionClosed):
                        await tasks[0]  # which reads what came before
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
                raise ProtocolError("the server sends what no gpulife server does: no welcome")
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
            if self._rejoining.note_received(message):
                asyncio.get_running_loop().call_later(ATTEMPT_SECONDS, self._join_again)
                continue
            with self._changed:
                self._came.append((now, message))
                self._changed.notify_all()
            while len(self._came) >= _MAX_WAITING:
                self._room.clear()
                await self._room.wait()

    def _checked(self, text: str) -> PublicAddress:
        """Return the address of another server to which this one sends its players.

        Raises:
            ProtocolError: it is none; or one without TLS instead of one with it, where all could read the token.
        """
        try:
            address = PublicAddress.parse(text)
        except GpulifeError as error:
            raise ProtocolError(f"the server sends its players to no address: {error}") from error
        if self.address.tls and not address.tls:
            raise ProtocolError(f"the server sends its players to {address}, where there is no TLS")
        return address

    async def _greeted(self, welcome: Welcome) -> None:
        if welcome.protocol != PROTOCOL:
            raise _RefusedError(
                f"{self.address.text} speaks version {welcome.protocol} of the protocol, this gpulife {PROTOCOL}"
            )
        self._token = welcome.token
        if self.welcome is None:
            await asyncio.to_thread(self._known.remember, self.address, welcome.server, welcome.token)
        self._ask_for_place()
        with self._changed:
            self.welcome, self.status, self.problem = welcome, Status.UP, ""
            self._changed.notify_all()

    def _join_again(self) -> None:
        if self.status is Status.UP:
            self._ask_for_place()

    def _ask_for_place(self) -> None:
        if self._rejoining.wish is not None:
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

    def _end(self, problem: str) -> None:
        with self._changed:
            self.status, self.problem = Status.ENDED, problem
            self._changed.notify_all()


class _RefusedError(GpulifeError):
    """The server does not want this program; coming back would not help."""


class _MovedError(Exception):
    """Another server has the match.

    Attributes:
        address: where it is.
    """

    def __init__(self, address: PublicAddress) -> None:
        super().__init__(str(address))
        self.address = address


class _Connect(connect):
    """A connection that goes nowhere else than to the address that the person gave."""

    def process_redirect(self, exc: Exception) -> Exception:
        return exc
