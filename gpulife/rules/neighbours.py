"""Counting neighbours in numpy: what the laws of all families are made of."""

from collections.abc import Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.rules.rule import Cells, Edges


def count_neighbours(values: NDArray[Any], edges: Edges) -> NDArray[Any]:
    """Sum ``values`` over the 8 Moore neighbours of each place: same shape and type, uint8 for truth values.

    Beyond dead edges everything is 0. On a torus a place may be its own neighbour, or the same one several times
    over, where the board has only one or two rows or columns.
    """
    values = values.astype(np.uint8) if values.dtype == np.bool_ else values
    *boards, rows, columns = values.shape
    framed = np.zeros((*boards, rows + 2, columns + 2), values.dtype)  # np.pad takes as long as the rest
    framed[..., 1:-1, 1:-1] = values
    if edges is Edges.TORUS:
        framed[..., 0], framed[..., -1] = framed[..., -2], framed[..., 1]
        framed[..., 0, :], framed[..., -1, :] = framed[..., -2, :], framed[..., 1, :]
    columns_of_three = framed[..., :-2, :] + framed[..., 1:-1, :] + framed[..., 2:, :]
    block = columns_of_three[..., :-2] + columns_of_three[..., 1:-1] + columns_of_three[..., 2:]
    return block - values  # type: ignore[no-any-return]


def is_among(neighbours: Cells, counts: Set[int]) -> NDArray[np.bool_]:
    """Tell where ``neighbours`` is one of ``counts``; several times faster than ``np.isin`` for so few."""
    found = np.zeros(neighbours.shape, bool)
    for count in counts:
        found |= neighbours == count
    return found
