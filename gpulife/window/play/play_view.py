"""One session as it is seen: its engine, look, camera and seats, the time that passes in it, and its figures."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from statistics import median
from typing import Any

from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_factory import open_on_device
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind, Match
from gpulife.games.core.pace import Pace, PaceKind
from gpulife.rules import parse_rule
from gpulife.seats import Seats
from gpulife.session.history import Keyframe, Recording
from gpulife.session.session import Session
from gpulife.session.tick import TickResult
from gpulife.view.camera import Camera
from gpulife.view.gl_board import BoardView
from gpulife.view.look import default_look
from gpulife.window.panels.snapshot import Rates
from gpulife.window.play.population_history import PopulationHistory

_MAX_TICKS_PER_FRAME = 6
"""A slow frame makes up for so many ticks; beyond that the universe goes slower, not the window."""
_MAX_SECONDS_PER_FRAME = 0.03
"""Nor does a frame begin another tick after so long: panels answer while a massive universe goes at its own pace."""
_BURST_SECONDS = (0.010, 0.020)
"""Of a frame that an unlimited pace may take: below it computes more a tick, above fewer."""


class PlayView:
    """A session in the window.

    Args:
        device: of the window.
        match: what is played.
        first: actions of the first tick.
        recording: to play back or to go on with.
        keyframe: of the recording, to begin at.
        budget: bytes that going back in time may take.
        seats: who plays; the defaults are people.

    Attributes:
        engine: in the window's context.
        session: on it.
        view: of it.
        look: of the board.
        camera: where it is; its zoom counts points, as everything does that does not itself draw pixels.
        target: where the camera glides to.
        fitted: whether the view shows the whole board, and goes on to when window or panels change.
        seats: who sits where.
        demo: whether computers play it for whoever passes by.
        started: whether somebody chose this universe.
        seeking: the tick that the session is on the way to, None when time passes.
        flash: strength of a flash that is on, 0 to 1.
        flash_species: those that flash, none for the whole picture.
    """

    def __init__(
        self,
        device: GLDevice,
        match: Match,
        first: Sequence[Action] = (),
        *,
        recording: Recording | None = None,
        keyframe: Keyframe | None = None,
        budget: int,
        seats: Seats | None = None,
    ) -> None:
        rule = parse_rule(match.rule)
        if rule.size is None:
            raise ValueError(f"a match's rule fixes its board; {match.rule} does not")
        self.engine = open_on_device(rule, rule.size, device)
        try:
            self.session: Session[Any] = Session(
                match, self.engine, recording=recording, keyframe=keyframe, budget=budget
            )
            self.view = BoardView(device, self.engine)
        except BaseException:
            self.engine.close()
            raise
        self.history = PopulationHistory(rule.species)
        self.look = default_look(rule, software=device.software)
        self.camera = self.target = Camera(0.0, 0.0, 1.0)
        self.fitted = True
        self.seats = seats or Seats()
        self.demo = False
        self.started = False
        self.seeking: int | None = None
        self.flash = 0.0
        self.flash_species: tuple[int, ...] = ()
        self.flash_ticks = 0
        self._owed = 0.0  # ticks
        self._computed: deque[tuple[float, int]] = deque([(time.perf_counter(), self.session.computed)], maxlen=240)
        self._frames: deque[float] = deque(maxlen=120)
        self._pending = list(first)
        self._results: list[TickResult] = []
        self._free_memory = (-1.0, 0)
        self._until = inf
        self.session.pause = lambda: time.perf_counter() > self._until
        self._prepared: set[int] = set()

    def close(self) -> None:
        """Release everything on the GPU."""
        self.view.close()
        self.engine.close()

    def prepare(self, generations: int, begin: Callable[[], Callable[[], None]]) -> None:
        """Compile what steps of so many generations take, if that takes long and has not been done yet.

        Args:
            generations: of a step.
            begin: called before, to say so; what it returns is called when one of a few steps is done.
        """
        if not isinstance(self.engine, GLPlanesEngine) or generations in self._prepared:
            return
        self._prepared.add(generations)
        self.engine.prepare(generations, sleep=True, advance=begin())

    def act(self, action: Action) -> None:
        """Hand an action to the next tick."""
        self._pending.append(action)

    def act_once(self, action: Action) -> None:
        """Hand an action to the next tick, unless it has it already: twice HALT would be none."""
        if action not in self._pending:
            self._pending.append(action)

    def pass_time(self, seconds: float) -> list[TickResult]:
        """Play the ticks that are due after so many seconds."""
        self._owed = min(self._owed + seconds * TICKS_PER_SECOND, _MAX_TICKS_PER_FRAME)
        results: list[TickResult] = []
        with self._for_a_frame() as until:
            while self._owed >= 1:
                if results and time.perf_counter() > until:
                    self._owed = 0.0
                    break
                actions, self._pending = tuple(self._pending), []
                result = self.session.tick(actions)
                if self.session.is_unfinished:
                    break  # it goes on in the next frame
                self._owed -= 1
                results.append(result)
        self._results = results
        for result in results:
            if result.flashes:
                self.flash_ticks = max(flash.ticks for flash in result.flashes)
                species = {flash.species for flash in result.flashes}
                self.flash_species = () if 0 in species else tuple(sorted(species))
        self.flash_ticks = max(0, self.flash_ticks - len(results))
        self.flash = min(1.0, self.flash_ticks / 10)
        now = time.perf_counter()
        self._computed.append((now, self.session.computed))
        self._frames.append(seconds)
        if results:
            self.history.see(self.session.computed, self.session.board)
        return results

    def seek(self, tick: int) -> bool:
        """Go on towards a tick for as long as a frame may take; whether it is there. See ``Session.seek``."""
        with self._for_a_frame():
            return self.session.seek(tick)

    @contextmanager
    def _for_a_frame(self) -> Iterator[float]:
        """Have the session pause when the time that a frame may take is over; gives that moment."""
        self._until = time.perf_counter() + _MAX_SECONDS_PER_FRAME
        try:
            yield self._until
        finally:
            self._until = inf

    def take_results(self) -> list[TickResult]:
        """What the last ticks that were played brought; once."""
        results, self._results = self._results, []
        return results

    def adapt_burst(self, burst: int, seconds: float) -> None:
        """With an unlimited pace: compute more or fewer generations a tick, as the last frame's ``seconds`` allow."""
        least, most = _BURST_SECONDS
        wanted = burst * 2 if seconds < least else burst // 2 if seconds > most else burst
        wanted = min(max(wanted, self.engine.pass_generations), 4096)
        if wanted != burst:
            self.act(Action(NOBODY, ActionKind.PACE, 0, wanted))

    @property
    def population(self) -> tuple[int, ...]:
        """Cells in each state but 0."""
        return tuple(self.session.board.census().tolist())

    def free_memory(self, device: GLDevice) -> int:
        """Bytes that a new board could take; asked once a second."""
        now = time.perf_counter()
        if now - self._free_memory[0] >= 1:
            self._free_memory = now, device.free_memory()
        return self._free_memory[1]

    @property
    def pace(self) -> int:
        """Generations in 1000 seconds; 0 for unlimited, -1 for authentic."""
        pace: Pace = self.session.state.pace
        return {PaceKind.UNLIMITED: 0, PaceKind.AUTHENTIC: -1}.get(pace.kind, pace.rate)

    @property
    def rates(self) -> Rates:
        """Of the last frames."""
        (since, first), (now, last) = self._computed[0], self._computed[-1]
        generations = (last - first) / (now - since) if now > since else 0.0
        rows, columns = self.engine.shape
        frame = median(self._frames) if self._frames else 0.0
        return Rates(max(0.0, generations), max(0.0, generations) * rows * columns, frame)
