"""Looks for an earlier generation in what a session remembers: from a keyframe before it, tick by tick."""

from collections.abc import Callable
from typing import Any

from gpulife.session.history import RewindError
from gpulife.session.session import Session


class GenerationSearch:
    """Brings a session to the last moment before its board left a generation, with all that was drawn until then.

    Where one tick computed several generations, the moment before it is the nearest, and is taken.

    Args:
        session: session to bring back.
        generation: number of the board's generation to go to, not above the present one.

    Raises:
        RewindError: the board is too large to go back.
    """

    def __init__(self, session: Session[Any], generation: int) -> None:
        if session.keyframes.off_reason:
            raise RewindError(f"generation {generation:,} is in the past, and {session.keyframes.off_reason}")
        self._session, self._generation = session, generation
        self._computed = max(0, session.computed - (session.board.generation - generation))
        frame = session.keyframes.before_computed(self._computed)
        self._target = 0 if frame is None else frame.tick
        self._last = self._target  # the last moment before which no more had been computed
        self._is_found = False

    def frame(self, is_over: Callable[[], bool]) -> bool:
        """Search until ``is_over``; return whether the session is there."""
        session = self._session
        while session.seek(self._target):
            if self._is_found:
                return True
            if session.computed <= self._computed:
                self._last = session.ticks
            self._is_found = session.computed > self._computed or not session.in_the_past
            self._target = self._last if self._is_found else session.ticks + 1
            if is_over():
                return False
        return False

    @property
    def progress(self) -> str:
        """What the search is up to, in words."""
        return f"Going back to generation {self._generation:,}"

    @property
    def result(self) -> str:
        """What to say at its end."""
        here = self._session.board.generation
        if here == self._generation:
            return f"Generation {here:,}"
        if here > self._generation:
            return f"Generation {here:,} is the first one of this board"
        return f"Generation {here:,} is the nearest one before {self._generation:,} that was shown"
