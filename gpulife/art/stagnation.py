"""When a universe has come to rest: pure functions of its last samples."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from gpulife.art.scene import Scene

_SAMPLE_SECONDS = 2.0
_STILL_SECONDS = 8.0
_MIN_GENERATIONS = 4
_WHOLE_TURNS = 12
"""Generations between two samples are a multiple of this, or of 4: then most oscillators look alike in each."""
_MIN_TURNS = 3
"""So often must the populations have repeated."""


Count = Annotated[int, Meta(ge=0, le=1 << 53)]
"""A number of cells or generations, also in files."""
Share = Annotated[float, Meta(ge=0, le=1)]


class Trouble(StrEnum):
    """Why something has to be done."""

    EMPTY = "no cell is alive"
    STILL = "nothing changes"
    CIRCLES = "it goes round in circles"
    EXTINCT = "a species is gone"


@dataclass(frozen=True, slots=True)
class Sample:
    """What was measured at one generation.

    Attributes:
        generation: of the act.
        change_one: share of the cells that were not as in the generation before; of the generation before the sample.
        change_two: share of the cells that are not as they were two generations before.
        population: cells of each species.
    """

    generation: Count
    change_one: Share
    change_two: Share
    population: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class Watch:
    """How a scene is watched.

    Attributes:
        every: generations between two samples.
        still: samples in a row without change that are a board at rest.
        window: samples that are remembered; their populations must have repeated for as long.
        cooldown: samples after a remedy without another.
        relapse: samples after an intervention; trouble within them means that it did not help.
        threshold, living, least_share: see ``scene.Remedies``.
    """

    every: int
    still: int
    window: int
    cooldown: int
    relapse: int
    threshold: float
    living: int
    least_share: float

    def trouble(self, samples: Sequence[Sample]) -> Trouble | None:
        """Judge the last samples since the last remedy, the newest last: what is wrong, or None."""
        if not samples:
            return None
        last = samples[-1]
        if not sum(last.population):
            return Trouble.EMPTY
        if len(samples) >= self.still and all(
            sample.change_two <= self.threshold for sample in samples[len(samples) - self.still :]
        ):
            return Trouble.STILL
        if min(last.population[: self.living], default=1) <= self.least_share * sum(last.population):
            return Trouble.EXTINCT
        if len(samples) >= self.window and _repeats([sample.population for sample in samples[-self.window :]]):
            return Trouble.CIRCLES
        return None


def watch_of(scene: Scene) -> Watch:
    """Return how to watch a scene: samples about two seconds apart."""
    remedies = scene.remedies
    wanted = _SAMPLE_SECONDS * scene.speed
    unit = _WHOLE_TURNS if wanted >= _WHOLE_TURNS else _MIN_GENERATIONS
    every = max(unit, round(wanted / unit) * unit)

    def samples(seconds: float, least: int) -> int:
        return max(least, math.ceil(seconds * scene.speed / every))

    cooldown = samples(remedies.cooldown, 1)
    window = samples(remedies.patience, 3 * _MIN_TURNS)
    return Watch(
        every=every,
        still=samples(_STILL_SECONDS, 2),
        window=window,
        cooldown=cooldown,
        relapse=2 * max(cooldown, samples(_STILL_SECONDS, 2)),
        threshold=remedies.threshold,
        living=remedies.living,
        least_share=remedies.least_share,
    )


def _repeats(populations: Sequence[tuple[int, ...]]) -> bool:
    """Tell whether the populations have gone round at least three times."""
    return any(
        all(populations[at] == populations[at - period] for at in range(period, len(populations)))
        for period in range(1, len(populations) // _MIN_TURNS + 1)
    )
