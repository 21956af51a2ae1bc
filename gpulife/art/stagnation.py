"""Detects that a universe has come to rest, from samples of its board."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from gpulife.art.scene import InterventionPlan, Scene

_SAMPLE_SECONDS = 2.0
"""Approximate time between two samples."""
_STILL_SECONDS = 8.0
"""Time without change after which a board is at rest."""
_MIN_GENERATIONS = 4
_COMMON_PERIOD = 12
"""The interval of samples is a multiple of this or of 4 generations: then most oscillators look the same in each."""
_MIN_REPEATS = 3
"""Number of times that the populations must have repeated."""


Count = Annotated[int, Meta(ge=0, le=1 << 53)]
"""A number of cells or generations, also in files."""
Share = Annotated[float, Meta(ge=0, le=1)]


class StagnationKind(StrEnum):
    """A kind of stagnation."""

    EMPTY = "no cell is alive"
    STILL = "nothing changes"
    PERIODIC = "it goes round in circles"
    EXTINCT = "a species is gone"


@dataclass(frozen=True, slots=True)
class Sample:
    """The measurements at one generation.

    Attributes:
        generation: generation of the run.
        change_one: share of cells that changed in the generation before the sample.
        change_two: share of cells that differ from two generations before.
        population: cells of each species.
    """

    generation: Count
    change_one: Share
    change_two: Share
    population: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class StagnationDetector:
    """Detects stagnation of a scene in samples of its board.

    Attributes:
        every: generations between two samples.
        still: number of samples without change after which a board is at rest.
        window: number of samples to remember, and for which the populations of a periodic board must repeat.
        cooldown: number of samples between two treatments.
        relapse: number of samples after an intervention within which stagnation means that it did not help.
        plan: thresholds of the scene.
    """

    every: int
    still: int
    window: int
    cooldown: int
    relapse: int
    plan: InterventionPlan

    def detect(self, samples: Sequence[Sample]) -> StagnationKind | None:
        """Return the kind of stagnation that the samples since the last treatment show (the newest last), or None."""
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
    """Return the detector for a scene, with samples about two seconds apart."""
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
    """Tell whether the populations have repeated often enough for the board to be periodic."""
    return any(
        all(populations[at] == populations[at - period] for at in range(period, len(populations)))
        for period in range(1, len(populations) // _MIN_REPEATS + 1)
    )
