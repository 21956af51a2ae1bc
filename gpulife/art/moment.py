"""Moments of an act, and the file that brings the same scene back at the same generation after a power cut."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from gpulife.art.watch import Sample
from gpulife.container import Kind, damaged, pack_json, read_parts, unpack_json, write_parts
from gpulife.errors import GpulifeError

_KIND = Kind(b"GPULART\x1a", 1, "a saved moment of gpulife art", ("act", "board", "kept"), private=True)


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

    generation: int = 0
    since: int = 0
    held: int = 0
    sowings: int = 0
    strikes: int = 0
    rested: int = 0
    struck: bool = False
    keeping: bool = False
    change_one: float = 0.0

    def copy(self) -> ActState:
        """Another one with the same numbers."""
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


def write_moment(path: Path, show: dict[str, Any], moment: Moment) -> None:
    """Write a moment, and what else the display wants to know then, atomically.

    Args:
        path: the file.
        show: JSON values: the programme, the state of its schedule and the like.
        moment: of the act.

    Raises:
        OutputError: the system refused.
    """
    act = {
        "show": show,
        "scene": moment.scene,
        "seed": moment.seed,
        "now": moment.now.isoformat(),
        "every": moment.every,
        "state": asdict(moment.state),
        "samples": [asdict(sample) for sample in moment.samples],
    }
    write_parts(path, _KIND, {"act": pack_json(act), "board": moment.board, "kept": moment.kept or b""})


def read_moment(path: Path) -> tuple[dict[str, Any], Moment]:
    """What :func:`write_moment` wrote: ``show`` and the moment.

    Raises:
        SavedFileError: it cannot be read, is another kind of file, or damaged.
    """
    parts = read_parts(path, _KIND)
    act = unpack_json(path, "act", parts["act"])
    try:
        moment = Moment(
            scene=str(act["scene"]),
            seed=int(act["seed"]),
            now=datetime.fromisoformat(act["now"]),
            every=int(act["every"]),
            state=_state_of(act["state"]),
            samples=tuple(_sample_of(each) for each in act["samples"]),
            board=parts["board"],
            kept=parts["kept"] or None,
        )
        return dict(act["show"]), moment
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise damaged(path, "act", f"it lacks {error}") from error


def _state_of(values: dict[str, Any]) -> ActState:
    state = ActState()
    for name, value in values.items():
        kind = type(getattr(state, name))
        if type(value) is not kind or value < 0:
            raise ValueError(f"a right {name}")
        setattr(state, name, value)
    return state


def _sample_of(values: dict[str, Any]) -> Sample:
    population = tuple(int(number) for number in values["population"])
    return Sample(int(values["generation"]), float(values["change_one"]), float(values["change_two"]), population)
