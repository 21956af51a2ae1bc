"""A board whose cells can be read, as far as games and files need to know it: an engine, or a part of one's board."""

from typing import Protocol

from gpulife.rules import Cells, Rule


class ReadableBoard(Protocol):
    """The part of an engine that says what its board is and reads its cells."""

    @property
    def rule(self) -> Rule:
        """The law."""

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""

    @property
    def generation(self) -> int:
        """The number of the cells' generation."""

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """See ``Engine.read``."""
