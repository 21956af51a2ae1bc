"""What rules whose cells grow old have in common."""

import numpy as np
from numpy.typing import NDArray

from gpulife.rules.rule import Cells, Rule


def aged(cells: Cells, rule: Rule, births: NDArray[np.bool_], survivals: NDArray[np.bool_]) -> Cells:
    """Compute the next generation from the places where a dead cell would be born and where a live one would survive.

    Dead cells are born as state 1, which survives or becomes the next state; any further state becomes the next one.
    After the last state comes 0.
    """
    older = np.where((cells == 0) | (cells == rule.live_states), 0, cells + np.uint8(1))
    return np.where((cells == 0) & births | (cells == 1) & survivals, 1, older).astype(np.uint8)
