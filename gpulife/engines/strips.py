"""What checkpoints and views know of a board that is cut into strips of whole rows, on whatever machines they lie."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, runtime_checkable

from gpulife.engines.base import Engine
from gpulife.patterns.rectangles import ReadableBoard
from gpulife.rules import Cells

_Result = TypeVar("_Result")


class StripPlace(Protocol):
    """The rows of the board that a strip has."""

    @property
    def start(self) -> int:
        """The first of them."""

    @property
    def rows(self) -> int:
        """Their number; 0 for a rank that has none."""


class Strip(ReadableBoard, Protocol):
    """A strip, where its cells are. ``shape`` is the board's; rows count from the first of the strip's own."""

    @property
    def place(self) -> StripPlace:
        """Its rows of the board."""

    @property
    def engine(self) -> Engine:
        """The engine that has its cells, among rows of its neighbours."""

    @property
    def offset(self) -> int:
        """The row of ``engine`` that is the first of its own rows."""

    def write(self, row: int, column: int, cells: Cells) -> None:
        """Write a rectangle."""


@runtime_checkable
class CallsStrips(Protocol):
    """An engine whose board is cut into strips."""

    def call(self, function: Callable[..., _Result], *arguments: Any) -> list[_Result]:
        """Call ``function(strip, *arguments)`` where each strip is; return the results in the strips' order."""
