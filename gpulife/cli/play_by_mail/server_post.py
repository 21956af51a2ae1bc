"""Bring a mail with orders to a match of Real-Time Life on a server, and write the replies.

A player by mail is a person like any other there: the token in the mail is the one by which the server knows whose seat
it is. What a reply says was carried out is on the server's disk.
"""

import time
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from gpulife.cli.play_by_mail.reply_files import ReplyFolder
from gpulife.cli.play_by_mail.server_seat import ServerSeat, mail_token, server_token
from gpulife.errors import UsageError
from gpulife.games.core.game import NOBODY
from gpulife.games.realtime.correspondence.delivery import Delivery, Outcome
from gpulife.games.realtime.correspondence.message_lines import Line, LineKind, read_lines
from gpulife.games.realtime.correspondence.messages import Message
from gpulife.games.realtime.correspondence.replies import Reply, compose, refused_lines
from gpulife.games.realtime.correspondence.tokens import TokenBook, parse_token, token_secret
from gpulife.games.realtime.state import SeatStanding
from gpulife.online.lobby.server_address import Invitation, read_address
from gpulife.printing import say

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
