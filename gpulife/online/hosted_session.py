"""The session of a match on the server: what is random in it is revealed when it happens, and viewers have mirrors."""

import hashlib
import hmac
from collections.abc import Collection, Sequence
from typing import Any

from gpulife.engines.base import Engine
from gpulife.games.core.game import MAX_REVEALED_SEED, NOBODY, Action, ActionKind, Match
from gpulife.games.core.order import Flash, Order, Sound
from gpulife.online.games_played import GamesPlayed
from gpulife.online.viewers import Mirror, has_secrets
from gpulife.session.history import Keyframe, Recording
from gpulife.session.session import Session
from gpulife.session.tick import TickResult

SECRET_BYTES = 32
"""Bytes of the secret from which everything random in a match comes."""


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a match's secret, which everybody may know from the beginning, as hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def revealed_seed(secret: bytes, tick: int) -> int:
    """Return the seed of what is random from ``tick`` on: the HMAC-SHA-256 of the tick's decimal digits, 62 bits."""
    digest = hmac.digest(secret, str(tick).encode(), "sha256")
    return int.from_bytes(digest[:8], "big") & MAX_REVEALED_SEED


class HostedSession(Session[Any]):
    """A session of which everybody may see only a part, and whose chance nobody knows before it happens.

    Args:
        match: match to play.
        engine: engine with its board.
        secret: what everything random comes from.
        recording: what was played of it before.
        keyframe: a moment of ``recording`` to begin at.
        games: the games that went before it.

    Attributes:
        games: the games of the match so far.
        mirrors: what each viewer sees, in games with secrets.
    """

    def __init__(
        self,
        match: Match,
        engine: Engine,
        secret: bytes,
        *,
        recording: Recording | None = None,
        keyframe: Keyframe | None = None,
        games: GamesPlayed | None = None,
    ) -> None:
        self._secret = secret
        self.mirrors: dict[int, Mirror] = {}
        self._quiet_of: Any = None  # a state of which is known how many quiet ticks follow on it
        self._quiet = 0
        super().__init__(match, engine, recording=recording, keyframe=keyframe, budget=0)
        self.games = games or GamesPlayed()
        self.games.look_at(self)

    def tick(self, actions: Sequence[Action] = ()) -> TickResult:
        """Play one tick, and note whether a game of the match has ended or begun in it."""
        result = super().tick(actions)
        self.games.look_at(self)
        return result

    def watch_for(self, viewers: Collection[int]) -> None:
        """Keep a mirror for each of these viewers, and for nobody else."""
        if has_secrets(self.game):
            self.mirrors = {viewer: self.mirrors.get(viewer) or Mirror(viewer) for viewer in viewers}

    def seen_by(self, viewer: int) -> Any:
        """Return the present state as a viewer may see it."""
        return self.game.observe(self.state, viewer)

    @property
    def quiet_ticks(self) -> int:
        """The number of ticks to come, 0 or more, that are quiet if nobody does anything: see ``QuietTime``."""
        quiet = self.game.quiet
        if quiet is None or self.in_the_past:
            return 0
        if self._quiet_of is not self.state:
            self._quiet_of, self._quiet = self.state, quiet.ticks(self.state, self.board)
        return self._quiet

    def skip_quiet(self, max_ticks: int) -> int:
        """Play up to ``max_ticks`` quiet ticks at once, without any action; return how many these were, 0 or more."""
        ticks, quiet = min(self.quiet_ticks, max_ticks), self.game.quiet
        if quiet is None or ticks <= 0:
            return 0
        self.state = quiet.after(self.state, ticks, self.board)
        self._quiet_of, self._quiet = self.state, self._quiet - ticks
        self.ticks += ticks
        self.recorded_ticks, self._end_hash = self.ticks, ""
        return ticks

    def _record_scores(self) -> None:
        """Keep no statistics: nobody looks at them here."""

    def _recount(self, frame: Keyframe) -> None:
        """Keep no statistics of what was played before ``frame`` either."""

    def _advance(self, done: tuple[Action, ...]) -> tuple[Any, tuple[Order, ...]]:
        self._quiet_of = None
        state, orders = super()._advance(done)
        is_random = getattr(state, "draws", 0) != getattr(self.state, "draws", 0)
        if is_random and not self.in_the_past and all(action.kind is not ActionKind.REVEAL for action in done):
            reveal = Action(NOBODY, ActionKind.REVEAL, revealed_seed(self._secret, self.ticks))
            self.log.add(self.ticks, (reveal,))
            done = (*done, reveal)
            state, orders = super()._advance(done)
        # In a tick in which nothing is done, and nothing comes onto the board, nothing can be hidden from anybody;
        # but what was hidden may be shown, where another phase begins.
        is_quiet = (
            not done
            and getattr(state, "phase", None) == getattr(self.state, "phase", None)
            and all(isinstance(order, Sound | Flash) for order in orders)
        )
        for mirror in self.mirrors.values():
            mirror.skip() if is_quiet else mirror.compare(self.game, self.state, done, self.board, state, orders)
        return state, orders
