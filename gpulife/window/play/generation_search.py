"""Looks for an earlier generation in what a session remembers: from a keyframe before it, tick by tick."""

from collections.abc import Callable
from typing import Any

from gpulife.session.history import RewindError
from gpulife.session.session import Session


class GenerationSearch:
    """Brings a session back to the moment before which its board had a generation, and no cell is computed anew.

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
        guess = session.computed - (session.board.generation - generation)
        frame = session.keyframes.before_computed(max(guess, 0))
        self._end = session.ticks
        self._target = 0 if frame is None else frame.tick
        self._is_before = False

    def frame(self, is_over: Callable[[], bool]) -> bool:
        """Search until ``is_over``; return whether the session is there."""
        session = self._session
        while session.seek(self._target):
            if self._generation == session.board.generation:
                return True
            if not self._is_before and session.board.generation > self._generation and session.ticks:
                before = session.keyframes.before(session.ticks - 1)
                self._target = 0 if before is None else before.tick
            elif session.board.generation > self._generation or session.ticks >= self._end:
                self._target = max(0, session.ticks - 1)  # that tick has passed it by
                return session.seek(self._target)
            else:
                self._is_before = True
                self._target = session.ticks + 1
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
        return f"Generation {here:,} is the nearest one before {self._generation:,} that was shown"
