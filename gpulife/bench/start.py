"""The board that every contender begins with: the same soup for the same seed, whatever engine it is sown on."""

from __future__ import annotations

import numpy as np

from gpulife.engines import Engine
from gpulife.patterns.soup import soup

_STRIP_CELLS = 1 << 24


def sow(engine: Engine, density: float, seed: int) -> None:
    """Cover the board with the soup of ``seed``, strip by strip, and call it generation 0."""
    rows, columns = engine.shape
    generator = np.random.default_rng(seed)
    height = max(1, _STRIP_CELLS // columns)
    for row in range(0, rows, height):
        strip = soup((min(height, rows - row), columns), density, engine.rule.species, generator)
        engine.paint(row, 0, strip)
    engine.generation = 0
