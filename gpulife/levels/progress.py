"""What a player has won of Survivor: turns of the best win, by the level's name, in a TOML file of the data folder."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

import tomlkit

from gpulife.errors import OutputError
from gpulife.files import atomic_write
from gpulife.levels.files import LevelFile

FILE_NAME = "survivor.toml"
_TABLE = "won"
_MOST_TURNS = 1_000_000


@dataclass(frozen=True, slots=True)
class Progress:
    """What has been won.

    Attributes:
        won: turns of the best win, by the level's name.
    """

    won: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    def with_win(self, name: str, turns: int) -> Progress:
        """After a win in so many turns; a worse one than before changes nothing."""
        best = min(turns, self.won.get(name, turns))
        return replace(self, won=MappingProxyType({**self.won, name: best}))

    def unlocked(self, levels: Sequence[LevelFile]) -> int:
        """How many of ``levels`` may be played, in their order: the first, and each after one that has been won."""
        for number, each in enumerate(levels, start=1):
            if each.name not in self.won:
                return number
        return len(levels)

    def stars(self, each: LevelFile) -> int:
        """Of the best win of a level; 0 if there is none."""
        return each.level.stars(self.won[each.name]) if each.name in self.won else 0


def load_progress(folder: Path) -> tuple[Progress, tuple[str, ...]]:
    """The progress in a data folder, and a line for whatever is wrong with its file, which is then put aside."""
    path = folder / FILE_NAME
    try:
        table = tomllib.loads(path.read_bytes().decode("utf-8-sig")).get(_TABLE, {})
    except FileNotFoundError:
        return Progress(), ()
    except OSError as error:
        return Progress(), (f"cannot read {path}: {error.strerror or error}; nothing counts as won",)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return Progress(), (_put_aside(path),)
    items = table.items() if isinstance(table, dict) else ()
    right = {name: turns for name, turns in items if type(turns) is int and 0 <= turns <= _MOST_TURNS}
    wrong = [name for name, turns in items if name not in right]
    warnings = tuple(f"{path}: {_TABLE}.{name[:40]} should be a number of turns; it does not count" for name in wrong)
    return Progress(MappingProxyType(right)), warnings


def save_progress(progress: Progress, folder: Path) -> None:
    """Write it, whole or not at all.

    Raises:
        OutputError: the system refused.
    """
    table = tomlkit.table()
    for name, turns in sorted(progress.won.items()):
        table[name] = turns
    document = tomlkit.document()
    document[_TABLE] = table
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the folder {folder}: {error.strerror or error}") from error
    with atomic_write(folder / FILE_NAME, "w") as file:
        file.write(tomlkit.dumps(document))


def _put_aside(path: Path) -> str:
    aside = path.with_name(f"{path.name}.bad")
    try:
        path.replace(aside)
    except OSError as error:
        return f"{path} is no TOML, and cannot be renamed ({error.strerror}); nothing counts as won"
    return f"{path} is no TOML: it is kept as {aside}, and nothing counts as won"
