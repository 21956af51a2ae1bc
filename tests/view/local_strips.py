"""A board in strips of whole rows in one process, each with its own engine; replaces strips on MPI's ranks in tests."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from gpulife.engines import reference
from gpulife.engines.base import Engine, Storage, Strip, StripPlace
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import Opening, find_engine
from gpulife.rules import Cells, Edges, Rule

_Result = TypeVar("_Result")
GHOSTS = 3
"""Extra live rows before and after a strip's rows; they reveal code that reads them as cells of the board."""


class LocalStrip(Strip):
    """A strip whose engine has extra rows before and after the strip's own."""

    offset = GHOSTS


class LocalStrips(Engine):
    """Several strips. To step, the whole board goes through one engine and back.

    Args:
        rule: the law and the edges.
        shape: (rows, columns) in cells.
        device: the device of all strips.
        name: name of their engines.
        strips: number of strips.

    Attributes:
        calls: requests sent to the strips: names of functions, and "read".
    """

    name: ClassVar[str] = "strips"
    storage: ClassVar[Storage] = Storage.STRIPS
    bytes_per_cell: ClassVar[float] = 4.0

    def __init__(
        self, rule: Rule, shape: tuple[int, int], device: GLDevice | None, name: str = "gl", strips: int = 3
    ) -> None:
        super().__init__(rule, shape)
        self.calls: list[str] = []
        self.renderer = f"strips, {strips} ranks"
        self.strips = []
        self.is_closed = False
        for start, stop in pairwise(round(shape[0] * number / strips) for number in range(strips + 1)):
            local = (stop - start + 2 * GHOSTS, shape[1])
            law = replace(self.rule, size=None, edges=Edges.DEAD)
            engine = find_engine(name).open(law, local, Opening(device=device))
            engine.paint(0, 0, np.ones(local, np.uint8))
            strip = LocalStrip(engine, shape, self.rule, StripPlace(start, stop - start, shape[0]))
            strip.write(0, 0, np.zeros((stop - start, shape[1]), np.uint8))
            self.strips.append(strip)

    def call(self, function: Callable[..., _Result], /, *arguments: Any) -> list[_Result]:
        self.calls.append(function.__name__)
        return list(self._results(pickle.dumps((function, arguments))))

    def _results(self, order: bytes) -> Iterator[Any]:
        for strip in self.strips:
            function, arguments = pickle.loads(order)  # noqa: S301 - which was made here
            yield pickle.loads(pickle.dumps(function(strip, *arguments)))  # noqa: S301

    def _census(self) -> NDArray[np.int64]:
        return reference.census(self.read_all(), self.rule)

    def close(self) -> None:
        self.is_closed = True
        for strip in self.strips:
            strip.engine.close()

    def _memory_available(self) -> int:
        return 1 << 40

    def _step(self, generations: int, rule: Rule) -> None:
        cells = self.read_all()
        for generation in range(self.generation, self.generation + generations):
            cells = reference.next_generation(cells, rule, generation)
        self._write(0, 0, cells)

    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        self.calls.append("read")
        return np.concatenate(
            [
                strip.read(low - strip.place.start, column, high - low, width)
                for strip, low, high in self._rows(row, height)
            ]
        )

    def _write(self, row: int, column: int, cells: Cells) -> None:
        for strip, low, high in self._rows(row, cells.shape[0]):
            strip.write(low - strip.place.start, column, cells[low - row : high - row])

    def _rows(self, row: int, height: int) -> Iterator[tuple[LocalStrip, int, int]]:
        """Yield each strip that has some of the rows, with the first row and the row after the last."""
        for strip in self.strips:
            low, high = max(row, strip.place.start), min(row + height, strip.place.start + strip.place.rows)
            if low < high:
                yield strip, low, high
