"""An act: a scene that is running. An engine, what is on its board, and an eye on it, so that it never comes to rest.

Everything that happens comes of the scene, the seed and the time that texts are to show; how the generations are
divided among calls makes no difference. Whoever shows an act opens the engine: any, on a screen or without.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from gpulife.art.checkpoint import ActError, ActState, Moment
from gpulife.art.interventions import intervene
from gpulife.art.scene import Scene
from gpulife.art.scene_setup import sow
from gpulife.art.stagnation import Sample, Trouble, watch_of
from gpulife.closing import Closing
from gpulife.engines.base import Engine
from gpulife.engines.factory import open_probe
from gpulife.engines.tile_activity import TileCounts, tile_cells
from gpulife.patterns.formats.npz import open_npz_bytes
from gpulife.rules import Rule

OpenEngine = Callable[[Rule, tuple[int, int]], Engine]
"""Opens an engine with an empty board of a rule and a shape (rows, columns)."""


class Done(StrEnum):
    """What was done about trouble."""

    INTERVENTION = "intervention"
    RESEED = "reseed"


@dataclass(frozen=True, slots=True)
class ActEvent:
    """Something was done: for a flash, and for the log.

    Attributes:
        generation: of the act.
        done: what.
        kind: of an intervention, one of ``scene.KINDS``; "" else.
        trouble: why.
    """

    generation: int
    done: Done
    kind: str
    trouble: Trouble


@dataclass(frozen=True, slots=True, eq=False)
class Maps:
    """Where something is, for a camera; of the last sample.

    Attributes:
        tile: cells along a tile's side.
        density: share of the cells that live, in each tile: shape (tiles down, tiles across), float32.
        change: share of the cells that are not as they were two generations before: likewise.
    """

    tile: int
    density: NDArray[np.float32]
    change: NDArray[np.float32]


class Act(Closing):
    """A running scene.

    Args:
        scene: what runs.
        seed: of everything random.
        open_engine: gives the engine, which the act closes.
        now: the time that texts show.
        sown: whether the board of that engine has been sown already, with :func:`sowing_rng` of sowing 0.

    Raises:
        EngineError: the engine cannot be opened, or there is no memory to watch it.

    Attributes:
        scene: likewise.
        seed: likewise.
        engine: with the board, for the view.
        watch: how it is watched.
        maps: where something is; all 0 before the first sample.
        state: how far it has come.
        samples: the last ones since something was done, the newest last.
        latest: the last sample, also if something has been done since; None before the first.
    """

    def __init__(self, scene: Scene, seed: int, open_engine: OpenEngine, now: datetime, *, sown: bool = False) -> None:
        self.scene = scene
        self.seed = seed
        self.watch = watch_of(scene)
        self._now = now
        self.engine = open_engine(scene.rule, scene.shape)
        try:
            self._probe = open_probe(self.engine)
        except BaseException:
            self.engine.close()
            raise
        self._tile_cells = tile_cells(scene.shape)
        nothing = np.zeros(self._tile_cells.shape, np.float32)
        self.maps = Maps(self._probe.tile, nothing, nothing)
        self.state = ActState()
        self.samples: deque[Sample] = deque(maxlen=self.watch.window)
        self.latest: Sample | None = None
        if sown:
            self._begin()
        else:
            self._sow()

    @property
    def generation(self) -> int:
        """Return the generations of the act so far, held ones included, over all sowings."""
        return self.state.generation

    def advance(self, generations: int = 1) -> tuple[ActEvent, ...]:
        """Compute so many generations, do what has to be done, and return what was done."""
        events = []
        while generations > 0:
            state = self.state
            if state.held:
                count = min(generations, state.held)
                state.held -= count
            else:
                count = min(generations, self._until_next_look())
                self.engine.step(count)
                state.since += count
            state.generation += count
            generations -= count
            if not state.held and (event := self._look()):
                events.append(event)
        return tuple(events)

    def moment(self) -> Moment:
        """Return everything that :meth:`restore` needs to go on from here."""
        state = self.state
        kept = None
        if state.keeping:
            present = self.engine.snapshot()
            self.engine.paint(0, 0, self._probe.kept())
            kept = self.engine.snapshot()
            self.engine.restore(present)
        return Moment(
            scene=self.scene.name,
            seed=self.seed,
            now=self._now,
            every=self.watch.every,
            state=state.copy(),
            samples=tuple(self.samples),
            board=self.engine.snapshot(),
            kept=kept,
        )

    def restore(self, moment: Moment) -> None:
        """Go on as the act did of which ``moment`` is: the same board, and everything that is to come.

        Raises:
            ActError: it is of another scene or seed.
            EngineError: of another rule or board.
            PatternError: its board is damaged; then the act is as it was.
        """
        if (moment.scene, moment.seed) != (self.scene.name, self.seed):
            raise ActError(
                f"a moment of scene {moment.scene!r} and seed {moment.seed} cannot be restored to "
                f"scene {self.scene.name!r} and seed {self.seed}"
            )
        open_npz_bytes(moment.board, "the board of the moment")
        if moment.kept is not None:
            self.engine.restore(moment.kept)
            self._probe.keep()
        self.engine.restore(moment.board)
        self._now = moment.now
        self.state = moment.state.copy()
        # The scene may be another one than it was, and files say what they like.
        self.state.held = min(self.state.held, self.scene.generations(self.scene.hold))
        self.samples.clear()
        counts = {len(sample.population) for sample in moment.samples} <= {self.engine.rule.species}
        if moment.every == self.watch.every and counts:  # else the scene's speed has changed since: it is watched anew
            self.samples.extend(moment.samples)
        else:
            self.state.keeping = False

    def close(self) -> None:
        """Release the engine and what watches it."""
        self._probe.close()
        self.engine.close()

    def _sow(self) -> None:
        number = self.state.sowings
        sow(self.engine, self.scene, number, sowing_rng(self.seed, number), self._now)
        self._begin()

    def _begin(self) -> None:
        state = self.state
        state.sowings += 1
        state.held = self.scene.generations(self.scene.hold)
        self._begin_watching()

    def _begin_watching(self) -> None:
        self.state.since, self.state.keeping = 0, False
        self.samples.clear()

    def _until_next_look(self) -> int:
        """Count the generations to the next measurement: two before a sample, one before, and the sample itself."""
        every, phase = self.watch.every, self.state.since % self.watch.every
        return every - 2 - phase if phase < every - 2 else 1

    def _look(self) -> ActEvent | None:
        """Measure what is to be measured at this generation."""
        state, every = self.state, self.watch.every
        phase = state.since % every
        if not state.since:
            return None
        if phase == every - 2:
            self._probe.keep()
            state.keeping = True
        elif phase == every - 1 and state.keeping:
            state.change_one = self._share(self._probe.count().changed)
        elif phase == 0 and state.keeping:
            state.keeping = False
            return self._sample(self._probe.count())
        return None

    def _sample(self, counts: TileCounts) -> ActEvent | None:
        state = self.state
        density, change = ((each / self._tile_cells).astype(np.float32) for each in (counts.live, counts.changed))
        self.maps = Maps(self._probe.tile, density, change)
        population = tuple(int(number) for number in self.engine.census())
        self.latest = Sample(state.generation, state.change_one, self._share(counts.changed), population)
        self.samples.append(self.latest)
        state.rested += 1
        trouble = self.watch.trouble(tuple(self.samples))
        if trouble is None or (state.rested < self.watch.cooldown and trouble is not Trouble.EMPTY):
            return None
        return self._help(trouble)

    def _help(self, trouble: Trouble) -> ActEvent:
        """Intervene; sow anew if the last intervention did not help, or none would."""
        state = self.state
        helped = not state.struck or state.rested > self.watch.relapse
        rng = np.random.default_rng((self.seed, 1, state.strikes))
        kind = intervene(self.engine, self.scene, trouble, rng) if helped else None
        state.rested = 0
        state.struck = kind is not None
        if kind is None:
            self._sow()
            return ActEvent(state.generation, Done.RESEED, "", trouble)
        state.strikes += 1
        self._begin_watching()
        return ActEvent(state.generation, Done.INTERVENTION, kind, trouble)

    def _share(self, changed: NDArray[np.int64]) -> float:
        return float(changed.sum()) / (self.scene.shape[0] * self.scene.shape[1])


def sowing_rng(seed: int, number: int) -> np.random.Generator:
    """Return the random generator of the sowing of that number, from 0, of an act of that seed."""
    return np.random.default_rng((seed, 0, number))
