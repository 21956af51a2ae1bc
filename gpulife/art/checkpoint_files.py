"""Saves a display to files, so that it continues after a power cut at the same point of the same scene.

Two files are written alternately (``storage.save_file.Rotation``). Whenever the power fails, at least one is intact.
"""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Raw

from gpulife.art.playlist import ScheduleState
from gpulife.art.scene_runner import Checkpoint, CheckpointHeader
from gpulife.errors import GpulifeError
from gpulife.games.core.dataclass_json import RecordError, read_json
from gpulife.storage.atomic_io import remove_leftovers
from gpulife.storage.save_file import FileKind, Rotation, damaged, pack_json, read_parts, unpack, write_parts

FOLDER = "art-resume"
"""Name of the folder for checkpoint files, inside the data folder."""
CHECKPOINT_ENDING = ".gpuart"

_KIND = FileKind(b"GPULART\x1a", 1, "a saved state of gpulife art", ("act", "board", "kept"), private=True)
_MAX_ACT_BYTES = 1 << 24
"""Maximum size, in bytes, of the JSON in a checkpoint file."""
_MAX_SHOW_BYTES = 1 << 16
"""Maximum size, in bytes, of the JSON value ``show`` in a checkpoint file."""


@dataclass(frozen=True, slots=True)
class SavedDisplay:
    """The saved state of a display.

    Attributes:
        programme: name or file of the programme.
        schedule: how far the display has come in its sequence of scenes; the current scene counts as shown.
        checkpoint: state of the scene.
        extra: further JSON values that the caller wants to save.
    """

    programme: str
    schedule: ScheduleState
    checkpoint: Checkpoint
    extra: dict[str, Any] = field(default_factory=dict)


class CheckpointFiles:
    """The two checkpoint files of one display.

    Args:
        folder: folder for the files; it is created at the first save.
        name: name of the display. The files' names begin with it, so each display in a folder needs its own name.
    """

    def __init__(self, folder: Path, name: str = "art") -> None:
        self.files = Rotation(folder, name, CHECKPOINT_ENDING)

    def load(self) -> tuple[SavedDisplay | None, tuple[str, ...]]:
        """Return (the state saved last, messages about damaged files). Damaged files are renamed.

        The state is None if nothing was saved or both files are damaged. Call this before the first save: it also
        removes incomplete files.
        """
        newest, problems = self.files.read_newest(read_saved_display, leave_in_place=())
        lines = [str(problem) for problem in problems]
        if lines:
            lines.append("continuing from the older save" if newest else "no intact save: starting from the beginning")
        remove_leftovers(self.files.folder)
        return newest, tuple(lines)

    def save(self, saved: SavedDisplay) -> Path:
        """Replace the older of the two files, and return its path.

        Raises:
            OutputError: the file cannot be written; the other file is still intact.
        """
        return self.files.write_next(lambda path, number: write_saved_display(path, number, saved))


@dataclass(frozen=True, slots=True)
class _Show:
    """How far the display has come; the JSON value ``show`` in a checkpoint file.

    Attributes:
        save: number of the save, counted from 1. Of two files, the one with the higher number is newer.
    """

    save: Annotated[int, Meta(ge=1, le=1 << 53)]
    programme: str
    schedule: ScheduleState
    extra: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Act(CheckpointHeader):
    """The JSON in a checkpoint file. ``show`` is the text of a :class:`_Show`."""

    show: Raw


def write_saved_display(path: Path, number: int, saved: SavedDisplay) -> None:
    """Write a file; ``number`` is the number of the save, counted from 1.

    Raises:
        OutputError: the file cannot be written.
    """
    checkpoint = saved.checkpoint
    act = {
        "show": asdict(_Show(number, saved.programme, saved.schedule, saved.extra)),
        "scene": checkpoint.scene,
        "seed": checkpoint.seed,
        "now": checkpoint.now.isoformat(),
        "every": checkpoint.every,
        "state": asdict(checkpoint.state),
        "samples": [asdict(sample) for sample in checkpoint.samples],
    }
    write_parts(path, _KIND, {"act": pack_json(act), "board": checkpoint.board, "kept": checkpoint.kept or b""})


def read_saved_display(path: Path) -> tuple[int, SavedDisplay]:
    """Return the number and the content of a saved file; a higher number means a later save.

    Raises:
        SavedFileError: the file cannot be read, is of another kind, or is damaged.
    """
    parts = read_parts(path, _KIND)
    text = unpack(path, "act", parts["act"], _MAX_ACT_BYTES)
    try:
        act = read_json(_Act, text, "act")
        if len(act.show) > _MAX_SHOW_BYTES:
            raise RecordError(f"the key show is too long: {len(act.show):,} bytes")
        show = read_json(_Show, bytes(act.show), "show")
    except GpulifeError as error:
        raise damaged(path, "act", str(error)) from error
    checkpoint = Checkpoint(
        act.scene, act.seed, act.now, act.every, act.state, act.samples, parts["board"], parts["kept"] or None
    )
    return show.save, SavedDisplay(show.programme, show.schedule, checkpoint, show.extra)
