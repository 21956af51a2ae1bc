"""Level files: TOML, one level each, those of ``presets/survivor`` and the user's own.

A file holds what ``Level`` holds, and ``solution``: a way to win, one text a turn ("pawn 3 4", "shelter 0 7", "wait";
row and column, counted from 0 at the upper left).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import normalize

import tomlkit

from gpulife.errors import GpulifeError, OutputError
from gpulife.files import atomic_write
from gpulife.games.survivor_level import PIECES, Level, LevelError, level_of
from gpulife.players.survivor.search import WAIT, Move
from gpulife.resources import resource_folder
from gpulife.rules import SURVIVOR_STATES

FOLDER = "levels"
"""Of the user's own levels, in the data folder."""
ENDING = ".toml"
_MOST_BYTES = 1 << 20
_MOVE = re.compile(r"(pawn|shelter) ([0-9]{1,3}) ([0-9]{1,3})")
_MOST_NAME = 60


@dataclass(frozen=True, slots=True)
class LevelFile:
    """A level as it lies on disk.

    Attributes:
        name: of its file, without the ending: by which progress is kept.
        level: what is played.
        solution: a way to win it, empty if none is known.
    """

    name: str
    level: Level
    solution: tuple[Move, ...] = ()


@cache
def built_in_levels() -> tuple[LevelFile, ...]:
    """The levels that come with the program, in the order in which they are unlocked."""
    return tuple(read_level(path) for path in sorted((resource_folder("presets") / "survivor").glob(f"*{ENDING}")))


def own_levels(data_folder: Path) -> tuple[tuple[LevelFile, ...], tuple[str, ...]]:
    """The user's own levels by name, and a line for each file that is none."""
    found, warnings = [], []
    for path in sorted((data_folder / FOLDER).glob(f"*{ENDING}")):
        try:
            found.append(read_level(path))
        except GpulifeError as error:
            warnings.append(str(error))
    return tuple(found), tuple(warnings)


def read_level(path: Path) -> LevelFile:
    """Read a level.

    Raises:
        LevelError: it cannot be read, is no TOML, or no level.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LevelError(f"cannot read level {path}: {error.strerror or error}") from error
    if len(data) > _MOST_BYTES:
        raise LevelError(f"{path} has {len(data)} bytes; a level has at most {_MOST_BYTES}")
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LevelError(f"{path} is no TOML: {' '.join(str(error).split())}") from error
    solution = _moves(table.pop("solution", []), path)
    level = level_of(table, str(path))
    rows, columns = level.shape
    for move in solution:
        if move.row >= rows or move.column >= columns:
            raise LevelError(f"{path}: solution places at {move.row} {move.column}, beyond {columns}x{rows} cells")
    return LevelFile(path.stem, level, solution)


def write_level(path: Path, level: Level, solution: Iterable[Move] = ()) -> None:
    """Write a level, whole or not at all.

    Raises:
        LevelError: it is none that could be read again.
        OutputError: the system refused.
    """
    level_of(level.as_dict(), f"level {level.title[:40]!r}")
    document = tomlkit.document()
    document["title"] = level.title
    document["starts"] = level.starts
    document["par"] = level.par
    for name in ("story", "ending"):
        document[name] = tomlkit.string(getattr(level, name), multiline="\n" in getattr(level, name))
    moves = tomlkit.array()
    for move in solution:
        moves.append(move_text(move))
    moves.multiline(multiline=True)
    document["solution"] = moves
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the folder {path.parent}: {error.strerror or error}") from error
    with atomic_write(path, "w") as file:
        # A picture begins on a line of its own, which tomlkit would not let it.
        file.write(tomlkit.dumps(document) + 'board = """\n' + "\n".join(level.board) + '\n"""\n')


def file_name(title: str) -> str:
    """The name of the file of a level called ``title``: letters and digits of any script, "-" for the rest."""
    return re.sub(r"[\W_]+", "-", normalize("NFC", title).lower()).strip("-")[:_MOST_NAME] or "level"


def move_text(move: Move) -> str:
    """As files have it."""
    return f"{SURVIVOR_STATES[move.piece]} {move.row} {move.column}" if move.piece else "wait"


def _moves(data: Any, path: Path) -> tuple[Move, ...]:
    if not isinstance(data, list):
        raise LevelError(f'{path}: solution should be a list of texts, as in ["pawn 3 4", "wait"]')
    return tuple(_move(text, path) for text in data)


def _move(text: Any, path: Path) -> Move:
    if text == "wait":
        return WAIT
    match = _MOVE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise LevelError(f'{path}: move {str(text)[:40]!r} should be as "pawn 3 4", "shelter 0 7" or "wait"')
    piece = next(piece for piece in PIECES if SURVIVOR_STATES[piece] == match[1])
    return Move(piece, int(match[2]), int(match[3]))
