"""A scene of a programme, as plain frozen data: what the file says of one universe and of how it is shown.

Made by :mod:`gpulife.art.playlist_toml`, which sees to it that everything in it is right and fits together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from gpulife.rules import Rule
from gpulife.storage.schema import KEY, choices, described, flag, number
from gpulife.view.schemes import SCHEMES

MINUTES_PER_DAY = 24 * 60
KINDS = ("flip", "swap", "turn", "law")
"""The interventions of ruling R7: cells flipped around life, species swapped in discs, a patch turned, another law."""

DAY = 86400.0
"""A day in seconds."""
_DURATION = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*(s|min|h)\s*", re.ASCII)
_SECONDS = {"s": 1, "min": 60, "h": 3600}
SHARE = number(0, 1)


def seconds(least: float, most: float) -> Meta:
    """Accept a time in seconds, as a number or as in "5 min"."""

    def read(value: float | str) -> float:
        if isinstance(value, str):
            match = _DURATION.fullmatch(value)
            value = float(match[1]) * _SECONDS[match[2]] if match else -1
        if not least <= value <= most:
            raise ValueError
        return float(value)

    right = f'{_time_shown(least)} to {_time_shown(most)}: a number of seconds, or as in "5 min", "90 s", "1 h"'
    return described(right, read, of=float | str)


def _time_shown(seconds: float) -> str:
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= length and seconds % length == 0:
            return f"{seconds / length:g} {unit}"
    return f"{seconds:g} s"


class Mirror(StrEnum):
    """How one part of the board is repeated on the rest of it."""

    NONE = "none"
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    QUARTERS = "quarters"
    TURN = "turn"
    """The lower half is the upper one, turned by half a turn."""


@dataclass(frozen=True, slots=True)
class Hours:
    """A time of day, in minutes since midnight.

    Attributes:
        begin: the first minute.
        end: the one after the last; less than ``begin`` where midnight lies between.
    """

    begin: int = 0
    end: int = MINUTES_PER_DAY

    def has(self, minute: int) -> bool:
        """Tell whether ``minute`` (since midnight) lies in it."""
        if self.begin < self.end:
            return self.begin <= minute < self.end
        return minute >= self.begin or minute < self.end


@dataclass(frozen=True, slots=True)
class Figure:
    """Copies of a pattern.

    Attributes:
        pattern: name or file.
        species: of its cells, if it has only one state; else it keeps its own.
        count: how many.
        place: centre (x, y) as shares of the board's width and height; None for a random one each.
        turn: 0 to 3 quarters clockwise, 4 to 7 the same after mirroring; None for a random one each.
    """

    pattern: str
    species: int = 1
    count: int = 1
    place: tuple[float, float] | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """What is on the board at first; the parts lie on top of each other in this order.

    Attributes:
        density: of a soup, 0 for none.
        shares: relative weights of its species, empty for equal ones.
        clumps: cells across the regions in which one species lives, about; 0 for a soup in which all are mixed.
        area: share of the board's sides that the soup takes, in the middle.
        texts: one of them, the next with each sowing; ``{date}`` and other :data:`PLACEHOLDERS` are filled in.
        letters: height of a capital in cells; 0 for as high as there is room.
        letter_species: of the letters, in turns.
        image: a picture file, or None.
        figures: patterns.
        mirror: how the board is then repeated.
        swap: whether the mirrored part has the species swapped, the first for the last.
        folder: where files named without a folder are looked for.
    """

    density: float = 0.0
    shares: tuple[float, ...] = ()
    clumps: int = 0
    area: float = 1.0
    texts: tuple[str, ...] = ()
    letters: int = 0
    letter_species: tuple[int, ...] = (1,)
    image: str | None = None
    figures: tuple[Figure, ...] = ()
    mirror: Mirror = Mirror.NONE
    swap: bool = False
    folder: Path = field(default=Path(), compare=False)


@dataclass(frozen=True, slots=True)
class PalettePlan:
    """Colours: schemes of ``view.schemes``, and the seconds in which one glides into the next, round and round."""

    schemes: Annotated[tuple[str, ...], choices(SCHEMES, "at least one colour scheme")] = field(
        default=("Okabe-Ito",), metadata={KEY: "scheme"}
    )
    drift: Annotated[float, seconds(10, DAY)] = 300.0


@dataclass(frozen=True, slots=True)
class Effects:
    """What ``view.look.Look`` takes of a scene: see there."""

    age: Annotated[float, SHARE] = 0.8
    trails: Annotated[float, SHARE] = 0.6
    bloom: Annotated[float, SHARE] = 0.5
    brightness: Annotated[float, number(0.1, 2)] = 1.0
    shapes: Annotated[bool, flag()] = False
    grid: Annotated[bool, flag()] = False
    wave: Annotated[bool, flag()] = False


@dataclass(frozen=True, slots=True)
class Waypoint:
    """A place of the camera.

    Attributes:
        x: centre, as a share of the board's width.
        y: likewise of its height.
        zoom: 1 shows the whole board, 2 half its width or height.
        seconds: that it takes from here to the next one.
    """

    x: Annotated[float, SHARE]
    y: Annotated[float, SHARE]
    zoom: Annotated[float, number(0.25, 100)]
    seconds: Annotated[float, seconds(1, DAY)]


class CameraMode(StrEnum):
    """What moves the camera."""

    WHOLE = "whole"
    DIRECTOR = "director"
    WAYPOINTS = "waypoints"


@dataclass(frozen=True, slots=True)
class CameraPlan:
    """How the board is looked at; ``waypoints`` are gone through again and again."""

    mode: CameraMode = CameraMode.WHOLE
    waypoints: tuple[Waypoint, ...] = ()


@dataclass(frozen=True, slots=True)
class Remedies:
    """What to do when nothing happens any more.

    Attributes:
        kinds: interventions to choose from, of :data:`KINDS`; none lets the scene begin anew at once.
        cooldown: seconds after one in which there is no other.
        threshold: share of the cells; as many or fewer that are not what they were two generations ago are a board
            that stands still.
        patience: seconds in which the populations must have repeated for the board to be going round in circles.
        living: the first so many species must all be there; 0 where a species may die out.
        least_share: of the live cells that each of those must have.
    """

    kinds: tuple[str, ...] = KINDS
    cooldown: float = 15.0
    threshold: float = 0.001
    patience: float = 30.0
    living: int = 0
    least_share: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """One universe of a programme.

    Attributes:
        name: for people; no two scenes of a programme have the same.
        duration: seconds that it is shown.
        weight: how often, beside the others.
        hours: when it may begin.
        rule: the law on its board, edges and size included.
        shape: (rows, columns).
        start: what is on the board at first.
        hold: seconds that it stands still after each sowing, to be read.
        speed: generations a second.
        palette: colours.
        effects: how cells are drawn.
        camera: how the board is looked at.
        remedies: what is done when nothing happens.
        game: that two computers play in it, by its name; "" for a universe left to itself.
    """

    name: str
    duration: float
    rule: Rule
    shape: tuple[int, int]
    start: Start
    weight: int = 1
    hours: Hours = Hours()
    hold: float = 0.0
    speed: float = 15.0
    palette: PalettePlan = PalettePlan()
    effects: Effects = Effects()
    camera: CameraPlan = CameraPlan()
    remedies: Remedies = Remedies()
    game: str = ""

    def generations(self, seconds: float) -> int:
        """Return how many generations, held ones included, ``seconds`` of the scene are."""
        return int(seconds * self.speed)
