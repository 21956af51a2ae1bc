"""Ghosts: patterns that hang over the board until somebody places them or lets go."""

from dataclasses import dataclass, replace
from functools import cached_property

from gpulife.games.core.area import Area
from gpulife.games.core.area_edit import OR, area_text
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.patterns.formats.rle.writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.transforms import turned
from gpulife.rules import Cells


@dataclass(frozen=True, eq=False)
class Ghost:
    """A pattern over the board.

    Attributes:
        cells: its cells: shape (rows, columns), uint8.
        row: row of the board below its upper left cell; on a torus it may lie off the board.
        column: column of the board below that cell.
        stays: whether it stays in hand once it is placed.
        source: rectangle of the board that is moved or copied, if the cells are those of the board.
        keeps_source: whether the rectangle is copied.
    """

    cells: Cells
    row: int
    column: int
    stays: bool = False
    source: Area | None = None
    keeps_source: bool = False

    @property
    def area(self) -> Area:
        """The rectangle below it."""
        return Area(self.row, self.column, *self.cells.shape)

    def moved(self, rows: int, columns: int) -> "Ghost":
        """Return the same ghost elsewhere."""
        return replace(self, row=self.row + rows, column=self.column + columns)

    def centred_on(self, row: int, column: int) -> "Ghost":
        """Return the same ghost with its middle over a cell."""
        rows, columns = self.cells.shape
        return replace(self, row=row - rows // 2, column=column - columns // 2)

    def turned(self, turn: str) -> "Ghost":
        """Return it turned about its middle; see ``patterns.transforms.TURNS``."""
        rows, columns = self.cells.shape
        middle = self.row + rows // 2, self.column + columns // 2
        return replace(self, cells=turned(self.cells, turn)).centred_on(*middle)

    @cached_property
    def _rle(self) -> str:
        return rle_text(Pattern(self.cells))

    def action(self, mode: str) -> Action:
        """Return the action that puts it on the board by one of ``area_edit.MERGES``."""
        if self.source is not None:
            work = "copy" if self.keeps_source else "move"
            text = area_text(self.source, work, f"{self.row},{self.column}", mode)
            return Action(NOBODY, ActionKind.AREA, self.source.row, self.source.column, text)
        if mode == OR:
            return Action(NOBODY, ActionKind.PAINT, self.row, self.column, self._rle)
        return Action(NOBODY, ActionKind.MERGE, self.row, self.column, f"{mode} {self._rle}")
