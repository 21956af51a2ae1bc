"""The running session on disk, twice: what brings a universe back after a crash, on any engine.

Two files take turns, so that the last good one stays while the next is written, whatever happens meanwhile. Each holds
the recording (see ``replays``) and the present moment: parts ``save`` (a number that grows), ``moment`` and ``board``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gpulife.container import Kind, SavedFileError, damaged, pack_json, read_parts, unpack_json, write_parts
from gpulife.errors import PatternError
from gpulife.files import make_folder
from gpulife.games import find_game
from gpulife.games.frozen_json import RecordError, from_json, to_json
from gpulife.patterns.npz import open_npz_bytes
from gpulife.replays import PARTS, recording_of, recording_parts
from gpulife.session import Session
from gpulife.timeline import Keyframe, Recording

FILE_NAMES = ("autosave-a.gpusave", "autosave-b.gpusave")
SECONDS = 30
"""Between two autosaves, on boards up to ``CELLS`` cells; so many times longer on larger ones, which take as long."""
CELLS = 1 << 22

SESSION_PARTS = (*PARTS, "moment", "board")
"""What :func:`session_parts` makes."""

_KIND = Kind(b"GPULIFE=", 1, "an autosave", ("save", *SESSION_PARTS), private=True)


@dataclass(frozen=True, slots=True)
class Saved:
    """What brings a session back: ``Session(saved.recording.match, engine, players, **saved.begin)``.

    Sticks and triggers that were held then are still held: begin with ``session.tick(session.let_go())``.

    Attributes:
        recording: the session from its beginning.
        keyframe: the moment that was saved.
        warning: one line if the newest file was damaged and this is the one before it.
        seats: who sat where: JSON values, as they were given; empty if they were not.
    """

    recording: Recording
    keyframe: Keyframe
    warning: str | None = None
    seats: dict[str, Any] = field(default_factory=dict)

    @property
    def begin(self) -> dict[str, Any]:
        """The arguments ``recording`` and ``keyframe`` of a Session."""
        return {"recording": self.recording, "keyframe": self.keyframe}


class Autosave:
    """Saves a session into a folder now and then. Knows no clock: its owner says what time it is.

    Args:
        folder: created at the first save.
        now: seconds on any clock that does not go back.
        seconds: between two autosaves, on boards up to ``CELLS`` cells.
    """

    def __init__(self, folder: Path, now: float, seconds: float = SECONDS) -> None:
        self.folder = folder
        self._last = now
        self._seconds = seconds
        self._number, self._turn = 0, 0
        newest = -1
        for turn, name in enumerate(FILE_NAMES):
            number = _number_of(folder / name)
            if number > newest:
                newest, self._turn = number, 1 - turn
        self._number = max(newest, 0)

    def is_due(self, session: Session, now: float) -> bool:
        """Whether it is time to save."""
        rows, columns = session.engine.shape
        return now - self._last >= self._seconds * max(1.0, rows * columns / CELLS)

    def save(self, session: Session, now: float, seats: dict[str, Any] | None = None) -> Path:
        """Save now, in time or not (at exit), and who sits where as JSON values; returns the file.

        Raises:
            OutputError: the system refused; what was saved before is still there.
        """
        self._last = now  # even if it fails: a full disk is not asked sixty times a second
        parts = session_parts(session, seats)
        parts["save"] = pack_json(self._number + 1)
        path = self.folder / FILE_NAMES[self._turn]
        make_folder(self.folder, private=True)
        write_parts(path, _KIND, parts)
        self._number += 1
        self._turn = 1 - self._turn
        return path


def load_autosave(folder: Path) -> Saved | None:
    """The session that was saved last into ``folder``, or None if none ever was.

    Raises:
        SavedFileError: there are files, but both are damaged.
    """
    paths = [folder / name for name in FILE_NAMES if (folder / name).exists()]
    errors: list[SavedFileError] = []
    found: list[tuple[int, Saved]] = []
    for path in paths:
        try:
            found.append(_read(path))
        except SavedFileError as error:
            errors.append(error)
    if found:
        _, saved = max(found, key=lambda each: each[0])
        if errors:
            warning = f"{errors[0]}; taking the autosave beside it"
            return replace(saved, warning=warning)
        return saved
    if errors:
        raise errors[0]
    return None


def session_parts(session: Session, seats: dict[str, Any] | None = None) -> dict[str, bytes]:
    """The parts of a file that bring ``session`` back: its recording, and the present moment with who sits where."""
    frame = session.keyframe()
    parts = recording_parts(session.recording())
    moment = {"tick": frame.tick, "computed": frame.computed, "state": to_json(frame.state)}
    parts["moment"] = pack_json(moment | ({"seats": seats} if seats else {}))
    parts["board"] = frame.snapshot
    return parts


def saved_of(path: Path, parts: dict[str, bytes]) -> Saved:
    """The session in the parts of the file ``path``.

    Raises:
        SavedFileError: a part is not what it should be.
    """
    recording = recording_of(path, parts)
    moment = unpack_json(path, "moment", parts["moment"])
    try:
        kind = find_game(recording.match.game).state_type
        state = from_json(kind, moment["state"], "state")
        frame = Keyframe(int(moment["tick"]), int(moment["computed"]), state, parts["board"])
        seats = dict(moment.get("seats", {}))
        pattern = open_npz_bytes(parts["board"], "board")  # its cells stay packed
    except PatternError as error:
        raise damaged(path, "board", str(error)) from error
    except (RecordError, TypeError, KeyError, ValueError) as error:
        raise damaged(path, "moment", str(error)) from error
    if str(pattern.rule) != recording.match.rule:
        raise damaged(path, "board", f"it is of {pattern.rule}, not of {recording.match.rule}")
    return Saved(recording, frame, seats=seats)


def _read(path: Path) -> tuple[int, Saved]:
    parts = read_parts(path, _KIND)
    saved = saved_of(path, parts)
    number = unpack_json(path, "save", parts["save"])
    if not isinstance(number, int):
        raise damaged(path, "save", "it is no number")
    return number, saved


def _number_of(path: Path) -> int:
    """The number of the save in a file; -1 if it is none that can be read."""
    try:
        return _read(path)[0]
    except SavedFileError:
        return -1
