"""Undo and redo in the window: first the edits of the current session, one by one, then sessions that were replaced."""

from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from math import prod
from typing import Any

from gpulife.errors import GpulifeError, OutputError
from gpulife.games.core.consent import people_need_consent
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.score_history import ScoreHistory
from gpulife.patterns.pattern import Notes
from gpulife.session.autosave import SavedSession
from gpulife.session.edits import RUN, Edit, Edits
from gpulife.session.history import Keyframe, Keyframes, RewindError
from gpulife.session.undo import keeps_running, redo, undo
from gpulife.storage.save_file import Rotation
from gpulife.view.camera import Camera
from gpulife.view.look import Look
from gpulife.window.panels.board_title import law_title
from gpulife.window.play.consent import may_rewind
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.session_runner import PopulationHistory
from gpulife.window.play.session_saver import seats_to_save
from gpulife.window.shell import Shell

MAX_CELLS = 1 << 20
"""Largest board, in cells, for which undo can return to a replaced session that has no keyframes."""
_KEYFRAMES_SHARE = 8  # keyframes of a replaced session may use this fraction (1/8) of the rewinding budget
_BYTES_PER_ACTION = 64
_LONGEST_NAME = 60

ControllerMaker = Callable[[Shell, OpenSession], AnyController]


@dataclass(frozen=True, slots=True)
class LeftSession:
    """A session that was replaced by another, with all that is needed to return to it.

    Attributes:
        saved: its recording, its last state and board, and its seats.
        title: its name on screen, with its generation.
        make_controller: function that makes its controller; None for its game's usual controller.
        files: files in which it was saved; None if it was not saved.
        keyframes: keyframes of its past.
        edits: its edits, including those that were undone.
        scores: the history of its scores.
        name: see ``OpenSession.name``.
        notes: see ``OpenSession.notes``.
        look: how its board looked, such as its colours.
        camera: the camera of its view, or the one to which the view was moving.
        fitted: True if its view kept the whole board in view.
        population: the points of its population curves.
    """

    saved: SavedSession
    title: str
    make_controller: ControllerMaker | None
    files: Rotation | None
    keyframes: tuple[Keyframe, ...]
    edits: Edits
    scores: ScoreHistory
    name: str
    notes: Notes
    look: Look
    camera: Camera
    fitted: bool
    population: PopulationHistory

    @property
    def size(self) -> int:
        """Approximate size in memory, in bytes."""
        frames = sum(frame.size for frame in self.keyframes) + self.saved.keyframe.size
        return frames + self.edits.size + _BYTES_PER_ACTION * len(self.saved.recording.log)


def can_be_kept(play: OpenSession) -> bool:
    """Return True if :func:`keep` can copy a session: if it has keyframes, or a small enough board."""
    return not play.session.keyframes.off_reason or prod(play.engine.shape) <= MAX_CELLS


def is_untouched(play: OpenSession) -> bool:
    """Return whether a session has an empty board that nobody ever edited, so that undo need not return to it."""
    session = play.session
    no_edits = not session.edits.made and session.edits.before(session.recorded_ticks + 1) is None
    return no_edits and not session.computed and not any(play.population)


def keep(controller: AnyController, make: ControllerMaker | None, files: Rotation | None, budget: int) -> LeftSession:
    """Return all data of a session that is about to be replaced, so that undo can return to it.

    Args:
        controller: the session's controller.
        make: the function that made the controller; None for the game's usual controller.
        files: files in which the session was saved; None if it was not saved.
        budget: memory for rewinding, in bytes. The session's keyframes may use a part of it.

    Raises:
        OutputError: the session is in the middle of a long tick.
    """
    play, session = controller.play, controller.play.session
    title = play.name[:_LONGEST_NAME] or play.title + (
        f" ({law_title(play.engine.rule)})" if session.match.is_universe else ""
    )
    saved = SavedSession(session.recording(), session.keyframe(), seats=seats_to_save(controller))
    frames = Keyframes(prod(play.engine.shape), budget // _KEYFRAMES_SHARE)
    if not session.keyframes.off_reason:
        for frame in session.keyframes.all:
            frames.add(frame)
    return LeftSession(
        saved,
        f"{title}, generation {session.board.generation:,}",
        make,
        files,
        frames.all,
        session.edits,
        session.score_history,
        play.name,
        play.notes,
        play.display.look,
        play.display.target,
        play.display.fitted,
        play.runner.history,
    )


def restore(left: LeftSession, play: OpenSession) -> None:
    """Complete a session that was restarted from ``left.saved``: restore its look, camera, undo history and notes."""
    session = play.session
    for frame in left.keyframes:
        if not session.keyframes.off_reason:
            session.keyframes.add(frame)
    session.edits, session.score_history = left.edits, left.scores
    play.name, play.notes = left.name, left.notes
    play.display.look, play.runner.history = left.look, left.population
    play.display.camera = play.display.target = left.camera
    play.display.fitted = left.fitted


def discard_oldest(sessions: list[Any], budget: int, depth: int) -> None:
    """Remove the oldest sessions until at most ``depth`` of them and ``budget`` bytes remain; always keep the newest.

    ``sessions`` begins with the oldest.
    """
    del sessions[:-depth]
    while len(sessions) > 1 and sum(left.size for left in sessions) > budget:
        del sessions[0]


DEPTH = 10
"""Greatest number of replaced sessions that undo can return to, and that redo can return to."""
_MAX_WAITING = 32


class UndoHistory:
    """Carries out undo and redo, and keeps replaced sessions so that undo can return to them.

    Args:
        shell: services shared by all screens.
        go_to: function that restarts an earlier session in place of the current one, and returns it.
    """

    def __init__(self, shell: Shell, go_to: Callable[[LeftSession], OpenSession]) -> None:
        self._shell = shell
        self._go_to = go_to
        self._left: list[LeftSession] = []
        self._ahead: list[LeftSession] = []
        self._goes_to: list[LeftSession] | None = None  # list that gets the current session while another one begins
        self._changes = 0  # edits.changes when undo or redo began the session; if it grows, redo is lost
        self._waiting: deque[bool] = deque(maxlen=_MAX_WAITING)
        self._travel: Generator[None, None, Edit | None] | None = None
        self._to_tell = self._has_told = False

    def keep(self, controller: AnyController, make: ControllerMaker | None, files: Rotation | None) -> None:
        """Keep a session that is about to be replaced, if undo should return to it.

        Args:
            controller: the session's controller.
            make: the function that made the controller; None for the game's usual controller.
            files: files in which the session was saved; None if it was not saved.
        """
        self._travel = None
        self._waiting.clear()
        if self._goes_to is None:
            self._ahead.clear()
        play = controller.play
        self._to_tell = False
        if not play.chosen_by_user or play.demo or not can_be_kept(play):
            return
        if self._goes_to is None and is_untouched(play):
            return
        budget = self._shell.settings.rewind_mib << 20
        kept = self._left if self._goes_to is None else self._goes_to
        try:
            kept.append(keep(controller, make, files, budget))
        except OutputError as error:  # a long tick is under way
            self._shell.show_message(str(error))
            return
        discard_oldest(kept, budget, DEPTH)
        self._to_tell = self._goes_to is None and play.session.match.is_universe

    def tell(self, play: OpenSession) -> None:
        """Show which key returns to the previous universe, once, and only if nobody has edited this universe yet.

        The message waits until no other message is on screen. In contests it is not shown.
        """
        if not self._to_tell or self._has_told or self._shell.message:
            return
        session = play.session
        self._to_tell = False
        if session.match.is_universe and session.edits.before(session.ticks) is None and self._left:
            self._has_told = True
            key = self._shell.poller.bindings.first_key_text("undo")
            self._shell.show_message(f"{key} goes back to {self._left[-1].title}")

    def titles(self, play: OpenSession) -> tuple[str, str]:
        """Return the titles of the edits or sessions that undo and redo would affect now; "" for none."""
        session, undone = play.session, play.session.edits.undone
        edit = session.edits.before(session.ticks)
        left = self._left[-1].title if self._left else ""
        ahead = self._ahead[-1].title if self._ahead and self._changes == session.edits.changes else ""
        return edit.title if edit is not None else left, undone[-1].edit.title if undone else ahead

    def request(self, *, forward: bool) -> None:
        """Request an undo; if ``forward``, a redo. Further requests wait while an undo takes several frames."""
        self._waiting.append(forward)

    def pass_time(self, controller: AnyController) -> bool:
        """Continue the requested undo or redo; return True if it uses this frame, so that no tick may be played."""
        play = controller.play
        if self._travel is None:
            if not self._waiting or play.runner.seeking is not None:
                return False
            play.runner.fast_run = None
            self._begin(controller, forward=self._waiting.popleft())
        if self._travel is None:
            return False
        try:
            with play.runner.limited_to_frame():
                next(self._travel)
        except StopIteration:
            self._travel = None
            play.runner.count_point()
        except RewindError:
            self._travel = None
            self._shell.show_message("On a board this large, only small edits of the current generation can be undone")
        return True

    def _begin(self, controller: AnyController, *, forward: bool) -> None:
        play, session = controller.play, controller.play.session
        if play.runner.has_pending and not session.is_unfinished:
            play.runner.play_pending()
        edits = session.edits
        if edits.undone if forward else edits.before(session.ticks + session.is_unfinished):
            if people_need_consent(session.match) or not may_rewind(play):
                self._shell.show_message(
                    "Nothing can be undone in this match, because all players agreed to every change"
                )
            else:
                self._travel = self._steps(play, forward=forward)
            return
        if forward and self._changes != session.edits.changes:
            self._ahead.clear()
        here, there = (self._ahead, self._left) if forward else (self._left, self._ahead)
        if not here:
            self._shell.show_message("Nothing to redo" if forward else "Nothing to undo")
            return
        self._change_session(here, there)

    def _steps(self, play: OpenSession, *, forward: bool) -> Generator[None, None, Edit | None]:
        """Undo or, if ``forward``, redo one edit and show a message. Yield whenever the time of a frame is over.

        The generator returns the edit; None if there was none to undo or redo.
        """
        session = play.session
        computed = session.computed
        edit = yield from (redo if forward else undo)(session)
        play.runner.stands = session.in_the_past and session.match.is_universe  # the recorded future waits
        if edit is not None:
            what = f"{'Redone' if forward else 'Undone'}: {edit.title}"
            if edit.title == RUN:
                count = abs(session.computed - computed)
                what += f" of {count:,} generation{'' if count == 1 else 's'}, now"
            self._shell.show_message(f"{what} at generation {session.board.generation:,}")
        return edit

    def _change_session(self, here: list[LeftSession], there: list[LeftSession]) -> None:
        """Return to the newest session in ``here``, and add the current one to ``there``. A universe returns halted."""
        left = here.pop()
        self._goes_to = there
        try:
            back = self._go_to(left)
        except GpulifeError as error:
            here.append(left)
            self._shell.show_message(str(error))
            return
        finally:
            self._goes_to = None
        self._changes = left.edits.changes
        if back.session.match.is_universe and keeps_running(back.session.state):
            back.runner.act(Action(NOBODY, ActionKind.HALT))
        self._shell.show_message(f"Back in {left.title}")
