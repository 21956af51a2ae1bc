"""Notices when a universe only repeats itself ("is at rest"), and offers to renew it or renews it.

A universe is at rest when its board equals an earlier one. A board too large to compare is at rest when no part of it
has changed for a while. A renewal is a random change of the board or, if that does not help for long, a soup (random
cells) on the whole board. It is an ordinary edit, which the user can undo.
"""

from dataclasses import dataclass
from hashlib import blake2b
from math import inf, prod

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.window.play.open_session import OpenSession
from gpulife.window.shell import Shell

OFFER, RENEW, IGNORE = "offer", "renew", "ignore"
"""Values of the setting ``at_rest``: offer to renew a universe at rest, renew it automatically, do nothing."""
REST_SECONDS = 5.0
"""Seconds for which a universe must be at rest before the program offers to renew it or renews it."""
OFFER_SECONDS = 10.0
"""Seconds after which an offer that covers part of the board is withdrawn."""
UNATTENDED_SECONDS = 60.0
"""Seconds without input after which OFFER renews a universe at rest, unless somebody has drawn in it."""
RELAPSE_SECONDS = 60.0
"""After a random change (WILD), a universe that comes to rest again within this many seconds gets a new soup."""
_SAMPLE_SECONDS = 0.5
_MAX_HASHED_CELLS = 1 << 20
_MAX_SAMPLES = 256


@dataclass(frozen=True, slots=True)
class Rest:
    """A universe at rest. ``is_empty`` is True if the universe has no live cells."""

    is_empty: bool

    @property
    def text(self) -> str:
        """A sentence for the user that says that the universe is at rest."""
        return "Nothing lives here any more." if self.is_empty else "This universe only repeats itself now."


class RestWatch:
    """Watches whether the universe of the current session is at rest.

    Attributes:
        offer: describes the universe at rest while an offer to renew it is shown; None while there is no offer.
        dismissed: True if the user has dismissed the offer. False again once the universe changes.
    """

    def __init__(self) -> None:
        self.offer: Rest | None = None
        self.dismissed = False
        self._play: OpenSession | None = None
        self._seen: dict[bytes, tuple[int, float]] = {}  # generation and time of a sample, by the hash of its board
        self._since: float | None = None  # time of the first sample equal to the current board; None if none is
        self._changes = (0, 0)  # numbers of edits and wild generations at the last look
        self._sampled = self._touched = self._renewed = -inf
        self._offered = inf  # time at which the current offer was first made
        self._is_wild = False  # the last renewal was a random change, and nobody has been told which
        self._by_itself = 0  # value of the session's edit count after the last automatic renewal

    def touch(self, now: float) -> None:
        """Record that the user did something at the time ``now``, in seconds."""
        self._touched = now

    def pass_time(self, shell: Shell, play: OpenSession, *, stays: bool) -> None:
        """Renew a universe at rest if the setting says so; otherwise update :attr:`offer`.

        Args:
            shell: services shared by all screens.
            play: the current session.
            stays: True if an offer may stay; False to withdraw it after OFFER_SECONDS, because it covers part of the
                board.
        """
        setting = shell.settings.at_rest
        rest = self.look(play, shell.now) if setting != IGNORE else None
        self.offer = None
        if rest is None or self.dismissed:
            return
        action = self.renewal(play, shell.now, setting, shell.panel_state.density)
        if action is not None:
            play.runner.act(action)
            self._is_wild = action.kind is ActionKind.WILD
            shell.show_message("At rest: " + ("WILD" if self._is_wild else "another soup"))
        elif setting == OFFER:
            self._offered = min(self._offered, shell.now)
            self.offer = rest if stays or shell.now - self._offered < OFFER_SECONDS else None

    def message(self, change: str) -> str:
        """Return the message about a random change of the board.

        ``change`` is a sentence on what has changed. If this watch made the change to renew a universe at rest, the
        message begins with "At rest".
        """
        is_renewal, self._is_wild = self._is_wild, False
        return f"At rest. {change}" if is_renewal else change

    def dismiss(self) -> bool:
        """Withdraw the current offer and leave the universe as it is; return whether there was an offer."""
        self.dismissed = self.dismissed or self.offer is not None
        return self.offer is not None

    def look(self, play: OpenSession, now: float) -> Rest | None:
        """Return a :class:`Rest` if a running universe has been at rest for REST_SECONDS; None otherwise.

        Call this in each frame: it compares the board with earlier ones.

        Args:
            play: the current session.
            now: the current time in seconds, by the same clock as in :meth:`touch`.
        """
        session = play.session
        if play is not self._play:
            self._play, self._by_itself, self._renewed = play, 0, -inf
        changes = session.edits.made, getattr(session.state, "strikes", 0)
        is_universe = session.match.is_universe and play.chosen_by_user
        travels = session.in_the_past or play.runner.fast_run is not None or play.runner.seeking is not None
        if changes != self._changes or travels or not (is_universe and session.state.running):
            self._seen.clear()
            self._since, self._changes, self.dismissed, self._offered = None, changes, False, inf
            return None
        if now - self._sampled >= _SAMPLE_SECONDS and not session.is_unfinished:
            self._sampled = now
            self._sample(play, now)
        if self._since is None or now - self._since < REST_SECONDS:
            return None
        return Rest(is_empty=not any(play.population))

    def renewal(self, play: OpenSession, now: float, setting: str, density: float) -> Action | None:
        """Return the action that renews a universe at rest; None if it should not be renewed in this frame.

        Args:
            play: the universe's session.
            now: the current time in seconds, by the same clock as in :meth:`touch`.
            setting: the value of the setting ``at_rest``: OFFER, RENEW or IGNORE.
            density: share of live cells in a new soup, 0 to 1.
        """
        edits = play.session.edits.made
        unattended = now - self._touched >= UNATTENDED_SECONDS and edits <= self._by_itself
        if now - self._renewed < REST_SECONDS:
            return None
        if setting != RENEW and not (setting == OFFER and unattended and not self._began_drawn(play)):
            return None
        relapse = now - self._renewed < RELAPSE_SECONDS or not any(play.population)
        self._renewed, self._by_itself = now, edits + 1
        return another_soup(density) if relapse else Action(NOBODY, ActionKind.WILD)

    def _began_drawn(self, play: OpenSession) -> bool:
        return any(action.kind is ActionKind.PAINT for action in play.session.log.at(0))

    def _sample(self, play: OpenSession, now: float) -> None:
        """Find out whether the board equals an earlier one, and remember the board for later comparisons."""
        engine, board = play.engine, play.session.board
        # A board is at rest when an earlier hash returns. Rules with chance never rest.
        every = engine.rule.family.period(engine.rule)
        if every is None:
            return
        if self._since is not None and prod(engine.shape) <= _MAX_HASHED_CELLS:
            return  # it already counts as repeating itself
        if prod(engine.shape) > _MAX_HASHED_CELLS:
            sleeps = engine.awake_share == 0.0
            self._since = (now if self._since is None else self._since) if sleeps else None
            return
        digest = blake2b(board.read(0, 0, *board.shape).tobytes(), digest_size=16)
        digest.update(str(board.generation % every).encode())
        before, when = self._seen.setdefault(digest.digest(), (board.generation, now))
        if board.generation > before:
            self._since = when
        elif len(self._seen) > _MAX_SAMPLES:
            self._seen.clear()


def another_soup(density: float) -> Action:
    """Return the action that fills the whole board with a new soup; ``density`` is the share of live cells, 0 to 1."""
    return Action(NOBODY, ActionKind.SOUP, data=f"{density:.3f}")
