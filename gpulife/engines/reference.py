"""The reference implementation: steps boards in numpy. All other engines must compute exactly the same cells."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gpulife.rules import Cells, Rule
from gpulife.rules.twists import framed_by


def next_generation(cells: Cells, rule: Rule, generation: int, corner: tuple[int, int] = (0, 0)) -> Cells:
    """Return the board one generation after ``cells``.

    Args:
        cells: state codes, shape (..., rows, columns), uint8: one board, or several at once.
        rule: the rule with the board's edges.
        generation: the generation of ``cells``.
        corner: (row, column) of the upper left cell on the board, if ``cells`` are only a part of it. It matters only
            for rules that depend on coordinates.
    """
    if rule.twist is None:
        return rule.family.step(cells, rule, generation, corner)
    width = max(1, rule.family.reach(rule))
    framed, flat = framed_by(rule.twist, cells, width), replace(rule, twist=None)
    corner = corner[0] - width, corner[1] - width
    return flat.family.step(framed, flat, generation, corner)[..., width:-width, width:-width]


def census(cells: Cells, rule: Rule) -> NDArray[np.int64]:
    """Count the cells: see :meth:`gpulife.engines.Engine.census`."""
    if rule.family.has_ages:
        counts = [np.count_nonzero(cells == 1), np.count_nonzero(cells > 1)][: rule.live_states]
    else:
        counts = [np.count_nonzero(cells == state) for state in range(1, rule.live_states + 1)]
    return np.array(counts, np.int64)
