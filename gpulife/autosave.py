"""The running session on disk, twice: what brings a universe back after a crash, on any engine.

Each running program has two files of its own, which take turns, so that the last good one stays while the next is
written, whatever happens meanwhile. Each holds the recording (see ``replays``) and the present moment: parts ``save``
(a number that grows, and what a list of sessions says about it), ``moment`` and ``board``.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Raw, Struct
from msgspec import field as record_field

from gpulife.container import (
    Kind,
    SavedFileError,
    UnreadableError,
    damaged,
    pack_json,
    read_parts,
    unpack_json,
    write_parts,
)
from gpulife.errors import GpulifeError, OutputError, PatternError, RuleError
from gpulife.files import make_folder
from gpulife.games import find_game
from gpulife.games.base import GameError
from gpulife.games.frozen_json import read_json, to_json
from gpulife.games.plausible import MAX_COUNT
from gpulife.patterns.npz import open_npz_bytes
from gpulife.reading import ReadError, convert
from gpulife.replays import PARTS, recording_of, recording_parts
from gpulife.rules import parse_rule
from gpulife.session import Session
from gpulife.session_files import SessionFiles
from gpulife.set_aside import set_aside
from gpulife.timeline import Keyframe, Recording

ENDING = "gpusave"
"""Of the files."""
FIRST_NAME = "autosave"
"""Of the files of gpulife's first version, which all programs shared and none locked: autosave-a.gpusave and -b."""
SECONDS = 30
"""Between two autosaves, on boards up to ``CELLS`` cells; so many times longer on larger ones, which take as long."""
CELLS = 1 << 22

SESSION_PARTS = (*PARTS, "moment", "board")
"""What :func:`session_parts` makes."""

_NAME = "session"
_Option = Annotated[str, Meta(pattern=r"^[A-Za-z0-9 _-]{0,40}\Z")]
_KIND = Kind(b"GPULIFE=", 2, "an autosave", ("save", *SESSION_PARTS), private=True)

_Number = Annotated[int, Meta(ge=0, le=1 << 62)]
_SAVE_BYTES = 1 << 12
_SAVE_JSON: Any = int | dict[str, Any]


@dataclass(frozen=True, slots=True)
class Save:
    """The part ``save`` of a file, with which it begins. In format 1 it was the number alone.

    Attributes:
        number: grows with each save of a session.
        ended: whether somebody ended it, rather than a crash.
        game: its name.
        option: of the game.
        rule: with the board.
        generation: generations computed.
    """

    number: _Number
    ended: bool = False
    game: str = ""
    option: _Option = ""
    rule: str = ""
    generation: _Number = 0


_MOMENT_BYTES = 1 << 23
"""The most for a moment's text: a state of Survivor has its board as a picture."""


class _Moment(Struct, forbid_unknown_fields=True):
    tick: _Number
    computed: _Number
    state: Raw
    seats: dict[str, bool | int | str | list[str]] = record_field(default_factory=dict)


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


@dataclass(frozen=True, slots=True)
class Taken:
    """A session that was saved and is this program's now: see :func:`take_over`.

    Attributes:
        files: their lock is held.
        saved: what brings it back.
        number: of its last save.
        turn: which of the two files is to be written next.
    """

    files: SessionFiles
    saved: Saved
    number: int
    turn: int


class Autosave:
    """Saves a session now and then, into files of its own. Knows no clock: its owner says what time it is.

    Args:
        folder: created at the first save.
        now: seconds on any clock that does not go back.
        seconds: between two autosaves, on boards up to ``CELLS`` cells; 0 for none at all.
    """

    def __init__(self, folder: Path, now: float, seconds: float = SECONDS) -> None:
        self.folder = folder
        self._last = now
        self._seconds = seconds
        self._files: SessionFiles | None = None
        self._number, self._turn = 0, 0

    @property
    def on(self) -> bool:
        """Whether anything is saved at all."""
        return self._seconds > 0

    @property
    def files(self) -> SessionFiles | None:
        """Those of the session that is being saved; None before its first save."""
        return self._files

    def is_due(self, session: Session, now: float) -> bool:
        """Whether it is time to save."""
        rows, columns = session.engine.shape
        return self.on and now - self._last >= self._seconds * max(1.0, rows * columns / CELLS)

    def save(
        self, session: Session, now: float, seats: dict[str, Any] | None = None, *, ended: bool = False
    ) -> Path | None:
        """Save now, in time or not, and who sits where as JSON values; the file, None if there are to be none.

        Raises:
            OutputError: the system refused; what was saved before is still there.
        """
        if not self.on:
            return None
        self._last = now  # even if it fails: a full disk is not asked sixty times a second
        match, frame = session.match, session.keyframe()
        parts = _parts_of(session, frame, seats)
        save = Save(self._number + 1, ended, match.game, match.option, match.rule, frame.computed)
        parts["save"] = pack_json(asdict(save))
        if self._files is None:
            make_folder(self.folder, private=True)
            self._files = SessionFiles.new(self.folder, _NAME, ENDING)
        path = self._files.paths[self._turn]
        write_parts(path, _KIND, parts)
        self._number += 1
        self._turn = 1 - self._turn
        return path

    def finish(self, session: Session, now: float, seats: dict[str, Any] | None = None) -> None:
        """Save for the last time, and let go of the files: whoever comes next may go on with them.

        Raises:
            OutputError: the system refused; what was saved before is still there.
        """
        try:
            if self.save(session, now, seats, ended=True) is not None and self._files is not None:
                self._files.paths[self._turn].unlink(missing_ok=True)  # the one before
        except OSError as error:
            raise OutputError(f"cannot delete an old autosave: {error.strerror or error}") from error
        finally:
            self.let_go()

    def let_go(self) -> None:
        """Leave the files as they are to whoever comes next; what is saved from now on is another session."""
        if self._files is not None:
            self._files.let_go()
        self._files, self._number, self._turn = None, 0, 0

    def go_on(self, taken: Taken) -> None:
        """Save into the files of a session that was taken over, after letting go of one's own."""
        self.let_go()
        self._files, self._number, self._turn = taken.files, taken.number, taken.turn


def take_over(files: SessionFiles, wait: float = 0.0) -> Taken | None:
    """Take the lock of a session's files and read them; None if another program has it, or there are none any more.

    A damaged file is set aside, and the one beside it read.

    Args:
        files: of a session.
        wait: seconds for another program that only looks at it.

    Raises:
        SavedFileError: neither can be read; the lock is let go of.
        OutputError: the system refuses the lock.
    """
    if not files.take(wait):
        return None
    try:
        found, problems = _read_both(files, aside=True)
        if found is not None and files.name == FIRST_NAME:
            files = files.rename(_NAME)
    except BaseException:
        files.let_go()
        raise
    if found is not None:
        number, path, saved = found
        return Taken(files, saved, number, 1 - files.place(path))
    files.let_go()
    if problems:
        raise problems[-1]
    return None


def load_autosave(folder: Path) -> Saved | None:
    """The session that was saved last into ``folder``, whoever plays it; None if none ever was.

    Raises:
        SavedFileError: there are files, but all are damaged.
    """
    problems: list[SavedFileError] = []
    for files in newest_first(SessionFiles.find(folder, ENDING)):
        found, wrong = _read_both(files)
        if found is not None:
            return found[2]
        problems += wrong
    if problems:
        raise problems[0]
    return None


def newest_first(all_files: Iterable[SessionFiles]) -> list[SessionFiles]:
    """Those that are still there, by when they were saved last."""
    times = []
    for files in all_files:
        for path in files.existing[:1]:
            with suppress(OSError):
                times.append((path.stat().st_mtime_ns, files.name, files))
    return [files for *_, files in sorted(times, reverse=True, key=lambda each: each[:2])]


def read_save(path: Path) -> Save:
    """What a list says of a file; quick, as no board is read.

    Raises:
        SavedFileError: it cannot be read, or is none.
    """
    save = _save_of(path, read_parts(path, _KIND, until="save")["save"])
    if not save.game:  # format 1
        saved = saved_of(path, read_parts(path, _KIND))
        match, generation = saved.recording.match, saved.keyframe.computed
        save = replace(save, game=match.game, option=match.option, rule=match.rule, generation=generation)
    try:
        find_game(save.game)
        parse_rule(save.rule)
    except (GameError, RuleError) as error:
        raise damaged(path, "save", str(error)) from error
    return save


def session_parts(session: Session, seats: dict[str, Any] | None = None) -> dict[str, bytes]:
    """The parts of a file that bring ``session`` back: its recording, and the present moment with who sits where."""
    return _parts_of(session, session.keyframe(), seats)


def _parts_of(session: Session, frame: Keyframe, seats: dict[str, Any] | None) -> dict[str, bytes]:
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
    return Saved(recording, frame, seats=moment.seats)


def _read_both(
    files: SessionFiles, *, aside: bool = False
) -> tuple[tuple[int, Path, Saved] | None, list[SavedFileError]]:
    """The number, file and session that were saved last, of those that can be read, and what is wrong with others."""
    found: list[tuple[int, Path, Saved]] = []
    problems: list[SavedFileError] = []
    for path in files.existing:
        try:
            parts = read_parts(path, _KIND)
            found.append((_save_of(path, parts["save"]).number, path, saved_of(path, parts)))
        except SavedFileError as error:
            stays = not aside or isinstance(error, UnreadableError)
            problems.append(error if stays else SavedFileError(f"{error}; {set_aside(path)}"))
    if not found:
        return None, problems
    number, path, saved = max(found, key=lambda each: each[0])
    if problems:
        saved = replace(saved, warning=f"{problems[0]}; taking the autosave beside it")
    return (number, path, saved), problems


def _save_of(path: Path, part: bytes) -> Save:
    value: Any = unpack_json(path, "save", part, _SAVE_JSON, _SAVE_BYTES)
    try:
        # Format 1 does not know how a session ended.
        return convert({"number": value, "ended": True} if isinstance(value, int) else value, Save, "it")
    except ReadError as error:
        raise damaged(path, "save", str(error)) from error
