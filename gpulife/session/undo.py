"""Undo and redo the edits of a session.

Undoing goes back to the tick before an edit and keeps everything after it for redoing, which returns to where the edit
was undone. Both are generators, which yield whenever the session was paused on the way; see ``Session.should_pause``.
"""

from collections.abc import Generator
from typing import Any

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.timed_state import TimedState
from gpulife.session.edits import Edit, UndoneEdit
from gpulife.session.session import Session

UndoWork = Generator[None, None, Edit | None]
"""Work that yields whenever the session was paused, and returns the edit; None if there was none."""


def undo(session: Session[Any]) -> UndoWork:
    """Undo the last edit before the present moment; a universe that is running then halts.

    Raises:
        RewindError: the board is too large to go back so far.
    """
    yield from _finish_tick(session)
    edit, here = session.edits.before(session.ticks), session.ticks
    if edit is None:
        return None
    while not session.seek(edit.tick):
        yield
    session.edits.undone.append(UndoneEdit(edit, here, session.cut_future()))
    session.edits.limit()
    if edit.replaced is not None:
        session.restore_future(edit.replaced)
    elif _keeps_running(session.state):
        session.tick((*session.release_inputs(), Action(NOBODY, ActionKind.HALT)))
    return edit


def redo(session: Session[Any]) -> UndoWork:
    """Do the edit again that was undone last, and return to where it was undone.

    Raises:
        RewindError: the board is too large to go back to before the edit.
    """
    yield from _finish_tick(session)
    if not session.edits.undone:
        return None
    entry = session.edits.undone[-1]
    while not session.seek(entry.future.tick):
        yield
    session.edits.undone.pop()
    session.cut_future()
    session.restore_future(entry.future)
    while not session.seek(entry.tick):
        yield
    return entry.edit


def _finish_tick(session: Session[Any]) -> Generator[None, None, None]:
    while session.is_unfinished:
        session.tick()
        if session.is_unfinished:
            yield


def _keeps_running(state: Any) -> bool:
    """Return whether generations go on until somebody halts them."""
    is_halting = isinstance(state, TimedState) and state.beat.left == 0
    return bool(state.running) and not is_halting
