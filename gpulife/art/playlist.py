"""Programmes: lists of scenes, shipped ones and the user's own, found by name."""

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
    """A programme does not exist, or its file has a mistake; the message names the file and the key."""


@dataclass(frozen=True, slots=True)
class Programme:
    """A list of scenes that a display shows.

    Attributes:
        name: name of its file, without the ending.
        title: title for people.
        description: description on one line.
        scenes: one scene or more; at every minute of the day at least one of them may begin.
    """

    name: str
    title: str
    description: str
    scenes: tuple[Scene, ...]

    def first_gap(self) -> tuple[int, int] | None:
        """Return the first range of minutes [first, end) of the day in which no scene may begin, or None."""
        free = [
            minute for minute in range(MINUTES_PER_DAY) if not any(scene.hours.has(minute) for scene in self.scenes)
        ]
        return (free[0], next(minute for minute in count(free[0]) if minute not in free)) if free else None


def programme_paths() -> dict[str, Path]:
    """Return each programme's file by its name, in alphabetical order; the user's own replace shipped ones.

    Raises:
        OutputError: the data folder cannot be created.
    """
    folders = resource_folder("presets") / "art", data_folder() / "art"
    found = {path.stem: path for folder in folders for path in sorted(folder.glob("*.toml"))}
    return dict(sorted(found.items()))


def list_programmes() -> dict[str, str]:
    """Return a line about each programme by its name: its description, or the mistake in its file."""
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
    """Read the programme called ``name``, or the file of that name if it ends in ``.toml``.

    Raises:
        ProgrammeError: the programme does not exist, or its file has a mistake.
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
