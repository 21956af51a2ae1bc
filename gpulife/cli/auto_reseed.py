"""A universe that never freezes: soups on an engine, one after the other, each until it has settled."""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from gpulife.engines import Engine
from gpulife.patterns.soup import soup_strips

SETTLED_PERIOD = 12
"""A universe is settled if its population is that of this many generations before: most periods divide this number."""
SETTLED_AFTER = 120
"""The number of generations in a row for which that must be true."""


class ReseedingUniverse:
    """A universe that begins anew when nothing happens any more; the same seed gives the same soups in order.

    Attributes:
        engine: the engine that steps the universe.
        generations: number of generations computed so far, over all soups.
        soups: number of soups sown so far.
        population: what a census counts, see :meth:`gpulife.engines.Engine.census`.
    """

    population: NDArray[np.int64]

    def __init__(self, engine: Engine, density: float, seed: int) -> None:
        self.engine = engine
        self.generations = 0
        self.soups = 0
        self._density = density
        self._rng = np.random.default_rng(seed)
        self.sow()

    @property
    def settled(self) -> bool:
        """Tell whether only still lifes, oscillators and gliders are left, as far as the population shows it."""
        return self._repeats >= SETTLED_AFTER

    def sow(self) -> None:
        """Begin anew with the next soup."""
        for strip in soup_strips(self.engine.shape, self._density, self.engine.rule.species, self._rng):
            self.engine.paint(strip.row, strip.column, strip.cells)
        self.engine.generation = 0
        self.soups += 1
        self.population = self.engine.census()
        self._past = deque([self.population], maxlen=SETTLED_PERIOD)
        self._repeats = 0

    def step(self) -> None:
        """Compute one generation, after sowing if the universe has settled."""
        if self.settled:
            self.sow()
        self.engine.step()
        self.generations += 1
        self.population = self.engine.census()
        repeats = len(self._past) == SETTLED_PERIOD and np.array_equal(self.population, self._past[0])
        self._repeats = self._repeats + 1 if repeats else 0
        self._past.append(self.population)
