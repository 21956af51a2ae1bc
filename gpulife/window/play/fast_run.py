"""Runs a universe at full speed until a goal, such as a generation, is reached; or takes it back in time.

A run consists of ordinary STEP actions, a few in each frame. So the user can stop a run in any frame, and replays
contain it.
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
"""Largest board, in cells, whose period can be found: the search reads and hashes the board in every generation."""
_SHORT_SECONDS, _LONG_SECONDS = 0.005, 0.020
"""Shortest and longest duration of a step in seconds. After a step outside this range, the step size changes."""
_MAX_AT_ONCE = 1 << 16


class Goal(ABC):
    """A goal, such as a generation, at which a run at full speed ends."""

    @abstractmethod
    def next_step(self, board: Board, at_once: int) -> int:
        """Return how many generations to compute next, at most ``at_once``; 0 once ``board`` has reached the goal."""

    @abstractmethod
    def progress(self, board: Board) -> str:
        """Return a text that says how far the run has come."""

    def result(self, board: Board) -> str:
        """Return the message shown when the goal is reached."""
        return f"Generation {board.generation:,}"


class ReachGeneration(Goal):
    """The goal of reaching a given generation."""

    def __init__(self, generation: int) -> None:
        self.generation = generation

    def next_step(self, board: Board, at_once: int) -> int:
        """Return the number of generations still to compute to reach the goal, at most ``at_once``."""
        return min(at_once, max(0, self.generation - board.generation))

    def progress(self, board: Board) -> str:
        """Return the goal and the current generation as text."""
        return f"Going to generation {self.generation:,}: now {board.generation:,}"


class ReachPopulation(Goal):
    """The goal of reaching a population (number of live cells). The population is checked after every generation.

    Args:
        number: the population at which to stop.
        rises: True to stop at this population or more; False to stop at this population or less.
    """

    def __init__(self, number: int, *, rises: bool) -> None:
        self._number, self._rises = number, rises

    def next_step(self, board: Board, at_once: int) -> int:
        """Return 1, to compute one more generation, or 0, to stop because the population has reached the goal."""
        del at_once
        cells = _population(board)
        return int(cells < self._number if self._rises else cells > self._number)

    def progress(self, board: Board) -> str:
        """Return the goal and the current population as text."""
        way = "at least" if self._rises else "at most"
        return f"Running until {way} {self._number:,} cells are alive: now {_population(board):,}"

    def result(self, board: Board) -> str:
        """Return the population and the generation as text."""
        return f"{_population(board):,} cells in generation {board.generation:,}"


class Repeat(Goal):
    """The goal of finding a board that equals the board of an earlier generation.

    Brent's algorithm is used, so the first period that it finds is the shortest.

    Raises:
        GpulifeError: the board is too large for this search, or its rule involves chance, so that it never repeats.
    """

    def __init__(self, rule: Rule) -> None:
        self._period = rule.family.period(rule)
        if self._period is None:
            raise GpulifeError(f"{rule.law} decides some births by chance, so its boards never repeat")
        rows, columns = rule.size or (1, 1)
        if rows * columns > MAX_REPEATING_CELLS:
            raise GpulifeError(
                f"a board of {rows * columns:,} cells is too large to look for its period: "
                f"the limit is {MAX_REPEATING_CELLS:,}"
            )
        self._before, self._at, self._until = b"", 0, 0
        self._found = 0

    def next_step(self, board: Board, at_once: int) -> int:
        """Return 1, to compute one more generation, or 0, to stop because the current board has been seen before."""
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
        """Return the current generation as text."""
        return f"Running until the board repeats: now generation {board.generation:,}"

    def result(self, board: Board) -> str:
        """Return the period, in generations, as text."""
        if self._found == 1:
            return f"The board no longer changes; this is generation {board.generation:,}"
        return f"The board repeats every {self._found:,} generations; this is generation {board.generation:,}"


# Computing recorded ticks again, instead of replaying them, would delete their recording.
class _Replay:
    """Replays the recorded ticks after a session's current moment until a goal is reached.

    If the goal lies within a tick of several generations, the replay ends before that tick. The caller computes the
    rest.
    """

    def __init__(self, session: Session[Any], goal: Goal) -> None:
        self._session, self._goal = session, goal
        self._asked = self._most = session.board.generation  # generation at the last question, and the highest allowed
        self._before = session.ticks  # the tick before the last replayed one
        self._goes_back = False

    def advance(self) -> bool:
        """Replay one tick, or continue an unfinished tick; return True if nothing is left to replay."""
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
    """Runs a session until it reaches a goal. If the session is in the past, its recorded future is replayed first.

    Args:
        session: a session of Study Mode.
        goal: the goal at which the run ends.
    """

    def __init__(self, session: Session[Any], goal: Goal) -> None:
        self._session, self._goal = session, goal
        self._at_once = session.engine.pass_generations
        self._begin: tuple[Action, ...] = (Action(NOBODY, ActionKind.EDIT, 1, data=RUN),)  # one undo for all
        self._replay = _Replay(session, goal) if session.in_the_past else None

    def frame(self, is_over: Callable[[], bool]) -> bool:
        """Compute one or more steps, until the frame's time is up (``is_over``); return whether the goal is reached."""
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
        """A text that says how far the run has come."""
        return self._goal.progress(self._session.board)

    @property
    def result(self) -> str:
        """The message shown at the end of the run."""
        return self._goal.result(self._session.board)


def _population(board: Board) -> int:
    return int(board.census().sum())


class GenerationSearch:
    """Takes a session back to the latest moment at which its board was in a given generation.

    Cells drawn up to that moment are kept. If the generation was passed within a tick of several generations, the
    search ends before that tick.

    Args:
        session: the session.
        generation: generation to go back to; not later than the current one.

    Raises:
        RewindError: the board is too large to rewind.
    """

    def __init__(self, session: Session[Any], generation: int) -> None:
        if session.keyframes.off_reason:
            raise RewindError(f"generation {generation:,} is in the past, and {session.keyframes.off_reason}")
        self._session, self._generation = session, generation
        self._computed = max(0, session.computed - (session.board.generation - generation))
        frame = session.keyframes.before_computed(self._computed)
        self._target = 0 if frame is None else frame.tick
        self._last = self._target  # last tick known to be no later than the target
        self._is_found = False

    def frame(self, is_over: Callable[[], bool]) -> bool:
        """Search until the frame's time is up (``is_over``); return whether the session has reached the generation."""
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
        """A text that says how far the search has come."""
        return f"Going back to generation {self._generation:,}"

    @property
    def result(self) -> str:
        """The message shown at the end of the search."""
        here = self._session.board.generation
        if here == self._generation:
            return f"Generation {here:,}"
        if here > self._generation:
            return f"Generation {here:,} is the first one of this session"
        return f"Generation {self._generation:,} was not shown: the last one shown before it is {here:,}"
