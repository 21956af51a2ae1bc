"""A seat at a match of Real-Time Life on a server, for whoever brings a player's orders there: one connection."""

import base64
import binascii
from collections.abc import Callable
from contextlib import ExitStack
from typing import TypeVar

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from gpulife.closing import Closing
from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY, Action, Match
from gpulife.games.realtime.correspondence.delivery import Answer
from gpulife.games.realtime.correspondence.tokens import token_secret, token_text
from gpulife.games.realtime.match_settings import REAL_TIME, read_settings
from gpulife.games.realtime.state import RealTimeState
from gpulife.games.realtime.text_orders import ACTIONS, TextOrder
from gpulife.online.client.connection_problem import connection_problem
from gpulife.online.followed_match import FollowedMatch, read_match
from gpulife.online.lobby.server_address import Invitation
from gpulife.online.protocol import (
    ANY_SEAT,
    MAX_SERVER_MESSAGE,
    PROTOCOL,
    SUBPROTOCOL,
    WATCH,
    Acked,
    Act,
    Dropped,
    Ended,
    Hello,
    Join,
    Refused,
    Seated,
    ServerMessage,
    Welcome,
    encode,
    read_server_message,
)

_Message = TypeVar("_Message", Welcome, Seated)
_SECONDS = 15
"""Time that a server may take for an answer; it says something ten times a second."""


_AGAIN = "try again, what was ordered before is kept"


class ServerError(GpulifeError):
    """A server that cannot be reached, or does not do what is asked."""


def server_token(letters: str) -> str:
    """Return the token that a server knows a person by, from a token in a mail (``tokens.parse_token``)."""
    return base64.urlsafe_b64encode(token_secret(letters)).rstrip(b"=").decode()


def mail_token(token: str) -> str:
    """Return a server's token as players write it in mails.

    Raises:
        ServerError: the server gives out other tokens.
    """
    try:
        return token_text(base64.urlsafe_b64decode(f"{token}=="))
    except (ValueError, binascii.Error) as error:
        raise ServerError("the server gives out tokens that no mail can have") from error


class ServerSeat(Closing):
    """A player at a server, or somebody who only looks.

    Args:
        invitation: the server and the match.
        token: the server's token of the player; "" for somebody new.
        name: the player's name.
        watch: whether no seat is wanted.

    Attributes:
        token: the server's token.
        seat: seat; NOBODY for who only looks.
        copy: the match.

    Raises:
        GpulifeError: the server cannot be reached, or refuses; one line says why.
    """

    def __init__(self, invitation: Invitation, token: str = "", name: str = "", *, watch: bool = False) -> None:
        self._address = invitation.address.text
        self._seq = 0
        self._acked = -1
        self._stack = ExitStack()
        self._socket = self._open(invitation)
        try:
            self._send(Hello(PROTOCOL, name, token))
            self.token = self._until(Welcome).token
            self._require_known(token)
            self._send(Join(invitation.code, WATCH))
            seated = self._until(Seated)
            match = read_match(seated)
            _require_real_time(match)  # before a seat is taken: it would be one of another game's players
            if not watch:
                self._send(Join(invitation.code, ANY_SEAT))
                seated = self._until(Seated)
            self._levels = read_settings(match.settings).seats
            self._seq, self.seat = seated.next_seq, seated.seat
            self.copy = FollowedMatch(match, seated.seat)
            self._wait(lambda: self.copy.ticks is not None)
        except BaseException:
            self.close()
            raise

    @property
    def state(self) -> RealTimeState:
        """The present state of the game."""
        state: RealTimeState = self.copy.state
        return state

    def is_computer(self, seat: int) -> bool:
        """Return whether the computer plays in a seat."""
        return 0 <= seat < len(self._levels) and self._levels[seat] > 0

    def carry_out(self, order: TextOrder, seat: int) -> Answer:
        """Carry out an order of that seat, NOBODY for a JOIN, and wait until it is on the server's disk.

        Raises:
            ServerError: the server does not answer.
        """
        if seat not in (NOBODY, self.seat):
            return Answer((f"only {self.state.title(seat)} can order that",), refused=True)
        self._seq += 1
        seq, done = self._seq, Action(self.seat, ACTIONS[order.verb], data=order.data)
        self._send(Act(seq, int(done.kind), data=done.data))
        self.copy.sounds.clear()
        tick = -1

        def is_done() -> bool:
            nonlocal tick
            played = [when for when, action in self.copy.last_actions if action == done]
            tick = played[-1] if played else tick
            return bool(played) and self._acked >= seq

        self._wait(is_done, seq)
        refused = any(
            when == tick and sound.name == "refused" and sound.player == self.seat for when, sound in self.copy.sounds
        )
        message = self.state.seats[self.seat].message
        return Answer((message,) if message else (), refused)

    def close(self) -> None:
        """End the connection; the seat stays the player's."""
        self._stack.close()

    def _require_known(self, token: str) -> None:
        """Require that the server knew the token: to anybody else it gives a new one."""
        if token and token != self.token:
            raise ServerError(f"nobody has this token at {self._address}")

    def _open(self, invitation: Invitation) -> ClientConnection:
        try:
            opening = connect(
                invitation.address.socket,
                subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]  # a NewType of websockets
                compression=None,
                max_size=MAX_SERVER_MESSAGE,
                open_timeout=_SECONDS,
                proxy=None,
            )
            return self._stack.enter_context(opening)
        except (OSError, WebSocketException) as error:
            raise ServerError(connection_problem(self._address, error)) from error

    def _send(self, message: Hello | Join | Act) -> None:
        try:
            self._socket.send(encode(message))
        except (OSError, WebSocketException) as error:
            raise ServerError(f"{connection_problem(self._address, error)}: {_AGAIN}") from error

    def _until(self, kind: type[_Message]) -> _Message:
        while True:
            message = self._receive()
            if isinstance(message, kind):
                return message

    def _wait(self, is_done: Callable[[], bool], seq: int = -1) -> None:
        """Take messages in until something is so.

        Raises:
            ServerError: the server drops action ``seq``, or does not answer.
        """
        while not is_done():
            message = self._receive()
            if isinstance(message, Acked):
                self._acked = message.seq
            if isinstance(message, Dropped) and message.seq == seq:
                raise ServerError(f"the server refuses: {message.reason}")
            self.copy.take(message)

    def _receive(self) -> ServerMessage:
        try:
            message = read_server_message(self._socket.recv(timeout=_SECONDS))
        except (OSError, WebSocketException) as error:  # a TimeoutError is an OSError
            raise ServerError(f"{connection_problem(self._address, error)}: {_AGAIN}") from error
        if isinstance(message, Refused | Ended):
            raise ServerError(f"the server refuses: {message.reason}")
        return message


def _require_real_time(match: Match) -> None:
    if match.game != REAL_TIME:
        raise ServerError(f"the match is one of {match.game}: only {REAL_TIME} is played by mail")
