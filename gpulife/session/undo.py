"""Undo and redo of a session's edits.

Undo goes back to the tick before an edit, and keeps what was recorded after that tick. Redo returns to the tick at
which the edit was undone. Both halt a running universe. Both are generators, which yield whenever the session pauses;
see ``Session.should_pause``.
"""

from collections.abc import Generator
from typing import Any

from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.core.timed_state import TimedState
from gpulife.session.edits import RUN, Edit, UndoneEdit
from gpulife.session.session import Session

MISTAKE_TICKS = 5 * TICKS_PER_SECOND
"""If a run of generations still goes on and began at most this many ticks ago, undo also undoes the edit before it."""

UndoWork = Generator[None, None, Edit | None]
"""An undo or redo in progress. It yields whenever the session pauses. At its end it returns the edit; None if none."""


def undo(session: Session[Any]) -> UndoWork:
    """Undo the last edit before the current tick.

    A run of generations is undone together with the edit before it in two cases: the run computed no generation, or it
    began at most MISTAKE_TICKS ago and still goes on.

    Raises:
        RewindError: the session cannot go back so far, because the board is too large for keyframes.
    """
    yield from _finish_tick(session)
    edit, here, computed = session.edits.before(session.ticks), session.ticks, session.computed
    was_running = not session.in_the_past and keeps_running(session.state)
    if edit is None:
        return None
    while True:
        while not session.seek(edit.tick):
            yield
        before = session.edits.before(edit.tick)
        if edit.title != RUN or edit.replaced is not None or before is None:
            break
        goes_on = was_running and session.state.running and before.title != RUN
        if session.computed != computed and not (goes_on and here - edit.tick <= MISTAKE_TICKS):
            break
        edit = before
    session.edits.undone.append(UndoneEdit(edit, here, session.cut_future()))
    session.edits.limit()
    if edit.replaced is not None:
        session.restore_future(edit.replaced)
    else:
        _halt(session)
    return edit


def redo(session: Session[Any]) -> UndoWork:
    """Redo the edit that was undone last, and return to the tick at which it was undone.

    Raises:
        RewindError: the session cannot go back to the edit, because the board is too large for keyframes.
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
    if session.match.is_universe:
        _halt(session)
    return entry.edit


def _finish_tick(session: Session[Any]) -> Generator[None, None, None]:
    while session.is_unfinished:
        session.tick()
        if session.is_unfinished:
            yield


def _halt(session: Session[Any]) -> None:
    """Halt a running universe. Do nothing if there is a recorded future, which a halt would cut off."""
    if not session.in_the_past and keeps_running(session.state):
        session.tick((*session.release_inputs(), Action(NOBODY, ActionKind.HALT)))


def keeps_running(state: Any) -> bool:
    """Return True if the universe runs until somebody halts it."""
    is_halting = isinstance(state, TimedState) and state.beat.left == 0
    return bool(state.running) and not is_halting
