"""The shot clock up the border: it rises during the set-up and drops in play until somebody plants (ruling R3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpulife.games.core.bounds import Natural
from gpulife.games.core.game import TICKS_PER_SECOND


@dataclass(frozen=True, slots=True)
class ShotClock:
    """The clock at one tick.

    Attributes:
        top: notches of the whole border, which is the number of the board's rows.
        notches: where it stands, 0 to ``top``.
        ticks: of the set-up that are over.
    """

    top: int
    notches: int = 0
    ticks: Natural = 0

    @property
    def height(self) -> float:
        """Where it stands, 0 (bottom) to 1."""
        return self.notches / self.top

    def rise(self, seconds: int) -> ShotClock:
        """One tick of a set-up that lasts so many seconds."""
        ticks = self.ticks + 1
        return replace(self, ticks=ticks, notches=min(self.top * ticks // (seconds * TICKS_PER_SECOND), self.top))

    def drop(self, notches: int) -> ShotClock:
        """A generation without a plant."""
        return replace(self, notches=max(self.notches - notches, 0))

    def at_top(self) -> ShotClock:
        """Play begins, or somebody has planted."""
        return replace(self, notches=self.top)
