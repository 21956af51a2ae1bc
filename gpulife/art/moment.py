"""Moments of an act, and the file that brings the same scene back at the same generation after a power cut."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Raw

from gpulife.art.watch import Count, Sample, Share
from gpulife.container import Kind, damaged, pack_json, read_parts, unpack, write_parts
from gpulife.errors import GpulifeError
from gpulife.games.frozen_json import read_json
from gpulife.reading import parse_json

_KIND = Kind(b"GPULART\x1a", 1, "a saved moment of gpulife art", ("act", "board", "kept"), private=True)
_ACT_BYTES = 1 << 24
"""The most for the text of an act: a day of samples."""
_SHOW_BYTES = 1 << 16


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


@dataclass(frozen=True, slots=True)
class _Act:
    """The part ``act`` of a file."""

    show: Raw
    scene: str
    seed: Annotated[int, Meta(ge=0)]
    now: Annotated[datetime, Meta(tz=False)]
    every: Annotated[int, Meta(ge=1, le=1 << 53)]
    state: ActState
    samples: tuple[Sample, ...]


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
    text = unpack(path, "act", parts["act"], _ACT_BYTES)
    try:
        act = read_json(_Act, text, "act")
        if len(act.show) > _SHOW_BYTES:
            raise ActError(f"what it says of the show has {len(act.show):,} bytes")
        show = parse_json(bytes(act.show), dict[str, Any], "show")
    except GpulifeError as error:
        raise damaged(path, "act", str(error)) from error
    moment = Moment(
        act.scene, act.seed, act.now, act.every, act.state, act.samples, parts["board"], parts["kept"] or None
    )
    return show, moment
