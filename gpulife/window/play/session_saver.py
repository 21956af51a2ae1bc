"""Saves the window's session, and offers saved sessions that can be continued."""

import logging
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import prod
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from gpulife.errors import GpulifeError
from gpulife.games.core.game import TICKS_PER_SECOND, ActionKind
from gpulife.games.core.shared_texts import option_title
from gpulife.games.registry import find_game
from gpulife.games.start_presets import entry_with_soup
from gpulife.log import log_error
from gpulife.patterns.pattern import notes_of
from gpulife.rules import parse_rule
from gpulife.seats import MAX_LOCAL_SEATS, SIDES, Seats, parse_level, parse_seats, require_name
from gpulife.session.autosave import (
    MAX_STANDING,
    Autosave,
    ResumableSession,
    Save,
    TakenSession,
    delete_old_sessions,
    discard,
    resumable_sessions,
    take,
)
from gpulife.session.replay import REPLAY_ENDING, write_replay
from gpulife.session.session import Session
from gpulife.storage.bounded_reading import convert
from gpulife.storage.save_file import Rotation
from gpulife.window.panels.board_title import law_title, saved_board_title
from gpulife.window.panels.widgets import sentence, when_text
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.open_session import OpenSession
from gpulife.window.shell import Shell
from gpulife.window.start.sessions_page import SessionLine

_MAX_NAME, _MAX_NOTES = 1000, 16_000
"""Maximum number of characters that are saved of a file's name, and of the comments in a file."""


def seats_to_save(controller: AnyController) -> dict[str, Any]:
    """Return the session's seats as JSON values, for :func:`restore_seats`."""
    play = controller.play
    # The session may have other seats than the settings, such as a guided round.
    seats = controller.shell.seats | {len(play.seats.seats): play.seats}
    two, all_ = seats[2], seats[MAX_LOCAL_SEATS]
    return {
        "seats": list(two.texts),
        "names": [seat.name for seat in two.seats],
        "party": list(all_.texts),
        "party_names": [seat.name for seat in all_.seats],
        "file": play.name[:_MAX_NAME],
        "notes": "\n".join(play.notes.lines())[:_MAX_NOTES],
        **controller.saved_values(),
    }


def standing_of(controller: AnyController) -> str:
    """Return how a game stands, for lists of sessions; "" for universes and for matches of more than two players.

    In a match for two, that is the players and their scores; in a game for one, the turn, or how the game has ended.
    Also return "" if the engine has failed: then the session is saved without its standing.
    """
    session = controller.play.session
    if not session.game.competitive and not session.match.is_universe:
        return f"Over: {controller.outcome}" if controller.outcome else controller.progress
    if not session.game.competitive or len(controller.player_names) != len(SIDES):
        return ""
    try:
        names, counts = controller.player_names, controller.play.population
        over = "Over: " if controller.result is not None else ""
    except GpulifeError:
        return ""
    if len(counts) < len(SIDES):
        return ""
    return f"{over}{names[0]} {counts[0]} : {counts[1]} {names[1]}"[:MAX_STANDING]


def restore_seats(controller: AnyController, values: dict[str, Any]) -> None:
    """Give a session the seats that were saved with it, in the colours of the settings. The settings do not change.

    If ``values`` is empty (saved without seats), the session gets the seats of the settings.
    """
    # Only this session is affected: the settings keep the user's own choice, and a match must not swap a computer for a
    # person half-way.
    shell, play = controller.shell, controller.play
    if values:
        try:
            shell.seats = read_seats(shell.seats[2], values)
        except GpulifeError:
            shell.show_message("the saved seats could not be read: check the settings, under Players")
        play.seats = shell.seats_for(play.session.game)
        _restore_file(play, values)
    controller.restore_values(values)


def read_seats(two: Seats, values: dict[str, Any]) -> dict[int, Seats]:
    """Return the saved seats, keyed by the number of a game's seats: 2 or ``MAX_LOCAL_SEATS``.

    Colours are not saved. Games for two keep the colours of ``two``, their current seats.

    Raises:
        GpulifeError: the values are not what :func:`seats_to_save` returns.
    """
    read = convert(values, _SavedSeats, "the seats")
    seats = (
        replace(seat, level=parse_level(level), name=require_name(name))
        for seat, level, name in zip(two.seats, read.seats, read.names, strict=True)
    )
    return {2: Seats(tuple(seats)), MAX_LOCAL_SEATS: parse_seats(read.party, read.party_names)}


def _restore_file(play: OpenSession, values: dict[str, Any]) -> None:
    try:
        read = convert(values, _SavedFile, "the file")
    except GpulifeError:
        return  # the board itself is intact
    play.name, play.notes = read.file, notes_of(read.notes.splitlines())


class _SavedFile(Struct):
    file: Annotated[str, Meta(max_length=_MAX_NAME)] = ""
    notes: Annotated[str, Meta(max_length=_MAX_NOTES)] = ""


class _SavedSeats(Struct):
    seats: tuple[str, str]
    names: tuple[str, ...]
    party: Annotated[list[str], Meta(min_length=1, max_length=MAX_LOCAL_SEATS)]
    party_names: Annotated[list[str], Meta(max_length=MAX_LOCAL_SEATS)]
    helped: bool = False


_LOG = logging.getLogger(__name__)

_LEAVES_NOTHING = frozenset(
    {
        ActionKind.SELECT,
        ActionKind.OPTION,
        ActionKind.HALT,
        ActionKind.PACE,
        ActionKind.STICK,
        ActionKind.POINT,
        ActionKind.SEAT,
        ActionKind.HIDE,
        ActionKind.AGREE,
    }
)
"""Kinds of actions that change nothing worth saving. Sessions with no other actions are not saved."""
MAX_SAVED_CELLS = 1 << 33
"""Largest board, in cells, that is saved automatically. Saving it stops the window for up to two minutes."""
_MIN_TICKS = 10 * TICKS_PER_SECOND
"""A session of fewer ticks is not saved when it is replaced, unless somebody drew in it."""


class SessionSaver:
    """Saves a window's session, and finds the saved sessions that can be continued.

    Args:
        shell: services shared by all screens.
        autosave: the window's autosave; None if nothing is to be saved or offered, as in benchmarks.

    Attributes:
        offered: the saved sessions that :meth:`find` found: those that no program has open, newest first.
        problem: why the session could not be saved the last time, as a sentence; "" if it could.
    """

    def __init__(self, shell: Shell, autosave: Autosave | None) -> None:
        self._shell = shell
        self._autosave = autosave
        self.offered: tuple[ResumableSession, ...] = ()
        self.problem = ""

    @property
    def is_on(self) -> bool:
        """True if this window saves sessions automatically."""
        return self._autosave is not None and self._autosave.enabled

    def saves(self, play: OpenSession) -> bool:
        """Return whether this session is saved automatically. Sessions on the largest boards are not."""
        return self.is_on and _can_be_saved(play)

    @property
    def interrupted(self) -> int:
        """Number of offered sessions that were cut off, for example by a power failure."""
        return sum(not session.save.ended for session in self.offered)

    def find(self) -> None:
        """Look for saved sessions to offer. Damaged files are renamed, with a warning in the log."""
        if self._autosave is None:
            return
        found, lines = resumable_sessions(self._autosave.folder)
        self.offered = tuple(delete_old_sessions(found, time.time()))
        for line in lines:
            _LOG.warning(line)

    def save_if_due(self, controller: AnyController) -> None:
        """Save the session if a regular save is due."""
        if self._autosave is not None and self._autosave.is_due(controller.play.session, self._shell.now):
            self.save(controller)

    def save(self, controller: AnyController, *, ends: bool = False) -> None:
        """Save the session, so that it can be continued later.

        The background of the start screen, boards that are too large, and contests in which nothing has happened are
        not saved. Errors are shown to the user.

        Args:
            controller: controller of the session.
            ends: True if this is the last save, because the user ends the session.
        """
        if self._autosave is not None and controller.play.chosen_by_user and _can_be_saved(controller.play):
            self._write(self._autosave, controller, _is_not_empty, ends=ends)

    def lasting_problem(self, controller: AnyController) -> str:
        """If the session could not be saved the last time, try again; return :attr:`problem`."""
        if self.problem:
            self.save(controller)
        return self.problem

    def save_replaced(self, controller: AnyController) -> Rotation | None:
        """Save a session that is about to be replaced, so that the start screen offers it.

        Return the files in which it was saved; None if it was not worth saving.
        """
        autosave = self._autosave
        if autosave is None or not (controller.play.chosen_by_user and _can_be_saved(controller.play)):
            return None
        files = self._write(autosave, controller, partial(_is_worth_keeping, enabled=autosave.enabled), ends=True)
        self.problem = ""  # that of the session that is replaced
        return files

    def _write(
        self, autosave: Autosave, controller: AnyController, is_worth: Callable[[OpenSession], bool], *, ends: bool
    ) -> Rotation | None:
        """Save a session if it was saved before or ``is_worth`` it. Show an error to the user; never raise it.

        An error must not keep people on a screen or in the program. At the last save of a session (``ends``), a session
        that cannot be saved is kept as a replay in another folder.

        Return the session's files if ``ends``; None otherwise and after an error.
        """
        session, now = controller.play.session, self._shell.now
        try:
            if autosave.files is None and not is_worth(controller.play):
                return None
            seats, standing, over = seats_to_save(controller), standing_of(controller), _is_over(controller)
            self.problem, files = "", None
            if ends:
                files = autosave.finish(session, now, seats, standing, over=over)
            else:
                autosave.save(session, now, seats, standing, over=over)
        except Exception as error:
            if self._shell.guard.is_over():
                raise
            self.problem = f"The session could not be saved: {self._shell.guard.describe('saving', error)}"
            kept = _keep_elsewhere(session) if ends else None
            words = self.problem if kept is None else f"{self.problem}. Its replay is in {kept}"
            if self._shell.quitting or self._shell.window.closing:
                _LOG.warning(words)  # nobody would see a message
            else:
                self._shell.show_message(words)
            return None
        return files

    def go_on_in(self, files: Rotation | None) -> None:
        """From now on, save the current session in ``files``, in which it was saved before.

        Nothing changes if ``files`` is None, or if another program has them open.
        """
        if self._autosave is not None and files is not None and files.lock():
            self._autosave.release()
            self._autosave.files = files

    def resume(self, session: ResumableSession) -> None:
        """Continue an offered session. From now on no other program can continue it.

        Raises:
            GpulifeError: the session cannot be resumed.
        """
        self._shell.ask_before_leaving()
        self.offered = tuple(other for other in self.offered if other is not session)
        self.resume_taken(take(session))

    def resume_taken(self, taken: TakenSession) -> None:
        """Continue a session whose files this program has already locked for itself.

        Raises:
            GpulifeError: the session cannot begin. Its files are unlocked, so that other programs can try.
        """
        try:
            self._shell.begin(taken.saved.recording.match, saved=taken.saved)
        except BaseException:
            taken.files.release()
            raise
        if self._autosave is not None:
            self._autosave.adopt(taken)
        if taken.saved.warning:
            self._shell.show_message(taken.saved.warning)

    def discard(self, session: ResumableSession) -> None:
        """Delete the files of an offered session.

        Raises:
            GpulifeError: another program has the session open, or the system refused to delete a file.
        """
        self.offered = tuple(other for other in self.offered if other is not session)
        discard(session)


def _is_over(controller: AnyController) -> bool:
    """Return True if the game is over; with a set of rounds, only after its last one."""
    result = controller.result
    return bool(controller.outcome) and (result is None or result.series is None or result.series.over)


def session_lines(saver: SessionSaver, now: float | None = None) -> tuple[SessionLine, ...]:
    """Return the offered sessions as lines for the page of saved sessions; ``now`` is in seconds since 1970."""
    now = time.time() if now is None else now
    return tuple(_line(session, now) for session in saver.offered)


def notice_of(saver: SessionSaver) -> tuple[str, str]:
    """Return the label and the tooltip of the button that opens the list of offered sessions."""
    count = saver.interrupted
    if not count:
        return "Saved sessions", "All sessions that you can continue"
    return f"{count} session{'s were' if count > 1 else ' was'} interrupted", "Continue or discard them"


def _line(session: ResumableSession, now: float) -> SessionLine:
    save, when = session.save, when_text(session.saved_at, now)
    game = find_game(save.game)
    option = option_title(save.option) if save.option != game.default_option else ""
    title = ", ".join(filter(None, (game.title if game.competitive else _universe_title(save) or game.title, option)))
    generation = f"generation {save.generation:,}" if save.generation else "before the first generation"
    return SessionLine(
        session.files.name,
        title,
        sentence(save.standing) or saved_board_title(save.rule),
        sentence(generation),
        f"{title}, {save.standing or generation}, saved {when}",
        f"Saved {when}",
        not save.ended,
        save.over,
    )


def _universe_title(save: Save) -> str:
    """Return the title of a universe's start screen entry, or else of its rule; "" for games."""
    if save.game != "study":
        return ""
    rule = parse_rule(save.rule)
    entry = entry_with_soup(rule)
    return law_title(rule) if entry is None else entry.title


def _can_be_saved(play: OpenSession) -> bool:
    return prod(play.engine.shape) <= MAX_SAVED_CELLS


def _keep_elsewhere(session: Session[Any]) -> Path | None:
    """Write a session's replay to a new folder for temporary files; return its path, or None if that fails, too."""
    try:
        path = Path(tempfile.mkdtemp(prefix="gpulife-")) / f"session{REPLAY_ENDING}"
        write_replay(path, session.recording())
    except Exception as error:  # noqa: BLE001 - the user is told of the first error
        log_error("keeping a session that could not be saved", error)
        return None
    return path


def _is_not_empty(play: OpenSession) -> bool:
    """Return False if the session is a contest in which nothing worth saving has happened."""
    session = play.session
    if session.match.is_universe or session.computed or any(session.board.census()):
        return True
    idle = _LEAVES_NOTHING | {ActionKind.START} if play.runner.holds() else _LEAVES_NOTHING  # nobody is ready yet
    return any(action.kind not in idle for _, action in session.log.entries())


def _is_worth_keeping(play: OpenSession, *, enabled: bool) -> bool:
    """Return True if a session should be saved when it is replaced. ``enabled`` is True if sessions are autosaved."""
    if not enabled:
        return False
    session = play.session
    drawn = any(action.kind is ActionKind.PAINT for tick, action in session.log.entries() if tick)
    return drawn or session.recorded_ticks >= _MIN_TICKS
