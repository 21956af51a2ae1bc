"""Undo and redo in the window: the edits of the session one by one, then the sessions that were left before it."""

from collections import deque
from collections.abc import Callable, Generator

from gpulife.errors import GpulifeError, OutputError
from gpulife.games.core.consent import people_need_consent
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.session.edits import RUN, Edit
from gpulife.session.history import RewindError
from gpulife.session.undo import keeps_running, redo, undo
from gpulife.storage.save_rotation import Rotation
from gpulife.window.play.consent import may_rewind
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.left_session import (
    ControllerMaker,
    LeftSession,
    can_be_kept,
    discard_oldest,
    is_untouched,
    keep,
)
from gpulife.window.play.play_view import PlayView
from gpulife.window.shell import Shell

DEPTH = 10
"""Number of sessions that are kept on each side of the present one."""
_MAX_WAITING = 32


class UndoHistory:
    """What can be undone and redone.

    Args:
        shell: everything that screens share.
        go_to: begins a session that was left in place of the present one, and returns it.
    """

    def __init__(self, shell: Shell, go_to: Callable[[LeftSession], PlayView]) -> None:
        self._shell = shell
        self._go_to = go_to
        self._left: list[LeftSession] = []
        self._ahead: list[LeftSession] = []
        self._goes_to: list[LeftSession] | None = None  # where the present session is kept while another one is begun
        self._changes = 0  # of the present session when it came back: one more forgets what is ahead
        self._waiting: deque[bool] = deque(maxlen=_MAX_WAITING)
        self._travel: Generator[None, None, Edit | None] | None = None
        self._to_tell = self._has_told = False

    def keep(self, controller: AnyController, make: ControllerMaker | None, files: Rotation | None) -> None:
        """Keep a session that another one is about to replace, if somebody chose it.

        Args:
            controller: its controller.
            make: what made that, if it is not the game's own.
            files: files into which it was saved.
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
        except OutputError as error:  # in the middle of a tick that takes long
            self._shell.show_message(str(error))
            return
        discard_oldest(kept, budget, DEPTH)
        self._to_tell = self._goes_to is None and play.session.match.is_universe

    def tell(self, play: PlayView) -> None:
        """Tell of the universe that was left, where people are in another one in which they have done nothing yet.

        That is done once, as soon as no other message stands there: games begin without it, and so do their levels.
        """
        if not self._to_tell or self._has_told or self._shell.message:
            return
        session = play.session
        self._to_tell = False
        if session.match.is_universe and session.edits.before(session.ticks) is None and self._left:
            self._has_told = True
            key = self._shell.poller.bindings.first_key_text("undo")
            self._shell.show_message(f"{key} goes back to {self._left[-1].title}")

    def titles(self, play: PlayView) -> tuple[str, str]:
        """Return what undo and redo would be about in a session; "" for nothing."""
        session, undone = play.session, play.session.edits.undone
        edit = session.edits.before(session.ticks)
        left = self._left[-1].title if self._left else ""
        ahead = self._ahead[-1].title if self._ahead and self._changes == session.edits.changes else ""
        return edit.title if edit is not None else left, undone[-1].edit.title if undone else ahead

    def request(self, *, forward: bool) -> None:
        """Undo, or redo if ``forward``; one after the other where that takes several frames."""
        self._waiting.append(forward)

    def pass_time(self, controller: AnyController) -> bool:
        """Go on with what was requested; return whether it takes the time of this frame."""
        play = controller.play
        if self._travel is None:
            if not self._waiting or play.seeking is not None:
                return False
            play.fast_run = None
            self._begin(controller, forward=self._waiting.popleft())
        if self._travel is None:
            return False
        try:
            with play.limited_to_frame():
                next(self._travel)
        except StopIteration:
            self._travel = None
            play.count_point()
        except RewindError:
            self._travel = None
            self._shell.show_message(
                "This board is too large to undo that: only small edits of the present generation can be undone"
            )
        return True

    def _begin(self, controller: AnyController, *, forward: bool) -> None:
        play, session = controller.play, controller.play.session
        if play.has_pending and not session.is_unfinished:
            play.play_pending()
        edits = session.edits
        if edits.undone if forward else edits.before(session.ticks + session.is_unfinished):
            if people_need_consent(session.match) or not may_rewind(play):
                self._shell.show_message("Nothing is undone in this match: all its players agreed to what was done")
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

    def _steps(self, play: PlayView, *, forward: bool) -> Generator[None, None, Edit | None]:
        """Undo or redo an edit, and say so; yields while it takes longer than a frame."""
        session = play.session
        computed = session.computed
        edit = yield from (redo if forward else undo)(session)
        play.stands = session.in_the_past and session.match.is_universe  # what is recorded waits to be played
        if edit is not None:
            what = f"{'Redone' if forward else 'Undone'}: {edit.title}"
            if edit.title == RUN:
                count = abs(session.computed - computed)
                what += f" of {count:,} generation{'' if count == 1 else 's'}, now"
            self._shell.show_message(f"{what} at generation {session.board.generation:,}")
        return edit

    def _change_session(self, here: list[LeftSession], there: list[LeftSession]) -> None:
        """Go to the last of the sessions ``here``, halted if it is a universe, and keep the present one ``there``."""
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
            back.act(Action(NOBODY, ActionKind.HALT))
        self._shell.show_message(f"Back in {left.title}")
