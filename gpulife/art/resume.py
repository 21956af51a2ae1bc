"""What a display needs to go on after a power cut: the programme, the place in its order, and the moment of the scene.

Two files take turns, and each appears whole or not at all: whenever the power goes, the one or the other is good.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from gpulife.art.moment import Moment, read_moment, write_moment
from gpulife.art.programme import ProgrammeError
from gpulife.art.schedule import ScheduleState, as_json, from_json
from gpulife.container import SavedFileError
from gpulife.files import make_folder, remove_leftovers
from gpulife.reading import convert
from gpulife.set_aside import set_aside

FOLDER = "art-resume"
"""In the data folder."""
ENDING = "gpuart"
_TURNS = ("a", "b")


@dataclass(frozen=True, slots=True)
class Resumed:
    """Where a display was.

    Attributes:
        programme: its name, or its file.
        schedule: the order after the scene began.
        moment: of the scene.
        extra: JSON values, as they were given.
    """

    programme: str
    schedule: ScheduleState
    moment: Moment
    extra: dict[str, Any] = field(default_factory=dict)


class ResumeFiles:
    """The two files of one display.

    Args:
        folder: made at the first save, and nobody else's.
        name: of the display, where there are several: letters that a file's name may have.
    """

    def __init__(self, folder: Path, name: str = "art") -> None:
        self.paths = tuple(folder / f"{name}-{turn}.{ENDING}" for turn in _TURNS)
        self._folder = folder
        self._number, self._turn = 0, 0

    def load(self) -> tuple[Resumed | None, tuple[str, ...]]:
        """Where the display was when it was saved last, and a line for each file that is damaged and was set aside.

        None if nothing was saved, or both files are damaged. What was being written when the power went is cleared
        away, so call this before the first save.
        """
        lines = []
        best: Resumed | None = None
        for turn, path in enumerate(self.paths):
            if not path.exists() and not path.is_symlink():
                continue
            try:
                number, resumed = _read(path)
            except SavedFileError as error:
                lines.append(f"{error}; {set_aside(path)}")
                continue
            if number > self._number:
                best, self._number, self._turn = resumed, number, 1 - turn
        if lines:
            lines.append("going on with what was saved before" if best else "nothing to go on with: beginning anew")
        remove_leftovers(self._folder)
        return best, tuple(lines)

    def save(self, resumed: Resumed) -> Path:
        """Write the older of the two files anew; returns it.

        Raises:
            OutputError: the system refused; what was saved before is still there.
        """
        path = self.paths[self._turn]
        make_folder(self._folder, private=True)
        show = {
            "save": self._number + 1,
            "programme": resumed.programme,
            "schedule": as_json(resumed.schedule),
            "extra": resumed.extra,
        }
        write_moment(path, show, resumed.moment)
        self._number += 1
        self._turn = 1 - self._turn
        return path

    def forget(self) -> None:
        """Remove the files, so that the next start is a fresh one."""
        for path in self.paths:
            with suppress(OSError):
                path.unlink(missing_ok=True)


class _Show(Struct, forbid_unknown_fields=True):
    save: Annotated[int, Meta(ge=1, le=1 << 53)]
    programme: str
    schedule: dict[str, int]
    extra: dict[str, Any]


def _read(path: Path) -> tuple[int, Resumed]:
    values, moment = read_moment(path)
    where = f"{path} is damaged in its part 'act'"
    show = convert(values, _Show, where, SavedFileError)
    try:
        schedule = from_json(show.schedule)
    except ProgrammeError as error:
        raise SavedFileError(f"{where}: {error}") from error
    return show.save, Resumed(show.programme, schedule, moment, show.extra)
