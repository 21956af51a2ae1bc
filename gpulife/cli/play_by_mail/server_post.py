"""Bring a mail with orders to a match of Real-Time Life on a server, and write the replies.

A player by mail is a person like any other there: the token in the mail is the one by which the server knows whose seat
it is. What a reply says was carried out is on the server's disk.
"""

import base64
import binascii
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from gpulife.cli.play_by_mail.correspondence import ReplyFolder
from gpulife.closing import Closing
from gpulife.errors import GpulifeError, UsageError
from gpulife.games.core.game import NOBODY, Action, Match
from gpulife.games.realtime.correspondence.delivery import Answer, Delivery, Outcome
from gpulife.games.realtime.correspondence.messages import Line, LineKind, Message, read_lines
from gpulife.games.realtime.correspondence.replies import Reply, compose, refused_lines
from gpulife.games.realtime.correspondence.tokens import TokenBook, parse_token, token_secret, token_text
from gpulife.games.realtime.match_settings import REAL_TIME, read_settings
from gpulife.games.realtime.state import RealTimeState, SeatStanding
from gpulife.games.realtime.texts import ACTIONS, TextOrder
from gpulife.online.client.http_fetch import connection_problem
from gpulife.online.client.server_address import Invitation, read_address
from gpulife.online.followed_match import FollowedMatch, read_match
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
from gpulife.printing import say

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


_GAME = "server"
_UNKNOWN = "0" * 64
"""A hash that no token has."""


def read_invitation(text: str) -> Invitation:
    """Read the link of a match, as its host gives it out.

    Raises:
        UsageError: it is no address, or names no match.
    """
    invitation = read_address(text)
    if not invitation.code:
        raise UsageError(
            f"--server {text[:80]} names no match: give its whole link, such as http://HOST:7171/#match=CODE"
        )
    return invitation


def bring(invitation: Invitation, message: Message) -> tuple[list[Reply], list[Outcome]]:
    """Carry out the orders of a message on a server; return the replies to it, and what became of each line.

    Raises:
        GpulifeError: the server cannot be reached, or refuses the player; one line says why.
    """
    lines = () if message.problem else read_lines(message.text)
    token, name = _who(lines)
    with ServerSeat(invitation, token, name, watch=not (token or name)) as place:
        others = (seat for seat in range(len(place.state.seats)) if seat != place.seat)
        book = TokenBook(_GAME, dict.fromkeys(others, _UNKNOWN))  # they have tokens, which only the server knows
        if token and place.seat != NOBODY:
            book = book.with_token(place.seat, parse_token(mail_token(place.token)))
        # Whoever joins gets the token that the server knows them by.
        delivery = Delivery(place, book, lambda: _secret(place), has_reply=True)
        outcomes = list(delivery.carry_out(lines))
        told = sorted(delivery.proven | delivery.touched)
        seats: list[int | None] = [*told] or [None]
        replies = [
            compose(
                place.state,
                place.copy.board,
                seat,
                outcomes=outcomes,
                notes=message.notes,
                problem=message.problem,
                token="" if seat is None else delivery.issued.get(seat, ""),
                answers=message.id,
            )
            for seat in seats
        ]
    return replies, outcomes


def news(invitation: Invitation) -> list[Reply]:
    """Return a letter about the present moment for everybody who plays.

    Raises:
        GpulifeError: the server cannot be reached; one line says why.
    """
    with ServerSeat(invitation, watch=True) as place:
        state = place.state
        known = [seat for seat, player in enumerate(state.seats) if player.standing is not SeatStanding.EMPTY]
        return [compose(state, place.copy.board, seat) for seat in known if not place.is_computer(seat)]


def write_replies(folder: Path, invitation: Invitation, replies: Iterable[Reply]) -> list[str]:
    """Write replies as files, and return their names.

    Raises:
        OutputError: the system refused.
    """
    game = sha256(f"{invitation.address.text} {invitation.code.upper()}".encode()).hexdigest()[:8]
    files = ReplyFolder(folder, game)
    files.prepare(time.time_ns() // 1_000_000, replies, time.time())
    return [path.name for path in files.publish()]


def _who(lines: tuple[Line, ...]) -> tuple[str, str]:
    """Return the server's token and the name of whom a message is from; "" for what it does not say."""
    token = next((line.token for line in lines if line.kind is LineKind.TOKEN), "")
    joins = (line.order for line in lines if line.order is not None and line.order.verb == "JOIN")
    name = next((order.who for order in joins), "")
    return (server_token(token), "") if token else ("", name)


def _secret(place: ServerSeat) -> bytes:
    return token_secret(parse_token(mail_token(place.token)))


def visit_server(link: str, message: Message | None, reply_dir: Path | None, address: str = "") -> int:
    """Bring a message to a server, or only look; write the replies, and return how many orders were refused.

    Args:
        link: link of the match.
        message: the mail or text with orders; None to write a letter about the present moment to everybody.
        reply_dir: folder for the replies; without one, the reply to a message is printed.
        address: address that the replies are from; "" for the one that the message was sent to.

    Raises:
        GpulifeError: the server cannot be reached, or refuses; a file cannot be written.
    """
    invitation = read_invitation(link)
    if message is not None and message.is_automatic:
        say("a mail that a program sent by itself: nothing was done")
        return 0
    replies, outcomes = (news(invitation), []) if message is None else bring(invitation, message)
    if reply_dir is not None:
        known = message or Message("")
        replies = [replace(reply, to=known.sender, sender=address or known.game) for reply in replies]
        say(*(f"reply: {name}" for name in write_replies(reply_dir, invitation, replies)))
        say(*(f"refused: {line}" for line in refused_lines(outcomes)))
    else:
        say(*(reply.body for reply in replies[:1]))
    return sum(outcome.answer is not None and outcome.answer.refused for outcome in outcomes)
