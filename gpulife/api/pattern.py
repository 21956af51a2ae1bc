"""Patterns for programs: cells on a plane without end, to move, turn, combine, run and identify."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gpulife.api.checks import state_array
from gpulife.api.rule import Rule, full_rule, rule_of
from gpulife.errors import EngineError, PatternError
from gpulife.patterns.board_sizes import MAX_SIDE, require_memory_for_cells
from gpulife.patterns.pattern import NO_NOTES, fitted_to
from gpulife.patterns.pattern import Pattern as FullPattern
from gpulife.rules import Cells
from gpulife.rules import Rule as FullRule

if TYPE_CHECKING:
    from gpulife.patterns.identity import Identity

_ROWS_AND_COLUMNS = 2
_SHOWN_CELLS = 400
"""Largest rectangle, in cells, whose RLE a pattern's ``repr`` contains."""


class Pattern:
    """Live cells on a plane without end, and their rule. A pattern never changes: all methods return new ones.

    Two patterns are equal if they have the same live cells at the same place, under the same rule.

    Args:
        cells: state codes, shape (rows, columns): an array or nested lists; or the text of an RLE or of another format
            that gpulife reads, such as "bo$2bo$3o!".
        rule: the rule; None for the one that the text names, or Life.
        at: (row, column) of the upper left one of ``cells``; None for the place that the text gives, or (0, 0). Rows
            grow downwards; both may be negative.
        generation: the generation of the cells; None for the one that the text gives, or 0.

    Raises:
        PatternError: the text cannot be read, or a state is not in the rule.
        RuleError: there is no such rule.
    """

    __slots__ = ("_cells", "_corner", "_generation", "_identity", "_notes", "_rule")

    def __init__(
        self,
        cells: ArrayLike,
        rule: str | Rule | None = None,
        *,
        at: tuple[int, int] | None = None,
        generation: int | None = None,
    ) -> None:
        notes = NO_NOTES
        if isinstance(cells, str):
            from gpulife.patterns.loading import open_text
            from gpulife.patterns.pattern_files import text_of_bytes

            read = open_text(text_of_bytes(cells.encode(), "this text"), tells=False)
            whole = (read if rule is None else fitted_to(read, full_rule(rule))).whole()
            rule = rule or (None if whole.rule is None else rule_of(replace(whole.rule, size=None)))
            cells, notes, at = whole.cells, whole.notes, at or whole.position
            generation = whole.generation if generation is None else generation
        self._rule = Rule(rule or "Life")
        array = state_array(cells, self._rule.states, _ROWS_AND_COLUMNS)
        self._cells, self._corner = _trimmed(array, at or (0, 0))
        self._generation = generation or 0
        self._notes = notes
        self._identity: Identity | None = None

    @property
    def rule(self) -> Rule:
        """The rule."""
        return self._rule

    @property
    def cells(self) -> NDArray[np.uint8]:
        """The state codes in the smallest rectangle around the live cells, shape :attr:`shape`; read-only."""
        return self._cells

    @property
    def at(self) -> tuple[int, int]:
        """(row, column) of the upper left cell of :attr:`cells`; (0, 0) without live cells."""
        return self._corner

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) of the smallest rectangle around the live cells; (0, 0) without live cells."""
        rows, columns = self._cells.shape
        return rows, columns

    @property
    def generation(self) -> int:
        """The generation of the cells."""
        return self._generation

    @property
    def population(self) -> int:
        """The number of cells that are not in state 0."""
        return int(np.count_nonzero(self._cells))

    @property
    def name(self) -> str:
        """The name in the pattern's file or in the library; "" if there is none."""
        return self._notes.name

    # Where the cells are.

    def shift(self, rows: int, columns: int) -> Self:
        """Return the pattern moved ``rows`` down and ``columns`` to the right."""
        row, column = self._corner
        return self._with(self._cells, (row + int(rows), column + int(columns)))

    def rotate(self, quarters: int = 1) -> Self:
        """Return the pattern after ``quarters`` quarter turns clockwise around its upper left corner's place.

        The upper left corner of the smallest rectangle stays where it is.
        """
        return self._with(np.rot90(self._cells, -quarters), self._corner)

    def flip(self, axis: str = "columns") -> Self:
        """Return the pattern with its columns (left and right) or its ``"rows"`` (top and bottom) in reverse.

        The upper left corner of the smallest rectangle stays where it is.

        Raises:
            PatternError: ``axis`` is neither "columns" nor "rows".
        """
        if axis not in ("columns", "rows"):
            raise PatternError(f"axis {axis!r}: a pattern flips its 'columns' or its 'rows'")
        return self._with(np.flip(self._cells, axis=("rows", "columns").index(axis)), self._corner)

    def transpose(self) -> Self:
        """Return the pattern with rows and columns exchanged, its upper left corner at the same place."""
        return self._with(self._cells.T, self._corner)

    def recolour(self, state: int) -> Self:
        """Return the pattern with all live cells in ``state``.

        Raises:
            PatternError: the rule has no such live state.
        """
        if not 1 <= state < self._rule.states:
            raise PatternError(
                f"state {state} does not exist: live cells of {self._rule} have states 1 to {self._rule.states - 1}"
            )
        return self._with(np.where(self._cells > 0, np.uint8(state), np.uint8(0)), self._corner)

    def under(self, rule: str | Rule) -> "Pattern":
        """Return the same cells under another rule.

        Raises:
            PatternError: a state is not in the rule.
            RuleError: there is no such rule.
        """
        return Pattern(self._cells, rule, at=self._corner, generation=self._generation)

    # Combining patterns. The result has the rule and the generation of the first.

    def __add__(self, other: "Pattern") -> Self:
        """Return the live cells of both patterns; where both live, those of ``other``."""
        return self._combined(other, lambda mine, its: np.where(its > 0, its, mine))

    def __sub__(self, other: "Pattern") -> Self:
        """Return this pattern without the cells where ``other`` lives."""
        return self._combined(other, lambda mine, its: np.where(its > 0, np.uint8(0), mine))

    def __and__(self, other: "Pattern") -> Self:
        """Return this pattern's cells where ``other`` lives too."""
        return self._combined(other, lambda mine, its: np.where(its > 0, mine, np.uint8(0)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Pattern)
            and self._rule == other._rule
            and self._corner == other._corner
            and np.array_equal(self._cells, other._cells)
        )

    def __hash__(self) -> int:
        return hash((self._rule, self._corner, self._cells.shape, self._cells.tobytes()))

    def __bool__(self) -> bool:
        return self._cells.size > 0

    # What becomes of the pattern.

    def after(self, generations: int) -> Self:
        """Return the pattern after ``generations`` generations on a plane without end.

        Raises:
            EngineError: ``generations`` is negative, or the rule cannot be computed on a plane without end.
            BoardSizeError: the result does not fit into memory.
        """
        if generations < 0:
            raise EngineError(f"{generations} generations: patterns only go forward")
        from gpulife.engines.factory import open_plane

        with open_plane(replace(self._rule_in_full, size=None), engine="auto") as plane:
            plane.load(self._in_full())
            plane.step(generations)
            row, column, *size = plane.box() or (0, 0, 0, 0)
            require_memory_for_cells((size[0], size[1]))
            return self._with(plane.read(row, column, *size), (row, column), self._generation + generations)

    def identify(self) -> "Identity":
        """Find out what the pattern is: kind, name, period, displacement, what it is made of and sends out.

        The pattern is run on a plane without end for up to some seconds, until it repeats or grows steadily. The result
        is kept for later calls.

        Raises:
            PatternError: the pattern is too large, or patterns of its rule cannot be identified.
        """
        if self._identity is None:
            from gpulife.patterns.identify import Limits, identify, patience

            rule = self._rule_in_full
            cells = self._cells if self else np.zeros((1, 1), np.uint8)
            self._identity = identify(cells, rule, Limits(seconds=patience(rule)))
        return self._identity

    @property
    def period(self) -> int:
        """Generations after which the pattern repeats, perhaps elsewhere, or grows steadily; 0 if it does neither."""
        return self.identify().period

    @property
    def displacement(self) -> tuple[int, int]:
        """How far the pattern moves in a period: rows down and columns to the right."""
        return self.identify().displacement

    # Files and display.

    def save(self, path: str | PathLike[str]) -> None:
        """Write the pattern to a file: .rle, .mc, .cells, .lif, .npz or .png, by the name's end.

        Raises:
            OutputError: the name ends otherwise, the format cannot hold the pattern, or the file cannot be written.
        """
        from gpulife.patterns.formats.rle_writer import rle_text
        from gpulife.storage.atomic_io import atomic_write
        from gpulife.view.board_export import save_board
        from gpulife.view.palettes import state_colours

        path = Path(path)
        if path.suffix.lower() == ".rle":
            text = rle_text(self._in_full())
            with atomic_write(path, "w") as file:
                file.write(text)
            return
        full = self._in_full()
        board = _PatternBoard(self._rule_in_full, full.shape, self._generation, full.cells)
        save_board(path, board, state_colours(self._rule_in_full), notes=self._notes)

    @property
    def rle(self) -> str:
        """The pattern as the text of an RLE file."""
        from gpulife.patterns.formats.rle_writer import rle_text

        return rle_text(self._in_full())

    def __array__(self, dtype: np.dtype | None = None, copy: bool | None = None) -> NDArray[np.generic]:
        """Return :attr:`cells` to numpy."""
        return np.array(self._cells, dtype, copy=copy)

    def __repr__(self) -> str:
        if self._cells.size > _SHOWN_CELLS:
            rows, columns = self.shape
            return f"<Pattern of {self.population:,} cells in {rows:,} rows and {columns:,} columns, rule {self._rule}>"
        if not self:
            return "Pattern([[0]])" if self._rule == "Life" else f"Pattern([[0]], {self._rule.name!r})"
        runs = "".join(line for line in self.rle.splitlines() if not line.startswith(("#", "x ")))
        rule = "" if self._rule == "Life" else f", {self._rule.name!r}"
        at = "" if self._corner == (0, 0) else f", at={self._corner}"
        return f"Pattern({runs!r}{rule}{at})"

    def _repr_png_(self) -> bytes:
        from gpulife.api.pictures import board_png

        return board_png(self._in_full().cells, self._rule_in_full)

    def _in_full(self) -> FullPattern:
        """Return the pattern as readers and writers of files know it; one dead cell without live cells."""
        cells = self._cells if self else np.zeros((1, 1), np.uint8)
        return FullPattern(cells, self._rule_in_full, self._generation, self._corner, "pattern", self._notes)

    @property
    def _rule_in_full(self) -> FullRule:
        return full_rule(self._rule)

    def _with(self, cells: Cells, corner: tuple[int, int], generation: int | None = None) -> Self:
        """Return a pattern with other cells, the same in all else; what was known about its behaviour is dropped."""
        other = object.__new__(type(self))
        other._rule, other._notes, other._identity = self._rule, self._notes, None
        other._generation = self._generation if generation is None else generation
        other._cells, other._corner = _trimmed(cells, corner)
        return other

    def _combined(self, other: "Pattern", combine: Callable[[Cells, Cells], Cells]) -> Self:
        if not isinstance(other, Pattern):
            return NotImplemented
        if int(other._cells.max(initial=0)) >= self._rule.states:
            raise PatternError(f"a pattern of {other._rule} has states that {self._rule} does not have")
        boxes = [each for each in (self, other) if each]
        if not boxes:
            return self
        top, left = (min(each._corner[axis] for each in boxes) for axis in (0, 1))
        bottom, right = (max(each._corner[axis] + each.shape[axis] for each in boxes) for axis in (0, 1))
        if max(bottom - top, right - left) > MAX_SIDE:
            raise PatternError(f"these patterns lie too far apart: {max(bottom - top, right - left):,} cells")
        require_memory_for_cells((bottom - top, right - left))
        frames = []
        for each in (self, other):
            frame = np.zeros((bottom - top, right - left), np.uint8)
            if each:
                row, column = each._corner[0] - top, each._corner[1] - left
                frame[row : row + each.shape[0], column : column + each.shape[1]] = each._cells
            frames.append(frame)
        return self._with(combine(*frames), (top, left))


@dataclass(frozen=True, slots=True)
class _PatternBoard:
    """A pattern as a board that can be saved."""

    rule: FullRule
    shape: tuple[int, int]
    generation: int
    cells: Cells

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        return self.cells[row : row + height, column : column + width]


def load(name: str | PathLike[str], rule: str | Rule | None = None) -> Pattern:
    """Open a pattern: a file in any format that gpulife reads, or a pattern of the library such as "gosper-gun".

    Args:
        name: a path, or a name from ``gpulife list patterns``.
        rule: the rule to use instead of the one that the file names; None for the file's own, or Life.

    Raises:
        PatternError: there is no such pattern, it cannot be read, or a state is not in the rule.
        BoardSizeError: the cells do not fit into memory.
    """
    from gpulife.patterns.loading import open_pattern

    given = None if rule is None else full_rule(rule)
    full = open_pattern(str(name), rule=given).whole()
    named = None if full.rule is None else rule_of(replace(full.rule, size=None))
    pattern = Pattern(full.cells, named, at=full.position, generation=full.generation)
    pattern._notes = full.notes
    return pattern


def as_pattern(given: "str | PathLike[str] | Pattern | ArrayLike", rule: Rule) -> Pattern:
    """Return what a program gives as a pattern: a pattern, a name, a path, an RLE or an array of states of ``rule``."""
    if isinstance(given, Pattern):
        return given
    if isinstance(given, PathLike):
        return load(given)
    if isinstance(given, str):
        return Pattern(given) if "!" in given or "\n" in given else load(given)
    return Pattern(given, rule)


def list_patterns() -> dict[str, str]:
    """Return the names of all patterns in the library, each with one line about it, as in ``gpulife list patterns``."""
    from gpulife.patterns.library import built_in_patterns

    return built_in_patterns()


def identify(pattern: "str | PathLike[str] | Pattern | ArrayLike", rule: str | Rule = "Life") -> "Identity":
    """Find out what a pattern is; see :meth:`Pattern.identify`.

    Args:
        pattern: a pattern, a name, a path, an RLE, or an array of state codes, shape (rows, columns).
        rule: the rule of an array.
    """
    return as_pattern(pattern, Rule(rule)).identify()


def _trimmed(cells: Cells, corner: tuple[int, int]) -> tuple[Cells, tuple[int, int]]:
    """Return the smallest rectangle around the live cells, read-only, and the (row, column) of its corner."""
    rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
    if not rows.size:
        empty = np.zeros((0, 0), np.uint8)
        empty.flags.writeable = False
        return empty, (0, 0)
    kept = cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].copy()
    kept.flags.writeable = False
    return kept, (int(corner[0]) + int(rows[0]), int(corner[1]) + int(columns[0]))
