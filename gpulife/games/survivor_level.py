"""A level of Survivor: a board as a picture, when it begins, how many turns it should take, and its story.

``levels`` reads and writes them as TOML files; matches carry them in their settings, so that a replay needs no files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from gpulife.games.base import GameError
from gpulife.patterns.pattern import Cells
from gpulife.rules import SURVIVOR_STATES, TIMES_OF_DAY

WALKABLE, PAWN, SHELTER, ENEMY, TRAP, IMPASSABLE = range(len(SURVIVOR_STATES))
SYMBOLS = ".PSET#"
"""Of the states in a level's picture, in their order."""
PIECES = (PAWN, SHELTER)
"""What a player may place."""
SMALLEST, LARGEST = 3, 256
"""Cells of a side."""
MOST_PAR = 999
MOST_LETTERS = {"title": 40, "story": 2000, "ending": 2000}
"""Of a level's texts."""


class LevelError(GameError):
    """Something is wrong with a level; the message names the level, the thing, its value and what would be right."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level.

    Attributes:
        title: for people.
        board: a line a row, a symbol of SYMBOLS a cell.
        starts: one of TIMES_OF_DAY: the time of the first turn.
        par: turns in which a good player wins; 0 if nobody knows yet.
        story: what is told before it.
        ending: what is told when it is won.
    """

    title: str
    board: tuple[str, ...]
    starts: str = TIMES_OF_DAY[0]
    par: int = 0
    story: str = ""
    ending: str = ""

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return len(self.board), len(self.board[0])

    @property
    def cells(self) -> Cells:
        """The board as state codes, shape (rows, columns), uint8."""
        return np.array([[SYMBOLS.index(symbol) for symbol in row] for row in self.board], np.uint8)

    @property
    def first_generation(self) -> int:
        """The number of the generation that the board begins with: the time of day goes by it."""
        return TIMES_OF_DAY.index(self.starts)

    def stars(self, turns: int) -> int:
        """For a win in so many turns: 3 within par, 2 within half as many again, else 1."""
        if self.par and turns <= self.par:
            return 3
        return 2 if self.par and 2 * turns <= 3 * self.par else 1

    def in_the_middle_of(self, shape: tuple[int, int]) -> Level:
        """The same with so much more open ground around.

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
        """As JSON and TOML hold it."""
        return asdict(self) | {"board": list(self.board)}


def picture_of(cells: Cells) -> tuple[str, ...]:
    """The picture of a board of state codes."""
    return tuple("".join(SYMBOLS[state] for state in row) for row in cells.tolist())


def level_of(data: Mapping[str, Any], where: str) -> Level:
    """A level out of a TOML table or a match's settings, checked as far as it can be without playing it.

    Args:
        data: by the names of Level's attributes; ``board`` may be one text of lines or a list of them.
        where: what messages call it.

    Raises:
        LevelError: something is missing, unknown, of another type, or cannot be.
    """
    known = Level.__dataclass_fields__
    for name in data:
        if name not in known:
            raise LevelError(f"{where}: there is no {str(name)[:40]!r} in a level; there are {', '.join(known)}")
    title = _text(data, "title", where)
    if not title.strip() or not title.isprintable():
        raise LevelError(f"{where}: title {title[:40]!r} should be a line of text")
    starts = data.get("starts", TIMES_OF_DAY[0])
    if starts not in TIMES_OF_DAY:
        raise LevelError(f"{where}: starts {str(starts)[:40]!r} should be one of {', '.join(TIMES_OF_DAY)}")
    par = data.get("par", 0)
    if not isinstance(par, int) or isinstance(par, bool) or not 0 <= par <= MOST_PAR:
        raise LevelError(f"{where}: par {str(par)[:40]} should be a number of turns from 0 to {MOST_PAR}")
    story, ending = (_text(data, name, where) for name in ("story", "ending"))
    return Level(title, _board(data.get("board", ""), where), starts, par, story, ending)


def _text(data: Mapping[str, Any], name: str, where: str) -> str:
    text = data.get(name, "")
    if not isinstance(text, str) or len(text) > MOST_LETTERS[name]:
        raise LevelError(f"{where}: {name} should be a text of at most {MOST_LETTERS[name]} letters")
    return text


def _board(data: Any, where: str) -> tuple[str, ...]:
    lines = [line.strip() for line in data.split("\n") if line.strip()] if isinstance(data, str) else data
    if not isinstance(lines, list | tuple) or not all(isinstance(line, str) for line in lines):
        raise LevelError(f"{where}: board should be lines of {' '.join(SYMBOLS)}")
    widths = {len(line) for line in lines}
    if len(widths) > 1:
        raise LevelError(f"{where}: the lines of the board should be of one length, not {min(widths)} to {max(widths)}")
    width = max(widths, default=0)
    if not (SMALLEST <= len(lines) <= LARGEST and SMALLEST <= width <= LARGEST):
        raise LevelError(f"{where}: a board of {width}x{len(lines)} cells; sides are {SMALLEST} to {LARGEST}")
    wrong = sorted(set("".join(lines)) - set(SYMBOLS))
    if wrong:
        raise LevelError(f"{where}: the board has {wrong[0]!r}; cells are {' '.join(SYMBOLS)}")
    for state, what in ((PAWN, "pawn (P)"), (TRAP, "trap (T)")):
        if not any(SYMBOLS[state] in line for line in lines):
            raise LevelError(f"{where}: the board has no {what}, so that there is nothing to play")
    return tuple(lines)
