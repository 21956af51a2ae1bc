"""Checks of what programs pass to the library: one clear line for each mistake, before anything changes."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gpulife.errors import BoardSizeError, PatternError


def state_array(cells: ArrayLike, states: int, dimensions: int, *, or_more: bool = False) -> NDArray[np.uint8]:
    """Return ``cells`` as state codes, uint8, in a new array if they have another type.

    Args:
        cells: whole numbers or booleans, an array or nested lists; also anything with ``__array__`` or ``__dlpack__``.
        states: the number of states: codes are 0 to ``states - 1``.
        dimensions: the number of dimensions.
        or_more: True to allow more dimensions.

    Raises:
        PatternError: the cells are not whole numbers of such a shape, or a state is not in the rule.
    """
    try:
        array: NDArray[Any] = np.asarray(_of_dlpack(cells))
    except ValueError as error:
        raise PatternError(f"these cells do not form an array: {error}") from None
    if array.dtype != np.bool_ and not np.issubdtype(array.dtype, np.integer):
        raise PatternError(f"cells of type {array.dtype}: state codes are whole numbers from 0 to {states - 1}")
    if array.ndim < dimensions or (array.ndim > dimensions and not or_more):
        raise PatternError(f"cells of shape {array.shape}: a board has rows and columns")
    if array.size and (int(array.min()) < 0 or int(array.max()) >= states):
        wrong = int(array.min()) if int(array.min()) < 0 else int(array.max())
        raise PatternError(f"state {wrong} does not exist: the rule has states 0 to {states - 1}")
    return array.astype(np.uint8, copy=False)


def board_shape(shape: object) -> tuple[int, int]:
    """Return a board's shape as (rows, columns).

    Raises:
        BoardSizeError: ``shape`` is not two whole numbers, each at least 1.
    """
    try:
        rows, columns = (int(side) for side in shape if side == int(side))  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise BoardSizeError(f"shape {shape!r}: give (rows, columns), such as (512, 512)") from None
    if rows < 1 or columns < 1:
        raise BoardSizeError(f"shape ({rows}, {columns}): a board has at least one row and one column")
    return rows, columns


def _of_dlpack(cells: Any) -> Any:
    """Return numpy's view of an array of another library in main memory; all else as it is."""
    is_foreign = hasattr(cells, "__dlpack__") and not hasattr(cells, "__array__")
    return np.from_dlpack(cells) if is_foreign else cells
