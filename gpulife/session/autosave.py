"""The running session on disk, in two files that take turns, to bring a universe back after a crash on any engine.

Each running program has a rotation of its own (see ``storage.save_file``). A file holds the recording (see ``replay``)
and the present moment: its parts ``save`` (a growing number, and the facts for a list of sessions), ``moment`` and
``board``.
"""

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Raw

from gpulife.errors import EngineError, GpulifeError, OutputError, PatternError, RuleError
from gpulife.games.core.bounds import MAX_COUNT
from gpulife.games.core.dataclass_json import read_json, to_json
from gpulife.games.core.game import GameError
from gpulife.games.registry import find_game
from gpulife.patterns.formats.npz import open_npz_bytes
from gpulife.rules import parse_rule
from gpulife.session.history import Keyframe, Recording
from gpulife.session.replay import PARTS, parse_recording, recording_parts
from gpulife.session.session import Session
from gpulife.storage.atomic_io import set_aside
from gpulife.storage.save_file import (
    FileKind,
    Rotation,
    SavedFileError,
    UnreadableError,
    damaged,
    pack_json,
    read_parts,
    unpack_json,
    write_parts,
)
from gpulife.storage.schema import ADDED_LATER

AUTOSAVE_ENDING = ".gpusave"
DEFAULT_SECONDS = 30
"""Time between two autosaves on boards of up to ``NORMAL_CELLS`` cells; on larger ones it is proportionally longer."""
NORMAL_CELLS = 1 << 22

SESSION_PARTS = (*PARTS, "moment", "board")
"""The parts that :func:`session_parts` makes."""

_PREFIX = "session"
_Option = Annotated[str, Meta(pattern=r"^[A-Za-z0-9 _-]{0,40}\Z")]
_KIND = FileKind(b"GPULIFE=", 2, "an autosave", ("save", *SESSION_PARTS), private=True)

_Number = Annotated[int, Meta(ge=0, le=1 << 62)]
_SAVE_BYTES = 1 << 12


@dataclass(frozen=True, slots=True)
class Save:
    """The part ``save``, with which a file begins.

    Attributes:
        number: number that grows with each save of a session.
        ended: whether somebody ended the session, rather than a crash.
        game: name of the game.
        option: option of the game.
        rule: rule with the size of the board.
        generation: number of the generation of the cells; in files of older versions how many were computed.
    """

    number: _Number
    ended: bool = False
    game: str = ""
    option: _Option = ""
    rule: str = ""
    generation: _Number = 0


_SAVE_JSON: Any = _Number | Save
"""The content of the part ``save``; in format 1 it is the number alone."""
_MOMENT_BYTES = 1 << 23
"""Limit on the text of a moment: a state of Survivor has its board as a picture."""


@dataclass(frozen=True, slots=True)
class _Moment:
    tick: _Number
    computed: _Number
    state: Raw
    seats: dict[str, bool | int | str | list[str]] = field(default_factory=dict, metadata=ADDED_LATER)


@dataclass(frozen=True, slots=True)
class SavedSession:
    """A saved session; a Session with its ``recording`` and ``keyframe`` brings it back.

    Sticks and triggers that were held then are still held: begin with ``session.tick(session.release_inputs())``.

    Attributes:
        recording: the session from its beginning.
        keyframe: the moment that was saved.
        warning: one line if the newest file was damaged and this is the one before it.
        seats: players by seat: JSON values, as they were given; empty if they were not.
    """

    recording: Recording
    keyframe: Keyframe
    warning: str | None = None
    seats: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TakenSession:
    """A saved session that belongs to this program now: see :func:`take_over`.

    Attributes:
        files: this program holds their lock.
        saved: the session to bring back.
    """

    files: Rotation
    saved: SavedSession


class Autosave:
    """Saves a session now and then, into files of its own. It has no clock: its owner says what time it is.

    Args:
        folder: created at the first save.
        now: seconds on any clock that does not go back.
        seconds: between two autosaves, on boards of up to ``NORMAL_CELLS`` cells; 0 for none at all.

    Attributes:
        files: files of the session that is being saved; None before its first save.
        enabled: whether anything is saved at all.
    """

    def __init__(self, folder: Path, now: float, seconds: float = DEFAULT_SECONDS) -> None:
        self.folder = folder
        self.files: Rotation | None = None
        self.enabled = seconds > 0
        self._last = now
        self._seconds = seconds

    def is_due(self, session: Session[Any], now: float) -> bool:
        """Return whether it is time to save."""
        rows, columns = session.engine.shape
        return self.enabled and now - self._last >= self._seconds * max(1.0, rows * columns / NORMAL_CELLS)

    def save(
        self, session: Session[Any], now: float, seats: dict[str, Any] | None = None, *, ended: bool = False
    ) -> Path | None:
        """Save now, due or not; return the file, or None if autosave is off.

        Args:
            session: session to save.
            now: as in :meth:`is_due`.
            seats: players by seat, as JSON values.
            ended: whether somebody ends the session.

        If the engine cannot tell what is on the board any more, as ranks were lost, the last known moment is saved.

        Raises:
            OutputError: the system refused; what was saved before is still there.
            EngineError: the engine cannot tell, and no moment is known.
        """
        if not self.enabled:
            return None
        self._last = now  # even if it fails: a full disk is not asked sixty times a second
        match, frame = session.match, _last_known(session)
        parts = session_parts(session, seats, frame)
        if self.files is None:
            self.files = Rotation.new(self.folder, _PREFIX, AUTOSAVE_ENDING)

        def write(path: Path, number: int) -> None:
            save = Save(number, ended, match.game, match.option, match.rule, session.board.generation)
            write_parts(path, _KIND, parts | {"save": pack_json(asdict(save))})

        return self.files.write_next(write)

    def finish(self, session: Session[Any], now: float, seats: dict[str, Any] | None = None) -> Rotation | None:
        """Save for the last time, and release the files: another program may go on with them.

        Returns:
            The files; None if nothing is saved at all.

        Raises:
            OutputError: the system refused; what was saved before is still there.
        """
        try:
            if self.save(session, now, seats, ended=True) is not None and self.files is not None:
                self.files.remove_older()
            return self.files
        finally:
            self.release()

    def release(self) -> None:
        """Release the files as they are; the next save begins another session."""
        if self.files is not None:
            self.files.release()
        self.files = None

    def adopt(self, taken: TakenSession) -> None:
        """Release the present files, and save into those of a session that was taken over."""
        self.release()
        self.files = taken.files


def _last_known(session: Session[Any]) -> Keyframe:
    try:
        return session.keyframe()
    except EngineError:
        before = session.keyframes.before(session.ticks)
        if before is None:
            raise
        return before


def take_over(files: Rotation, wait: float = 0.0) -> TakenSession | None:
    """Take the lock of a session's files and read them; None if another program has it, or the files are gone.

    A damaged file is set aside, and the other one read.

    Args:
        files: files of the session.
        wait: seconds to wait for another program that only looks at them.

    Raises:
        SavedFileError: neither file can be read; the lock is released.
        OutputError: the system refuses the lock.
    """
    if not files.lock(wait):
        return None
    with ExitStack() as failed:
        failed.callback(files.release)
        saved, problems = read_newest_save(files, UnreadableError)
        if saved is not None:
            failed.pop_all()
            return TakenSession(files, saved)
    if problems:
        raise problems[-1]
    return None


def read_save(path: Path) -> Save:
    """Return what a list of sessions says of a file; quick, as no board is read.

    Raises:
        SavedFileError: the file cannot be read, or is no autosave.
    """
    save = _parse_save(path, read_parts(path, _KIND, until="save"))
    if not save.game:  # format 1
        saved = parse_session(path, read_parts(path, _KIND))
        match, generation = saved.recording.match, saved.keyframe.computed
        save = replace(save, game=match.game, option=match.option, rule=match.rule, generation=generation)
    elif not _is_known(save.rule):
        parse_session(path, read_parts(path, _KIND))  # the match may bring the text of its rule
    try:
        find_game(save.game)
        parse_rule(save.rule)
    except (GameError, RuleError) as error:
        raise damaged(path, "save", str(error)) from error
    return save


def _is_known(rule: str) -> bool:
    try:
        parse_rule(rule)
    except RuleError:
        return False
    return True


def session_parts(
    session: Session[Any], seats: dict[str, Any] | None = None, frame: Keyframe | None = None
) -> dict[str, bytes]:
    """Return the parts of a file that bring ``session`` back.

    Args:
        session: session to save.
        seats: players by seat, as JSON values.
        frame: the present moment, if the caller has it already.
    """
    frame = frame or session.keyframe()
    moment = {"tick": frame.tick, "computed": frame.computed, "state": to_json(frame.state)}
    parts = {"moment": pack_json(moment | ({"seats": seats} if seats else {})), "board": frame.snapshot}
    return recording_parts(session.recording()) | parts


def parse_session(path: Path, parts: dict[str, bytes]) -> SavedSession:
    """Return the session in the parts of the file ``path``.

    Raises:
        SavedFileError: a part is not what it should be.
    """
    recording = parse_recording(path, parts)
    match, shape = recording.match, parse_rule(recording.match.rule).size or (1, 1)
    moment = unpack_json(path, "moment", parts["moment"], _Moment, _MOMENT_BYTES)
    if moment.tick > recording.ticks:
        raise damaged(path, "moment", f"tick {moment.tick} of {recording.ticks}")
    game = find_game(match.game)
    try:
        state = read_json(game.state_type, bytes(moment.state), "state")
        game.check(state, match, shape)
    except GpulifeError as error:
        raise damaged(path, "moment", str(error)) from error
    try:
        pattern = open_npz_bytes(parts["board"], "board")  # its cells stay packed
    except PatternError as error:
        raise damaged(path, "board", str(error)) from error
    if str(pattern.rule) != match.rule:
        raise damaged(path, "board", f"it is of {pattern.rule}, not of {match.rule}")
    if not 0 <= pattern.generation <= MAX_COUNT:
        raise damaged(path, "board", f"generation {pattern.generation}")
    frame = Keyframe(moment.tick, moment.computed, state, parts["board"])
    return SavedSession(recording, frame, seats=moment.seats)


def read_newest_save(
    files: Rotation, leave_in_place: type[SavedFileError]
) -> tuple[SavedSession | None, list[SavedFileError]]:
    """Read the files of a session.

    Args:
        files: files of the session.
        leave_in_place: class of errors after which a file stays; after any other it is set aside as damaged.

    Returns:
        The session that was saved last, with a warning if another file is damaged, or None if both are; and the errors
        of the damaged files.
    """

    def read(path: Path) -> tuple[int, SavedSession]:
        parts = read_parts(path, _KIND)
        return _parse_save(path, parts).number, parse_session(path, parts)

    saved, problems = files.read_newest(read, leave_in_place=leave_in_place)
    if saved is not None and problems:
        saved = replace(saved, warning=f"{problems[0]}; taking the autosave beside it")
    return saved, problems


def _parse_save(path: Path, parts: dict[str, bytes]) -> Save:
    save: Any = unpack_json(path, "save", parts["save"], _SAVE_JSON, _SAVE_BYTES)
    return save if isinstance(save, Save) else Save(save, ended=True)  # format 1 does not know how a session ended


# The sessions in a folder that can be resumed, since the programs that played them have ended, and how long they stay.
#
# A session that was interrupted stays until somebody resumes or discards it, unless it is both old and one of many.

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
