"""A player's progress in Survivor: turns of the best win, by the level's name, in a TOML file of the data folder."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Self

from msgspec import Meta

from gpulife.errors import GpulifeError
from gpulife.games.survivor.level_files import LevelFile
from gpulife.storage.bounded_reading import ReadError, convert
from gpulife.storage.schema import quoted_value
from gpulife.storage.toml_files import changed_file, read_table, set_aside_damaged, table_of

_LOG = logging.getLogger(__name__)

FILE_NAME = "survivor.toml"
_TABLE = "won"
_WHAT = "what has been won"
_TURNS = Annotated[int, Meta(ge=0, le=1_000_000, description="a number of turns, up to 1000000")]


@dataclass(frozen=True, slots=True)
class Progress:
    """The levels that have been won.

    Attributes:
        won: turns of the best win, by the level's name.
    """

    won: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    def with_win(self, name: str, turns: int) -> Self:
        """Return the progress after a win in ``turns`` turns; a worse one than before changes nothing."""
        return self.with_wins(Progress({name: turns}))

    def with_wins(self, other: "Progress") -> Self:
        """Return the progress after all wins of both."""
        best = {name: min(turns, self.won.get(name, turns)) for name, turns in other.won.items()}
        return replace(self, won=MappingProxyType({**self.won, **best}))

    def unlocked(self, levels: Sequence[LevelFile]) -> int:
        """Return how many of ``levels`` may be played, in order: the first, and each after one that has been won."""
        return next(
            (number for number, level_file in enumerate(levels, 1) if level_file.name not in self.won), len(levels)
        )

    def stars(self, level_file: LevelFile) -> int:
        """Return the stars of the best win of a level; 0 if there is none."""
        return level_file.level.stars(self.won[level_file.name]) if level_file.name in self.won else 0


def load_progress(folder: Path) -> Progress:
    """Read the progress in a data folder; log what is wrong with its file, and set it aside if it is no TOML."""
    path = folder / FILE_NAME
    try:
        content = read_table(path, _WHAT)
    except ReadError as error:
        _LOG.warning("%s; nothing counts as won", _problem_text(path, error))
        return Progress()
    progress, warnings = _read_wins(content, path)
    for warning in warnings:
        _LOG.warning(warning)
    return progress


def save_progress(wins: Progress, folder: Path) -> Progress:
    """Add wins to those in the file, to which other programs may have added some; of two wins the better one stays.

    Returns:
        All that has been won.

    Raises:
        OutputError: the system refused, or another program holds the file for long.
        ReadError: the file is there and cannot be read.
    """
    path = folder / FILE_NAME
    with changed_file(path, _WHAT) as document:
        progress, _ = _read_wins(document.unwrap(), path)
        table = table_of(document, _TABLE)
        for name, turns in sorted(wins.won.items()):
            if turns < progress.won.get(name, turns + 1):
                progress = progress.with_win(name, turns)
                table[name] = turns
    return progress


class ProgressFile:
    """The progress in a file to which other running programs may add wins, too.

    Attributes:
        progress: progress as this program knows it.
    """

    def __init__(self, folder: Path) -> None:
        self.progress = Progress()
        self._folder = folder
        self._unsaved = Progress()

    def load(self) -> None:
        """Read the file again."""
        self.progress = load_progress(self._folder).with_wins(self._unsaved)

    def count(self, name: str, turns: int) -> None:
        """Count a win from now on.

        Raises:
            GpulifeError: it could not be saved; with the next win that is tried again.
        """
        if turns >= self.progress.won.get(name, turns + 1):
            return
        self._unsaved = self._unsaved.with_win(name, turns)
        self.progress = self.progress.with_wins(self._unsaved)
        self.progress = save_progress(self._unsaved, self._folder)
        self._unsaved = Progress()


def _read_wins(content: Mapping[str, Any], path: Path) -> tuple[Progress, tuple[str, ...]]:
    """Return the progress in a file's content, and a warning for each value that is wrong."""
    table = content.get(_TABLE, {})
    if not isinstance(table, dict):
        return Progress(), (f"{path}: {_TABLE} = {quoted_value(table)} should be a table, as in [{_TABLE}]",)
    right: dict[str, int] = {}
    warnings = []
    for name, turns in table.items():
        try:
            right[name] = convert(turns, _TURNS, f"{path}: {_TABLE}.{quoted_value(name)[1:-1]}")
        except ReadError as error:
            warnings.append(f"{error}; it does not count")
    return Progress(MappingProxyType(right)), tuple(warnings)


def _problem_text(path: Path, error: ReadError) -> str:
    """Say what is wrong with the file; set a damaged one aside, which nobody writes by hand."""
    try:
        return set_aside_damaged(path, _WHAT) or str(error)
    except GpulifeError:
        return str(error)
