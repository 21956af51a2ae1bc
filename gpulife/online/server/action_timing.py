"""What a seat may not do now, though it may at other times."""

from gpulife.games.core.game import Action, ActionKind
from gpulife.online.hosted_session import HostedSession
from gpulife.online.server.link import Link
from gpulife.online.server.people import Members
from gpulife.online.server.typed_orders import is_own_name

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
