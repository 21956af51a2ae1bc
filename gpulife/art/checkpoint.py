"""The state of a running scene, with which it continues at the same generation."""

from dataclasses import dataclass
from datetime import datetime

from gpulife.art.stagnation import Count, Sample, Share
from gpulife.errors import GpulifeError


class CheckpointError(GpulifeError):
    """A checkpoint belongs to another scene than the one that is to be restored."""


@dataclass(slots=True)
class RunnerState:
    """The counters of a running scene.

    Attributes:
        generation: generations so far, over all sowings.
        since: generations since the last sowing or intervention; samples are counted from there.
        held: generations for which the board still has to stand still.
        sowings: number of sowings so far.
        strikes: number of interventions so far.
        rested: samples since the last intervention or sowing.
        struck: whether that was an intervention.
        keeping: whether the board is being compared with a copy.
        change_one: share of changed cells, between the two measurements of a sample.
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


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The complete state of a running scene.

    Attributes:
        scene: name of the scene.
        seed: seed of the run.
        now: time that texts show.
        every: generations between two samples.
        state: counters.
        samples: latest samples.
        board: snapshot of the engine.
        kept: snapshot of the copy that the board is being compared with, or None.
    """

    scene: str
    seed: int
    now: datetime
    every: int
    state: RunnerState
    samples: tuple[Sample, ...]
    board: bytes
    kept: bytes | None
