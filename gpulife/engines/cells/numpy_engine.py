"""The engine that runs anywhere: the reference functions, on one numpy array."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from gpulife.engines import reference
from gpulife.engines.base import Engine
from gpulife.engines.ranks.strip_cuts import StripPlace
from gpulife.patterns.board_sizes import free_memory
from gpulife.rules import Cells, Rule


class NumpyEngine(Engine):
    """A universe in main memory, stepped by :mod:`gpulife.engines.reference`.

    Args:
        rule: the law and the edges.
        shape: (rows, columns) in cells.
        place: where its rows lie, if the board is a strip of a larger one, for laws that know their coordinates.
    """

    name: str = "numpy"
    bytes_per_cell: ClassVar[float] = 14.1  # at the peak of a step with several species, measured; Life needs 7

    def __init__(self, rule: Rule, shape: tuple[int, int], place: StripPlace | None = None) -> None:
        super().__init__(rule, shape)
        self._place = place or StripPlace(0, shape[0], shape[0])
        self.renderer = f"numpy {np.__version__}"
        self._cells: Cells = np.zeros(shape, np.uint8)

    def _census(self) -> NDArray[np.int64]:
        return reference.census(self._cells, self.rule)

    def _memory_available(self) -> int:
        return free_memory()

    def _step(self, generations: int, rule: Rule) -> None:
        law = replace(rule, size=(self._place.board_rows, self.shape[1]))
        for generation in range(self.generation, self.generation + generations):
            self._cells = reference.next_generation(self._cells, law, generation, (self._place.start, 0))

    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        return self._cells[row : row + height, column : column + width].copy()

    def _write(self, row: int, column: int, cells: Cells) -> None:
        height, width = cells.shape
        self._cells[row : row + height, column : column + width] = cells
