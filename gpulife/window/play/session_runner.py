"""Runs a session in the window: collects actions for the next tick, plays ticks, rewinds and fast-forwards."""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from math import inf
from statistics import median
from typing import Any

import numpy as np

from gpulife.engines.base import Engine
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind, Board
from gpulife.games.core.pace import GENERATION, Pace, PaceKind
from gpulife.session.session import Session
from gpulife.session.tick import TickResult, only_releases
from gpulife.window.panels.snapshot import History, Rates
from gpulife.window.play.fast_run import FastRun, GenerationSearch

# If frames are slow, a universe computes several generations a frame, a whole number of shader passes. A pass of a few
# generations takes little longer than a pass of one, and the longest pass about twice as long. With one generation a
# frame, a massive universe would fall far behind its pace.
MAX_TICKS_PER_FRAME = 6
"""Maximum number of ticks in a frame. If more are due, the session slows down, so that the window responds in time."""
MAX_SLOW_TICKS = TICKS_PER_SECOND
"""Number of ticks by which a slow universe may be late. If more are due, they are dropped."""
SLOW_SECONDS = 2 / TICKS_PER_SECOND
"""A universe whose frames take longer than this many seconds is slow. Its frames compute several generations each."""
SLOW_FRAMES = 5
"""Number of frames whose time must be measured before a universe can count as slow."""
_FEW_GENERATIONS = 4
"""Generations in a short shader pass. It is used if fewer are due than the longest pass computes."""


def generations_at_once(ticks: float, rate: int, a_pass: int) -> int:
    """Return how many generations of a slow universe to compute in this frame. The rest waits for later frames.

    Args:
        ticks: number of ticks due, 0 to ``MAX_SLOW_TICKS``.
        rate: the speed, in generations per 1000 seconds.
        a_pass: generations in the engine's longest shader pass, 2 or more.

    Returns:
        1, the number of generations in a short pass, or a multiple of ``a_pass``.
    """
    a_tick = rate / GENERATION
    due = int(ticks * a_tick)
    if due >= a_pass:
        return min(due, max(a_pass, int(MAX_TICKS_PER_FRAME * a_tick))) // a_pass * a_pass
    return _FEW_GENERATIONS if due >= _FEW_GENERATIONS else 1


_MAX_POINTS = 600
_Point = tuple[int, tuple[int, ...]]
"""A point of the population curves: number of computed generations, and number of cells in each state except 0."""


class PopulationHistory:
    """The points of the population curves.

    The number of points is limited. At the limit, every second point is removed, and new points are added half as
    often. So the curves always show the whole time since the beginning. A rewind removes the later points; they return
    when the session reaches their generations again.
    """

    def __init__(self, species: int) -> None:
        self._species = species
        self._interval = 1
        self._points: list[_Point] = []
        self._dropped: list[_Point] = []  # by rewinds, the latest first; cleared by a new branch
        self._curves: History | None = None

    def add(self, computed: int, board: Board) -> None:
        """Add a point for the current board, unless the last point is too recent.

        ``computed`` is the number of generations so far. Later points, left from before a rewind, are removed. A point
        for the same generation is replaced, because people may have drawn since.
        """
        while self._points and self._points[-1][0] > computed:
            self._dropped.append(self._points.pop())
            self._curves = None
        while self._dropped and self._dropped[-1][0] < computed:
            self._points.append(self._dropped.pop())
            self._curves = None
        if self._points and self._points[-1][0] < computed < self._points[-1][0] + self._interval:
            return
        point = computed, tuple(board.census().tolist())
        if self._dropped and self._dropped[-1][0] == computed and self._dropped.pop() != point:
            self._dropped.clear()
        if self._points and self._points[-1][0] == computed:
            if self._points[-1] == point:
                return
            self._points.pop()
            self._dropped.clear()
        self._curves = None
        self._points.append(point)
        while len(self._points) > _MAX_POINTS:
            self._points = self._points[::2]
            self._interval *= 2

    def curves(self) -> History:
        """Return the points as arrays; they are cached until the points change."""
        if self._curves is not None:
            return self._curves
        generations = np.array([computed for computed, _ in self._points], np.float64)
        populations = np.array([counts for _, counts in self._points], np.float64).reshape(-1, self._species)
        self._curves = History(generations, np.ascontiguousarray(populations.T))
        return self._curves


_MAX_SECONDS_PER_FRAME = 0.03
"""Seconds after which no further tick begins in a frame, so that panels respond even if a large universe is slow."""
_BURST_SECONDS = (0.010, 0.020)
"""Shortest and longest time, in seconds, that a frame's ticks should take at unlimited speed.

If they take less, the generations per tick double; if they take more, these halve.
"""


class SessionRunner:
    """Runs one session in the window.

    Args:
        session: the session.
        engine: its engine.
        first_actions: actions for the first tick.
        resumes: True if the session continues from a saved keyframe.

    Attributes:
        session: the session.
        engine: its engine.
        history: the points of the population curves.
        seeking: the tick to which the session is being rewound or fast-forwarded; None while time passes normally.
        stands: True if time stands still at a past moment until somebody presses a key or button.
        watched: generation shortly before which people began to watch the recording again. Valid only while
            :attr:`watching` is True.
        paused: True while that recording is paused.
        fast_run: the current run at full speed to a goal, or the search for an earlier generation; None for neither.
        flash: strength of the picture's flash now, 0 to 1.
        flash_species: species that flash; empty if the whole picture flashes.
        flash_ticks: number of ticks until the flash ends.
        speed: function that returns the current speed of time; 1.0 is normal.
        counts_frames: True if the time since the last frame is counted as a frame time. It is not if the window waited
            or is hidden, or if nothing moves.
        holds: function that returns True while time must stand still, such as until players are ready.
        is_there: False while the server of an on-line match cannot be reached.
    """

    is_there = True

    def __init__(
        self, session: Session[Any], engine: Engine, first_actions: Sequence[Action] = (), *, resumes: bool = False
    ) -> None:
        self.session = session
        self.engine = engine
        self.history = PopulationHistory(len(engine.rule.census_names))
        self.seeking: int | None = None
        self.watched: int | None = None
        self.paused = self.stands = False
        self.fast_run: FastRun | GenerationSearch | None = None
        self.flash = 0.0
        self.flash_species: tuple[int, ...] = ()
        self.flash_ticks = 0
        self._words = ""
        self.speed: Callable[[], float] = lambda: 1.0
        self.counts_frames = True
        self.holds: Callable[[], bool] = lambda: False
        self._is_at_rest = False
        self._has_begun = resumes
        self._owed = 0.0  # ticks that are due
        self._computed: deque[tuple[float, int]] = deque([(time.perf_counter(), session.computed)], maxlen=240)
        self._frames: deque[float] = deque(maxlen=120)
        self._pending = list(first_actions)
        self._burst: tuple[Action, ...] = ()  # sets the generations a tick; not sent in the past
        self._results: list[TickResult] = []
        self._until = inf
        self._prepared: set[int] = set()
        session.should_pause = lambda: time.perf_counter() > self._until

    def prepare(self, generations: int, begin: Callable[[], AbstractContextManager[Callable[[], None]]]) -> None:
        """Compile the shaders for steps of ``generations``, unless they are compiled already.

        Engines that compute one generation per shader pass need no preparation.

        Args:
            generations: generations in a step.
            begin: function that shows the progress of this work. It returns a context manager that yields a function to
                call after each shader.
        """
        if self.engine.pass_generations == 1 or generations in self._prepared:
            return
        self._prepared.add(generations)
        with begin() as advance:
            self.engine.prepare(generations, sleep=True, advance=advance)
        self._measure_anew()

    def _measure_anew(self) -> None:
        """Forget the time before now, so that it does not count in the measured speed."""
        self._computed.clear()
        self._computed.append((time.perf_counter(), self.session.computed))

    @property
    def watching(self) -> bool:
        """True while people watch a part of the recording again. Meanwhile nothing can change the session."""
        return self.watched is not None and (self.seeking is not None or self.session.in_the_past)

    def act(self, action: Action) -> None:
        """Queue an action for the next tick. While a recording is watched, do nothing."""
        if not self.watching:
            self._pending.append(action)

    @property
    def pending(self) -> Sequence[Action]:
        """The actions queued for the next tick."""
        return self._pending

    def given(self, kind: ActionKind) -> Action | None:
        """Return the latest queued action of a kind; None if there is none."""
        return next((action for action in reversed(self._pending) if action.kind is kind), None)

    def withdraw(self, action: Action) -> None:
        """Remove an action from the queue for the next tick."""
        self._pending.remove(action)

    def forget_releases(self) -> None:
        """Drop queued actions that only release keys and sticks: they must not restart time at a past moment."""
        self._pending = [action for action in self._pending if not only_releases(action)]

    def act_once(self, action: Action) -> None:
        """Queue an action unless the same action is queued already: a second HALT would undo the first."""
        if action not in self._pending:
            self.act(action)

    def pass_time(self, seconds: float) -> list[TickResult]:
        """Play the ticks that become due when another ``seconds`` pass; return their results."""
        if not self.watching:
            self.watched, self.paused = None, False
        if self.paused:
            self._is_at_rest = True
            self._count_frame(seconds)
            return []
        if not self._has_begun:
            self._has_begun = True
            self.session.edits.begin_at(max(1, self.session.ticks))  # painting a large board takes many ticks
        speed = self.speed()
        self._owed += seconds * speed * TICKS_PER_SECOND
        is_slow = self.is_slow
        self._owed = min(self._owed, MAX_SLOW_TICKS if is_slow else MAX_TICKS_PER_FRAME * speed)
        last = inf
        if is_slow:
            rate = self.session.state.pace.rate
            last = self.session.computed + generations_at_once(self._owed, rate, self.engine.pass_generations)
        results: list[TickResult] = []
        still = 0  # ticks skipped because nothing changes
        with self.limited_to_frame() as until, self.engine.gathering() if is_slow else nullcontext():
            while self._owed >= 1 and self.session.computed < last:
                slows_down = speed > 1 and self.speed() < speed  # people need normal speed again
                if (holds := self.holds()) or slows_down or (results and time.perf_counter() > until):
                    self._is_at_rest = holds
                    self._owed = 0.0
                    break
                if not self._pending and self.session.is_still:
                    still, self._owed = int(self._owed), self._owed % 1  # skipped ticks are not recorded
                    self._is_at_rest = True
                    break
                self._is_at_rest = False
                result = self.session.tick(self._take_pending())
                if self.session.is_unfinished:
                    break  # continued in the next frame
                self._owed -= 1
                results.append(result)
        self._show(results, len(results) + still)
        self._count_frame(seconds)
        return results

    @property
    def is_moving(self) -> bool:
        """True if the session changes as time passes, judged by the most recent frame."""
        on_its_way = self.seeking is not None or self.fast_run is not None
        return on_its_way or bool(self.flash_ticks) or not (self._is_at_rest or self.stands)

    @property
    def is_slow(self) -> bool:
        """True if frames of a running universe are so slow that its generations are computed several at a time."""
        session = self.session
        return (
            self.engine.pass_generations > 1
            and session.match.is_universe
            and session.state.pace.kind is PaceKind.FIXED
            and session.state.running
            and not session.in_the_past
            and len(self._frames) >= SLOW_FRAMES
            and median(self._frames) > SLOW_SECONDS
        )

    def _show(self, results: list[TickResult], ticks: int) -> None:
        """Keep a frame's results, from which sounds are played, and advance the flash by ``ticks`` ticks."""
        self._results = results
        for result in results:
            if result.flashes:
                self.flash_ticks = max(flash.ticks for flash in result.flashes)
                species = {flash.species for flash in result.flashes}
                self.flash_species = () if 0 in species else tuple(sorted(species))
                self._words = next((flash.about for flash in result.flashes if flash.about), self._words)
        self.flash_ticks = max(0, self.flash_ticks - ticks)
        self.flash = min(1.0, self.flash_ticks / 10)

    def take_words(self) -> str:
        """Return the sentence on the latest random change of the board; "" if none came since the previous call."""
        words, self._words = self._words, ""
        return words

    def play_pending(self) -> None:
        """Play all queued actions now, but stop at a tick that takes longer than a frame."""
        while self._pending and not self.session.is_unfinished:
            self.session.tick(self._take_pending())

    @property
    def has_pending(self) -> bool:
        """True if actions are queued for the next tick."""
        return bool(self._pending)

    def _take_pending(self) -> tuple[Action, ...]:
        """Return the next tick's actions and remove them from the queue.

        A tick gets at most one edit: a second one waits for a later tick. In a universe, starting or stopping time
        counts as an edit, too.
        """
        if self.session.is_unfinished:
            return ()
        begins = _begins_edit_or_run if self.session.match.is_universe else _begins_edit
        end = next((place for place, action in enumerate(self._pending) if place and begins(action)), None)
        actions, self._pending = tuple(self._pending[:end]), self._pending[end:] if end else []
        burst, self._burst = self._burst, ()
        return actions if self.session.in_the_past else (*actions, *burst)

    def run_fast(self, seconds: float) -> bool:
        """Continue ``fast_run`` until this frame's time is over; return whether its goal is reached.

        ``seconds`` is the time since the previous frame, for the measured speed.
        """
        assert self.fast_run is not None  # noqa: S101 - the caller has looked
        if self.session.in_the_past:
            self.forget_releases()
        actions, self._pending = tuple(self._pending), []
        with self.limited_to_frame() as until:
            if actions:
                self.session.tick(actions)
            reached = self.fast_run.frame(lambda: time.perf_counter() > until)
        self._count_frame(seconds)
        return reached

    def _count_frame(self, seconds: float) -> None:
        if not self.is_moving or not self.session.computed:  # the first tick of a large board only sows its cells
            self._measure_anew()
        else:
            self._computed.append((time.perf_counter(), self.session.computed))
        if self.counts_frames:
            self._frames.append(seconds)
        if not self.session.is_unfinished:
            self.count_point()

    def count_point(self) -> None:
        """Add a point for the current generation to the population curves."""
        self.history.add(self.session.computed, self.session.board)

    def seek(self, tick: int) -> bool:
        """Spend the rest of this frame's time rewinding or fast-forwarding to ``tick``; return whether it is reached.

        See ``Session.seek``.
        """
        with self.limited_to_frame():
            return self.session.seek(tick)

    @contextmanager
    def limited_to_frame(self) -> Iterator[float]:
        """Within this context, the session pauses when the frame's time is over.

        Yield the end of that time, as a value of ``time.perf_counter()``.
        """
        self._until = time.perf_counter() + _MAX_SECONDS_PER_FRAME
        try:
            yield self._until
        finally:
            self._until = inf

    def take_results(self) -> list[TickResult]:
        """Return the results of the most recent frame's ticks, and forget them."""
        results, self._results = self._results, []
        return results

    def adapt_burst(self, burst: int, seconds: float) -> None:
        """At unlimited speed, choose the generations per tick: more after a short frame, fewer after a long one.

        Args:
            burst: the current number of generations per tick.
            seconds: duration of the most recent frame's ticks.
        """
        shortest, longest = _BURST_SECONDS
        new_burst = burst * 2 if seconds < shortest else burst // 2 if seconds > longest else burst
        new_burst = min(max(new_burst, self.engine.pass_generations), 4096)
        self._burst = () if new_burst == burst else (Action(NOBODY, ActionKind.PACE, 0, new_burst),)

    @property
    def pace(self) -> int:
        """The speed in generations per 1000 seconds; 0 for unlimited, -1 for the speed of the original game of 1982."""
        pace: Pace = self.session.state.pace
        return {PaceKind.UNLIMITED: 0, PaceKind.AUTHENTIC: -1}.get(pace.kind, pace.rate)

    @property
    def rates(self) -> Rates:
        """The generations and cells computed per second, and the seconds per frame, measured over the last frames.

        While time stands still, nothing is computed.
        """
        if not self.is_moving:
            return Rates(0.0, 0.0, median(self._frames) if self._frames else 0.0)
        (since, first), (now, last) = self._computed[0], self._computed[-1]
        generations = (last - first) / (now - since) if now > since else 0.0
        rows, columns = self.engine.shape
        frame = median(self._frames) if self._frames else 0.0
        return Rates(max(0.0, generations), max(0.0, generations) * rows * columns, frame)


def _begins_edit(action: Action) -> bool:
    return action.kind is ActionKind.EDIT and action.a == 1


def _begins_edit_or_run(action: Action) -> bool:
    return _begins_edit(action) or action.kind in (ActionKind.HALT, ActionKind.STEP)
