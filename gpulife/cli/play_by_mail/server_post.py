"""Deliver orders from a mail to a match of Real-Time Life on a server, and write the replies.

The token in the mail proves which seat is the player's. A reply confirms an order only once the server has it on disk.
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
from gpulife.games.realtime.notation import ACTIONS, TextOrder
from gpulife.games.realtime.state import RealTimeState, SeatStanding
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
"""Seconds to wait for a server's message. Servers send a message ten times a second."""


_AGAIN = "try again (earlier orders are kept)"


class ServerError(GpulifeError):
    """A server cannot be reached, or refuses a request."""


def server_token(letters: str) -> str:
    """Convert a player's token from the form used in mails (see ``tokens.parse_token``) to the server's form."""
    return base64.urlsafe_b64encode(token_secret(letters)).rstrip(b"=").decode()


def mail_token(token: str) -> str:
    """Convert a player's token from the server's form to the form that players write in mails.

    Raises:
        ServerError: ``token`` is not 16 bytes in Base64, so mails have no form for it.
    """
    try:
        return token_text(base64.urlsafe_b64decode(f"{token}=="))
    except (ValueError, binascii.Error) as error:
        raise ServerError("the server's tokens are not 16 bytes long, so they cannot be written in mails") from error


class ServerSeat(Closing):
    """This program's connection to a match on a server: as a player on a seat, or as a watcher without a seat.

    Args:
        invitation: the server and the match.
        token: the player's token on the server; "" for a new player.
        name: the player's name.
        watch: True to take no seat.

    Attributes:
        token: the player's token on the server.
        seat: the seat; NOBODY for a watcher.
        copy: this program's copy of the match, with what this player may see.

    Raises:
        GpulifeError: the server cannot be reached, or refuses this player. The error's text is one line.
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
            _require_real_time(match)  # before taking a seat in a match of another game
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
        """The current state of the game."""
        state: RealTimeState = self.copy.state
        return state

    def is_computer(self, seat: int) -> bool:
        """Return True if the computer plays in a seat."""
        return 0 <= seat < len(self._levels) and self._levels[seat] > 0

    def carry_out(self, order: TextOrder, seat: int) -> Answer:
        """Carry out an order of ``seat`` (NOBODY for JOIN), and wait until the order is on the server's disk.

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
        """Close the connection; the player keeps the seat."""
        self._stack.close()

    def _require_known(self, token: str) -> None:
        """Raise ServerError if the server did not know ``token``, and so gave this client another token."""
        if token and token != self.token:
            raise ServerError(f"no player at {self._address} has this token")

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
        """Process messages until ``is_done`` returns True; raise ServerError if the server refuses action ``seq``."""
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
        raise ServerError(f"this is a match of {match.game}: only {REAL_TIME} can be played by mail")


_GAME = "server"
_UNKNOWN = "0" * 64
"""A token hash that matches no token."""


def read_invitation(text: str) -> Invitation:
    """Parse a link to a match. The host of the match gives this link to the players.

    Raises:
        UsageError: the text is not the address of a server, or contains no match code.
    """
    invitation = read_address(text)
    if not invitation.code:
        raise UsageError(
            f"--server {text[:80]} has no match code: give the whole link, such as http://HOST:7171/#match=CODE"
        )
    return invitation


def bring(invitation: Invitation, message: Message) -> tuple[list[Reply], list[Outcome]]:
    """Carry out a message's orders on a server; return the replies to its sender and the outcome of each line.

    Raises:
        GpulifeError: the server cannot be reached, or refuses the player. The error's text is one line.
    """
    lines = () if message.problem else read_lines(message.text)
    token, name = _who(lines)
    with ServerSeat(invitation, token, name, watch=not (token or name)) as place:
        others = (seat for seat in range(len(place.state.seats)) if seat != place.seat)
        book = TokenBook(_GAME, dict.fromkeys(others, _UNKNOWN))  # their tokens are known only to the server
        if token and place.seat != NOBODY:
            book = book.with_token(place.seat, parse_token(mail_token(place.token)))
        # A player who joins gets the token that the server has made.
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
    """Return one reply for each person who plays; it shows the current board.

    Raises:
        GpulifeError: the server cannot be reached; the message is one line.
    """
    with ServerSeat(invitation, watch=True) as place:
        state = place.state
        known = [seat for seat, player in enumerate(state.seats) if player.standing is not SeatStanding.EMPTY]
        return [compose(state, place.copy.board, seat) for seat in known if not place.is_computer(seat)]


def write_replies(folder: Path, invitation: Invitation, replies: Iterable[Reply]) -> list[str]:
    """Write replies as files, and return their names.

    Raises:
        OutputError: a file cannot be written.
    """
    game = sha256(f"{invitation.address.text} {invitation.code.upper()}".encode()).hexdigest()[:8]
    files = ReplyFolder(folder, game)
    files.prepare(time.time_ns() // 1_000_000, replies, time.time())
    return [path.name for path in files.publish()]


def _who(lines: tuple[Line, ...]) -> tuple[str, str]:
    """Return (the sender's token, "") or, if there is no token, ("", the name to join with; "" for none)."""
    token = next((line.token for line in lines if line.kind is LineKind.TOKEN), "")
    joins = (line.order for line in lines if line.order is not None and line.order.verb == "JOIN")
    name = next((order.who for order in joins), "")
    return (server_token(token), "") if token else ("", name)


def _secret(place: ServerSeat) -> bytes:
    return token_secret(parse_token(mail_token(place.token)))


def visit_server(link: str, message: Message | None, reply_dir: Path | None, address: str = "") -> int:
    """Deliver a message, if there is one, to a server; write the replies, and return the number of refused orders.

    Args:
        link: link of the match.
        message: the mail or text with orders; None to write the current board to all players.
        reply_dir: folder for the replies; None to print the reply to a message.
        address: sender address of the replies; "" for the address that the message was sent to.

    Raises:
        GpulifeError: the server cannot be reached or refuses, or a file cannot be written.
    """
    invitation = read_invitation(link)
    if message is not None and message.is_automatic:
        say("ignored: this mail was sent automatically, not by a person")
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
