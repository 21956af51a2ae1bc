"""What the view knows of a board that is cut into strips of whole rows, which may lie on other machines."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, runtime_checkable

from gpulife.engines.base import Engine
from gpulife.rules import Cells, Rule

_Result = TypeVar("_Result")


class StripPlace(Protocol):
    """The rows of the board that a strip has."""

    @property
    def start(self) -> int:
        """The first of them."""

    @property
    def rows(self) -> int:
        """Their number."""


class Strip(Protocol):
    """A strip, where its cells are."""

    @property
    def place(self) -> StripPlace:
        """Its rows of the board."""

    @property
    def rule(self) -> Rule:
        """The board's rule."""

    @property
    def engine(self) -> Engine:
        """The engine that has its cells, among rows of its neighbours."""

    @property
    def offset(self) -> int:
        """The row of ``engine`` that is the first of its own rows."""

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Copy cells; row 0 is the first of its own."""


@runtime_checkable
class CallsStrips(Protocol):
    """An engine whose board is cut into strips."""

    def call(self, function: Callable[..., _Result], *arguments: Any) -> list[_Result]:
        """Call ``function(strip, *arguments)`` where each strip is; return the results in the strips' order."""
