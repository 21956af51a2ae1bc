"""The timing of generations, counted in ticks: at a fixed, authentic (ruling R1 in docs/rulings.md) or unlimited pace.

A generation is computed in one tick, but shown over a span of time. A wave (ruling R2) reveals it from the top of the
board to the bottom. At the end of the span, shapes that were planted meanwhile are put on the board, and the game halts
or begins the next generation.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Self

from msgspec import Meta

from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import TICKS_PER_SECOND, Board

GENERATION = 1000 * TICKS_PER_SECOND
"""Length of a generation in units of ``Beat.phase``. At N generations per 1000 seconds, a tick adds N units."""
ENDLESS = -1
"""``Beat.left`` of a game that runs without end."""
_SLOWEST_LAST = 1000
"""Minimum speed of a game that is about to halt, in generations per 1000 seconds, so that slow games halt soon."""
MAX_RATE = 1000 * GENERATION
MAX_BURST = 100_000
MAX_STEPS = 1000


class PaceKind(StrEnum):
    """The kinds of pace: a fixed one, one that depends on the number of live cells, and as fast as possible."""

    FIXED = "fixed"
    """A fixed number of generations per 1000 seconds (``Pace.rate``)."""
    AUTHENTIC = "authentic"
    """The more live cells, the slower the game, as in the games of 1982 (ruling R1)."""
    UNLIMITED = "unlimited"
    """A fixed number of generations per tick (``Pace.burst``)."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast generations follow each other.

    Attributes:
        kind: FIXED, AUTHENTIC or UNLIMITED.
        rate: generations per 1000 seconds, for FIXED.
        burst: generations per tick, for UNLIMITED.
    """

    kind: PaceKind = PaceKind.FIXED
    rate: Annotated[int, Meta(ge=1, le=MAX_RATE)] = 30_000
    burst: Annotated[int, Meta(ge=1, le=MAX_BURST)] = 1

    @classmethod
    def of_action(cls, a: int, b: int) -> Self:
        """Return the pace for the numbers ``a`` and ``b`` of a PACE action, limited to the possible range."""
        if a < 0:
            return cls(PaceKind.AUTHENTIC)
        if a == 0:
            return cls(PaceKind.UNLIMITED, burst=min(max(b, 1), MAX_BURST))
        return cls(PaceKind.FIXED, rate=min(a, MAX_RATE))

    @property
    def numbers(self) -> tuple[int, int]:
        """The numbers ``a`` and ``b`` of the PACE action that sets this pace; see :meth:`of_action`."""
        match self.kind:
            case PaceKind.AUTHENTIC:
                return -1, 0
            case PaceKind.UNLIMITED:
                return 0, self.burst
            case _:
                return self.rate, 0

    def speed(self, board: Board, *, slow: bool) -> int:
        """Return how much each tick adds to ``Beat.phase``.

        Only the pace AUTHENTIC needs the board's census. If ``slow``, a generation takes twice the time, except at the
        pace UNLIMITED.
        """
        if self.kind is PaceKind.UNLIMITED:
            return self.burst * GENERATION
        rate = self.rate
        if self.kind is PaceKind.AUTHENTIC:
            rows, columns = board.shape
            milliseconds = min(80 + 1800 * int(board.census().sum()) // (rows * columns), 1000)  # R1
            rate = 1_000_000 // milliseconds
        return max(1, rate // 2 if slow else rate)


@dataclass(frozen=True)
class Beat:
    """The timing of generations: how much of the current one's time has passed, and how many are left to begin.

    Attributes:
        pace: pace of the generations.
        going: True while a generation's time is running; False when halted.
        phase: how much of the current generation's time has passed, from 0 to GENERATION - 1.
        speed: amount that each tick adds to ``phase``.
        left: number of generations to begin before the game halts, or ENDLESS.
    """

    pace: Pace = Pace()
    going: bool = False
    phase: Annotated[int, Meta(ge=0, le=GENERATION - 1)] = 0
    speed: Annotated[int, Meta(ge=0, le=MAX_BURST * GENERATION)] = 0
    left: Annotated[int, Meta(ge=ENDLESS, le=MAX_STEPS)] = 0

    @property
    def progress(self) -> float:
        """The fraction of the current generation's time that has passed, 0 to 1; 1 when halted."""
        return self.phase / GENERATION if self.going else 1.0

    def halt_or_resume(self) -> Self:
        """Carry out HALT: halt at the end of the running generation; if halted or about to halt, resume."""
        return replace(self, left=ENDLESS if self.left == 0 else 0)

    def halt_or_step(self) -> Self:
        """Carry out STEP: halt at the end of the running generation; if halted or stepping, add one more generation."""
        return replace(self, left=0 if self.left == ENDLESS else min(self.left + 1, MAX_STEPS))

    def tick(self) -> "tuple[Beat, int]":
        """Return the timing one tick later, and the number of generations that end in this tick (0 when halted)."""
        if not self.going:
            return self, 0
        phase = self.phase + self._speed
        return replace(self, phase=phase % GENERATION), phase // GENERATION

    @property
    def quiet_ticks(self) -> int:
        """The number of ticks that pass before the tick in which the running generation ends; 0 when halted."""
        speed = self._speed
        return (GENERATION - 1 - self.phase) // speed if self.going and speed > 0 else 0

    def after(self, quiet_ticks: int) -> Self:
        """Return the timing after ``quiet_ticks`` ticks, which must not be more than the property ``quiet_ticks``."""
        return replace(self, phase=self.phase + quiet_ticks * self._speed) if self.going else self

    @property
    def _speed(self) -> int:
        return self.speed if self.left == ENDLESS else max(self.speed, _SLOWEST_LAST)

    def begin(self, ended: int, speed: int) -> "tuple[Beat, int]":
        """Begin new generations. Return (new timing, number of new generations). If the number is 0, the game halts.

        Args:
            ended: number of generations that have just ended, as returned by :meth:`tick`; 0 after a halt.
            speed: amount that each coming tick adds to ``phase``.
        """
        max_count = ended or max(1, speed // GENERATION)
        count = max_count if self.left == ENDLESS else min(max_count, self.left)
        if count == 0:
            return replace(self, going=False, phase=0), 0
        left = ENDLESS if self.left == ENDLESS else self.left - count
        return replace(self, going=True, phase=self.phase if ended else 0, speed=speed, left=left), count
