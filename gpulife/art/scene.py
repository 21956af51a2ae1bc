"""Defines scenes and programmes (lists of scenes), and the allowed range of each value.

A scene is a universe (a board with its rule) and the way in which it is shown. :mod:`gpulife.art._playlist_toml`
creates scenes and checks their values.
"""

import math
import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import Meta

from gpulife.errors import GpulifeError
from gpulife.rules import Rule
from gpulife.storage.schema import KEY, boolean, choice, choices, described, integer, line, number
from gpulife.view.look import Look, default_look, with_colours
from gpulife.view.palettes import Colours, from_oklab, to_oklab, to_srgb
from gpulife.view.pictures import CELLS, find_picture, picture_names
from gpulife.view.schemes import SCHEMES, scheme

MINUTES_PER_DAY = 24 * 60
INTERVENTION_KINDS = ("flip", "swap", "turn", "law")
"""The interventions of ruling R7: flip cells near live cells, swap species in discs, turn or mirror a patch, or compute
a generation by another rule."""

SECONDS_PER_DAY = 86400.0
_DURATION = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*(s|min|h)\s*", re.ASCII)
_UNIT_SECONDS = {"s": 1, "min": 60, "h": 3600}
SHARE = number(0, 1)


def seconds(minimum: float, maximum: float) -> Meta:
    """Return a validator for a duration from ``minimum`` to ``maximum`` seconds; a file may also say "5 min"."""

    def read(value: float | str) -> float:
        if isinstance(value, str):
            match = _DURATION.fullmatch(value)
            value = float(match[1]) * _UNIT_SECONDS[match[2]] if match else -1
        if not minimum <= value <= maximum:
            raise ValueError
        return float(value)

    right = (
        f"{_duration_text(minimum)} to {_duration_text(maximum)}: "
        'a number of seconds, or a text such as "5 min", "90 s" or "1 h"'
    )
    return described(right, read, of=float | str)


def _duration_text(seconds: float) -> str:
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= length and seconds % length == 0:
            return f"{seconds / length:g} {unit}"
    return f"{seconds:g} s"


def _texts(value: str | list[str]) -> tuple[str, ...]:
    items = [value] if isinstance(value, str) else value
    if not all(item.strip() for item in items):
        raise ValueError
    return tuple(items)


def _wholes(value: int | list[int]) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, list) else (value,)


_TEXTS = described('a text or a list of texts, such as ["Ada", "Grace"]', _texts, of=str | list[str])
_WHOLES = described("a whole number, or a list of such numbers", _wholes, of=int | list[int])


def text_line(max_length: int) -> Meta:
    """Return a validator for a text on one line, not blank, with at most ``max_length`` characters."""
    return line(f"one line of text with at most {max_length} characters", max_length, empty=False)


def table(name: str) -> Meta:
    """Return a validator for a key whose value must be a table. Error messages show the table as ``[scene.<name>]``."""
    return described(f"a table, as in [scene.{name}]")


def tables(example: str) -> Meta:
    """Return a validator for a key whose value must be a list of tables; error messages show ``example``."""
    return described(f"a list of tables, as in {example}")


class Mirror(StrEnum):
    """The symmetry of a board: which half or quarter is copied to the rest, mirrored or turned."""

    NONE = "none"
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    QUARTERS = "quarters"
    TURN = "turn"
    """The lower half is the upper half, turned by 180 degrees."""


class Font(StrEnum):
    """The typeface of the texts on a board."""

    PLAIN = "plain"
    SERIF = "serif"


@dataclass(frozen=True, slots=True)
class Hours:
    """A period of the day, in minutes since midnight.

    Attributes:
        begin: first minute.
        end: first minute after the period; less than ``begin`` if the period contains midnight.
    """

    begin: int = 0
    end: int = MINUTES_PER_DAY

    def has(self, minute: int) -> bool:
        """Return True if ``minute`` (since midnight) lies in the period."""
        if self.begin < self.end:
            return self.begin <= minute < self.end
        return minute >= self.begin or minute < self.end


@dataclass(frozen=True, slots=True)
class Figure:
    """Copies of a pattern.

    Attributes:
        pattern: name or file of the pattern.
        species: species of the cells if the pattern has only one state; other patterns keep their states.
        count: number of copies.
        x, y: centre as shares of the board's width and height; both None for a random place for each copy.
        turn: quarter turns clockwise, 0 to 3; add 4 to mirror the pattern before it is turned. None for a random turn
            of each copy.
    """

    pattern: Annotated[str, text_line(200)]
    species: Annotated[int, described("a whole number")] = 1
    count: Annotated[int, integer(1, 10_000)] = 1
    x: Annotated[float, SHARE] | None = None
    y: Annotated[float, SHARE] | None = None
    turn: Annotated[int, integer(0, 7)] | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """The initial content of a board. Its parts are drawn in the order of the attributes, each over those before it.

    Attributes:
        density: share of live cells in a random soup, 0 for no soup.
        shares: relative weights of the species in the soup; empty for equal weights.
        clumps: approximate diameter, in cells, of regions with one species; 0 for a mixed soup.
        area: share of the board's width and height that the soup covers, in the middle.
        texts: texts to show in turn, one for each sowing; the seed determines the first. Placeholders such as
            ``{date}`` are filled in, see ``scene_setup``.
        font: "serif" for letters with serifs; the lines of a text are then centred.
        letters: height of a capital in cells; 0 for as high as possible.
        bold: how much thicker the strokes of letters are on each side, as a share of a capital's height.
        letter_species: species of the first letter, the second letter and so on, over and over; None for the first two
            species in turn.
        image: picture file, or None.
        pattern: name or file of a pattern in the middle, or None.
        species: species of the cells of ``pattern``, as in :class:`Figure`; None for species 1.
        more_figures: other patterns.
        mirror: symmetry that is applied to the finished board.
        swap: True to reverse the order of species in the mirrored part: the first becomes the last.
        settle: number of generations to compute before the board is first shown, so that it does not begin as noise.
    """

    density: Annotated[float, SHARE] = field(default=0.0, metadata={KEY: "soup"})
    shares: Annotated[tuple[int | float, ...], described("a list of numbers, one for each species")] = ()
    clumps: Annotated[int, integer(0, 100_000)] = 0
    area: Annotated[float, number(0.01, 1)] = 1.0
    texts: Annotated[tuple[str, ...], _TEXTS] = field(default=(), metadata={KEY: "text"})
    font: Annotated[Font, choice(Font, of=str)] = Font.PLAIN
    letters: Annotated[int, integer(5, 1000)] = 0
    bold: Annotated[float, number(0, 0.2)] = 0.0
    letter_species: Annotated[tuple[int, ...], _WHOLES] | None = None
    image: Annotated[str, text_line(200)] | None = None
    pattern: Annotated[str, text_line(200)] | None = None
    species: Annotated[int, described("a whole number")] | None = None
    more_figures: Annotated[tuple[Figure, ...], tables('[[scene.start.figures]] pattern = "glider"')] = field(
        default=(), metadata={KEY: "figures"}
    )
    mirror: Annotated[Mirror, choice(Mirror, of=str)] = Mirror.NONE
    swap: Annotated[bool, boolean()] = False
    settle: Annotated[int, integer(0, 10_000)] = 0

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All patterns to draw: the one in the middle, if there is one, and then ``more_figures``."""
        if self.pattern is None:
            return self.more_figures
        species = 1 if self.species is None else self.species
        return Figure(self.pattern, species, x=0.5, y=0.5, turn=0), *self.more_figures


@dataclass(frozen=True, slots=True)
class PalettePlan:
    """The colour schemes of ``view.schemes`` that a scene shows in a cycle, and how many seconds each change takes."""

    schemes: Annotated[tuple[str, ...], choices(SCHEMES, "at least one colour scheme")] = field(
        default=("Okabe-Ito",), metadata={KEY: "scheme"}
    )
    drift: Annotated[float, seconds(10, SECONDS_PER_DAY)] = 300.0


@dataclass(frozen=True, slots=True)
class Effects:
    """The fields of ``view.look.Look`` that a scene can set."""

    age: Annotated[float, SHARE] = 0.8
    trails: Annotated[float, SHARE] = 0.6
    bloom: Annotated[float, SHARE] = 0.5
    brightness: Annotated[float, number(0.1, 2)] = 1.0
    shapes: Annotated[bool, boolean()] = False
    grid: Annotated[bool, boolean()] = False
    wave: Annotated[bool, boolean()] = False
    picture: Annotated[str, choice(picture_names())] = field(default=CELLS, metadata={KEY: "look"})


@dataclass(frozen=True, slots=True)
class Waypoint:
    """A position of the camera.

    Attributes:
        x: centre as a share of the board's width.
        y: centre as a share of the board's height.
        zoom: 1 shows the whole board, 2 half of its width and height.
        seconds: seconds from this waypoint to the next.
    """

    x: Annotated[float, SHARE]
    y: Annotated[float, SHARE]
    zoom: Annotated[float, number(0.25, 100)]
    seconds: Annotated[float, seconds(1, SECONDS_PER_DAY)]


class CameraMode(StrEnum):
    """How the camera moves: not at all (the whole board is shown), by itself ("director"), or along waypoints."""

    WHOLE = "whole"
    DIRECTOR = "director"
    WAYPOINTS = "waypoints"


@dataclass(frozen=True, slots=True)
class CameraPlan:
    """The camera's mode, and the waypoints that it visits in a cycle."""

    mode: Annotated[CameraMode, choice(CameraMode, of=str)] = CameraMode.WHOLE
    waypoints: Annotated[tuple[Waypoint, ...], tables("waypoints = [{x = 0.5, y = 0.5, zoom = 2, seconds = 30}]")] = ()


@dataclass(frozen=True, slots=True)
class InterventionPlan:
    """When and how a board that has come to a standstill is changed.

    Attributes:
        kinds: interventions to choose from, of :data:`INTERVENTION_KINDS`. If empty, the board is always sown again.
        cooldown: minimum number of seconds between two interventions.
        threshold: a board counts as still if at most this share of its cells differ from their states two generations
            before.
        patience: a board counts as periodic if its cell counts have been repeating for this number of seconds.
        living: number of species that must survive, counted from species 1; 0 if all may die out.
        least_share: minimum share of all live cells that each of these species must have.
    """

    kinds: Annotated[tuple[str, ...], choices(INTERVENTION_KINDS)] = INTERVENTION_KINDS
    cooldown: Annotated[float, seconds(5, 3600)] = 15.0
    threshold: Annotated[float, SHARE] = 0.001
    patience: Annotated[float, seconds(10, 3600)] = 30.0
    living: Annotated[int, described("a whole number")] = 0
    least_share: Annotated[float, number(0, 0.5)] = 0.0


class FreshPlace(StrEnum):
    """Where fresh life is added: quiet places of the board or its middle, the board's edges, or the rims of letters."""

    QUIET = "quiet"
    MIDDLE = "middle"
    EDGE = "edge"
    LETTERS = "letters"


@dataclass(frozen=True, slots=True)
class FreshLifePlan:
    """Fresh life that keeps a board from calming down, see ``fresh_life``.

    Attributes:
        hold: fresh life is added if less than this share of cells differ from their states two generations before; 0
            for no fresh life.
        every: minimum number of seconds between two additions.
        place: where it is added. "middle" is half the board's height and width. "edge" is for scenes with a camera
            that is zoomed in. "letters" is at the rims of the letters of ``start``, which must have species of their
            own (``letter_species``).
        count: number of patches or patterns that are added at the same time.
        size: diameter of a patch of soup, in cells.
        soup: share of live cells in a patch.
        alive: desired share of live cells on the board; patches are denser if it has fewer. 0 to give all patches the
            density ``soup``.
        patterns: names or files of patterns that are added instead of patches, each with a random turn.
    """

    hold: Annotated[float, SHARE] = 0.0
    every: Annotated[float, seconds(0, 3600)] = 2.0
    place: Annotated[FreshPlace, choice(FreshPlace, of=str)] = FreshPlace.QUIET
    count: Annotated[int, integer(1, 20)] = 1
    size: Annotated[int, integer(3, 200)] = 9
    soup: Annotated[float, SHARE] = 0.5
    alive: Annotated[float, SHARE] = 0.0
    patterns: Annotated[tuple[str, ...], _TEXTS] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneBase:
    """The fields of every scene.

    Attributes:
        name: title, unique in its programme.
        duration: seconds for which the scene is shown.
        weight: number of appearances in each round of the schedule.
    """

    name: Annotated[str, text_line(60)]
    duration: Annotated[float, seconds(5, SECONDS_PER_DAY)]
    weight: Annotated[int, integer(1, 100)] = 1
    palette: Annotated[PalettePlan, table("palette")] = PalettePlan()
    effects: Annotated[Effects, table("effects")] = Effects()


@dataclass(frozen=True, slots=True, kw_only=True)
class UniverseScene(SceneBase):
    """What a scene without players adds to :class:`SceneBase`: its board's content, speed and camera.

    Attributes:
        start: initial content of the board.
        hold: seconds for which a newly sown board is kept unchanged, so that texts can be read.
        speed: generations per second.
        opening: how many times faster the scene is at first. It slows down to ``speed`` in the first half minute.
        touch: False if clicks in the picture do not add life.
        camera: camera mode and waypoints.
        interventions: what to do when the board has come to a standstill.
        fresh: when to add fresh life, so that the board does not come to a standstill.
    """

    start: Annotated[Start, table("start")] = Start()
    hold: Annotated[float, seconds(0, 20)] = 0.0
    speed: Annotated[float, number(0.5, 240)] = 15.0
    opening: Annotated[float, number(1, 5)] = 1.0
    touch: Annotated[bool, boolean()] = True
    camera: Annotated[CameraPlan, table("camera")] = CameraPlan()
    interventions: Annotated[InterventionPlan, table("interventions")] = InterventionPlan()
    fresh: Annotated[FreshLifePlan, table("fresh")] = FreshLifePlan()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(UniverseScene):
    """A scene of a programme. Its values have been checked.

    Attributes:
        rule: the rule, including the board's edges and size.
        hours: period of the day in which the scene may begin.
        game: name of the game that two computer players play; "" for a universe without players.
        folder: folder in which patterns and pictures are looked for first.
    """

    rule: Rule
    shape: tuple[int, int]
    hours: Hours = Hours()
    game: str = ""
    folder: Path = field(default=Path(), compare=False)

    @property
    def is_touchable(self) -> bool:
        """True if a click in the picture adds life.

        A click does nothing in matches, and where text would be destroyed. The same holds for looks that show the board
        at a slant or in mirrors, because there the cell below the pointer is not known.
        """
        has_frail_text = bool(self.start.texts) and self.fresh.place is not FreshPlace.LETTERS
        picture = self.effects.picture
        is_slanted = picture != CELLS and find_picture(picture).slanted
        return self.touch and not (self.game or has_frail_text or is_slanted)

    def generations(self, seconds: float) -> int:
        """Return the number of generations in ``seconds`` at the scene's speed."""
        return int(seconds * self.speed)


# The look of a scene at a given time: its effects, and colours between two schemes.


def look_at(scene: Scene, seconds: float, seed: int, *, few_effects: bool = False) -> Look:
    """Return the look of a scene ``seconds`` after it began.

    Args:
        scene: the scene.
        seconds: time since the beginning of the scene.
        seed: seed from which the random colour schemes are made.
        few_effects: True to leave out bloom, which is slow on a software renderer.
    """
    effects = scene.effects
    # Contrast from afar stays off, so that scenes look as they did when they were designed.
    look = replace(
        default_look(scene.rule),
        age=effects.age,
        trails=effects.trails,
        bloom=0.0 if few_effects else effects.bloom,
        brightness=effects.brightness,
        shapes=effects.shapes,
        grid=effects.grid,
        wave=effects.wave,
        picture=effects.picture,
    )
    names = scene.palette.schemes
    step, share = divmod(seconds / scene.palette.drift, 1.0)
    here = names[int(step) % len(names)]
    colours = blend_schemes(
        scheme(here, scene.rule, seed),
        scheme(names[(int(step) + 1) % len(names)], scene.rule, seed),
        # Eased, so that colours change without jerks.
        (1 - math.cos(math.pi * share)) / 2,
    )
    return with_colours(look, colours, here)


def blend_schemes(before: Colours, after: Colours, share: float) -> Colours:
    """Return the colours between two schemes, for ``share`` from 0 (``before``) to 1 (``after``).

    The result has shape (states, 3), uint8, sRGB; the mixing is done in OKLab.
    """
    lab = (1 - share) * to_oklab(before) + share * to_oklab(after)
    return to_srgb(np.clip(from_oklab(lab), 0, 1))


class ProgrammeError(GpulifeError):
    """A programme does not exist, or its file has an error; the message names the file and the key."""


@dataclass(frozen=True, slots=True)
class Programme:
    """A list of scenes that a display shows.

    Attributes:
        name: name of its file, without the extension.
        description: description on one line.
        scenes: one scene or more; at every minute of the day at least one of them may begin.
    """

    name: str
    title: str
    description: str
    scenes: tuple[Scene, ...]

    def first_gap(self) -> tuple[int, int] | None:
        """Return the first period of the day in which no scene may begin; None if scenes may begin all day.

        The period is (first minute, minute after the last), in minutes since midnight.
        """
        free = [
            minute for minute in range(MINUTES_PER_DAY) if not any(scene.hours.has(minute) for scene in self.scenes)
        ]
        return (free[0], next(minute for minute in count(free[0]) if minute not in free)) if free else None
