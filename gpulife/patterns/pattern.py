"""A pattern: cells with what a file may say about them. What every reader returns and every writer takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError
from gpulife.rules import Rule

Cells = NDArray[np.uint8]
"""State codes, shape (rows, columns), dtype uint8."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """Cells and their circumstances.

    Attributes:
        cells: state codes, shape (rows, columns), uint8.
        rule: the rule that the file names, or None.
        generation: the generation that the cells are of.
        position: (row, column) of the upper left cell on the board that it was cut from, or None.
        source: what to call it in a message: a file's name or "soup".
    """

    cells: Cells
    rule: Rule | None = None
    generation: int = 0
    position: tuple[int, int] | None = None
    source: str = "pattern"

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        rows, columns = self.cells.shape
        return rows, columns

    def require_states_of(self, rule: Rule) -> None:
        """Raise PatternError if a cell is in a state that ``rule`` does not have."""
        highest = int(self.cells.max(initial=0))
        if highest > rule.species:
            raise PatternError(
                f"{self.source}: state {highest} is not one of rule {rule.law}, which has states 0 to {rule.species}"
            )
