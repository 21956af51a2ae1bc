"""Runs a scene on an engine, adds fresh life if its board calms down, and changes the board if it stands still.

The same scene, seed and time shown in texts always give the same boards, on every engine.
"""

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from gpulife.art.fresh_life import add_fresh_life, add_life_at, needs_fresh_life
from gpulife.art.scene import FreshPlace, InterventionPlan, Scene
from gpulife.art.scene_setup import letters_of, restore_symmetry, sow
from gpulife.closing import Closing, closed_on_error
from gpulife.engines.base import Engine
from gpulife.engines.checkpoint import restore_snapshot, take_snapshot
from gpulife.engines.factory import open_probe
from gpulife.engines.tile_activity import TileCounts, tile_cells
from gpulife.errors import GpulifeError
from gpulife.games.core.order import Paint, Step
from gpulife.games.core.wild import INTERVENTIONS
from gpulife.patterns.formats.npz import open_npz_bytes
from gpulife.rules import Rule
from gpulife.storage.schema import ADDED_LATER

# Detects from samples of a board that it stagnates.

_SAMPLE_SECONDS = 2.0
"""Approximate number of seconds between two samples (measurements of the board)."""
_STILL_SECONDS = 8.0
"""Seconds without change after which a board counts as still."""
_MIN_GENERATIONS = 4
_COMMON_PERIOD = 12
"""The number of generations between two samples is a multiple of this number, or of 4 at low speed.

So most oscillators look the same in all samples.
"""
_MIN_REPEATS = 3
"""A board counts as periodic once its cell counts have gone through at least this many equal periods."""


Count = Annotated[int, Meta(ge=0, le=1 << 53)]
"""A number of cells or generations in a file; the largest is 2 to the power of 53."""
Share = Annotated[float, Meta(ge=0, le=1)]


class StagnationKind(StrEnum):
    """The kind of a standstill. The values are phrases for the log and for reports."""

    EMPTY = "no cell is alive"
    STILL = "nothing changes"
    PERIODIC = "it goes round in circles"
    EXTINCT = "a species is gone"


@dataclass(frozen=True, slots=True)
class Sample:
    """Measurements of a board at one generation.

    Attributes:
        generation: number of generations since the scene began.
        change_one: share of cells that changed from two generations before to one generation before.
        change_two: share of cells that differ from their states two generations before.
        population: number of cells of each species.
    """

    generation: Count
    change_one: Share
    change_two: Share
    population: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class StagnationDetector:
    """Decides from samples of a board whether it has come to a standstill.

    Attributes:
        every: generations between two samples.
        still: number of samples without change after which a board counts as still.
        window: a board counts as periodic if its cell counts repeat throughout the latest ``window`` samples.
        cooldown: minimum number of samples between two interventions or sowings.
        relapse: an intervention has failed if the board stands still again within this number of samples.
        plan: thresholds of the scene, and the number of species that must survive.
    """

    every: int
    still: int
    window: int
    cooldown: int
    relapse: int
    plan: InterventionPlan

    def detect(self, samples: Sequence[Sample]) -> StagnationKind | None:
        """Return the kind of standstill of a board; None if the board is not at a standstill.

        ``samples`` are those since the last intervention or sowing.
        """
        if not samples:
            return None
        last = samples[-1]
        if not sum(last.population):
            return StagnationKind.EMPTY
        if len(samples) >= self.still and all(
            sample.change_two <= self.plan.threshold for sample in samples[len(samples) - self.still :]
        ):
            return StagnationKind.STILL
        if min(last.population[: self.plan.living], default=1) <= self.plan.least_share * sum(last.population):
            return StagnationKind.EXTINCT
        if len(samples) >= self.window and _repeats([sample.population for sample in samples[-self.window :]]):
            return StagnationKind.PERIODIC
        return None


def detector_of(scene: Scene) -> StagnationDetector:
    """Return the detector for a scene; it expects a sample about every two seconds."""
    wanted = _SAMPLE_SECONDS * scene.speed
    unit = _COMMON_PERIOD if wanted >= _COMMON_PERIOD else _MIN_GENERATIONS
    every = max(unit, round(wanted / unit) * unit)

    def samples(seconds: float, minimum: int) -> int:
        return max(minimum, math.ceil(seconds * scene.speed / every))

    cooldown = samples(scene.interventions.cooldown, 1)
    return StagnationDetector(
        every=every,
        still=samples(_STILL_SECONDS, 2),
        window=samples(scene.interventions.patience, 3 * _MIN_REPEATS),
        cooldown=cooldown,
        relapse=2 * max(cooldown, samples(_STILL_SECONDS, 2)),
        plan=scene.interventions,
    )


def _repeats(populations: Sequence[tuple[int, ...]]) -> bool:
    return any(
        all(populations[at] == populations[at - period] for at in range(period, len(populations)))
        for period in range(1, len(populations) // _MIN_REPEATS + 1)
    )


# The running scene.

OpenEngine = Callable[[Rule, tuple[int, int]], Engine]
"""A function that opens an engine with an empty board for a rule and a shape (rows, columns)."""

_REVIVING_KINDS = ("swap", "flip")
"""Interventions that can bring back a species that died out."""


class CheckpointError(GpulifeError):
    """A checkpoint belongs to another scene or seed."""


@dataclass(slots=True)
class RunnerState:
    """The counters of a running scene. "So far" means since the scene began.

    Attributes:
        generation: generations so far, over all sowings.
        since: generations since the last sowing or intervention; a sample is taken whenever this is a multiple of the
            interval between samples.
        held: number of further generations for which the sown board is kept unchanged.
        sowings: number of sowings so far.
        strikes: number of interventions so far.
        rested: number of samples since the last intervention or sowing.
        struck: True if the last change was an intervention; False if it was a sowing.
        keeping: True while a copy of the board is kept, to be compared with the board of a later generation.
        change_one: ``change_one`` of the next sample; it is measured one generation before the sample's other values.
        arrivals: number of times that fresh life was added so far.
        arrived: generation in which fresh life was last added.
        touches: number of patches that viewers have added so far.
    """

    generation: Count = 0
    since: Count = 0
    held: Count = 0
    sowings: Count = 0
    strikes: Count = 0
    rested: Count = 0
    struck: bool = False
    keeping: bool = False
    change_one: Share = 0.0
    arrivals: Count = field(default=0, metadata=ADDED_LATER)
    arrived: Count = field(default=0, metadata=ADDED_LATER)
    touches: Count = field(default=0, metadata=ADDED_LATER)


@dataclass(frozen=True, slots=True)
class CheckpointHeader:
    """The state of a running scene except for its board.

    Attributes:
        seed: seed of the scene's random choices.
        now: time that is shown in texts.
        every: the number of generations between two samples.
        samples: samples since the last intervention or sowing.
    """

    scene: str
    seed: Annotated[int, Meta(ge=0)]
    now: Annotated[datetime, Meta(tz=False)]
    every: Annotated[int, Meta(ge=1, le=1 << 53)]
    state: RunnerState
    samples: tuple[Sample, ...]


@dataclass(frozen=True, slots=True)
class Checkpoint(CheckpointHeader):
    """The complete state of a running scene, from which it continues at the same generation.

    Attributes:
        board: snapshot of the engine.
        kept: snapshot of the earlier board that is kept for a comparison; None if there is none.
    """

    board: bytes
    kept: bytes | None


@dataclass(frozen=True, slots=True)
class SceneEvent:
    """An intervention or a new sowing, for the log.

    Attributes:
        generation: number of generations since the scene began.
        kind: kind of intervention, one of ``scene.INTERVENTION_KINDS``; "" if the board was sown again.
        reason: kind of standstill that caused the event.
    """

    generation: int
    kind: str
    reason: StagnationKind


@dataclass(frozen=True, slots=True, eq=False)
class ActivityMaps:
    """Activity maps of the latest sample, for the automatic camera.

    Attributes:
        tile: cells along a tile's side.
        density: share of live cells in each tile: shape (tiles down, tiles across), float32.
        change: share of cells that differ from their states two generations before: the same shape and type.
    """

    tile: int
    density: NDArray[np.float32]
    change: NDArray[np.float32]


class SceneRunner(Closing):
    """Runs a scene: computes its board, samples it, adds fresh life, and intervenes or sows again after a standstill.

    Args:
        scene: scene to run.
        seed: seed of all random choices.
        open_engine: opens the engine, which this object closes.
        now: time shown in texts.
        sown: True if the board from ``open_engine`` is ready: sown with ``sowing_rng(seed, 0)``, and stepped by
            ``scene.start.settle`` generations.

    Raises:
        EngineError: the engine cannot be opened, or there is not enough memory to measure changes on its board.

    Attributes:
        engine: engine with the board, for the view.
        detector: decides from samples whether the board stagnates.
        maps: activity maps; all 0 before the first sample.
        state: counters.
        samples: samples since the last intervention or sowing, the newest last.
        latest: the latest sample; None before the first. Unlike ``samples``, it is kept after an intervention.
    """

    def __init__(self, scene: Scene, seed: int, open_engine: OpenEngine, now: datetime, *, sown: bool = False) -> None:
        self.scene = scene
        self.seed = seed
        self.detector = detector_of(scene)
        self._now = now
        self.engine = open_engine(scene.rule, scene.shape)
        with closed_on_error(self.engine):
            self._probe = open_probe(self.engine)
        self._tile_cells = tile_cells(scene.shape)
        nothing = np.zeros(self._tile_cells.shape, np.float32)
        self.maps = ActivityMaps(self._probe.tile, nothing, nothing)
        self.state = RunnerState()
        self.samples: deque[Sample] = deque(maxlen=self.detector.window)
        self.latest: Sample | None = None
        if sown:
            self._begin()
        else:
            self._sow()

    @property
    def sowing(self) -> tuple[int, datetime]:
        """The arguments (number, now) of ``scene_setup.sow`` when it last filled the board."""
        return self.seed + self.state.sowings - 1, self._now

    @property
    def generation(self) -> int:
        """The number of generations since the scene began.

        It includes those for which a newly sown board was kept unchanged.
        """
        return self.state.generation

    def advance(self, generations: int = 1) -> tuple[SceneEvent, ...]:
        """Compute this number of generations; return the interventions and sowings made after standstills."""
        events = []
        while generations > 0:
            state = self.state
            if state.held:
                count = min(generations, state.held)
                state.held -= count
            else:
                count = min(generations, self._until_measurement())
                self.engine.step(count)
                state.since += count
            state.generation += count
            generations -= count
            if not state.held and (event := self._measure()):
                events.append(event)
        return tuple(events)

    def touch(self, row: int, column: int) -> None:
        """Add a patch of life around a cell that a viewer chose.

        Touches of the same cells in the same generations always give the same boards.
        """
        rng = np.random.default_rng((self.seed, 3, self.state.touches))
        population = tuple(int(number) for number in self.engine.census())
        add_life_at(self.engine, self.scene, (row, column), population, rng, self._letters())
        self.state.touches += 1

    def checkpoint(self) -> Checkpoint:
        """Return the complete state, from which :meth:`restore` continues."""
        state = self.state
        kept = None
        if state.keeping:
            present = take_snapshot(self.engine)
            self.engine.paint(0, 0, self._probe.remembered())
            kept = take_snapshot(self.engine)
            restore_snapshot(self.engine, present)
        return Checkpoint(
            scene=self.scene.name,
            seed=self.seed,
            now=self._now,
            every=self.detector.every,
            state=replace(state),
            samples=tuple(self.samples),
            board=take_snapshot(self.engine),
            kept=kept,
        )

    def restore(self, checkpoint: Checkpoint) -> None:
        """Continue from ``checkpoint``: with its board, and with the same random choices as the run that made it.

        Raises:
            CheckpointError: the checkpoint belongs to another scene or seed.
            EngineError: the checkpoint belongs to another rule or board.
            PatternError: the checkpoint's board is damaged; then this object is unchanged.
        """
        if (checkpoint.scene, checkpoint.seed) != (self.scene.name, self.seed):
            raise CheckpointError(
                f"a checkpoint of scene {checkpoint.scene!r} and seed {checkpoint.seed} cannot be restored to "
                f"scene {self.scene.name!r} and seed {self.seed}"
            )
        open_npz_bytes(checkpoint.board, "the board of the checkpoint")
        if checkpoint.kept is not None:
            restore_snapshot(self.engine, checkpoint.kept)
            self._probe.remember()
        restore_snapshot(self.engine, checkpoint.board)
        self._now = checkpoint.now
        self.state = replace(checkpoint.state)
        # The scene's file may have changed, and checkpoint files may contain anything.
        self.state.held = min(self.state.held, self.scene.generations(self.scene.hold))
        self.samples.clear()
        counts = {len(sample.population) for sample in checkpoint.samples} <= {len(self.engine.rule.census_names)}
        if checkpoint.every == self.detector.every and counts:  # else the scene has changed since
            self.samples.extend(checkpoint.samples)
        else:
            self.state.keeping = False

    def close(self) -> None:
        """Close the engine, and the probe that measures changes on its board."""
        self._probe.close()
        self.engine.close()

    def _sow(self) -> None:
        number = self.state.sowings
        sow(self.engine, self.scene, self.seed + number, sowing_rng(self.seed, number), self._now)
        if self.scene.start.settle:
            self.engine.step(self.scene.start.settle)
        self._begin()

    def _begin(self) -> None:
        state = self.state
        state.sowings += 1
        state.held = self.scene.generations(self.scene.hold)
        self._restart_samples()

    def _restart_samples(self) -> None:
        self.state.since, self.state.keeping = 0, False
        self.samples.clear()

    def _until_measurement(self) -> int:
        """Return the number of generations until the next measurement.

        Measurements are due two generations before a sample, one before it, and at the sample itself.
        """
        every, phase = self.detector.every, self.state.since % self.detector.every
        return every - 2 - phase if phase < every - 2 else 1

    def _measure(self) -> SceneEvent | None:
        state, every = self.state, self.detector.every
        phase = state.since % every
        if not state.since:
            return None
        if phase == every - 2:
            self._probe.remember()
            state.keeping = True
        elif phase == every - 1 and state.keeping:
            state.change_one = self._share(self._probe.count().changed)
        elif phase == 0 and state.keeping:
            state.keeping = False
            return self._sample(self._probe.count())
        return None

    def _sample(self, counts: TileCounts) -> SceneEvent | None:
        state = self.state
        density, change = ((count / self._tile_cells).astype(np.float32) for count in (counts.live, counts.changed))
        self.maps = ActivityMaps(self._probe.tile, density, change)
        population = tuple(int(number) for number in self.engine.census())
        self.latest = Sample(state.generation, state.change_one, self._share(counts.changed), population)
        self.samples.append(self.latest)
        state.rested += 1
        reason = self.detector.detect(tuple(self.samples))
        if reason is None or (state.rested < self.detector.cooldown and reason is not StagnationKind.EMPTY):
            self._freshen(self.latest)
            return None
        return self._treat(reason)

    def _freshen(self, sample: Sample) -> None:
        """Add fresh life if the board needs it and enough time has passed since the last addition."""
        state, plan = self.state, self.scene.fresh
        is_due = not state.arrivals or state.generation - state.arrived >= plan.every * self.scene.speed
        if needs_fresh_life(self.scene, sample.change_two, sum(sample.population)) and is_due:
            rng = np.random.default_rng((self.seed, 2, state.arrivals))
            maps, letters = self.maps, self._letters()
            add_fresh_life(self.engine, self.scene, maps.change, maps.tile, sample.population, rng, letters)
            state.arrivals += 1
            state.arrived = state.generation

    def _letters(self) -> NDArray[np.bool_] | None:
        """Return the mask of letters that stay as they are; None if the scene has none."""
        return letters_of(self.scene, *self.sowing) if self.scene.fresh.place is FreshPlace.LETTERS else None

    def _treat(self, reason: StagnationKind) -> SceneEvent:
        """Change a board that stands still: intervene, or sow it again if interventions do not help."""
        state = self.state
        helped = not state.struck or state.rested > self.detector.relapse
        kind = self._intervene(reason) if helped else None
        state.rested = 0
        state.struck = kind is not None
        if kind is None:
            self._sow()
            return SceneEvent(state.generation, "", reason)
        state.strikes += 1
        self._restart_samples()
        return SceneEvent(state.generation, kind, reason)

    def _intervene(self, reason: StagnationKind) -> str | None:
        """Apply one of the scene's interventions, chosen at random, and return its kind; None if none would help."""
        kinds = self.scene.interventions.kinds
        if reason is StagnationKind.EXTINCT:
            kinds = tuple(kind for kind in kinds if kind in _REVIVING_KINDS)
        if reason is StagnationKind.EMPTY or not kinds:
            return None
        rng = np.random.default_rng((self.seed, 1, self.state.strikes))
        chosen = kinds[int(rng.integers(len(kinds)))]
        for order in INTERVENTIONS[chosen](self.engine, rng):
            if isinstance(order, Paint):
                self.engine.paint(order.row, order.column, order.cells, order.mask)
            elif isinstance(order, Step):
                self.engine.step(order.generations, order.rule)
        restore_symmetry(self.engine, self.scene.start)
        return chosen

    def _share(self, changed: NDArray[np.int64]) -> float:
        return float(changed.sum()) / (self.scene.shape[0] * self.scene.shape[1])


def sowing_rng(seed: int, number: int) -> np.random.Generator:
    """Return the random generator for sowing the board.

    ``seed`` is the scene's seed; ``number`` is 0 for the first sowing, 1 for the next, and so on.
    """
    return np.random.default_rng((seed, 0, number))
