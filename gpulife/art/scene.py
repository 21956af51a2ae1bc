"""A scene of a programme as frozen data: one universe and how it is shown.

:mod:`gpulife.art.playlist_toml` creates scenes and checks that everything in them is right and fits together.
"""

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
"""The interventions of ruling R7: flip cells around life, swap species in discs, turn a patch, use another law."""

DAY = 86400.0
"""Seconds per day."""
_DURATION = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*(s|min|h)\s*", re.ASCII)
_SECONDS = {"s": 1, "min": 60, "h": 3600}
SHARE = number(0, 1)


def seconds(minimum: float, maximum: float) -> Meta:
    """Return the constraint of a duration between two limits, written as a number of seconds or as in "5 min"."""

    def read(value: float | str) -> float:
        if isinstance(value, str):
            match = _DURATION.fullmatch(value)
            value = float(match[1]) * _SECONDS[match[2]] if match else -1
        if not minimum <= value <= maximum:
            raise ValueError
        return float(value)

    right = (
        f'{_duration_text(minimum)} to {_duration_text(maximum)}: a number of seconds, or as in "5 min", "90 s", "1 h"'
    )
    return described(right, read, of=float | str)


def _duration_text(seconds: float) -> str:
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= length and seconds % length == 0:
            return f"{seconds / length:g} {unit}"
    return f"{seconds:g} s"


class Mirror(StrEnum):
    """The symmetry of a board: one part is repeated on the rest."""

    NONE = "none"
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    QUARTERS = "quarters"
    TURN = "turn"
    """The lower half is the upper one, rotated by half a turn."""


@dataclass(frozen=True, slots=True)
class Hours:
    """A period of the day, in minutes since midnight.

    Attributes:
        begin: first minute.
        end: minute after the last; less than ``begin`` if the period contains midnight.
    """

    begin: int = 0
    end: int = MINUTES_PER_DAY

    def has(self, minute: int) -> bool:
        """Tell whether ``minute`` (since midnight) lies in the period."""
        if self.begin < self.end:
            return self.begin <= minute < self.end
        return minute >= self.begin or minute < self.end


@dataclass(frozen=True, slots=True)
class Figure:
    """Copies of a pattern.

    Attributes:
        pattern: name or file of the pattern.
        species: species of the cells of a pattern with only one state; other patterns keep their own species.
        count: number of copies.
        place: centre (x, y) as shares of the board's width and height; None for a random place for each copy.
        turn: 0 to 3 quarter turns clockwise, 4 to 7 the same after mirroring; None for a random turn of each copy.
    """

    pattern: str
    species: int = 1
    count: int = 1
    place: tuple[float, float] | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """The initial content of a board; the parts lie on top of each other in this order.

    Attributes:
        density: density of a soup, 0 for none.
        shares: relative weights of its species, empty for equal ones.
        clumps: approximate diameter in cells of the regions in which one species lives; 0 for a mixed soup.
        area: share of the board's sides that the soup covers, in the middle.
        texts: texts of which each sowing shows the next; ``text_layout.PLACEHOLDERS`` such as ``{date}`` are filled in.
        letters: height of a capital in cells; 0 for as high as there is room.
        letter_species: species of the letters, in turns.
        image: picture file, or None.
        figures: patterns.
        mirror: symmetry that the board gets in the end.
        swap: whether the species are swapped in the mirrored part, the first for the last.
        folder: folder in which files named without a folder are searched for.
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
    """Colour schemes of ``view.schemes`` that follow each other in a circle, and the seconds between two of them."""

    schemes: Annotated[tuple[str, ...], choices(SCHEMES, "at least one colour scheme")] = field(
        default=("Okabe-Ito",), metadata={KEY: "scheme"}
    )
    drift: Annotated[float, seconds(10, DAY)] = 300.0


@dataclass(frozen=True, slots=True)
class Effects:
    """The fields of ``view.look.Look`` that a scene can set."""

    age: Annotated[float, SHARE] = 0.8
    trails: Annotated[float, SHARE] = 0.6
    bloom: Annotated[float, SHARE] = 0.5
    brightness: Annotated[float, number(0.1, 2)] = 1.0
    shapes: Annotated[bool, flag()] = False
    grid: Annotated[bool, flag()] = False
    wave: Annotated[bool, flag()] = False


@dataclass(frozen=True, slots=True)
class Waypoint:
    """A position of the camera.

    Attributes:
        x: centre as a share of the board's width.
        y: centre as a share of the board's height.
        zoom: 1 shows the whole board, 2 half its width or height.
        seconds: time from here to the next waypoint.
    """

    x: Annotated[float, SHARE]
    y: Annotated[float, SHARE]
    zoom: Annotated[float, number(0.25, 100)]
    seconds: Annotated[float, seconds(1, DAY)]


class CameraMode(StrEnum):
    """The control of the camera: a fixed view of the whole board, the automatic camera, or waypoints."""

    WHOLE = "whole"
    DIRECTOR = "director"
    WAYPOINTS = "waypoints"


@dataclass(frozen=True, slots=True)
class CameraPlan:
    """The camera's mode, and the waypoints that it visits again and again."""

    mode: CameraMode = CameraMode.WHOLE
    waypoints: tuple[Waypoint, ...] = ()


@dataclass(frozen=True, slots=True)
class InterventionPlan:
    """The conditions and methods of reviving a stagnating scene.

    Attributes:
        kinds: interventions to choose from, of :data:`KINDS`; without any the scene begins anew at once.
        cooldown: seconds between two interventions.
        threshold: greatest share of cells that differ from two generations before on a board that stands still.
        patience: seconds for which the populations must repeat before the board is considered periodic.
        living: number of species, counted from the first, that must all survive; 0 where a species may die out.
        least_share: smallest share of the live cells that each of those must have.
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
        name: title for people, unique in its programme.
        duration: display duration in seconds.
        weight: number of appearances in each round of the schedule.
        hours: period of the day in which it may begin.
        rule: rule with the board's edges and size.
        shape: (rows, columns).
        start: initial content of the board.
        hold: seconds for which the board stands still after each sowing, so that texts can be read.
        speed: generations per second.
        palette: colours.
        effects: effects with which cells are drawn.
        camera: camera mode and waypoints.
        interventions: treatment of stagnation.
        game: name of the game that two computers play; "" for a universe left to itself.
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
    interventions: InterventionPlan = InterventionPlan()
    game: str = ""

    def generations(self, seconds: float) -> int:
        """Return the number of generations in ``seconds`` of the scene, including those on hold."""
        return int(seconds * self.speed)
