"""A read-only view of an engine, for games and players."""

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine


class BoardAccess:
    """An engine, read-only, which counts a board only once.

    Attributes:
        rule: the law.
        shape: (rows, columns).
        read: see ``Engine.read``.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._census: NDArray[np.int64] | None = None
        self.rule = engine.rule
        self.shape = engine.shape
        self.read = engine.read

    @property
    def generation(self) -> int:
        """The number of the cells' generation."""
        return self._engine.generation

    def census(self) -> NDArray[np.int64]:
        """Return the cells of each species, counted once; see ``Engine.census``."""
        if self._census is None:
            self._census = self._engine.census()
        return self._census

    def changed(self) -> None:
        """Forget the census, since the board has changed."""
        self._census = None
