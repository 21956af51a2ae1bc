"""What a seat does at a match: orders that somebody types, what it may not do now, and who cannot answer."""

import math
from typing import Any

from gpulife.games.core.consent import ConsentState
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.core.game_spec import GameSpec
from gpulife.games.realtime.texts import OrderError, is_place, parse_join, parse_move
from gpulife.online.hosted_match import HostedMatch, HostedSession
from gpulife.online.server._link import Link
from gpulife.online.server._people import Member, Members
from gpulife.seats import MAX_LETTERS

# Orders of Real-Time Life that somebody types where people talk, as they are written in a terminal and by mail.

_KINDS = {"JOIN": ActionKind.JOIN, "MOVE": ActionKind.MOVE}
_NO_LETTERS = " :#"


def order_name(name: str) -> str:
    """Return somebody's name as orders write it: without blanks, colons and #."""
    return "".join(letter for letter in name if letter not in _NO_LETTERS)[:MAX_LETTERS]


def typed_order(game: GameSpec[Any], seat: int, name: str, text: str) -> Action | str | None:
    """Return the order that a line is, or why it is none that can be carried out; None for talk.

    Args:
        game: the game.
        seat: seat of whoever typed it.
        name: name of whoever typed it, under which it is given; JOIN may leave it out.
        text: the line, such as "MOVE a1 c3".
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
    """Return whether a JOIN action's text names who gives it."""
    return data.split(" ", 1)[0] == order_name(name)


# What a seat may not do now, though it may at other times.

_START_SECONDS = 2.0


class ActionTiming:
    """Decides whether the seats of a match may do something now.

    Args:
        session: the match.
        members: its people.
        now: seconds on the server's clock.
    """

    def __init__(self, session: HostedSession, members: Members, now: float) -> None:
        self._session, self._members, self._may_start_again = session, members, now

    def why_not(self, action: Action, link: Link, now: float) -> str:
        """Return the reason why a seat may not do now what it may do at other times; "" if it may."""
        if action.kind is ActionKind.START:
            if self._session.game.lasts_for_days and not self._session.is_over:
                return "a new game begins when this one is over"
            if self._members.free_seats and not self._session.game.lasts_for_days:
                return "the match begins when every seat is taken"
            if now < self._may_start_again:
                return "the match begins"  # two who press at once do not ask each other to begin anew
            self._may_start_again = now + _START_SECONDS
        if action.kind is ActionKind.AGAIN and self._members.free_seats and not self._session.game.lasts_for_days:
            return "the next game begins when every seat is taken"
        if action.kind is ActionKind.JOIN:
            member = self._members.on_seat(action.player)
            if member is not None and not is_own_name(action.data, member.name):
                return "you join under your own name"
        if action.kind is ActionKind.SAY:
            member = self._members.on_seat(action.player)
            if member is not None and member.muted:
                return "the host has muted you"
            if not link.may_talk(now):
                return "five lines in five seconds are enough"
        return ""


# Questions of consent to people who cannot answer: who is away is not waited for, and agrees.

AWAY_SECONDS = 4.0
"""Time that somebody is away before nobody waits for an answer: less than a question stands, and longer than a gap."""


def answer_for_absent(hosted: HostedMatch, members: Members, now: float) -> None:
    """Let the seats agree to the open question, if there is one, whose owners are away, have left, or never came.

    So does a seat that the computer holds meanwhile. It is an action like that of a person, and in the recording.

    Args:
        hosted: the match.
        members: its people.
        now: seconds on the server's clock.
    """
    state = hosted.session.state
    consent = state.consent if isinstance(state, ConsentState) else None
    if consent is None or consent.question is None:
        return
    for seat in consent.unanswered_by(state.consent_needs.seats):
        if _is_absent(members.on_seat(seat), now):
            hosted.act(Action(seat, ActionKind.AGREE, 1))


def _is_absent(member: Member | None, now: float) -> bool:
    if member is None or member.away_since == math.inf:  # who has left for good
        return True
    return member.away_since is not None and now - member.away_since >= AWAY_SECONDS
