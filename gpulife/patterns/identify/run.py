"""A pattern's life so far on its plane, generation by generation, and when it repeats."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.patterns.identify.plane import Plane, require_plane
from gpulife.rules import Cells, Rule


@dataclass(frozen=True, slots=True)
class Moment:
    """A generation: what tells its cells from others wherever they lie, their corner, and their number."""

    hash: int
    row: int
    column: int
    height: int
    width: int
    population: int

    def same_shape(self, other: "Moment") -> bool:
        """Return whether the cells are the same, perhaps elsewhere."""
        return (self.hash, self.height, self.width) == (other.hash, other.height, other.width)


class Run:
    """Runs a pattern and remembers every generation.

    Args:
        cells: state codes, shape (rows, columns), uint8, with a live one at least.
        rule: the law.

    Attributes:
        plane: the cells.
        moments: the generations from 0 to the present one; a dead one has no moment.
        repeats: (first generation, period) as soon as a generation comes again; None until then.
    """

    def __init__(self, cells: Cells, rule: Rule) -> None:
        require_plane(rule)
        self.plane = Plane(cells, rule)
        self.moments: list[Moment] = []
        self.repeats: tuple[int, int] | None = None
        self._turns = rule.family.period(rule) or 1
        self._seen: dict[tuple[int, int, int, int], int] = {}
        for _ in self._noting():
            pass

    @property
    def generation(self) -> int:
        """The present generation."""
        return self.plane.generation

    @property
    def is_dead(self) -> bool:
        """Whether no cell lives any more."""
        return len(self.moments) <= self.generation

    def step(self) -> None:
        """Compute the next generation; there must be life, and nothing that repeats."""
        for _ in self.stepping():
            pass

    def stepping(self) -> Iterator[None]:
        """Do that, and yield after each part of it."""
        yield from self.plane.stepping()
        yield from self._noting()

    def displacement(self, first: int, period: int) -> tuple[int, int]:
        """Return the rows and columns by which the pattern moves from a generation to the one a period later."""
        before, after = self.moments[first], self.moments[first + period]
        return after.row - before.row, after.column - before.column

    def populations(self) -> NDArray[np.int64]:
        """Return the number of cells of every generation so far, int64."""
        return np.array([moment.population for moment in self.moments], np.int64)

    def _noting(self) -> Iterator[None]:
        parts = []
        for part in self.plane.live_parts():
            if part.rows.size:
                parts.append(part)
            yield
        if not parts:
            return
        boxes = np.array([part.box() for part in parts])
        row, column = boxes[:, 0].min(), boxes[:, 1].min()
        height, width = ((boxes[:, axis] + boxes[:, axis + 2]).max() - least for axis, least in ((0, row), (1, column)))
        mixed = 0
        for part in parts:
            mixed += part.hash(int(row), int(column))
            yield
        population = sum(len(part.rows) for part in parts)
        moment = Moment(mixed % (1 << 64), int(row), int(column), int(height), int(width), population)
        self.moments.append(moment)
        key = (moment.hash, moment.height, moment.width, self.generation % self._turns)
        first = self._seen.setdefault(key, self.generation)
        if first != self.generation:
            self.repeats = first, self._least_period(first, self.generation - first)

    def _least_period(self, first: int, period: int) -> int:
        """Return the least period: a law that takes turns may need several of the pattern's own to come round."""
        for shorter in range(1, period):
            if period % shorter:
                continue
            moves = self.displacement(first, shorter)
            if all(
                self.moments[at].same_shape(self.moments[at + shorter]) and self.displacement(at, shorter) == moves
                for at in range(first, first + period - shorter + 1)
            ):
                return shorter
        return period


def phases(cells: Cells, rule: Rule, period: int) -> list[Cells]:
    """Return a pattern's cells in each generation of its period, tightly cropped."""
    plane, found = Plane(cells, rule), []
    for _ in range(period):
        found.append(plane.live().cells())
        plane.step()
    return found
