"""Patterns: cells with what a file says about them. Every reader returns one, and every writer takes one."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple, Self

import numpy as np

from gpulife.errors import PatternError, RuleError
from gpulife.patterns.board_sizes import quoted, require_memory_for_cells
from gpulife.rules import Cells, Rule, parse_rule, register_rule_text

# Notes: what a pattern file says about its pattern in words. They are kept, shown and written again.

_MAX_LINES = 500
_MAX_LINE = 1000
"""Limit on the characters of a line; longer ones are cut."""
_NAME, _AUTHOR, _COMMENT = "N", "O", "C"
_COMMENT_MARKS = ("C", "c", "D")


@dataclass(frozen=True, slots=True)
class Notes:
    """The words of a pattern file.

    Attributes:
        name: the pattern's name; "" if the file gives none.
        author: who made or found it, and when, as the file says.
        comments: all other remarks, line by line.
        reading: what had to be changed or left out in order to read the file, a clause each; none of it is written.
    """

    name: str = ""
    author: str = ""
    comments: tuple[str, ...] = ()
    reading: tuple[str, ...] = field(default=(), compare=False)

    def summary(self) -> str:
        """Return name and author in one line, or the first comment if there is neither."""
        if self.name or self.author:
            return ", by ".join(filter(None, (self.name, self.author)))
        return next(filter(None, self.comments), "")

    def lines(self) -> list[str]:
        """Return name, author and comments as the lines of an RLE, marked ``#N``, ``#O`` and ``#C``."""
        marked = [(_NAME, self.name), (_AUTHOR, self.author)]
        return [
            *(f"#{mark} {text}" for mark, text in marked if text),
            *(f"#{_COMMENT} {text}".rstrip() for text in self.comments),
        ]


NO_NOTES = Notes()
"""The notes of what comes from no file, or from one without words."""


def notes_of(lines: Iterable[str]) -> Notes:
    """Return the notes in lines such as ``#N Glider``; lines with other marks are left out.

    A name or author that comes a second time is a comment. Of hundreds of lines the first are kept.
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


# Patterns: whole in memory, or read patch by patch.

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


# Patterns with marked cells, such as LifeHistory's, on boards whose rules know no marks: their life alone.

_LOGGER = logging.getLogger(__name__)
_LEFT_OUT = (
    "%s: on a board of %s only the live cells of %s are taken; its history, its marks and its walls are left out"
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class UnmarkedPattern(StreamedPattern):
    """The live cells of a massive pattern with marks.

    Attributes:
        marked: the pattern.
    """

    marked: StreamedPattern

    def patches(self) -> Iterator[Patch]:
        """Yield the patches without marks."""
        assert self.marked.rule is not None  # noqa: S101 - only rules have marks
        for patch in self.marked.patches():
            yield Patch(patch.row, patch.column, _life_of(patch.cells, self.marked.rule))


def fitted_to(pattern: Pattern | StreamedPattern, rule: Rule) -> Pattern | StreamedPattern:
    """Return a pattern as a board of ``rule`` takes its cells: without marks, where the rule has none.

    Its own rule stays what it was. What is left out is told.

    Raises:
        PatternError: it has states that the rule does not have.
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
    """Return 1 where cells live, by the rule that they have their marks from."""
    life = np.array(rule.family.without_marks, np.uint8)
    life[life > 1] = 0
    return life[cells]


# The board that a pattern begins on: the one that its file names, else one with room around it to move and grow.
#
# ``gpulife run``, ``render`` and the window all ask here, so that a file is the same universe wherever it is opened.

LEAST_BOARD = (96, 160)
"""(rows, columns) that a board has at least, where nobody says its size."""
MOST_ROOM = 1000
"""Cells that a large pattern gets on each side."""
_WIDEST = 1 << 18
"""Cells of a side beyond which room adds nothing: the widest board where textures are 16384 texels wide."""


def board_around(shape: tuple[int, int]) -> tuple[int, int]:
    """Return the (rows, columns) of the board for a pattern of ``shape`` whose file names none.

    On each of its four sides the pattern gets half as many cells as its longer side has, up to MOST_ROOM: so it does
    not meet itself across the edges at once, is still seen where the whole board is, and does not make a massive board
    much larger than its file.
    """
    # Twice that room would show a pattern of 300x200 at less than a pixel a cell.
    room = min(-(-max(shape) // 2), MOST_ROOM)
    rows, columns = (
        max(side, least, min(side + 2 * room, _WIDEST)) for side, least in zip(shape, LEAST_BOARD, strict=True)
    )
    return rows, columns


def place_on(pattern: Pattern | StreamedPattern, board: tuple[int, int]) -> tuple[int, int]:
    """Return where a pattern's upper left cell lies on a board of (rows, columns): a (row, column).

    It is where it was if the file says so and names such a board, else the pattern is in the middle.
    """
    if pattern.position is not None and pattern.rule is not None and pattern.rule.size == board:
        places = zip(pattern.position, pattern.shape, board, strict=True)
        if all(0 <= first <= side - size for first, size, side in places):
            return pattern.position
    row, column = ((side - own) // 2 for side, own in zip(board, pattern.shape, strict=True))
    return row, column
