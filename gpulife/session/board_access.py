"""A read-only view of an engine, for games and players."""

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine
from gpulife.patterns.pattern import Cells
from gpulife.rules import Rule


class BoardView:
    """An engine, read-only, which counts a board only once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._census: NDArray[np.int64] | None = None

    @property
    def rule(self) -> Rule:
        """The law."""
        return self._engine.rule

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self._engine.shape

    @property
    def generation(self) -> int:
        """The number of the cells' generation."""
        return self._engine.generation

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """See ``Engine.read``."""
        return self._engine.read(row, column, height, width)

    def census(self) -> NDArray[np.int64]:
        """Return the cells of each species, counted once; see ``Engine.census``."""
        if self._census is None:
            self._census = self._engine.census()
        return self._census

    def changed(self) -> None:
        """Forget the census, since the board has changed."""
        self._census = None
