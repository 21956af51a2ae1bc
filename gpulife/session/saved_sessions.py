"""The sessions in a folder that can be resumed, since the programs that played them have ended, and how long they stay.

A session that was interrupted stays until somebody resumes or discards it, unless it is both old and one of many.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from gpulife.errors import GpulifeError, OutputError
from gpulife.session.autosave import AUTOSAVE_ENDING, Save, TakenSession, read_save, take_over
from gpulife.storage.atomic_io import set_aside
from gpulife.storage.save_file import Rotation, SavedFileError, UnreadableError

MAX_SESSIONS = 20
"""Limit on the sessions that stay, unless more have been interrupted in the last MIN_DAYS."""
MAX_BYTES = 2 << 30
"""Limit on the size of all sessions that stay, with the same exception; the newest stays at any size."""
MIN_DAYS = 30
"""Days for which an interrupted session stays at least."""
_WAIT_SECONDS = 0.5
"""Time to wait for another program that only looks."""


@dataclass(frozen=True, slots=True)
class ResumableSession:
    """A session that nobody plays.

    Attributes:
        files: files of the session; nobody holds their lock.
        save: part of the file for lists of sessions.
        saved_at: time of the last save, in seconds since 1970.
    """

    files: Rotation
    save: Save
    saved_at: float


def resumable_sessions(folder: Path) -> tuple[list[ResumableSession], tuple[str, ...]]:
    """List the sessions that nobody plays, the newest first; and a line for each file that was set aside as damaged.

    Boards are not read, so that a damaged one shows only when somebody wants to go on with it.
    """
    found: list[ResumableSession] = []
    lines: list[str] = []
    Rotation.clear_locks(folder, AUTOSAVE_ENDING)
    for files in Rotation.find(folder, AUTOSAVE_ENDING):
        try:
            if not files.lock():
                continue
        except OutputError:  # a folder that cannot be written: nobody can take over anything there
            continue
        try:
            found += _describe(files, lines)
        finally:
            files.release()
    return found, tuple(lines)


def take_newest(folder: Path) -> tuple[TakenSession | None, tuple[str, ...]]:
    """Take over the session that was saved last of those that nobody plays.

    Returns:
        It, or None if there is none; and a line for each newer one that is damaged.
    """
    lines: list[str] = []
    for files in Rotation.find(folder, AUTOSAVE_ENDING):
        try:
            taken = take_over(files, _WAIT_SECONDS)
        except GpulifeError as error:
            lines.append(str(error))
            continue
        if taken is not None:
            return taken, tuple(lines)
    return None, tuple(lines)


def why_nothing_to_resume(folder: Path) -> str:
    """Say in a few words why there is no session to resume."""
    if any(files.existing for files in Rotation.find(folder, AUTOSAVE_ENDING)):
        return f"all sessions in {folder} are being played"
    return f"no session was ever saved in {folder}"


def take(session: ResumableSession) -> TakenSession:
    """Take over a session of the list.

    Raises:
        OutputError: another program was quicker.
        SavedFileError: it cannot be read, and was set aside.
    """
    taken = take_over(session.files, _WAIT_SECONDS)
    if taken is None:
        raise OutputError("another gpulife goes on with that session, or it was discarded")
    return taken


def discard(session: ResumableSession) -> None:
    """Delete a session, if nobody has begun to play it meanwhile.

    Raises:
        OutputError: somebody has, or the system refused.
    """
    if not session.files.lock(_WAIT_SECONDS):
        raise OutputError("another gpulife goes on with that session: it stays")
    session.files.remove()


def delete_old_sessions(sessions: Sequence[ResumableSession], now: float) -> list[ResumableSession]:
    """Delete the oldest sessions of a list beyond MAX_SESSIONS and MAX_BYTES; return those that are left.

    Those that were interrupted are only deleted if they are older than MIN_DAYS, too. ``now`` is in seconds since 1970.
    """
    left: list[ResumableSession] = []
    size = 0
    for place, session in enumerate(sessions):
        size += session.files.size if place else 0
        too_much = place >= MAX_SESSIONS or size > MAX_BYTES
        if too_much and (session.save.ended or now - session.saved_at > MIN_DAYS * 24 * 3600):
            with suppress(OutputError):  # somebody plays it now
                discard(session)
        else:
            left.append(session)
    return left


def _describe(files: Rotation, lines: list[str]) -> list[ResumableSession]:
    """Return the session in files whose lock this program has; nothing if neither can be read."""
    for path in files.existing:
        try:
            return [ResumableSession(files, read_save(path), path.stat().st_mtime)]
        except (UnreadableError, OSError):
            continue
        except SavedFileError as error:
            lines.append(f"{error}; {set_aside(path)}")
    return []
