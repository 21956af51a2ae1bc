"""Programmes: lists of scenes, shipped ones and the user's own, by name."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from itertools import count
from pathlib import Path

from gpulife.art.scene import MINUTES_PER_DAY, Scene
from gpulife.errors import GpulifeError
from gpulife.patterns.board_sizes import brief
from gpulife.resources import resource_folder, user_path
from gpulife.settings.user_settings import data_folder


class ProgrammeError(GpulifeError):
    """There is no such programme, or something in its file is wrong; one line that names file and key."""


@dataclass(frozen=True, slots=True)
class Programme:
    """What a display shows.

    Attributes:
        name: of its file, without the ending.
        title: for people.
        description: one line.
        scenes: at least one; at every minute of the day one of them may begin.
    """

    name: str
    title: str
    description: str
    scenes: tuple[Scene, ...]

    def without_scene(self) -> tuple[int, int] | None:
        """Return the first minutes of the day (first, the one after the last) at which no scene may begin."""
        free = [
            minute for minute in range(MINUTES_PER_DAY) if not any(scene.hours.has(minute) for scene in self.scenes)
        ]
        if not free:
            return None
        return free[0], next(minute for minute in count(free[0]) if minute not in free)


def own_folder() -> Path:
    """Where the user's own programmes lie; it need not exist.

    Raises:
        OutputError: the folder around it cannot be made.
    """
    return data_folder() / "art"


def programme_paths() -> dict[str, Path]:
    """Return each programme's file by its name, in alphabetical order; the user's own win over shipped ones."""
    folders = resource_folder("presets") / "art", own_folder()
    found = {path.stem: path for folder in folders for path in sorted(folder.glob("*.toml"))}
    return dict(sorted(found.items()))


def list_programmes() -> dict[str, str]:
    """Return one line about each programme by its name; of a wrong file, what is wrong with it."""
    from gpulife.art.playlist_toml import read_programme

    lines = {}
    for name, path in programme_paths().items():
        try:
            programme = read_programme(path)
            lines[name] = f"{programme.title}: {programme.description}"
        except GpulifeError as error:
            lines[name] = f"cannot be shown: {error}"
    return lines


def load_programme(name: str) -> Programme:
    """Read the programme of that name, or the file of that name.

    Raises:
        ProgrammeError: there is none, or its file is wrong.
    """
    from gpulife.art.playlist_toml import read_programme

    if name.lower().endswith(".toml"):
        return read_programme(user_path(name))
    paths = programme_paths()
    if name in paths:
        return read_programme(paths[name])
    close = get_close_matches(name.lower(), paths, n=3)
    hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(paths)}"
    raise ProgrammeError(f"no programme {brief(name)}: {hint}")
