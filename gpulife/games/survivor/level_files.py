"""Level files: TOML, one level each, those of ``presets/survivor`` and the user's own.

A file holds what ``Level`` holds, and ``solution``: a way to win, one text a turn ("pawn 3 4", "shelter 0 7", "wait";
row and column, counted from 0 at the upper left).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from itertools import count
from pathlib import Path
from typing import Annotated
from unicodedata import normalize

import tomlkit

from gpulife.errors import GpulifeError
from gpulife.games.survivor.ai.beam_search import WAIT, Move
from gpulife.games.survivor.level import PIECES, Level, LevelError, parse_level
from gpulife.resources import resource_folder
from gpulife.rules import SURVIVOR_STATES
from gpulife.storage.atomic_io import atomic_write, make_folder, set_aside
from gpulife.storage.bounded_reading import convert, parse_toml, read_file
from gpulife.storage.locks import locked
from gpulife.storage.schema import WrongValue, described

FOLDER = "levels"
"""Name of the folder of the user's own levels, in the data folder."""
LEVEL_ENDING = ".toml"
_MAX_BYTES = 1 << 18
"""Limit on the bytes of a level's file; the largest level has 64 KiB of cells."""
_MOVE = re.compile(r"(pawn|shelter) ([0-9]{1,3}) ([0-9]{1,3})")
_MAX_NAME = 60


def _move(text: str) -> Move:
    if text == "wait":
        return WAIT
    match = _MOVE.fullmatch(text)
    if match is None:
        raise WrongValue('a move, as in "pawn 3 4", "shelter 0 7" or "wait"', text)
    piece = next(piece for piece in PIECES if SURVIVOR_STATES[piece] == match[1])
    return Move(piece, int(match[2]), int(match[3]))


@dataclass(frozen=True, slots=True)
class _SolvedLevel(Level):
    """The content of a level's file."""

    solution: Annotated[
        tuple[Move, ...],
        described('a list of texts, as in ["pawn 3 4", "wait"]', lambda texts: tuple(map(_move, texts)), of=list[str]),
    ] = ()


@dataclass(frozen=True, slots=True)
class LevelFile:
    """A level as it lies on disk.

    Attributes:
        name: name of its file without the ending, by which progress is kept.
        level: the level itself.
        solution: way to win it, empty if none is known.
    """

    name: str
    level: Level
    solution: tuple[Move, ...] = ()


@cache
def built_in_levels() -> tuple[LevelFile, ...]:
    """Return the levels that come with the program, in the order in which they are unlocked."""
    return tuple(
        read_level(path) for path in sorted((resource_folder("presets") / "survivor").glob(f"*{LEVEL_ENDING}"))
    )


class DamagedLevelError(LevelError):
    """A level's file is no TOML at all."""


def own_levels(data_folder: Path, *, tidy: bool = False) -> tuple[tuple[LevelFile, ...], tuple[str, ...]]:
    """Return the user's own levels by name, and a line for each file that is no level.

    Args:
        data_folder: the user's data folder.
        tidy: whether to set damaged files aside. A level that can be read and merely has a mistake stays where it is:
            somebody may be writing it.
    """
    found, warnings = [], []
    for path in sorted((data_folder / FOLDER).glob(f"*{LEVEL_ENDING}")):
        try:
            found.append(read_level(path))
        except DamagedLevelError as error:
            warnings.append(f"{error}; {set_aside(path)}" if tidy else str(error))
        except GpulifeError as error:
            warnings.append(str(error))
    return tuple(found), tuple(warnings)


def read_level(path: Path) -> LevelFile:
    """Read a level.

    Raises:
        LevelError: it cannot be read, or is no level.
        DamagedLevelError: it is no TOML.
    """
    data = read_file(path, _MAX_BYTES, "a level", LevelError)
    solved = convert(parse_toml(data, str(path), DamagedLevelError), _SolvedLevel, str(path), LevelError)
    level, solution = Level(*(getattr(solved, item.name) for item in fields(Level))), solved.solution
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
    parse_level(level.as_dict(), f"level {level.title[:40]!r}")
    table = {
        "title": level.title,
        "starts": level.starts,
        "par": level.par,
        "story": tomlkit.string(level.story, multiline="\n" in level.story),
        "ending": tomlkit.string(level.ending, multiline="\n" in level.ending),
        "solution": tomlkit.item([move_text(move) for move in solution]).multiline(multiline=True),
    }
    make_folder(path.parent)
    with atomic_write(path, "w") as file:
        # A picture begins on a line of its own, which tomlkit would not let it.
        file.write(tomlkit.dumps(table) + 'board = """\n' + "\n".join(level.board) + '\n"""\n')


def save_level(path: Path, level: Level, solution: Iterable[Move], known: Mapping[Path, Level]) -> Path:
    """Write one of the user's own levels, and never over one that somebody else has written or changed.

    Args:
        path: path of the file; "-2" and so on is added to its name where another level lies there.
        level: level to write.
        solution: way to win it.
        known: levels that this program has read from files or written to them: such a level is replaced.

    Returns:
        Where it lies now.

    Raises:
        LevelError: it is none that could be read again.
        OutputError: the system refused, or another program holds the folder for long.
    """
    make_folder(path.parent)
    with locked(path.parent):
        place = next(
            candidate for candidate in _names(path) if not candidate.exists() or _holds(candidate, known.get(candidate))
        )
        write_level(place, level, solution)
    return place


def _names(path: Path) -> Iterator[Path]:
    yield path
    for number in count(2):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def _holds(path: Path, level: Level | None) -> bool:
    try:
        return level is not None and read_level(path).level == level
    except LevelError:
        return False


def file_name(title: str) -> str:
    """Return the file name for a level called ``title``: letters and digits of any script, "-" for the rest."""
    return re.sub(r"[\W_]+", "-", normalize("NFC", title).lower()).strip("-")[:_MAX_NAME] or "level"


def move_text(move: Move) -> str:
    """Return a move as level files have it."""
    return f"{SURVIVOR_STATES[move.piece]} {move.row} {move.column}" if move.piece else "wait"
