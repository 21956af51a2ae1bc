"""How many generations a universe computes in a frame where frames are slow: as many as passes have.

A pass of few generations takes nearly as long as one of a single generation, and the longest little more than twice as
long: a window that computes one a frame of a massive universe falls far behind its pace.
"""

from gpulife.games.core.game import TICKS_PER_SECOND
from gpulife.games.core.pace import GENERATION

MAX_TICKS_PER_FRAME = 6
"""Maximum of ticks that the frame after a slow one makes up for; beyond it the session gets slower, not the window."""
MAX_SLOW_TICKS = TICKS_PER_SECOND
"""Maximum of ticks that are due in a slow universe: what passes do not make up for is forgotten."""
SLOW_SECONDS = 2 / TICKS_PER_SECOND
"""Time of a frame above which the generations of a universe are computed several at a time."""
SLOW_FRAMES = 5
"""Frames after which it is known how long one takes."""
_FEW_GENERATIONS = 4
"""A pass of that many is compiled beside the longest."""


def generations_at_once(ticks: float, rate: int, a_pass: int) -> int:
    """Return how many generations to compute in a frame; what is due beyond these stays so for the next one.

    Args:
        ticks: ticks that are due, 0 to ``MAX_SLOW_TICKS``.
        rate: the pace, in generations per 1000 seconds.
        a_pass: generations of the longest pass, 2 or more.

    Returns:
        1, few, or those of whole passes.
    """
    a_tick = rate / GENERATION
    due = int(ticks * a_tick)
    if due >= a_pass:
        return min(due, max(a_pass, int(MAX_TICKS_PER_FRAME * a_tick))) // a_pass * a_pass
    return _FEW_GENERATIONS if due >= _FEW_GENERATIONS else 1
