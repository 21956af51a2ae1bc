"""Patterns: cells, and what a pattern file says about them. All readers return patterns, and all writers take them."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple, Self

import numpy as np

from gpulife.errors import PatternError, RuleError
from gpulife.patterns.board_sizes import quoted, require_memory_for_cells
from gpulife.rules import Cells, Rule, parse_rule, register_rule_text

# Notes: the name, author and comments in a pattern file. They are shown, and written back when the pattern is saved.

_MAX_LINES = 500
_MAX_LINE = 1000
"""Maximum number of characters of a line of text in a pattern file. Longer lines are cut."""
_NAME, _AUTHOR, _COMMENT = "N", "O", "C"
_COMMENT_MARKS = ("C", "c", "D")


@dataclass(frozen=True, slots=True)
class Notes:
    """Name, author and remarks in a pattern file.

    Attributes:
        name: the pattern's name; "" if the file gives none.
        author: who made or found the pattern, and when; "" if the file does not say it.
        comments: all other remarks, one text for each line.
        reading: what had to be changed or left out when the file was read, one short text each. Not written to files.
    """

    name: str = ""
    author: str = ""
    comments: tuple[str, ...] = ()
    reading: tuple[str, ...] = field(default=(), compare=False)

    def summary(self) -> str:
        """Return name and author in one line. If there is neither, return the first comment, or ""."""
        if self.name or self.author:
            return ", by ".join(filter(None, (self.name, self.author)))
        return next(filter(None, self.comments), "")

    def lines(self) -> list[str]:
        """Return the notes as lines of an RLE: ``#N`` for the name, ``#O`` for the author, ``#C`` for comments."""
        marked = [(_NAME, self.name), (_AUTHOR, self.author)]
        return [
            *(f"#{mark} {text}" for mark, text in marked if text),
            *(f"#{_COMMENT} {text}".rstrip() for text in self.comments),
        ]


NO_NOTES = Notes()
"""The notes of a pattern that has no file, or whose file has no notes."""


def notes_of(lines: Iterable[str]) -> Notes:
    """Return the notes in lines such as ``#N Glider``. All other lines are skipped.

    A second name or author becomes a comment. Only the first 500 comments are kept.
    """
    name = author = ""
    comments: list[str] = []
    for line in lines:
        mark, text = line[1:2], line[2:].strip()[:_MAX_LINE]
        if line.startswith("#CXRLE"):
            continue
        if mark == _NAME and not name:
            name = text
        elif mark == _AUTHOR and not author:
            author = text
        elif mark in (*_COMMENT_MARKS, _NAME, _AUTHOR) and len(comments) < _MAX_LINES:
            comments.append(text)
    while comments and not comments[-1]:
        comments.pop()
    return Notes(name, author, tuple(comments))


# Patterns: completely in memory, or read patch by patch.

MAX_STATE = 255
"""The highest state that a cell may have while its rule is not known."""
EMPTY_SHAPE = (1, 1)
"""Shape of a pattern whose file has no cells. Such a pattern has one dead cell, so that no code must handle empty
arrays.
"""
_MAX_RULE = 200


class Patch(NamedTuple):
    """A rectangle of a pattern's cells, and the position of its upper left corner in the pattern."""

    row: int
    column: int
    cells: Cells


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """A pattern whose cells are in memory.

    Attributes:
        cells: state codes, shape (rows, columns), uint8.
        rule: the rule that the file names; None if it names none.
        generation: the generation of the cells.
        position: (row, column) of the upper left corner on the board from which the pattern was cut; None if not known.
        source: the pattern's name in messages, such as a file's name or "soup".
        notes: name, author and remarks in the file.
        parts: the number of patches that :meth:`patches` yields.
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
        """The pattern's size, (rows, columns)."""
        rows, columns = self.cells.shape
        return rows, columns

    def patches(self) -> Iterator[Patch]:
        """Yield all cells as a single patch."""
        yield Patch(0, 0, self.cells)

    def whole(self) -> Self:
        """Return the pattern itself, since its cells are in memory already."""
        return self

    def highest_state(self) -> int:
        """Return the highest state of any cell."""
        return int(self.cells.max(initial=0))

    def require_states_of(self, rule: Rule) -> None:
        """Raise PatternError if a cell is in a state that ``rule`` does not have."""
        require_state_of(rule, self.highest_state(), self.source)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StreamedPattern(ABC):
    """A pattern too large for memory. Its cells are read patch by patch, and again whenever they are needed.

    Attributes:
        shape: (rows, columns).
        rule, generation, position, source, notes: see :class:`Pattern`.
        parts: number of patches that :meth:`patches` yields, for a progress bar.
        highest: the highest state of any cell, if it is known before the cells are read; else None.
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
        """Read the cells in patches that do not overlap. Cells outside of all patches are dead.

        Raises:
            PatternError: the next patch is damaged. The message says which. The patches before it are correct.
        """

    def verify(self, advance: Callable[[], None] = lambda: None) -> None:  # noqa: B027 - most formats are checked on opening
        """Read the whole file once to check it.

        Args:
            advance: called after each checked part, ``parts`` times in all. Never called if there is nothing to check.

        Raises:
            PatternError: a part of the file is damaged; the message names the part.
        """

    def highest_state(self) -> int:
        """Return the highest state of any cell. All cells may have to be read."""
        return self.highest

    def require_states_of(self, rule: Rule) -> None:
        """Raise PatternError if a cell is in a state that ``rule`` does not have."""
        if (
            self.rule is None or rule.live_states < self.rule.live_states
        ):  # readers check the states against the file's own rule
            require_state_of(rule, self.highest_state(), self.source)

    def whole(self) -> Pattern:
        """Read all cells into memory.

        Raises:
            BoardSizeError: the cells do not fit into memory.
            PatternError: the file is damaged.
        """
        require_memory_for_cells(self.shape)
        cells = np.zeros(self.shape, np.uint8)
        for patch in self.patches():
            height, width = patch.cells.shape
            cells[patch.row : patch.row + height, patch.column : patch.column + width] = patch.cells
        return Pattern(cells, self.rule, self.generation, self.position, self.source, self.notes)


def parse_file_rule(name: str, text: str = "") -> Rule:
    """Return the rule that a file names. ``text`` is the ``.rule`` text inside that file; "" if there is none.

    Raises:
        RuleError: there is no such rule, its name is too long, or ``text`` defines another rule.
    """
    if len(name) > _MAX_RULE:
        raise RuleError(f"rule {quoted(name)} has {len(name)} characters; rule names have at most {_MAX_RULE}")
    if text:
        register_rule_text(name, text)
    return parse_rule(name)


def require_some_cells(pattern: Pattern | StreamedPattern) -> None:
    """Raise PatternError if a pattern has nothing to place: it has no cells, or a single dead cell."""
    if pattern.shape == EMPTY_SHAPE and not pattern.highest_state():
        raise PatternError(f"{pattern.source}: the pattern is empty: there are no cells to place")


def require_state_of(rule: Rule, highest: int, source: str) -> None:
    """Raise PatternError if ``highest``, the highest state in a pattern, is not a state of ``rule``."""
    if highest > rule.live_states:
        raise PatternError(f"{source}: {state_error(highest, rule)}")


def state_error(state: int, rule: Rule | None, file: str = "") -> str:
    """Return the error message for a state that ``rule`` does not have.

    If ``rule`` is None, the message is for a state that a file format cannot store; ``file`` is the format's name.
    """
    law, highest = (f"rule {rule.law}", rule.live_states) if rule else (file, MAX_STATE)
    return f"state {state} does not exist in {law}, which has states 0 to {highest}"


# Patterns with marked cells, such as LifeHistory's: a board whose rule has no marks takes only their live cells.

_LOGGER = logging.getLogger(__name__)
_LEFT_OUT = "%s: a board of %s takes only the live cells of %s, not its history, marks and walls"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class UnmarkedPattern(StreamedPattern):
    """A massive pattern, such as one of LifeHistory, without its marks: only the live cells remain.

    Attributes:
        marked: the same pattern with its marks.
    """

    marked: StreamedPattern

    def patches(self) -> Iterator[Patch]:
        """Yield the patches of the pattern. Marks are left out."""
        assert self.marked.rule is not None  # noqa: S101 - only rules have marks
        for patch in self.marked.patches():
            yield Patch(patch.row, patch.column, _life_of(patch.cells, self.marked.rule))


def fitted_to(pattern: Pattern | StreamedPattern, rule: Rule) -> Pattern | StreamedPattern:
    """Return ``pattern``, made to fit the states of ``rule``.

    If its own rule has a history and marks that ``rule`` lacks, only live cells are kept, and a warning is logged. The
    returned pattern keeps its own rule.

    Raises:
        PatternError: a cell has a state that the rule does not have.
    """
    own = pattern.rule
    if own is None or not own.family.without_marks or own.family is rule.family:
        pattern.require_states_of(rule)
        return pattern
    if pattern.highest_state() <= 1:
        return pattern
    _LOGGER.warning(_LEFT_OUT, pattern.source, rule.title, own.title)
    if isinstance(pattern, Pattern):
        return replace(pattern, cells=_life_of(pattern.cells, own))
    return UnmarkedPattern(
        shape=pattern.shape,
        rule=own,
        generation=pattern.generation,
        position=pattern.position,
        source=pattern.source,
        parts=pattern.parts,
        highest=1,
        notes=pattern.notes,
        marked=pattern,
    )


def _life_of(cells: Cells, rule: Rule) -> Cells:
    """Return 1 for each live cell and 0 for all others. ``rule`` is the rule of ``cells``, which has marks."""
    life = np.array(rule.family.without_marks, np.uint8)
    life[life > 1] = 0
    return life[cells]


# The board on which a pattern starts: the one named in its file, else one with room around it to move and grow.
# ``gpulife run``, ``render`` and the window all use these functions, so that a file opens as the same universe
# everywhere.

LEAST_BOARD = (96, 160)
"""Minimum (rows, columns) of a board if neither the user nor the file gives a size."""
MOST_ROOM = 1000
"""Maximum width, in cells, of the empty margin on each side of a large pattern."""
_WIDEST = 1 << 18
"""Maximum side of a board with its margins, in cells. Some graphics cards cannot hold a wider board."""


def board_around(shape: tuple[int, int]) -> tuple[int, int]:
    """Return the (rows, columns) of the board for a pattern of ``shape`` whose file states no board size.

    On each side, the pattern gets a margin of half its longer side, but at most MOST_ROOM cells.
    """
    # With twice that room, a pattern of 300x200 would be shown at less than a pixel per cell.
    room = min(-(-max(shape) // 2), MOST_ROOM)
    rows, columns = (
        max(side, least, min(side + 2 * room, _WIDEST)) for side, least in zip(shape, LEAST_BOARD, strict=True)
    )
    return rows, columns


def place_on(pattern: Pattern | StreamedPattern, board: tuple[int, int]) -> tuple[int, int]:
    """Return the (row, column) for a pattern's upper left corner on a board of (rows, columns).

    The position in the file is used if the file's rule gives the board this size and the pattern fits there. Otherwise
    the pattern is centred.
    """
    if pattern.position is not None and pattern.rule is not None and pattern.rule.size == board:
        places = zip(pattern.position, pattern.shape, board, strict=True)
        if all(0 <= first <= side - size for first, size, side in places):
            return pattern.position
    row, column = ((side - own) // 2 for side, own in zip(board, pattern.shape, strict=True))
    return row, column
