"""Patterns: cells with what a file says about them. Every reader returns one, and every writer takes one."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Self

import numpy as np

from gpulife.errors import PatternError, RuleError
from gpulife.patterns.board_sizes import quoted, require_memory_for_cells
from gpulife.patterns.notes import NO_NOTES, Notes
from gpulife.rules import Cells, Rule, parse_rule, register_rule_text

MAX_STATE = 255
"""The highest state of a cell if no rule is known."""
EMPTY_SHAPE = (1, 1)
"""Shape of a pattern whose file has no cells: one dead cell, so that nothing meets boards without cells."""
_MAX_RULE = 200


class Patch(NamedTuple):
    """A rectangle of a pattern's cells, with the position of its upper left cell in the pattern."""

    row: int
    column: int
    cells: Cells


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """Cells, and what is known about them. All cells are in memory.

    Attributes:
        cells: state codes, shape (rows, columns), uint8.
        rule: the rule that the file names, or None.
        generation: the generation of the cells.
        position: (row, column) of the upper left cell on the board that it was cut from, or None.
        source: its name in messages: a file's name or "soup".
        notes: what the file says of it in words.
        parts: the number of patches.
    """

    parts: ClassVar[int] = 1

    cells: Cells
    rule: Rule | None = None
    generation: int = 0
    position: tuple[int, int] | None = None
    source: str = "pattern"
    notes: Notes = NO_NOTES

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = self.cells.shape
        return rows, columns

    def patches(self) -> Iterator[Patch]:
        """Yield all cells as a single patch."""
        yield Patch(0, 0, self.cells)

    def whole(self) -> Self:
        """Return the pattern itself."""
        return self

    def highest_state(self) -> int:
        """Return the highest state of any cell."""
        return int(self.cells.max(initial=0))

    def require_states_of(self, rule: Rule) -> None:
        """Raise PatternError if a cell is in a state that ``rule`` does not have."""
        require_state_of(rule, self.highest_state(), self.source)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StreamedPattern(ABC):
    """A pattern whose cells are never all in memory: they are read patch by patch, again for every iteration.

    Attributes:
        shape: (rows, columns).
        rule, generation, position, source, notes: see :class:`Pattern`.
        parts: the number of patches, for a progress bar.
        highest: the highest state of any cell, if it is known before the cells are read.
    """

    shape: tuple[int, int]
    rule: Rule | None
    generation: int = 0
    position: tuple[int, int] | None = None
    source: str = "pattern"
    parts: int = 1
    highest: int = 0
    notes: Notes = NO_NOTES

    @abstractmethod
    def patches(self) -> Iterator[Patch]:
        """Read the cells in patches that do not overlap; cells outside of all patches are dead.

        Raises:
            PatternError: the next patch is damaged; the message names it. Patches before it are good.
        """

    def verify(self, advance: Callable[[], None] = lambda: None) -> None:  # noqa: B027 - most are whole once opened
        """Read everything once to check it.

        Args:
            advance: called after each of ``parts`` parts, if there is anything to check.

        Raises:
            PatternError: something is damaged; the message names it.
        """

    def highest_state(self) -> int:
        """Return the highest state of any cell; this may read all of them."""
        return self.highest

    def require_states_of(self, rule: Rule) -> None:
        """Raise PatternError if a cell is in a state that ``rule`` does not have."""
        if (
            self.rule is None or rule.live_states < self.rule.live_states
        ):  # the file's own rule is checked while reading
            require_state_of(rule, self.highest_state(), self.source)

    def whole(self) -> Pattern:
        """Read all cells into memory.

        Raises:
            BoardSizeError: they do not fit.
            PatternError: the file is damaged.
        """
        require_memory_for_cells(self.shape)
        cells = np.zeros(self.shape, np.uint8)
        for patch in self.patches():
            height, width = patch.cells.shape
            cells[patch.row : patch.row + height, patch.column : patch.column + width] = patch.cells
        return Pattern(cells, self.rule, self.generation, self.position, self.source, self.notes)


def parse_file_rule(name: str, text: str = "") -> Rule:
    """Return the rule that a file names; ``text`` is that of a ``.rule`` file that it brings along, if it does.

    Raises:
        RuleError: there is none of that name, it is longer than the name of any rule, or the text is another rule's.
    """
    if len(name) > _MAX_RULE:
        raise RuleError(f"rule {quoted(name)} has {len(name)} characters; no rule has so long a name")
    if text:
        register_rule_text(name, text)
    return parse_rule(name)


def require_some_cells(pattern: Pattern | StreamedPattern) -> None:
    """Raise PatternError if a pattern is empty where cells are to be placed: a single dead cell or less."""
    if pattern.shape == EMPTY_SHAPE and not pattern.highest_state():
        raise PatternError(f"{pattern.source}: an empty pattern: there are no cells to place")


def require_state_of(rule: Rule, highest: int, source: str) -> None:
    """Raise PatternError if ``rule`` has no state ``highest``."""
    if highest > rule.live_states:
        raise PatternError(f"{source}: {state_error(highest, rule)}")


def state_error(state: int, rule: Rule | None, file: str = "") -> str:
    """Say that ``rule`` has no such state, or that a kind of ``file`` has none where no rule is known."""
    law, highest = (f"rule {rule.law}", rule.live_states) if rule else (file, MAX_STATE)
    return f"state {state} is not one of {law}, which has states 0 to {highest}"
