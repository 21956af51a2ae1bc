"""Decides which actions of players are allowed now, and reads orders that players type as chat.

People who are disconnected count as agreeing when the players are asked for consent.
"""

import math
from typing import Any

from gpulife.games.core.consent import ConsentState
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.core.game_spec import GameSpec
from gpulife.games.realtime.notation import OrderError, is_place, parse_join, parse_move
from gpulife.online.hosted_match import HostedMatch, HostedSession
from gpulife.online.server._link import Link
from gpulife.online.server._people import Member, Members
from gpulife.seats import MAX_LETTERS

# Orders of Real-Time Life typed in the chat, in the form used in terminals and by mail.

_KINDS = {"JOIN": ActionKind.JOIN, "MOVE": ActionKind.MOVE}
_NO_LETTERS = " :#"


def order_name(name: str) -> str:
    """Return a player's name as it is written in orders: without blanks, colons and #."""
    return "".join(letter for letter in name if letter not in _NO_LETTERS)[:MAX_LETTERS]


def typed_order(game: GameSpec[Any], seat: int, name: str, text: str) -> Action | str | None:
    """Read an order that a player may have typed as a line of chat.

    Args:
        game: the game.
        seat: seat of the writer.
        name: name of the writer. A JOIN order gets this name, even if another one was typed.
        text: the line, such as "MOVE a1 c3".

    Returns:
        The order as an action; if the order is refused, a text with the reason; None if the line is ordinary chat.
    """
    verb, *words = text.split() or [""]
    kind = _KINDS.get(verb.upper())
    if kind is None or kind not in (game.online_kinds or ()) or not any(map(is_place, words[:2])):
        return None
    try:
        if kind is ActionKind.MOVE:
            parse_move(" ".join(words))
        else:
            words = [order_name(name), *(words if is_place(words[0]) else words[1:])]
            parse_join(" ".join(words))
    except OrderError as error:
        return str(error)
    return Action(seat, kind, data=" ".join(words))


def is_own_name(data: str, name: str) -> bool:
    """Return True if a JOIN action's ``data`` begins with ``name``, as :func:`order_name` writes it."""
    return data.split(" ", 1)[0] == order_name(name)


# Actions that a seat may do only at certain times.

_START_SECONDS = 2.0


class ActionTiming:
    """Decides whether an action of a seat is allowed at a given time.

    Args:
        session: the match.
        members: the people in the match.
        now: time at which the object is made, in seconds, on the server's clock.
    """

    def __init__(self, session: HostedSession, members: Members, now: float) -> None:
        self._session, self._members, self._may_start_again = session, members, now

    def why_not(self, action: Action, link: Link, now: float) -> str:
        """Return the reason why an action is refused at the time ``now`` (in seconds); "" if it is allowed."""
        if action.kind is ActionKind.START:
            if self._session.game.lasts_for_days and not self._session.is_over:
                return "a new game begins when this one is over"
            if self._members.free_seats and not self._session.game.lasts_for_days:
                return "the match begins when every seat is taken"
            if now < self._may_start_again:
                return "the match is beginning"  # if two press at once, the second must not ask to restart
            self._may_start_again = now + _START_SECONDS
        if action.kind is ActionKind.AGAIN and self._members.free_seats and not self._session.game.lasts_for_days:
            return "the next game begins when every seat is taken"
        if action.kind is ActionKind.JOIN:
            member = self._members.on_seat(action.player)
            if member is not None and not is_own_name(action.data, member.name):
                return f"join under your own name, which is {member.name}"
        if action.kind is ActionKind.SAY:
            member = self._members.on_seat(action.player)
            if member is not None and member.muted:
                return "the host has muted you"
            if not link.may_talk(now):
                return "too many chat messages: wait a few seconds"
        return ""


# Consent of absent people: nobody waits for them, and they count as agreeing.

AWAY_SECONDS = 4.0
"""Seconds after which somebody who is disconnected counts as agreeing to a question.

Questions stay open for longer than this. Short losses of the connection are over by then.
"""


def answer_for_absent(hosted: HostedMatch, members: Members, now: float) -> None:
    """If the players are being asked for consent, agree on behalf of the absent owners of seats.

    Absent owners are disconnected, have left or never came. A computer that plays for them does not count. The
    agreement is recorded like a person's action.

    Args:
        hosted: the match.
        members: the people in the match.
        now: current time in seconds, on the server's clock.
    """
    state = hosted.session.state
    consent = state.consent if isinstance(state, ConsentState) else None
    if consent is None or consent.question is None:
        return
    for seat in consent.unanswered_by(state.consent_needs.seats):
        if _is_absent(members.on_seat(seat), now):
            hosted.act(Action(seat, ActionKind.AGREE, 1))


def _is_absent(member: Member | None, now: float) -> bool:
    if member is None or member.away_since == math.inf:  # left for good
        return True
    return member.away_since is not None and now - member.away_since >= AWAY_SECONDS
