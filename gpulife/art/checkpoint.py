"""The present moment of a scene: everything that brings it back at the same generation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from gpulife.art.stagnation import Count, Sample, Share
from gpulife.errors import GpulifeError


class ActError(GpulifeError):
    """A moment does not fit the act that it is to be restored to."""


@dataclass(slots=True)
class ActState:
    """The numbers of an act.

    Attributes:
        generation: of the act, over all sowings.
        since: generations since something was done, which samples are counted from.
        held: generations for which the board is yet to stand still.
        sowings: so far.
        strikes: interventions so far.
        rested: samples since the last remedy.
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

    def copy(self) -> ActState:
        """Return another state with the same numbers."""
        return replace(self)


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything that an act is.

    Attributes:
        scene: its name.
        seed: of the act.
        now: the time that texts show.
        every: generations between two samples.
        state: its numbers.
        samples: the last ones.
        board: snapshot of the engine.
        kept: snapshot of the copy that the board is being compared with, or None.
    """

    scene: str
    seed: int
    now: datetime
    every: int
    state: ActState
    samples: tuple[Sample, ...]
    board: bytes
    kept: bytes | None
