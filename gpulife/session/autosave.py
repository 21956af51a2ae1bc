"""Autosaves: save the running session to disk, so that it can be continued after a crash, even on another engine.

Each running program writes two files alternately (see ``storage.save_file``). A file has the parts of a recording (see
``replay``) and three more:

* ``save``: the number of the save, and a summary of the session;
* ``moment``: the state of the game;
* ``board``: the board.
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
from gpulife.patterns.formats.npz import BandedPattern, open_npz_bytes
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
"""Default number of seconds between autosaves on boards of up to ``NORMAL_CELLS`` cells; more on larger boards."""
NORMAL_CELLS = 1 << 22

SESSION_PARTS = (*PARTS, "moment", "board")
"""Names of the parts that :func:`session_parts` returns."""

_PREFIX = "session"
_Option = Annotated[str, Meta(pattern=r"^[A-Za-z0-9 _-]{0,40}\Z")]
_KIND = FileKind(b"GPULIFE=", 2, "an autosave", ("save", *SESSION_PARTS), private=True)

_Number = Annotated[int, Meta(ge=0, le=1 << 62)]
_SAVE_BYTES = 1 << 12
MAX_STANDING = 200
"""Maximum number of characters of ``Save.standing``."""


@dataclass(frozen=True, slots=True)
class Save:
    """The summary of a saved session, for lists of saved sessions. It is the part ``save`` of the session's file.

    Attributes:
        number: a number that is greater with each save of a session.
        ended: True if the session was ended on purpose; False if it was interrupted, as by a crash.
        game: name of the game.
        option: option of the game.
        rule: name of the rule, with the size of the board.
        generation: generation of the cells; in files of older versions, the number of computed generations.
        standing: the players and their scores in a match for two, as text; "" for none.
        over: True if the match, or the set of rounds, was over.
    """

    number: _Number
    ended: bool = False
    game: str = ""
    option: _Option = ""
    rule: str = ""
    generation: _Number = 0
    standing: Annotated[str, Meta(max_length=MAX_STANDING)] = field(default="", metadata=ADDED_LATER)
    over: bool = field(default=False, metadata=ADDED_LATER)


_SAVE_JSON: Any = _Number | Save
"""Type of the JSON in the part ``save``: a ``Save``; in files of format 1, only its ``number``."""
_MOMENT_BYTES = 1 << 23
"""Maximum size, in bytes, of the part ``moment`` in an autosave."""


@dataclass(frozen=True, slots=True)
class _Moment:
    tick: _Number
    computed: _Number
    state: Raw
    seats: dict[str, bool | int | str | list[str]] = field(default_factory=dict, metadata=ADDED_LATER)


@dataclass(frozen=True, slots=True)
class SavedSession:
    """A session read from a file. To continue it, create a ``Session`` with ``recording`` and ``keyframe``.

    Sticks and triggers that were held when the session was saved still count as held. So first call
    ``session.tick(session.release_inputs())``.

    Attributes:
        recording: everything that was done in the session, from its beginning.
        keyframe: the saved state and board, from which play continues.
        warning: a message in one line if the newer file was damaged and the older one was read; else None.
        seats: who plays each seat, as given to :meth:`Autosave.save`; empty if none were given.
    """

    recording: Recording
    keyframe: Keyframe
    warning: str | None = None
    seats: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TakenSession:
    """A saved session that this program has taken over, to continue it; see :func:`take_over`.

    Attributes:
        files: the session's files, which this program has locked.
        saved: the session, as read from its files.
    """

    files: Rotation
    saved: SavedSession


class Autosave:
    """Saves a running session at intervals, in its own files. The class has no clock: callers pass the time.

    Args:
        folder: the folder for the files. Created at the first save.
        now: the time in seconds, on any monotonic clock.
        seconds: seconds between two saves on boards of up to ``NORMAL_CELLS`` cells; 0 turns autosaves off.

    Attributes:
        files: the files of the session that is being saved; None before its first save.
        enabled: False if autosaves are off.
    """

    def __init__(self, folder: Path, now: float, seconds: float = DEFAULT_SECONDS) -> None:
        self.folder = folder
        self.files: Rotation | None = None
        self.enabled = seconds > 0
        self._last = now
        self._seconds = seconds

    def is_due(self, session: Session[Any], now: float) -> bool:
        """Return True if the session should be saved now; ``now`` is the time in seconds."""
        rows, columns = session.engine.shape
        return self.enabled and now - self._last >= self._seconds * max(1.0, rows * columns / NORMAL_CELLS)

    def save(
        self,
        session: Session[Any],
        now: float,
        seats: dict[str, Any] | None = None,
        standing: str = "",
        *,
        over: bool = False,
        ended: bool = False,
    ) -> Path | None:
        """Save the session now. Return the path of the written file; None if autosaves are off.

        If the engine cannot read the board because ranks were lost, the last keyframe is saved instead.

        Args:
            session: the session to save.
            now: the time in seconds, as in :meth:`is_due`.
            seats: who plays each seat, as JSON values.
            standing: see :class:`Save`.
            over: see :class:`Save`.
            ended: True if the session is being ended on purpose.

        Raises:
            OutputError: the file cannot be written. The previous save is still there.
            EngineError: the engine cannot read the board, and there is no keyframe.
        """
        if not self.enabled:
            return None
        self._last = now  # even if saving fails, so that a full disk is not tried in every frame
        match, frame = session.match, _last_known(session)
        parts = session_parts(session, seats, frame)
        if self.files is None:
            self.files = Rotation.new(self.folder, _PREFIX, AUTOSAVE_ENDING)

        def write(path: Path, number: int) -> None:
            generation = session.board.generation
            save = Save(number, ended, match.game, match.option, match.rule, generation, standing, over)
            write_parts(path, _KIND, parts | {"save": pack_json(asdict(save))})

        return self.files.write_next(write)

    def finish(
        self,
        session: Session[Any],
        now: float,
        seats: dict[str, Any] | None = None,
        standing: str = "",
        *,
        over: bool = False,
    ) -> Rotation | None:
        """Save the session for the last time, and unlock its files. Other programs can then continue the session.

        Returns:
            The session's files; None if autosaves are off.

        Raises:
            OutputError: the file cannot be written. The previous save is still there.
        """
        try:
            if self.save(session, now, seats, standing, over=over, ended=True) is not None and self.files is not None:
                self.files.remove_older()
            return self.files
        finally:
            self.release()

    def release(self) -> None:
        """Unlock the session's files without saving. The next save begins new files."""
        if self.files is not None:
            self.files.release()
        self.files = None

    def adopt(self, taken: TakenSession) -> None:
        """From now on, save to the files of a session that was taken over. Unlock the files used so far."""
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
    """Lock a session's files and read them. Return None if another program has locked the files, or if they are gone.

    A damaged file is renamed, and the other file is read.

    Args:
        files: the session's files.
        wait: seconds to wait for the lock. Other programs have the lock for a moment to list sessions.

    Raises:
        SavedFileError: neither file can be read. The files are unlocked again.
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
    """Return the summary of a saved session: the part ``save`` of its file. The board is not read.

    Raises:
        SavedFileError: the file cannot be read, or is no autosave.
    """
    save = _parse_save(path, read_parts(path, _KIND, until="save"))
    if not save.game:  # format 1
        saved = parse_session(path, read_parts(path, _KIND))
        match, generation = saved.recording.match, saved.keyframe.computed
        save = replace(save, game=match.game, option=match.option, rule=match.rule, generation=generation)
    elif not _is_known(save.rule):
        parse_session(path, read_parts(path, _KIND))  # the match may include the text of its rule
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
    """Return the parts of a file from which ``session`` can be continued, keyed by name.

    Args:
        session: the session to save.
        seats: who plays each seat, as JSON values.
        frame: a keyframe of the present state, if the caller already has one.
    """
    frame = frame or session.keyframe()
    moment = {"tick": frame.tick, "computed": frame.computed, "state": to_json(frame.state)}
    parts = {"moment": pack_json(moment | ({"seats": seats} if seats else {})), "board": frame.snapshot}
    return recording_parts(session.recording()) | parts


def parse_session(path: Path, parts: dict[str, bytes]) -> SavedSession:
    """Return the session in ``parts``, which were read from the file ``path``.

    Raises:
        SavedFileError: a part is invalid.
    """
    recording = parse_recording(path, parts)
    match, shape = recording.match, parse_rule(recording.match.rule).size or (1, 1)
    moment = unpack_json(path, "moment", parts["moment"], _Moment, _MOMENT_BYTES)
    if moment.tick > recording.ticks:
        raise damaged(path, "moment", f"tick {moment.tick} is after the recording's last tick, {recording.ticks}")
    game = find_game(match.game)
    try:
        state = read_json(game.state_type, bytes(moment.state), "state")
        game.check(state, match, shape)
    except GpulifeError as error:
        raise damaged(path, "moment", str(error)) from error
    try:
        pattern = open_npz_bytes(parts["board"], "board")  # the cells stay packed
    except PatternError as error:
        raise damaged(path, "board", str(error)) from error
    if str(pattern.rule) != match.rule:
        raise damaged(path, "board", f"its rule is {pattern.rule}, but the match has the rule {match.rule}")
    if not 0 <= pattern.generation <= MAX_COUNT:
        raise damaged(path, "board", f"generation {pattern.generation} is not from 0 to {MAX_COUNT}")
    frame = Keyframe(moment.tick, moment.computed, state, parts["board"])
    return SavedSession(recording, frame, seats=moment.seats)


def read_newest_save(
    files: Rotation, leave_in_place: type[SavedFileError]
) -> tuple[SavedSession | None, list[SavedFileError]]:
    """Read the newer of a session's two files, or the other one if the newer is damaged.

    Args:
        files: the session's files.
        leave_in_place: the class of errors after which a file keeps its name. After other errors, it is renamed as
            damaged.

    Returns:
        (session, errors): the session, or None if neither file can be read, and an error for each file that cannot be
        read. If there are errors, the session has a warning.
    """

    def read(path: Path) -> tuple[int, SavedSession]:
        parts = read_parts(path, _KIND)
        return _parse_save(path, parts).number, parse_session(path, parts)

    saved, problems = files.read_newest(read, leave_in_place=leave_in_place)
    if saved is not None and problems:
        saved = replace(saved, warning=f"{problems[0]}; using the session's other autosave")
    return saved, problems


def _parse_save(path: Path, parts: dict[str, bytes]) -> Save:
    save: Any = unpack_json(path, "save", parts["save"], _SAVE_JSON, _SAVE_BYTES)
    return save if isinstance(save, Save) else Save(save, ended=True)  # format 1 does not record how a session ended


# Sessions in a folder that can be resumed because their programs have ended, and the clean-up of old ones. An
# interrupted session is kept until it is resumed or discarded, unless it is both old and beyond the limits.

MAX_SESSIONS = 20
"""Maximum number of kept sessions. Interrupted sessions newer than MIN_DAYS are always kept."""
MAX_BYTES = 2 << 30
"""Maximum total size, in bytes, of the kept sessions; the newest is not counted. See also MIN_DAYS."""
MIN_DAYS = 30
"""Days for which an interrupted session (not ended on purpose) is kept, even beyond MAX_SESSIONS and MAX_BYTES."""
_WAIT_SECONDS = 0.5
"""Seconds to wait for the lock on a session's files. Another program may have it for a moment to list sessions."""


@dataclass(frozen=True, slots=True)
class ResumableSession:
    """A saved session that no program is playing.

    Attributes:
        files: the session's files, not locked.
        save: the summary of the session.
        saved_at: time of the last save, in seconds since 1970.
    """

    files: Rotation
    save: Save
    saved_at: float


def resumable_sessions(folder: Path) -> tuple[list[ResumableSession], tuple[str, ...]]:
    """Return the sessions that no program is playing, newest first, and an error message for each damaged file.

    Damaged files are renamed. Boards are not read, so a damaged board is found only when a session is taken over.
    """
    found: list[ResumableSession] = []
    lines: list[str] = []
    Rotation.clear_locks(folder, AUTOSAVE_ENDING)
    for files in Rotation.find(folder, AUTOSAVE_ENDING):
        try:
            if not files.lock():
                continue
        except OutputError:  # the folder cannot be written, so its sessions cannot be taken over
            continue
        try:
            found += _describe(files, lines)
        finally:
            files.release()
    return found, tuple(lines)


def saved_board(session: ResumableSession) -> BandedPattern:
    """Return the board of a saved session, to draw a picture of it. The cells stay packed.

    Raises:
        SavedFileError: the session cannot be read.
        PatternError: the board is damaged.
    """
    path = next(iter(session.files.existing), session.files.paths[0])
    return open_npz_bytes(read_parts(path, _KIND)["board"], str(path))


def take_newest(folder: Path) -> tuple[TakenSession | None, tuple[str, ...]]:
    """Take over the newest session that no program is playing.

    Returns:
        The session, or None if there is none; and an error message for each newer session that is damaged.
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
    """Return a short text that says why there is no session to continue."""
    if any(files.existing for files in Rotation.find(folder, AUTOSAVE_ENDING)):
        return f"all sessions in {folder} are in use by other programs"
    return f"there are no saved sessions in {folder}"


def take(session: ResumableSession) -> TakenSession:
    """Take over a session, to continue it.

    Raises:
        OutputError: another program has taken over or deleted the session.
        SavedFileError: the session cannot be read. Damaged files were renamed.
    """
    taken = take_over(session.files, _WAIT_SECONDS)
    if taken is None:
        raise OutputError("another gpulife is using that session, or it was discarded")
    return taken


def discard(session: ResumableSession) -> None:
    """Delete a session's files, unless a program is now playing it.

    Raises:
        OutputError: a program is playing the session, or the files cannot be deleted.
    """
    if not session.files.lock(_WAIT_SECONDS):
        raise OutputError("another gpulife is using that session, so it was not deleted")
    session.files.remove()


def delete_old_sessions(sessions: Sequence[ResumableSession], now: float) -> list[ResumableSession]:
    """Delete the oldest sessions if there are more than MAX_SESSIONS, or more than MAX_BYTES in all. Return those kept.

    Interrupted sessions are deleted only if they are older than MIN_DAYS. ``now`` is in seconds since 1970.
    """
    left: list[ResumableSession] = []
    size = 0
    for place, session in enumerate(sessions):
        size += session.files.size if place else 0
        too_much = place >= MAX_SESSIONS or size > MAX_BYTES
        if too_much and (session.save.ended or now - session.saved_at > MIN_DAYS * 24 * 3600):
            with suppress(OutputError):  # a program is playing it now
                discard(session)
        else:
            left.append(session)
    return left


def _describe(files: Rotation, lines: list[str]) -> list[ResumableSession]:
    """Return the session in ``files`` as a list of one; an empty list if neither file can be read.

    The caller holds the lock. Damaged files are renamed, and their error messages are added to ``lines``.
    """
    for path in files.existing:
        try:
            return [ResumableSession(files, read_save(path), path.stat().st_mtime)]
        except (UnreadableError, OSError):
            continue
        except SavedFileError as error:
            lines.append(f"{error}; {set_aside(path)}")
    return []
