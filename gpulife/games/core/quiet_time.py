"""Quiet ticks: those in which nothing but counters, clocks and cursors whose sticks are held would change.

A server lets them pass at once instead of one by one. The result is exactly what single ticks without actions give.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from gpulife.games.core.game import TICKS_PER_SECOND, Board

FOR_EVER = 1 << 40
"""Quiet ticks of a game in which nothing happens until somebody does something: six centuries."""

_State = TypeVar("_State")


@dataclass(frozen=True, slots=True)
class QuietTime(Generic[_State]):
    """How a game lets quiet ticks pass.

    Attributes:
        ticks: function of a state and its board: the number of ticks to come, 0 or more, which without actions would
            give no order, not even a sound. It is 0 where it is not worth while to find out.
        after: function of a state, a number of ticks up to that, and the board: the state after these ticks.
    """

    ticks: Callable[[_State, Board], int]
    after: Callable[[_State, int, Board], _State]


def ticks_to_second(left: int, seconds: int) -> int:
    """Return the quiet ticks of a clock that is heard when it shows one of its last whole seconds, and at its end.

    Args:
        left: ticks left on the clock, 1 or more.
        seconds: number of these seconds.
    """
    return left - 1 - min((left - 1) // TICKS_PER_SECOND, seconds) * TICKS_PER_SECOND
