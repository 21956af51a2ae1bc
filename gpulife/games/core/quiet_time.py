"""Quiet ticks: ticks in which only counters, clocks and cursors with held sticks would change.

A server passes many of them at once. The result is exactly that of single ticks without actions.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from gpulife.games.core.game import TICKS_PER_SECOND, Board

FOR_EVER = 1 << 40
"""Number of quiet ticks if nothing happens until somebody acts: six centuries."""

_State = TypeVar("_State")


@dataclass(frozen=True, slots=True)
class QuietTime(Generic[_State]):
    """A game's functions for passing quiet ticks.

    Attributes:
        ticks: function of a state and its board that returns how many of the next ticks would give no order, not even a
            sound, if nobody acted. It may return 0 where finding out is too expensive.
        after: function of a state, a number of ticks (at most the result of ``ticks``) and the board that returns the
            state after them.
    """

    ticks: Callable[[_State, Board], int]
    after: Callable[[_State, int, Board], _State]


def ticks_to_second(left: int, seconds: int) -> int:
    """Return the ticks before the next sound of a clock, which beeps at each of its last seconds and at its end.

    Args:
        left: ticks left on the clock, 1 or more.
        seconds: number of seconds that beep.
    """
    return left - 1 - min((left - 1) // TICKS_PER_SECOND, seconds) * TICKS_PER_SECOND
