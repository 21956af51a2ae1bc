"""A session as it is seen in the window: engine, look, camera and seats, passing time, and statistics."""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from math import inf
from statistics import median
from typing import Any

import numpy as np

from gpulife.closing import closed_on_error
from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import open_on_device
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind, Board, Match
from gpulife.games.core.pace import GENERATION, Pace, PaceKind
from gpulife.patterns.notes import NO_NOTES
from gpulife.rules import Rule, parse_rule
from gpulife.seats import Seats
from gpulife.session.history import Keyframe, Recording
from gpulife.session.session import Session
from gpulife.session.tick import TickResult, only_releases
from gpulife.view.camera import Camera
from gpulife.view.gl_board import BoardView
from gpulife.view.gl_minimap import Minimap
from gpulife.view.look import default_look
from gpulife.window.panels.snapshot import History, Rates
from gpulife.window.play.fast_run import FastRun, GenerationSearch

# How many generations a universe computes in a frame where frames are slow: as many as passes have. A pass of few
# generations takes nearly as long as one of a single generation, and the longest little more than twice as long: a
# window that computes one a frame of a massive universe falls far behind its pace.
MAX_TICKS_PER_FRAME = 6
"""Maximum of ticks that the frame after a slow one makes up for; beyond it the session gets slower, not the window."""
MAX_SLOW_TICKS = TICKS_PER_SECOND
"""Maximum of ticks that are due in a slow universe: what passes do not make up for is forgotten."""
SLOW_SECONDS = 2 / TICKS_PER_SECOND
"""Time of a frame above which the generations of a universe are computed several at a time."""
SLOW_FRAMES = 5
"""Number of frames to measure before the time of a frame is known."""
_FEW_GENERATIONS = 4
"""A pass of that many is compiled beside the longest."""


def generations_at_once(ticks: float, rate: int, a_pass: int) -> int:
    """Return how many generations to compute in a frame; what is due beyond these stays so for the next one.

    Args:
        ticks: ticks that are due, 0 to ``MAX_SLOW_TICKS``.
        rate: the pace, in generations per 1000 seconds.
        a_pass: generations of the longest pass, 2 or more.

    Returns:
        1, few, or those of whole passes.
    """
    a_tick = rate / GENERATION
    due = int(ticks * a_tick)
    if due >= a_pass:
        return min(due, max(a_pass, int(MAX_TICKS_PER_FRAME * a_tick))) // a_pass * a_pass
    return _FEW_GENERATIONS if due >= _FEW_GENERATIONS else 1


_MAX_POINTS = 600
_Point = tuple[int, tuple[int, ...]]
"""Generations computed, and the cells in each state."""


class PopulationHistory:
    """The points of the population curves.

    When there are too many, every second one is dropped and points are added half as often, so that the curves always
    show everything since the beginning. Points that a rewind dropped come back when the session goes there again.
    """

    def __init__(self, species: int) -> None:
        self._species = species
        self._interval = 1
        self._points: list[_Point] = []
        self._dropped: list[_Point] = []  # by the last rewinds, the latest first, until something else happens
        self._curves: History | None = None

    def add(self, computed: int, board: Board) -> None:
        """Add a point after ``computed`` generations, unless it is too soon; after a rewind, drop the later points.

        The last point changes with what is drawn before the next generation.
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
        """Return the points as arrays, computed again only when they have changed."""
        if self._curves is not None:
            return self._curves
        generations = np.array([computed for computed, _ in self._points], np.float64)
        populations = np.array([counts for _, counts in self._points], np.float64).reshape(-1, self._species)
        self._curves = History(generations, np.ascontiguousarray(populations.T))
        return self._curves


_MAX_SECONDS_PER_FRAME = 0.03
"""Time after which a frame begins no further tick, so that panels answer even if a massive universe is slow."""
_BURST_SECONDS = (0.010, 0.020)
"""Time of a frame at an unlimited pace: if it is shorter, a tick computes more generations, if longer, fewer."""


class PlayView:
    """A session in the window.

    Args:
        device: the window's OpenGL device.
        match: the match that is played.
        first_actions: actions of the first tick.
        recording: a recorded match to play back or to resume.
        keyframe: keyframe of the recording to begin at.
        budget: bytes of memory that rewinding may take.
        seats: who plays; people by default.
        make_session: makes the session on the engine, in place of all that is said of it here.
        open_board: opens the engine for a rule and a (rows, columns); by default on ``device``.

    Attributes:
        engine: the engine, in the window's OpenGL context unless ``open_board`` has opened it elsewhere.
        session: the session on that engine.
        view: draws the board.
        look: how the board is drawn.
        camera: the camera; it counts in points, as everything does that does not draw pixels itself.
        target: the camera that ``camera`` glides to.
        before_fit: where the camera looked before somebody wanted to see the whole board; None if nowhere else.
        minimap: picture of the whole board; None until it is first shown.
        fitted: whether the view keeps showing the whole board when window or panels change.
        seats: who sits where.
        own_seat: the only seat that people here play, in an on-line match; NOBODY where they watch one, None where
            all players are here.
        gathers: whether an on-line match has not begun: a card over its board says who is awaited and what begins it.
        demo: whether computers play it in attract mode.
        is_replay: whether it is a match that is over, which people watch and nothing changes.
        plays_file: whether it goes through a replay from a file, from which people may play on at any moment.
        covered_below: points at the lower edge of the window that the bar of a replay takes from the board.
        chosen_by_user: whether somebody chose this session; False for a backdrop.
        seeking: tick that the session is rewound or forwarded to; None while time passes.
        name: what people call the pattern of the file that was opened; "" where there was none.
        notes: what the file of the board says in words, to be written when the board is saved.
        stands: whether time stands still in a moment of the past, until somebody does something.
        watched: generation of the recording that people watch again; it means nothing unless ``watching``.
        paused: whether the recording that is watched stands still.
        fast_run: what the session is run to as fast as it goes; None while time passes.
        flash: strength of the present flash, 0 to 1.
        flash_species: species that flash; none for the whole picture.
        speed: function that returns how many times as fast as usual time passes now, as nobody who plays would wait.
        counts_frames: whether the time since the last frame tells how long frames take.
        holds: function that returns whether time stands still now, as nobody is ready for what comes next.
    """

    is_replay = False

    def __init__(
        self,
        device: GLDevice,
        match: Match,
        first_actions: Sequence[Action] = (),
        *,
        recording: Recording | None = None,
        keyframe: Keyframe | None = None,
        budget: int,
        seats: Seats | None = None,
        make_session: Callable[[Engine], Session[Any]] | None = None,
        open_board: Callable[[Rule, tuple[int, int]], Engine] | None = None,
    ) -> None:
        rule = parse_rule(match.rule)
        if rule.size is None:
            raise ValueError(f"a match's rule fixes its board; {match.rule} does not")
        open_board = open_board or partial(open_on_device, device=device)
        self.engine = open_board(rule, rule.size)
        with closed_on_error(self.engine):
            self.session: Session[Any] = (
                Session(match, self.engine, recording=recording, keyframe=keyframe, budget=budget)
                if make_session is None
                else make_session(self.engine)
            )
            self.view = BoardView(device, self.engine)
        self.history = PopulationHistory(len(rule.census_names))
        self.look = default_look(rule, software=device.is_software)
        self.camera = self.target = Camera(0.0, 0.0, 1.0)
        self.fitted = True
        self.before_fit: Camera | None = None
        self.minimap: Minimap | None = None
        self.seats = seats or Seats()
        self.own_seat: int | None = None
        self.gathers = False
        self.demo = self.plays_file = False
        self.covered_below = 0.0
        self.chosen_by_user = False
        self.seeking: int | None = None
        self.watched: int | None = None
        self.paused = False
        self.name, self.notes = "", NO_NOTES
        self.stands = False
        self.fast_run: FastRun | GenerationSearch | None = None
        self.flash = 0.0
        self.flash_species: tuple[int, ...] = ()
        self.flash_ticks = 0
        self.speed: Callable[[], float] = lambda: 1.0
        self.counts_frames = True
        self._is_at_rest = False
        self.holds: Callable[[], bool] = lambda: False
        self._has_begun = keyframe is not None
        self._owed = 0.0  # ticks that are due
        self._computed: deque[tuple[float, int]] = deque([(time.perf_counter(), self.session.computed)], maxlen=240)
        self._frames: deque[float] = deque(maxlen=120)
        self._pending = list(first_actions)
        self._burst: tuple[Action, ...] = ()  # changes how much a tick computes; what nobody asked for makes no branch
        self._results: list[TickResult] = []
        self._state_at: tuple[Any, int] = (None, 0)
        self._until = inf
        self.session.should_pause = lambda: time.perf_counter() > self._until
        self._prepared: set[int] = set()

    def close(self) -> None:
        """Release everything on the GPU."""
        if self.minimap is not None:
            self.minimap.close()
        self.view.close()
        self.engine.close()

    def prepare(self, generations: int, begin: Callable[[], AbstractContextManager[Callable[[], None]]]) -> None:
        """Compile the shaders for steps of ``generations``, if that takes long and has not been done yet.

        Args:
            generations: generations of a step.
            begin: called before compiling, to show that as long as it lasts; the function that it yields is called
                after each shader.
        """
        if self.engine.pass_generations == 1 or generations in self._prepared:
            return
        self._prepared.add(generations)
        with begin() as advance:
            self.engine.prepare(generations, sleep=True, advance=advance)

    @property
    def local_people(self) -> frozenset[int]:
        """The seats of people who are here: of all people, but for an on-line match, in which others are elsewhere.

        In a replay nobody plays any more.
        """
        if self.is_replay:
            return frozenset()
        if self.own_seat is None:
            return self.seats.people
        return frozenset({self.own_seat} - {NOBODY})

    @property
    def only_watches(self) -> bool:
        """Whether people here have no seat, but watch an on-line match or a replay."""
        return self.own_seat == NOBODY or self.is_replay

    @property
    def has_prompts(self) -> bool:
        """Whether the game says what can be done: not where a card over its board does, nor in a replay."""
        return not (self.gathers or self.is_replay)

    @property
    def is_show(self) -> bool:
        """Whether it is only shown, so that there are neither panels nor statistics beside it."""
        return self.demo or self.is_replay

    @property
    def watching(self) -> bool:
        """Whether people watch a part of the recording, which nothing changes meanwhile."""
        return self.watched is not None and (self.seeking is not None or self.session.in_the_past)

    def act(self, action: Action) -> None:
        """Give an action to the next tick, but for a recording that is only watched."""
        if not self.watching:
            self._pending.append(action)

    @property
    def pending(self) -> Sequence[Action]:
        """The actions for the next tick."""
        return self._pending

    @property
    def has_requests(self) -> bool:
        """Whether there are actions for the next tick."""
        return bool(self._pending)

    def given(self, kind: ActionKind) -> Action | None:
        """Return the last action of that kind among those for the next tick; None if there is none."""
        return next((action for action in reversed(self._pending) if action.kind is kind), None)

    def withdraw(self, action: Action) -> None:
        """Take an action back that was given to the next tick."""
        self._pending.remove(action)

    def forget_releases(self) -> None:
        """Forget what only releases something, for a moment of the past that nobody is to leave by that."""
        self._pending = [action for action in self._pending if not only_releases(action)]

    def act_once(self, action: Action) -> None:
        """Give an action to the next tick, unless it is there already, since HALT twice would do nothing."""
        if action not in self._pending:
            self.act(action)

    def pass_time(self, seconds: float) -> list[TickResult]:
        """Play the ticks that are due after ``seconds``; return their results."""
        if not self.watching:
            self.watched, self.paused = None, False
        if self.paused:
            self._is_at_rest = True
            self._count_frame(seconds)
            return []
        if not self._has_begun:
            self._has_begun = True
            self.session.edits.begin_at(max(1, self.session.ticks))  # a large board is painted in many ticks
        speed = self.speed()
        self._owed += seconds * speed * TICKS_PER_SECOND
        is_slow = self.is_slow
        self._owed = min(self._owed, MAX_SLOW_TICKS if is_slow else MAX_TICKS_PER_FRAME * speed)
        last = inf
        if is_slow:
            rate = self.session.state.pace.rate
            last = self.session.computed + generations_at_once(self._owed, rate, self.engine.pass_generations)
        results: list[TickResult] = []
        still = 0  # ticks that were not played
        with self.limited_to_frame() as until, self.engine.gathering() if is_slow else nullcontext():
            while self._owed >= 1 and self.session.computed < last:
                slows_down = speed > 1 and self.speed() < speed  # what follows is for people again
                if (holds := self.holds()) or slows_down or (results and time.perf_counter() > until):
                    self._is_at_rest = holds
                    self._owed = 0.0
                    break
                if not self._pending and self.session.is_still:
                    still, self._owed = int(self._owed), self._owed % 1  # nothing of it is recorded
                    self._is_at_rest = True
                    break
                self._is_at_rest = False
                result = self.session.tick(self._take_pending())
                if self.session.is_unfinished:
                    break  # it goes on in the next frame
                self._owed -= 1
                results.append(result)
        self._show(results, len(results) + still)
        self._count_frame(seconds)
        return results

    @property
    def is_moving(self) -> bool:
        """Whether time changes anything, as far as the last frame tells."""
        on_its_way = self.seeking is not None or self.fast_run is not None
        return on_its_way or bool(self.flash_ticks) or not (self._is_at_rest or self.stands)

    @property
    def is_slow(self) -> bool:
        """Whether frames of a running universe take so long that its generations are to be computed together."""
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
        """Keep results to be heard, and show their flashes; ``ticks`` have passed."""
        self._results = results
        for result in results:
            if result.flashes:
                self.flash_ticks = max(flash.ticks for flash in result.flashes)
                species = {flash.species for flash in result.flashes}
                self.flash_species = () if 0 in species else tuple(sorted(species))
        self.flash_ticks = max(0, self.flash_ticks - ticks)
        self.flash = min(1.0, self.flash_ticks / 10)

    def play_pending(self) -> None:
        """Play all actions that wait for the next tick, unless they take long."""
        while self._pending and not self.session.is_unfinished:
            self.session.tick(self._take_pending())

    @property
    def has_pending(self) -> bool:
        """Whether actions wait for the next tick."""
        return bool(self._pending)

    def _take_pending(self) -> tuple[Action, ...]:
        """Return the actions of the next tick: those that wait, up to a second edit, which gets a tick of its own.

        So does a run of a universe, which is an edit, too.
        """
        if self.session.is_unfinished:
            return ()
        begins = _begins_edit_or_run if self.session.match.is_universe else _begins_edit
        end = next((place for place, action in enumerate(self._pending) if place and begins(action)), None)
        actions, self._pending = tuple(self._pending[:end]), self._pending[end:] if end else []
        burst, self._burst = self._burst, ()
        return actions if self.session.in_the_past else (*actions, *burst)

    def run_fast(self, seconds: float) -> bool:
        """Go on with ``fast_run`` for as long as a frame may take; return whether its goal is reached."""
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
        self._computed.append((time.perf_counter(), self.session.computed))
        if self.counts_frames:
            self._frames.append(seconds)
        if not self.session.is_unfinished:
            self.count_point()

    def count_point(self) -> None:
        """Add the present moment to the population curves."""
        self.history.add(self.session.computed, self.session.board)

    def seek(self, tick: int) -> bool:
        """Go on towards a tick for as long as a frame may take; return whether it is reached. See ``Session.seek``."""
        with self.limited_to_frame():
            return self.session.seek(tick)

    @contextmanager
    def limited_to_frame(self) -> Iterator[float]:
        """Let the session pause when the time that a frame may take is over; yield the time of that moment."""
        self._until = time.perf_counter() + _MAX_SECONDS_PER_FRAME
        try:
            yield self._until
        finally:
            self._until = inf

    def take_results(self) -> list[TickResult]:
        """Return the results of the last frame's ticks; a second call returns none."""
        results, self._results = self._results, []
        return results

    def adapt_burst(self, burst: int, seconds: float) -> None:
        """Compute more or fewer generations per tick at an unlimited pace, as the last frame's ``seconds`` allow."""
        shortest, longest = _BURST_SECONDS
        new_burst = burst * 2 if seconds < shortest else burst // 2 if seconds > longest else burst
        new_burst = min(max(new_burst, self.engine.pass_generations), 4096)
        self._burst = () if new_burst == burst else (Action(NOBODY, ActionKind.PACE, 0, new_burst),)

    @property
    def population(self) -> tuple[int, ...]:
        """Number of cells in each state but 0."""
        return tuple(self.session.board.census().tolist())

    def state_at(self, row: int, column: int) -> int:
        """Return the state of a cell of the board, which is read only once until the cells change."""
        asked = row, column, self.engine.generation, self.engine.changes
        if self._state_at[0] != asked:
            self._state_at = asked, int(self.engine.read(row, column, 1, 1)[0, 0])
        return self._state_at[1]

    @property
    def pace(self) -> int:
        """Pace in generations per 1000 seconds; 0 for unlimited, -1 for authentic."""
        pace: Pace = self.session.state.pace
        return {PaceKind.UNLIMITED: 0, PaceKind.AUTHENTIC: -1}.get(pace.kind, pace.rate)

    @property
    def rates(self) -> Rates:
        """The speed during the last frames."""
        (since, first), (now, last) = self._computed[0], self._computed[-1]
        generations = (last - first) / (now - since) if now > since else 0.0
        rows, columns = self.engine.shape
        frame = median(self._frames) if self._frames else 0.0
        return Rates(max(0.0, generations), max(0.0, generations) * rows * columns, frame)


def _begins_edit(action: Action) -> bool:
    return action.kind is ActionKind.EDIT and action.a == 1


def _begins_edit_or_run(action: Action) -> bool:
    return _begins_edit(action) or action.kind in (ActionKind.HALT, ActionKind.STEP)
