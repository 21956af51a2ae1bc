"""What a display needs to go on after a power cut: the programme, its place in the order, and the moment of the scene.

It is kept in two files that take turns (see ``rotation``): whenever the power goes, the one or the other is good.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Raw

from gpulife.art.checkpoint import ActState, Moment
from gpulife.art.schedule import ScheduleState
from gpulife.art.stagnation import Sample
from gpulife.errors import GpulifeError
from gpulife.games.core.dataclass_json import RecordError, read_json
from gpulife.storage.atomic_io import remove_leftovers
from gpulife.storage.save_file import Kind, damaged, pack_json, read_parts, unpack, write_parts
from gpulife.storage.save_rotation import Rotation

FOLDER = "art-resume"
"""The folder of the files in the data folder."""
ENDING = "gpuart"

_KIND = Kind(b"GPULART\x1a", 1, "a saved moment of gpulife art", ("act", "board", "kept"), private=True)
_ACT_BYTES = 1 << 24
"""Limit on the text of the part ``act``: a day of samples."""
_SHOW_BYTES = 1 << 16


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
        name: of the display, where there are several: letters that the name of a file may have.
    """

    def __init__(self, folder: Path, name: str = "art") -> None:
        self.files = Rotation(folder, name, ENDING)

    def load(self) -> tuple[Resumed | None, tuple[str, ...]]:
        """Return where the display was when it was saved last, and a line for each damaged file that was set aside.

        None if nothing was saved, or both files are damaged. What was being written when the power went is removed, so
        call this before the first save.
        """
        newest, problems = self.files.read_newest(read_resumed, leave=())
        lines = [str(problem) for problem in problems]
        if lines:
            lines.append("going on with what was saved before" if newest else "nothing to go on with: beginning anew")
        remove_leftovers(self.files.folder)
        return newest, tuple(lines)

    def save(self, resumed: Resumed) -> Path:
        """Replace the older of the two files, and return it.

        Raises:
            OutputError: the system refused; what was saved before is still there.
        """
        return self.files.write_next(lambda path, number: write_resumed(path, number, resumed))


@dataclass(frozen=True, slots=True)
class _Show:
    save: Annotated[int, Meta(ge=1, le=1 << 53)]
    programme: str
    schedule: ScheduleState
    extra: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Act:
    show: Raw
    scene: str
    seed: Annotated[int, Meta(ge=0)]
    now: Annotated[datetime, Meta(tz=False)]
    every: Annotated[int, Meta(ge=1, le=1 << 53)]
    state: ActState
    samples: tuple[Sample, ...]


def write_resumed(path: Path, number: int, resumed: Resumed) -> None:
    """Write a file whose number is ``number``.

    Raises:
        OutputError: the system refused.
    """
    moment = resumed.moment
    act = {
        "show": asdict(_Show(number, resumed.programme, resumed.schedule, resumed.extra)),
        "scene": moment.scene,
        "seed": moment.seed,
        "now": moment.now.isoformat(),
        "every": moment.every,
        "state": asdict(moment.state),
        "samples": [asdict(sample) for sample in moment.samples],
    }
    write_parts(path, _KIND, {"act": pack_json(act), "board": moment.board, "kept": moment.kept or b""})


def read_resumed(path: Path) -> tuple[int, Resumed]:
    """Return the number of a file, and what it holds.

    Raises:
        SavedFileError: it cannot be read, is of another kind, or damaged.
    """
    parts = read_parts(path, _KIND)
    text = unpack(path, "act", parts["act"], _ACT_BYTES)
    try:
        act = read_json(_Act, text, "act")
        if len(act.show) > _SHOW_BYTES:
            raise RecordError(f"what it says of the show has {len(act.show):,} bytes")
        show = read_json(_Show, bytes(act.show), "show")
    except GpulifeError as error:
        raise damaged(path, "act", str(error)) from error
    moment = Moment(
        act.scene, act.seed, act.now, act.every, act.state, act.samples, parts["board"], parts["kept"] or None
    )
    return show.save, Resumed(show.programme, show.schedule, moment, show.extra)
