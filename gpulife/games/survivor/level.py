"""A level of Survivor: a board as a picture, the time of day when it begins, its par, and its story.

``level_files`` reads and writes levels. A match contains its level, so a replay needs no level file.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Self

import numpy as np
from msgspec import Meta

from gpulife.games.core.game import GameError
from gpulife.rules import SURVIVOR_STATES, TIMES_OF_DAY, Cells
from gpulife.storage.bounded_reading import convert
from gpulife.storage.schema import choice, described, integer, line

WALKABLE, PAWN, SHELTER, ENEMY, TRAP, IMPASSABLE = range(len(SURVIVOR_STATES))
SYMBOLS = ".PSET#"
"""The symbol of each state in a level's picture, in the order of the states."""
PIECES = (PAWN, SHELTER)
"""Pieces that a player may place."""
MIN_SIDE, MAX_SIDE = 3, 256
"""Minimum and maximum length of each side of a level's board, in cells."""


class LevelError(GameError):
    """A level is invalid; the message names the level, the key, its value and what would be valid."""


def _board(data: str | list[str]) -> tuple[str, ...]:
    lines = [line.strip() for line in data.split("\n") if line.strip()] if isinstance(data, str) else data
    widths = {len(line) for line in lines}
    if len(widths) > 1:
        raise LevelError(f"its lines should be of one length, not {min(widths)} to {max(widths)}")
    width = max(widths, default=0)
    if not (MIN_SIDE <= len(lines) <= MAX_SIDE and MIN_SIDE <= width <= MAX_SIDE):
        raise LevelError(f"it has {width}x{len(lines)} cells; each side should have {MIN_SIDE} to {MAX_SIDE}")
    wrong = sorted(set("".join(lines)) - set(SYMBOLS))
    if wrong:
        raise LevelError(f"it has {wrong[0]!r}; the symbols of cells are {' '.join(SYMBOLS)}")
    for state, what in ((PAWN, "pawn (P)"), (TRAP, "trap (T)")):
        if not any(SYMBOLS[state] in line for line in lines):
            raise LevelError(f"it has no {what}, so there is nothing to play")
    return tuple(lines)


def _text(max_length: int) -> Meta:
    return Meta(max_length=max_length, description=f"a text of at most {max_length} characters")


@dataclass(frozen=True, slots=True)
class Level:
    """A level of Survivor.

    Attributes:
        title: title of the level, as displayed.
        board: picture of the board: a line for each row, a symbol of SYMBOLS for each cell.
        starts: time of day of the first turn, one of TIMES_OF_DAY.
        par: number of turns in which a good player wins; 0 if unknown.
        story: text that is shown before the level.
        ending: text that is shown when the level is won.
    """

    title: Annotated[str, line("a line of text of at most 40 characters", 40, empty=False)]
    board: Annotated[tuple[str, ...], described(f"lines of {' '.join(SYMBOLS)}", _board, of=str | list[str])]
    starts: Annotated[str, choice(TIMES_OF_DAY)] = TIMES_OF_DAY[0]
    par: Annotated[int, integer(0, 999, " turns")] = 0
    story: Annotated[str, _text(2000)] = ""
    ending: Annotated[str, _text(2000)] = ""

    @property
    def shape(self) -> tuple[int, int]:
        """Size of the board: (rows, columns)."""
        return len(self.board), len(self.board[0])

    @property
    def cells(self) -> Cells:
        """The board as state codes, shape (rows, columns), uint8."""
        return np.array([[SYMBOLS.index(symbol) for symbol in row] for row in self.board], np.uint8)

    @property
    def first_generation(self) -> int:
        """The number of the board's first generation, which decides the time of day."""
        return TIMES_OF_DAY.index(self.starts)

    def stars(self, turns: int) -> int:
        """Return the stars for a win in ``turns`` turns: 3 up to par, 2 up to one and a half times par, otherwise 1."""
        if self.par and turns <= self.par:
            return 3
        return 2 if self.par and 2 * turns <= 3 * self.par else 1

    def centred_on(self, shape: tuple[int, int]) -> Self:
        """Return this level placed in the middle of a board of ``shape``, with walkable ground around it.

        Raises:
            LevelError: ``shape`` is smaller than the level.
        """
        (rows, columns), (own_rows, own_columns) = shape, self.shape
        if rows < own_rows or columns < own_columns:
            raise LevelError(
                f"level {self.title[:40]!r} has {own_columns}x{own_rows} cells; "
                f"a board of {columns}x{rows} is too small"
            )
        top, left = (rows - own_rows) // 2, (columns - own_columns) // 2
        middle = [(SYMBOLS[0] * left + row).ljust(columns, SYMBOLS[0]) for row in self.board]
        blank = SYMBOLS[0] * columns
        board = (*[blank] * top, *middle, *[blank] * (rows - own_rows - top))
        return replace(self, board=board)

    def as_dict(self) -> dict[str, Any]:
        """Return the level as a dict for JSON or TOML."""
        return asdict(self) | {"board": list(self.board)}


def picture_of(cells: Cells) -> tuple[str, ...]:
    """Return the picture of a board (a line of symbols for each row) from its state codes."""
    return tuple("".join(SYMBOLS[state] for state in row) for row in cells.tolist())


def parse_level(data: Mapping[str, Any], where: str) -> Level:
    """Return the level in a TOML table or a match's settings, checked as far as possible without playing it.

    Args:
        data: values keyed by the names of Level's attributes; ``board`` may be one text with lines or a list of lines.
        where: name of the level in error messages.

    Raises:
        LevelError: a value is missing, unknown, of another type or out of range.
    """
    return convert(data, Level, where, LevelError)
