"""A dictionary of live cells as an example engine: what adding an engine takes; gpulife itself does not know it.

``pytest -p engines.toy_engine tests/engines/test_suite.py -k toy`` runs the engines' suite on it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain, product

import numpy as np
from engines import scalar
from numpy.typing import NDArray

from gpulife.engines import Engine, EngineRecord, Opening, Wanted, register
from gpulife.errors import EngineError
from gpulife.patterns.board_sizes import free_memory
from gpulife.rules import Cells, Edges, Rule

Cell = tuple[int, int]
_BESIDE = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


class ToyEngine(Engine):
    """A universe as a dictionary of live cells: their states by place."""

    name = "toy"
    bytes_per_cell = 400.0  # of a live cell with its place

    def __init__(self, rule: Rule, shape: tuple[int, int]) -> None:
        super().__init__(rule, shape)
        self.renderer = "a dictionary"
        self._live: dict[Cell, int] = {}
        self._around = cache(self._neighbours)

    def close(self) -> None:
        self._live.clear()

    def _memory_available(self) -> int:
        return free_memory()

    def _step(self, generations: int, rule: Rule) -> None:
        if (reason := refusal(rule)) is not None:
            raise EngineError(reason)
        for generation in range(self.generation, self.generation + generations):
            self._live = self._after(rule, generation)

    def _after(self, rule: Rule, generation: int) -> dict[Cell, int]:
        live = self._live
        counts = Counter(chain.from_iterable(map(self._around, live)))
        after = {cell: state for cell, state in live.items() if counts[cell] in rule.survivals}
        for cell, count in counts.items():
            if count in rule.births and cell not in live:
                parents = [live[other] for other in self._around(cell) if other in live]
                after[cell] = scalar.newborn(parents, rule, generation)
        return after

    def _neighbours(self, cell: Cell) -> list[Cell]:
        """Return the eight neighbouring places, some twice on a small torus; none beyond dead edges."""
        places = [(cell[0] + down, cell[1] + across) for down, across in _BESIDE]
        if self.rule.edges is Edges.TORUS:
            return [(row % self.shape[0], column % self.shape[1]) for row, column in places]
        return [(row, column) for row, column in places if 0 <= row < self.shape[0] and 0 <= column < self.shape[1]]

    def _census(self) -> NDArray[np.int64]:
        counts = Counter(self._live.values())
        return np.array([counts[state] for state in range(1, self.rule.live_states + 1)], np.int64)

    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        cells = np.zeros((height, width), np.uint8)
        for (y, x), state in self._live.items():
            if row <= y < row + height and column <= x < column + width:
                cells[y - row, x - column] = state
        return cells

    def _write(self, row: int, column: int, cells: Cells) -> None:
        height, width = cells.shape
        for y, x in product(range(row, row + height), range(column, column + width)):
            self._live.pop((y, x), None)
        for y, x in np.argwhere(cells).tolist():
            self._live[row + y, column + x] = int(cells[y, x])


def refusal(rule: Rule) -> str | None:
    """Return why this engine cannot compute a rule; None if it can."""
    if rule.family.is_life_like and 0 not in rule.births:
        return None
    return f"rule {rule.law} is nothing for a dictionary of live cells"


def suits(wanted: Wanted) -> tuple[bool, str]:
    """It is there to be seen."""
    return wanted.is_shown and refusal(wanted.rule) is None, "toys are for windows"


def open_toy(rule: Rule, shape: tuple[int, int], _options: Opening) -> Engine:
    if (reason := refusal(rule)) is not None:
        raise EngineError(reason)
    return ToyEngine(rule, shape)


RECORD = EngineRecord(
    name="toy",
    about="a dictionary of live cells",
    bytes_per_cell=ToyEngine.bytes_per_cell,
    open=open_toy,
    refusal=refusal,
    suits=suits,
)
register(RECORD, before="planes")
