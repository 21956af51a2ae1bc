"""Reads and writes Survivor's TOML files: levels and a player's progress. Also finds a level by its name.

A level file holds the attributes of ``Level``, and in ``solution`` a way to win. That is a text for each turn, such as
"wait" or "pawn 3 4" (row and column, from 0 at the upper left). The built-in levels are in ``presets/survivor``.
"""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Self
from unicodedata import normalize

import tomlkit
from msgspec import Meta

from gpulife.errors import GpulifeError
from gpulife.games.core.game import Match
from gpulife.games.survivor.ai import WAIT, Move
from gpulife.games.survivor.level import PIECES, Level, LevelError, parse_level
from gpulife.games.survivor.rules import level_settings
from gpulife.resources import resource_folder
from gpulife.rules import SURVIVOR_STATES, Edges, parse_rule
from gpulife.storage.atomic_io import atomic_write, make_folder, set_aside
from gpulife.storage.bounded_reading import ReadError, convert, parse_toml, read_file
from gpulife.storage.locks import locked
from gpulife.storage.schema import WrongValue, described, quoted_value
from gpulife.storage.toml_files import changed_file, read_table, set_aside_damaged, table_of

FOLDER = "levels"
"""Name of the folder for the user's own levels, in the data folder."""
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
    """The content of a level file: a level and its solution."""

    solution: Annotated[
        tuple[Move, ...],
        described('a list of texts, as in ["pawn 3 4", "wait"]', lambda texts: tuple(map(_move, texts)), of=list[str]),
    ] = ()


@dataclass(frozen=True, slots=True)
class LevelFile:
    """A level with the name of its file.

    Attributes:
        name: file name without the extension; progress is saved under this name.
        level: the level itself.
        solution: a way to win the level; empty if none is known.
    """

    name: str
    level: Level
    solution: tuple[Move, ...] = ()


@cache
def built_in_levels() -> tuple[LevelFile, ...]:
    """Return the built-in levels in the order in which they are unlocked."""
    return tuple(
        read_level(path) for path in sorted((resource_folder("presets") / "survivor").glob(f"*{LEVEL_ENDING}"))
    )


class DamagedLevelError(LevelError):
    """A level file is not TOML."""


def own_levels(data_folder: Path, *, tidy: bool = False) -> tuple[tuple[LevelFile, ...], tuple[str, ...]]:
    """Return the user's own levels, sorted by name, and a warning for each file that is not a level.

    Args:
        data_folder: the user's data folder.
        tidy: True to rename files that are not TOML, so that they are not read again. A TOML file with a mistake keeps
            its name.
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
    """Return the level in the file at ``path``.

    Raises:
        LevelError: the file cannot be read, or is not a level.
        DamagedLevelError: the file is not TOML.
    """
    data = read_file(path, _MAX_BYTES, "a level", LevelError)
    solved = convert(parse_toml(data, str(path), DamagedLevelError), _SolvedLevel, str(path), LevelError)
    level, solution = Level(*(getattr(solved, item.name) for item in fields(Level))), solved.solution
    rows, columns = level.shape
    for move in solution:
        if move.row >= rows or move.column >= columns:
            raise LevelError(
                f"{path}: solution has row {move.row} and column {move.column}, outside of {columns}x{rows} cells"
            )
    return LevelFile(path.stem, level, solution)


def write_level(path: Path, level: Level, solution: Iterable[Move] = ()) -> None:
    """Write a level and its ``solution`` to the file at ``path``, completely or not at all.

    Raises:
        LevelError: the level is invalid, so that reading the file would fail.
        OutputError: the file cannot be written.
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
        # The picture begins on a line of its own, which tomlkit cannot write.
        file.write(tomlkit.dumps(table) + 'board = """\n' + "\n".join(level.board) + '\n"""\n')


def save_level(path: Path, level: Level, solution: Iterable[Move], known: Mapping[Path, Level]) -> Path:
    """Write one of the user's own levels. Never overwrite a level that another program has written or changed.

    Args:
        path: path of the file; if another level has a file of that name, "-2", "-3" and so on is added to the name.
        level: level to write.
        solution: a way to win the level.
        known: levels that this program has read or written, keyed by path. A file is overwritten only if it still
            holds the level known for it.

    Returns:
        The path of the written file.

    Raises:
        LevelError: the level is invalid, so that reading the file would fail.
        OutputError: the file cannot be written, or another program locks the folder for too long.
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
    """Return the file name for a level called ``title``: in lower case, with "-" for all but letters and digits."""
    return re.sub(r"[\W_]+", "-", normalize("NFC", title).lower()).strip("-")[:_MAX_NAME] or "level"


def move_text(move: Move) -> str:
    """Return a move as level files write it, such as "pawn 3 4"."""
    return f"{SURVIVOR_STATES[move.piece]} {move.row} {move.column}" if move.piece else "wait"


_LOG = logging.getLogger(__name__)

FILE_NAME = "survivor.toml"
_TABLE, _HELPED = "won", "helped"
_WHAT = "a list of won levels"
_TURNS = Annotated[int, Meta(ge=0, le=1_000_000, description="a number of turns, up to 1000000")]


@dataclass(frozen=True, slots=True)
class Progress:
    """The levels that have been won.

    Attributes:
        won: number of turns of the best win of each level, keyed by the level's name.
        helped: the same for wins with hints. Such a win unlocks the next level, and earns one star.
    """

    won: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    helped: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    def with_win(self, name: str, turns: int) -> Self:
        """Return the progress after a win in ``turns`` turns; unchanged if an earlier win was as good or better."""
        return self.with_wins(Progress({name: turns}))

    def with_wins(self, other: "Progress") -> Self:
        """Merge this progress with ``other``: for each level, keep the best win."""
        return replace(self, won=_best(self.won, other.won), helped=_best(self.helped, other.helped))

    def unlocked(self, levels: Sequence[LevelFile]) -> int:
        """Return how many of ``levels`` may be played: the first one, and each one whose predecessor has been won."""
        return next(
            (number for number, level_file in enumerate(levels, 1) if level_file.name not in {*self.won, *self.helped}),
            len(levels),
        )

    def stars(self, level_file: LevelFile) -> int:
        """Return the stars of the best win of a level: 1 for a win with hints; 0 if it has not been won."""
        if level_file.name in self.won:
            return level_file.level.stars(self.won[level_file.name])
        return int(level_file.name in self.helped)


def _best(wins: Mapping[str, int], more: Mapping[str, int]) -> Mapping[str, int]:
    """Merge two tables of wins. For each level, keep the win with fewer turns."""
    best = {name: min(turns, wins.get(name, turns)) for name, turns in more.items()}
    return MappingProxyType({**wins, **best})


def load_progress(folder: Path) -> Progress:
    """Return the progress stored in a data folder.

    Mistakes in the progress file are logged. A file that is not TOML is renamed, so that it is not read again.
    """
    path = folder / FILE_NAME
    try:
        content = read_table(path, _WHAT)
    except ReadError as error:
        _LOG.warning("%s; no level counts as won", _problem_text(path, error))
        return Progress()
    progress, warnings = _read_wins(content, path)
    for warning in warnings:
        _LOG.warning(warning)
    return progress


def save_progress(wins: Progress, folder: Path) -> Progress:
    """Add ``wins`` to the progress file in ``folder``. For each level, keep the best win.

    Returns:
        All wins that are in the file now.

    Raises:
        OutputError: the file cannot be written, or another program locks it for too long.
        ReadError: the file exists and cannot be read.
    """
    path = folder / FILE_NAME
    with changed_file(path, _WHAT) as document:
        progress, _ = _read_wins(document.unwrap(), path)
        for title, old, new in ((_TABLE, progress.won, wins.won), (_HELPED, progress.helped, wins.helped)):
            better = {name: turns for name, turns in sorted(new.items()) if turns < old.get(name, turns + 1)}
            if better:
                table_of(document, title).update(better)
    return progress.with_wins(wins)


class ProgressFile:
    """A player's progress in a file, to which other running programs may also add wins.

    Attributes:
        progress: all wins that were read from the file or added by this program.
    """

    def __init__(self, folder: Path) -> None:
        self.progress = Progress()
        self._folder = folder
        self._unsaved = Progress()

    def load(self) -> None:
        """Read the progress from the file again."""
        self.progress = load_progress(self._folder).with_wins(self._unsaved)

    def count(self, name: str, turns: int, *, helped: bool = False) -> None:
        """Add a win of the level ``name`` in ``turns`` turns, and save the progress.

        ``helped`` is True if the computer has shown a move.

        Raises:
            GpulifeError: the win could not be saved; the next call tries again.
        """
        if turns >= (self.progress.helped if helped else self.progress.won).get(name, turns + 1):
            return
        win = Progress(helped={name: turns}) if helped else Progress({name: turns})
        self._unsaved = self._unsaved.with_wins(win)
        self.progress = self.progress.with_wins(self._unsaved)
        self.progress = save_progress(self._unsaved, self._folder)
        self._unsaved = Progress()


def _read_wins(content: Mapping[str, Any], path: Path) -> tuple[Progress, tuple[str, ...]]:
    """Return the progress in a file's content, and a warning for each wrong value."""
    right: dict[str, dict[str, int]] = {_TABLE: {}, _HELPED: {}}
    warnings = []
    for title, wins in right.items():
        table = content.get(title, {})
        if not isinstance(table, dict):
            warnings.append(f"{path}: {title} = {quoted_value(table)} should be a table, as in [{title}]")
            continue
        for name, turns in table.items():
            try:
                wins[name] = convert(turns, _TURNS, f"{path}: {title}.{quoted_value(name)[1:-1]}")
            except ReadError as error:
                warnings.append(f"{error}; it does not count")
    return Progress(MappingProxyType(right[_TABLE]), MappingProxyType(right[_HELPED])), tuple(warnings)


def _problem_text(path: Path, error: ReadError) -> str:
    """Return what is wrong with the progress file at ``path``, after ``error`` in reading it. Rename a damaged file."""
    try:
        return set_aside_damaged(path, _WHAT) or str(error)
    except GpulifeError:
        return str(error)


def find_unlocked_level(text: str, data_folder: Path, progress: Progress) -> LevelFile:
    """Return the level that ``text`` names: by number from 1, by name, or by the path of a ``.toml`` file.

    Raises:
        LevelError: there is no such level, it is locked, or its file is wrong.
    """
    if text.lower().endswith(LEVEL_ENDING):
        return read_level(Path(text))
    levels = built_in_levels()
    number = next((place for place, level_file in enumerate(levels, 1) if text in (str(place), level_file.name)), 0)
    if number:
        require_unlocked(number, progress)
        return levels[number - 1]
    own, _ = own_levels(data_folder)
    found = next((level_file for level_file in own if level_file.name == text), None)
    if found is None:
        names = ", ".join(level_file.name for level_file in (*levels, *own))
        raise LevelError(
            f"unknown level {text[:40]!r}: use 1 to {len(levels)}, one of {names}, or a {LEVEL_ENDING} file"
        )
    return found


def require_unlocked(number: int, progress: Progress) -> None:
    """Raise LevelError unless the built-in level ``number``, from 1, is unlocked."""
    levels = built_in_levels()
    if number > progress.unlocked(levels):
        before = levels[progress.unlocked(levels) - 1]
        raise LevelError(
            f"level {number} is locked: win level {progress.unlocked(levels)} ({before.level.title}) first"
        )


def level_match(level: Level, seed: int, shape: tuple[int, int] | None = None, edges: Edges = Edges.TORUS) -> Match:
    """Return a match that plays ``level``, on a board of the level's size or in the middle of a larger one.

    Raises:
        LevelError: ``shape`` is smaller than the level.
    """
    # The whole level goes into the match, so that a replay needs no file.
    if shape is not None:
        level.centred_on(shape)
    rule = parse_rule("Survivor").on_board(shape or level.shape, edges)
    return replace(Match("survivor", str(rule), seed), settings=level_settings(level))
