"""A connection to a server's lobby, in a thread of its own: who one is there, and its list of matches as it changes.

Nobody waits for it: whoever draws the list asks for :attr:`LobbyConnection.state` once a frame.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from ssl import SSLError
from threading import Lock, Thread

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Subprotocol

from gpulife.closing import Closing
from gpulife.errors import GpulifeError
from gpulife.online.lobby.server_address import ServerAddress
from gpulife.online.protocol import (
    MAX_SERVER_MESSAGE,
    PROTOCOL,
    SUBPROTOCOL,
    Browse,
    Hello,
    ListedMatch,
    MatchList,
    Ping,
    Pong,
    ProtocolError,
    Refused,
    Welcome,
    encode,
    read_server_message,
)
from gpulife.online.shown_text import shown_text

CONNECT_SECONDS = 8.0
PING_SECONDS = 2.0
_MAX_PING_MS = 60_000


@dataclass(frozen=True, slots=True)
class LobbyState:
    """What is known of a server at a moment.

    Attributes:
        is_open: whether one is welcome there.
        problem: one line that says why not, or why not any more; "" for none so far.
        server: what it calls itself.
        version: version of its gpulife.
        name: one's name there, as others see it.
        token: one's token there.
        matches: its matches.
        has_list: whether it has told them.
        ping: milliseconds of a round trip; 0 if that is not known.
    """

    is_open: bool = False
    problem: str = ""
    server: str = ""
    version: str = ""
    name: str = ""
    token: str = ""
    matches: tuple[ListedMatch, ...] = ()
    has_list: bool = False
    ping: int = 0


class LobbyConnection(Closing):
    """Asks a server for its list until it is closed.

    Args:
        address: the server.
        name: one's name; "" for the one that one has there.
        token: one's token there; "" for somebody new.
        clock: clock in seconds, for pings.
    """

    def __init__(
        self, address: ServerAddress, name: str = "", token: str = "", clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.address = address
        self._hello, self._clock = Hello(PROTOCOL, name[:32], token), clock
        self._state, self._lock = LobbyState(), Lock()
        self._loop = asyncio.new_event_loop()
        self._main: asyncio.Task[None] | None = None
        self._is_closed = False
        self._thread = Thread(target=self._run, name="lobby", daemon=True)
        self._thread.start()

    @property
    def state(self) -> LobbyState:
        """What is known now."""
        with self._lock:
            return self._state

    def close(self) -> None:
        """Say goodbye, and do not wait for it."""
        self._is_closed = True
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._cancel)

    def join_thread(self) -> None:
        """Wait until the thread of a closed connection has ended."""
        self._thread.join(CONNECT_SECONDS)

    def _cancel(self) -> None:
        if self._main is not None:
            self._main.cancel()

    def _change(self, **changes: object) -> None:
        with self._lock:
            self._state = replace(self._state, **changes)  # type: ignore[arg-type]

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            self._main = self._loop.create_task(self._talk())
            if self._is_closed:
                self._main.cancel()
            self._loop.run_until_complete(self._main)
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    async def _talk(self) -> None:
        problem = "the server has closed the connection"
        try:
            async with (
                asyncio.timeout(CONNECT_SECONDS) as limit,
                connect(
                    self.address.socket,
                    subprotocols=[Subprotocol(SUBPROTOCOL)],
                    compression=None,
                    max_size=MAX_SERVER_MESSAGE,
                    proxy=None,
                    close_timeout=1,
                ) as socket,
            ):
                await self._greet(socket)
                limit.reschedule(None)
                await self._listen(socket)
        except TimeoutError:
            problem = "the server does not answer"
        except ConnectionClosed as error:
            problem = self.state.problem or _reason(error) or problem
        except SSLError as error:
            problem = f"its certificate is not trusted ({error.reason or 'TLS'})"
        except (InvalidHandshake, InvalidURI):
            problem = "there is a server, but not one of gpulife"
        except OSError as error:
            problem = f"nobody answers there ({error.strerror or 'no such address'})"
        except GpulifeError as error:
            problem = str(error)
        self._change(is_open=False, problem=shown_text(problem, 200))

    async def _greet(self, socket: ClientConnection) -> None:
        await socket.send(encode(self._hello))
        match answer := read_server_message(await socket.recv()):
            case Welcome():
                self._change(
                    is_open=True,
                    server=shown_text(answer.server, 40),
                    version=shown_text(answer.version, 20),
                    name=shown_text(answer.name, 32),
                    token=answer.token,
                )
            case Refused():
                raise ProtocolError(shown_text(answer.reason, 200))
            case _:
                raise ProtocolError("there is a server, but it does not greet")

    async def _listen(self, socket: ClientConnection) -> None:
        await socket.send(encode(Browse()))
        pinging = asyncio.create_task(self._ping(socket))
        try:
            while True:
                match message := read_server_message(await socket.recv()):
                    case MatchList():
                        self._change(matches=message.matches, has_list=True)
                    case Pong():
                        took = self._milliseconds() - message.time
                        self._change(ping=min(max(took, 1), _MAX_PING_MS))
                    case Refused():
                        self._change(problem=shown_text(message.reason, 200))
                    case _:
                        pass
        finally:
            pinging.cancel()

    async def _ping(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                await socket.send(encode(Ping(self._milliseconds())))
                await asyncio.sleep(PING_SECONDS)

    def _milliseconds(self) -> int:
        return int(self._clock() * 1000)


def _reason(error: ConnectionClosed) -> str:
    return "" if error.rcvd is None else error.rcvd.reason
