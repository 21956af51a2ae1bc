"""The schema of a programme's file: each key with its type, its limits and the description for error messages.

What depends on more than one key is checked in ``playlist_toml``.
"""

import re
from dataclasses import dataclass, field
from datetime import time
from typing import Annotated, Any

from msgspec import Meta

from gpulife.art.scene import (
    DAY,
    KINDS,
    SHARE,
    CameraMode,
    Effects,
    InterventionPlan,
    Mirror,
    PalettePlan,
    Waypoint,
    seconds,
)
from gpulife.games.registry import DEFAULT_GAME, GAMES
from gpulife.patterns.board_sizes import parse_size
from gpulife.rules import Edges, Rule, parse_rule
from gpulife.storage.schema import KEY, choice, choices, described, flag, line, number, whole

SHOWN_GAMES = sorted((name for name, spec in GAMES.items() if spec.demo), key=lambda name: name != DEFAULT_GAME)
"""Names of the games that computers can show, the default game first."""
EDGES = {"torus": Edges.TORUS, "plane": Edges.DEAD}
MAX_WEIGHT = 1_000_000
"""Limit on the share of a species in a soup."""
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::00)?", re.ASCII)


def _texts(value: str | list[str]) -> tuple[str, ...]:
    items = [value] if isinstance(value, str) else value
    if not all(item.strip() for item in items):
        raise ValueError
    return tuple(items)


def _wholes(value: int | list[int]) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, list) else (value,)


def _minute(value: Any) -> int:
    """Return the minutes since midnight of a text or of a TOML time."""
    if isinstance(value, time) and not value.second and not value.microsecond:
        return value.hour * 60 + value.minute
    if isinstance(value, str) and (match := _TIME.fullmatch(value.strip())):
        hours, minutes = int(match[1]), int(match[2])
        if (hours < 24 and minutes < 60) or (hours, minutes) == (24, 0):
            return hours * 60 + minutes
    raise ValueError


_MINUTE = described('a time of day from "00:00" to "24:00", as in "22:30"', _minute, of=Any)
_TEXTS = described('a text or a list of texts, as in ["Ada", "Grace"]', _texts, of=str | list[str])
_WHOLES = described("a whole number, or a list of such numbers", _wholes, of=int | list[int])


def _line(longest: int) -> Meta:
    return line(f"a text on one line, of at most {longest} letters", longest, empty=False)


def _table(name: str) -> Meta:
    return described(f"a table, as in [scene.{name}]")


def _tables(example: str) -> Meta:
    return described(f"a list of tables, as in {example}")


@dataclass(frozen=True, kw_only=True)
class FigureForm:
    """The table of a ``scene.Figure``; x and y must both be given or both be left out."""

    pattern: Annotated[str, _line(200)]
    species: Annotated[int, described("a whole number")] = 1
    count: Annotated[int, whole(1, 10_000)] = 1
    x: Annotated[float, SHARE] | None = None
    y: Annotated[float, SHARE] | None = None
    turn: Annotated[int, whole(0, 7)] | None = None


@dataclass(frozen=True, kw_only=True)
class StartForm:
    """The table of a ``scene.Start``; ``species`` is the species of ``pattern``."""

    pattern: Annotated[str, _line(200)] | None = None
    species: Annotated[int, described("a whole number")] | None = None
    figures: Annotated[tuple[FigureForm, ...], _tables('[[scene.start.figures]] pattern = "glider"')] = ()
    soup: Annotated[float, SHARE] = 0
    shares: Annotated[tuple[int | float, ...], described("a list of numbers, one for each species")] = ()
    clumps: Annotated[int, whole(0, 100_000)] = 0
    area: Annotated[float, number(0.01, 1)] = 1
    text: Annotated[tuple[str, ...], _TEXTS] = ()
    letters: Annotated[int, whole(5, 1000)] | None = None
    letter_species: Annotated[tuple[int, ...], _WHOLES] | None = None
    image: Annotated[str, _line(200)] | None = None
    mirror: Annotated[str, choice(list(Mirror))] = Mirror.NONE
    swap: Annotated[bool, flag()] = False


@dataclass(frozen=True, kw_only=True)
class CameraForm:
    """The table of a ``scene.CameraPlan``."""

    waypoints: Annotated[tuple[Waypoint, ...], _tables("waypoints = [{x = 0.5, y = 0.5, zoom = 2, seconds = 30}]")] = ()
    mode: Annotated[str, choice(list(CameraMode))] | None = None


@dataclass(frozen=True, kw_only=True)
class InterventionForm:
    """The table of ``scene.InterventionPlan``; ``kinds`` and ``living`` have defaults that depend on the rule."""

    kinds: Annotated[tuple[str, ...], choices(KINDS)] | None = None
    cooldown: Annotated[float, seconds(5, 3600)] = InterventionPlan().cooldown
    threshold: Annotated[float, SHARE] = InterventionPlan().threshold
    patience: Annotated[float, seconds(10, 3600)] = InterventionPlan().patience
    living: Annotated[int, described("a whole number")] | None = None
    least_share: Annotated[float, number(0, 0.5)] = InterventionPlan().least_share


@dataclass(frozen=True, kw_only=True)
class ShownForm:
    """The keys that every scene has."""

    name: Annotated[str, _line(60)]
    duration: Annotated[float, seconds(5, DAY)]
    weight: Annotated[int, whole(1, 100)] = 1
    from_: Annotated[int, _MINUTE] | None = field(default=None, metadata={KEY: "from"})
    to: Annotated[int, _MINUTE] | None = None
    palette: Annotated[PalettePlan, _table("palette")] = field(default_factory=PalettePlan)
    effects: Annotated[Effects, _table("effects")] = field(default_factory=Effects)


@dataclass(frozen=True, kw_only=True)
class GameForm(ShownForm):
    """A scene in which computers play a game."""

    game: Annotated[str, choice(SHOWN_GAMES)]


@dataclass(frozen=True, kw_only=True)
class SceneForm(ShownForm):
    """A scene of a universe that is left to itself; a table with a key ``game`` is a :class:`GameForm`."""

    rule: Annotated[Rule, described('a rule, as in "Immigration" (see gpulife list rules)', parse_rule, of=str)]
    size: Annotated[tuple[int, int], described('a size, as in "160x96"', parse_size, of=str)]
    edges: Annotated[str, choice(EDGES)] | None = None
    speed: Annotated[float, number(0.5, 240)] = 15
    start: Annotated[StartForm, _table("start")] = StartForm()
    hold: Annotated[float, seconds(0, 20)] = 0
    camera: Annotated[CameraForm, _table("camera")] = CameraForm()
    interventions: Annotated[InterventionForm, _table("interventions")] = InterventionForm()


@dataclass(frozen=True, kw_only=True)
class ProgrammeForm:
    """The keys of a file; its scenes are converted one by one, so that messages can name them."""

    title: Annotated[str, _line(60)]
    description: Annotated[str, _line(200)]
    scene: Annotated[tuple[dict[str, Any], ...], _tables("[[scene]]")] = ()
