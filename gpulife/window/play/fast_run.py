"""Runs of a universe that go as fast as it can be computed until a goal is reached: steps of many generations, too.

They are STEP actions of the session like any other, a few in each frame: somebody can stop them in any frame, and a
replay has them.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY, Action, ActionKind, Board
from gpulife.rules import Rule
from gpulife.session.edits import RUN
from gpulife.session.history import RewindError
from gpulife.session.session import Session

MAX_REPEATING_CELLS = 1 << 22
"""Limit on the cells of a board whose repetition is looked for: every generation is compared with an earlier one."""
_SHORT_SECONDS, _LONG_SECONDS = 0.005, 0.020
"""Time of a step: if it is shorter, the next one computes more generations, if longer, fewer."""
_MAX_AT_ONCE = 1 << 16


class Goal(ABC):
    """What ends a run."""

    @abstractmethod
    def next_step(self, board: Board, at_once: int) -> int:
        """Return how many generations to compute before asking again, ``at_once`` at most; 0 if the goal is reached."""

    @abstractmethod
    def progress(self, board: Board) -> str:
        """Return what the run is up to, in words."""

    def result(self, board: Board) -> str:
        """Return what to say when the goal is reached."""
        return f"Generation {board.generation:,}"


class ReachGeneration(Goal):
    """The board has a generation of that number."""

    def __init__(self, generation: int) -> None:
        self.generation = generation

    def next_step(self, board: Board, at_once: int) -> int:
        """Return as many generations as are missing, ``at_once`` at most."""
        return min(at_once, max(0, self.generation - board.generation))

    def progress(self, board: Board) -> str:
        """Return both numbers."""
        return f"Going to generation {self.generation:,}: now {board.generation:,}"


class ReachPopulation(Goal):
    """All living cells together are at least, or at most, a number; looked at after every generation.

    Args:
        number: the population to stop at.
        rises: whether to stop at more cells, instead of at fewer.
    """

    def __init__(self, number: int, *, rises: bool) -> None:
        self._number, self._rises = number, rises

    def next_step(self, board: Board, at_once: int) -> int:
        """Return one generation, or 0 if the population has reached the number."""
        del at_once
        cells = _population(board)
        return int(cells < self._number if self._rises else cells > self._number)

    def progress(self, board: Board) -> str:
        """Return the population that it is now."""
        way = "at least" if self._rises else "at most"
        return f"Running until {way} {self._number:,} cells live: now {_population(board):,}"

    def result(self, board: Board) -> str:
        """Return population and generation."""
        return f"{_population(board):,} cells in generation {board.generation:,}"


class Repeat(Goal):
    """The board is as it was some generations ago, found with Brent's algorithm: the first such period is the shortest.

    Raises:
        GpulifeError: the board is too large to be compared with itself, or its rule never repeats.
    """

    def __init__(self, rule: Rule) -> None:
        self._period = rule.family.period(rule)
        if self._period is None:
            raise GpulifeError(f"{rule.law} decides some births by chance, so its boards never repeat")
        rows, columns = rule.size or (1, 1)
        if rows * columns > MAX_REPEATING_CELLS:
            raise GpulifeError(
                f"a board of {rows * columns:,} cells is too large to look for its period: "
                f"there can be {MAX_REPEATING_CELLS:,}"
            )
        self._before, self._at, self._until = b"", 0, 0
        self._found = 0

    def next_step(self, board: Board, at_once: int) -> int:
        """Return one generation, or 0 if the board was seen before."""
        del at_once
        cells = blake2b(board.read(0, 0, *board.shape).tobytes(), digest_size=16)
        cells.update(str(board.generation % (self._period or 1)).encode())
        present = cells.digest()
        if present == self._before:
            self._found = board.generation - self._at
            return 0
        if board.generation >= self._until:
            self._until = board.generation + max(1, 2 * (self._until - self._at))
            self._before, self._at = present, board.generation
        return 1

    def progress(self, board: Board) -> str:
        """Return the generation that it is now."""
        return f"Running until the board repeats: now generation {board.generation:,}"

    def result(self, board: Board) -> str:
        """Return the period."""
        if self._found == 1:
            return f"The board does not change any more: generation {board.generation:,}"
        return f"The board repeats every {self._found:,} generations: generation {board.generation:,}"


class _Replay:
    """Goes on in what is recorded of a session, which computing it anew would cut off, as far as a goal allows.

    A recorded tick may have computed more generations than that: then the rest has to be computed from before it.
    """

    def __init__(self, session: Session[Any], goal: Goal) -> None:
        self._session, self._goal = session, goal
        self._asked = self._most = session.board.generation  # when the goal was asked, and what it allowed then
        self._before = session.ticks  # tick before the last one that was replayed
        self._goes_back = False

    def advance(self) -> bool:
        """Replay a tick, or go on with one that was paused; return whether there is nothing more to replay."""
        session = self._session
        if session.is_unfinished and not self._goes_back:
            session.tick()
            return False
        self._goes_back = self._goes_back or session.board.generation > self._most
        if self._goes_back:
            return session.seek(self._before)
        if session.board.generation != self._asked or self._most == self._asked:
            self._asked = session.board.generation
            self._most = self._asked + self._goal.next_step(session.board, _MAX_AT_ONCE)
        if self._most == self._asked or not session.in_the_past:
            return True
        self._before = session.ticks
        session.tick()
        return False


class FastRun:
    """A run towards a goal; from the past on it goes through what is recorded first.

    Args:
        session: a session of Study Mode.
        goal: what ends it.
    """

    def __init__(self, session: Session[Any], goal: Goal) -> None:
        self._session, self._goal = session, goal
        self._at_once = session.engine.pass_generations
        self._begin: tuple[Action, ...] = (Action(NOBODY, ActionKind.EDIT, 1, data=RUN),)  # undo takes all steps back
        self._replay = _Replay(session, goal) if session.in_the_past else None

    def frame(self, is_over: Callable[[], bool]) -> bool:
        """Compute until ``is_over``, once at least; return whether the goal is reached."""
        session = self._session
        while True:
            began = time.perf_counter()
            count = 0
            if self._replay is not None and self._replay.advance():
                self._replay = None
            if self._replay is not None:
                pass
            elif session.is_unfinished:
                session.tick()
            else:
                count = self._goal.next_step(session.board, self._at_once)
                if count == 0:
                    return True
                session.tick((*self._begin, Action(NOBODY, ActionKind.STEP, count)))
                self._begin = ()
            if session.is_unfinished:
                return False
            if count >= self._at_once:
                session.engine.finish()  # a GPU only queues commands
                took = time.perf_counter() - began
                at_once = self._at_once * 2 if took < _SHORT_SECONDS else self._at_once // 2
                if not _SHORT_SECONDS <= took <= _LONG_SECONDS:
                    self._at_once = min(max(at_once, session.engine.pass_generations), _MAX_AT_ONCE)
            if is_over():
                return False

    @property
    def progress(self) -> str:
        """What the run is up to, in words."""
        return self._goal.progress(self._session.board)

    @property
    def result(self) -> str:
        """What to say at its end."""
        return self._goal.result(self._session.board)


def _population(board: Board) -> int:
    return int(board.census().sum())


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
