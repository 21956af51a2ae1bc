"""Live cells by their coordinates, as they come out of the text formats: as cells, or as a pattern of far-off parts."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError
from gpulife.patterns.board_sizes import MAX_SIDE
from gpulife.patterns.notes import Notes
from gpulife.patterns.pattern import Patch, Pattern, StreamedPattern
from gpulife.patterns.strips import STRIP_CELLS
from gpulife.rules import Rule

_TILE = 512

Coordinates = NDArray[np.int64]
"""Rows or columns of live cells, shape (cells,), int64."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SparsePattern(StreamedPattern):
    """A pattern of one live state whose cells are few for its size.

    Attributes:
        rows, columns: the places of its live cells from its upper left corner.
    """

    rows: Coordinates = field(repr=False)
    columns: Coordinates = field(repr=False)

    def patches(self) -> Iterator[Patch]:
        """Yield the live part of every square of 512x512 cells that has any, from the top."""
        order, starts = _tiles(self.rows, self.columns)
        for tile in np.split(order, starts[1:]) if order.size else ():
            rows, columns = self.rows[tile], self.columns[tile]
            top, left = int(rows.min()), int(columns.min())
            cells = np.zeros((int(rows.max()) - top + 1, int(columns.max()) - left + 1), np.uint8)
            cells[rows - top, columns - left] = 1
            yield Patch(top, left, cells)


def pattern_from_coordinates(
    rows: Coordinates,
    columns: Coordinates,
    shape: tuple[int, int],
    *,
    rule: Rule | None,
    position: tuple[int, int] | None,
    source: str,
    notes: Notes,
) -> Pattern | SparsePattern:
    """Return a pattern of ``shape`` (rows, columns) with live cells at those places.

    Raises:
        PatternError: it is larger than any board.
    """
    if max(shape) > MAX_SIDE:
        raise PatternError(
            f"{source}: its cells are too far apart, {shape[1]}x{shape[0]} cells in all; "
            f"no board has sides longer than {MAX_SIDE}"
        )
    if shape[0] * shape[1] <= STRIP_CELLS:
        cells = np.zeros(shape, np.uint8)
        cells[rows, columns] = 1
        return Pattern(cells, rule, 0, position, source, notes)
    return SparsePattern(
        shape=shape,
        rule=rule,
        position=position,
        source=source,
        parts=len(_tiles(rows, columns)[1]),
        highest=min(1, rows.size),
        rows=rows,
        columns=columns,
        notes=notes,
    )


def _tiles(rows: Coordinates, columns: Coordinates) -> tuple[Coordinates, Coordinates]:
    """Return the order in which to go through the cells tile by tile, and where in it each tile begins."""
    keys = rows // _TILE * (MAX_SIDE // _TILE + 1) + columns // _TILE
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    return order, starts
