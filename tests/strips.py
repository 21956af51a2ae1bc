"""A substitute for an engine on several ranks: strips of one board, all in this process."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.rules import Cells, Rule

_Result = TypeVar("_Result")


class Place(NamedTuple):
    start: int
    rows: int


class LocalStrip:
    """The rows of one rank."""

    def __init__(self, board: StripsEngine, place: Place) -> None:
        self.board, self.place = board, place
        self.rule, self.shape = board.rule, board.shape

    @property
    def generation(self) -> int:
        return self.board.generation

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        assert 0 <= row <= row + height <= self.place.rows
        return NumpyEngine.read(self.board, self.place.start + row, column, height, width)

    def write(self, row: int, column: int, cells: Cells) -> None:
        assert 0 <= row <= row + len(cells) <= self.place.rows
        NumpyEngine.paint(self.board, self.place.start + row, column, cells)


class StripsEngine(NumpyEngine):
    """A board in strips that end at ``cuts``; cuts without rows between them make no strips.

    Attributes:
        calls: the names of the functions called on the ranks.
    """

    def __init__(self, rule: Rule, shape: tuple[int, int], cuts: tuple[int, ...]) -> None:
        super().__init__(rule, shape)
        edges = sorted({0, *cuts, shape[0]})
        self.calls: list[str] = []
        self._strips = [LocalStrip(self, Place(start, end - start)) for start, end in pairwise(edges)]

    def call(self, function: Callable[..., _Result], /, *arguments: Any) -> list[_Result]:
        self.calls.append(function.__name__)
        return list(self._results(pickle.dumps((function, arguments))))

    def _results(self, order: bytes) -> Iterator[Any]:
        for strip in self._strips:
            function, arguments = pickle.loads(order)  # noqa: S301 - which was made here
            yield pickle.loads(pickle.dumps(function(strip, *arguments)))  # noqa: S301
