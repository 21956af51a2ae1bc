"""A finished match that is played again for a page: it has no rules, so the server computes what it is shown."""

from collections.abc import Sequence

from gpulife.games.core.dataclass_json import to_json
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, ActionKind
from gpulife.online.hosted_session import HostedSession
from gpulife.online.match_board import new_board
from gpulife.online.protocol import Act, Ended, Seated
from gpulife.online.server.broadcast import PAGE_SECONDS, FeedMaker
from gpulife.online.server.link import Link, send_to
from gpulife.session.history import Recording

PREFIX = "replay:"
"""What the name of a match begins with in a Join that asks for a replay."""
MAX_SHOWS = 50
"""Limit on the replays that a server plays at once."""
MAX_SPEED = 16
_MAX_TICKS = 240


class ReplayShow:
    """A replay for one page, which may halt it (HALT) and play it faster (PACE, a = 1 to 16 times).

    Args:
        link: the page.
        name: name of the replay.
        recording: the match.
        names: names of the players.
        make_feed: makes what pages are shown.
        now: seconds on the server's clock.

    Attributes:
        is_over: whether all of it was shown.
    """

    def __init__(
        self, link: Link, name: str, recording: Recording, names: Sequence[str], make_feed: FeedMaker, now: float
    ) -> None:
        self._session = HostedSession(recording.match, new_board(recording.match), b"", recording=recording)
        self._feed = make_feed(self._session, NOBODY, lambda: names)
        self._link, self._then, self._next = link, now, now
        self._owed, self._speed, self._halted = 0.0, 1, False
        self.is_over = False
        link.send(Seated(PREFIX + name, "", to_json(recording.match), NOBODY))
        send_to([link], self._feed.full())

    def act(self, act: Act) -> None:
        """Halt, go on, or play faster."""
        if act.kind == ActionKind.HALT:
            self._halted = not self._halted
        elif act.kind == ActionKind.PACE:
            self._speed = min(max(act.a, 1), MAX_SPEED)

    def pass_time(self, now: float) -> None:
        """Play what is due, and show it."""
        seconds, self._then = now - self._then, now
        if self._halted or self.is_over:
            return
        self._owed = min(self._owed + seconds * self._speed * TICKS_PER_SECOND, _MAX_TICKS)
        while self._owed >= 1 and self._session.in_the_past:
            skipped = self._session.skip_idle(int(self._owed))
            self._owed -= skipped or 1
            if not skipped:
                self._session.tick()
        if now >= self._next:
            self._next = now + PAGE_SECONDS
            send_to([self._link], self._feed.delta())
        if not self._session.in_the_past:
            send_to([self._link], self._feed.delta())
            self._link.send(Ended("That was the whole match."))
            self.is_over = True
