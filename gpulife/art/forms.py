"""What a programme's file may say, as forms: each key with its type, its limits and the words for what is right.

What depends on more than one key is seen to in ``programme_file`` and ``start_table``.
"""

from __future__ import annotations

import re
from datetime import time
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gpulife.art.scene import KINDS, CameraMode, Effects, Mirror, PalettePlan, Remedies
from gpulife.forms import Form, choice, choices, described, flag, line, number, whole
from gpulife.patterns.sizes import parse_size
from gpulife.rules import Edges, parse_rule
from gpulife.view.schemes import SCHEMES

GAMES = ("seed-list", "one-seed")
"""That may be shown, by their names in the games."""
EDGES = {"torus": Edges.TORUS, "plane": Edges.DEAD}
MOST_WEIGHT = 1_000_000
"""Of a species in a soup."""
_DURATION = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*(s|min|h)\s*", re.ASCII)
_SECONDS = {"s": 1, "min": 60, "h": 3600}
_DAY = 86400.0
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::00)?", re.ASCII)


def _texts(value: str | list[str]) -> tuple[str, ...]:
    items = [value] if isinstance(value, str) else value
    if not all(item.strip() for item in items):
        raise ValueError
    return tuple(items)


def _wholes(value: int | list[int]) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, list) else (value,)


def _minute(value: Any) -> int:
    """Since midnight; TOML has times of its own."""
    if isinstance(value, time) and not value.second and not value.microsecond:
        return value.hour * 60 + value.minute
    if isinstance(value, str) and (match := _TIME.fullmatch(value.strip())):
        hours, minutes = int(match[1]), int(match[2])
        if (hours < 24 and minutes < 60) or (hours, minutes) == (24, 0):
            return hours * 60 + minutes
    raise ValueError


def _seconds(least: float, most: float) -> Meta:
    """A time in seconds, as a number or as in "5 min"."""

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


_MINUTE = described('a time of day from "00:00" to "24:00", as in "22:30"', _minute)
_TEXTS = described('a text or a list of texts, as in ["Ada", "Grace"]', _texts, of=str | list[str])
_WHOLES = described("a whole number, or a list of such numbers", _wholes, of=int | list[int])
_SHARE = number(0, 1)


def _line(longest: int) -> Meta:
    return line(f"a text on one line, of at most {longest} letters", longest, empty=False)


def _table(name: str) -> Meta:
    return described(f"a table, as in [scene.{name}]")


def _tables(example: str) -> Meta:
    return described(f"a list of tables, as in {example}")


class FigureForm(Form, frozen=True, kw_only=True):
    """See ``scene.Figure``; x and y go together."""

    pattern: Annotated[str, _line(200)]
    species: Annotated[int, described("a whole number")] = 1
    count: Annotated[int, whole(1, 10_000)] = 1
    x: Annotated[float, _SHARE] | None = None
    y: Annotated[float, _SHARE] | None = None
    turn: Annotated[int, whole(0, 7)] | None = None


class StartForm(Form, frozen=True, kw_only=True):
    """See ``scene.Start``. ``species`` is that of ``pattern``."""

    pattern: Annotated[str, _line(200)] | None = None
    species: Annotated[int, described("a whole number")] | None = None
    figures: Annotated[tuple[FigureForm, ...], _tables('[[scene.start.figures]] pattern = "glider"')] = ()
    soup: Annotated[float, _SHARE] = 0
    shares: Annotated[tuple[int | float, ...], described("a list of numbers, one for each species")] = ()
    clumps: Annotated[int, whole(0, 100_000)] = 0
    area: Annotated[float, number(0.01, 1)] = 1
    text: Annotated[Any, _TEXTS] = ()
    letters: Annotated[int, whole(5, 1000)] | None = None
    letter_species: Annotated[Any, _WHOLES] = None
    image: Annotated[str, _line(200)] | None = None
    mirror: Annotated[str, choice(list(Mirror))] = "none"
    swap: Annotated[bool, flag()] = False


class PaletteForm(Form, frozen=True, kw_only=True):
    """See ``scene.PalettePlan``."""

    scheme: Annotated[Any, choices(SCHEMES)] = PalettePlan().schemes
    drift: Annotated[Any, _seconds(10, _DAY)] = PalettePlan().drift


class EffectsForm(Form, frozen=True, kw_only=True):
    """``scene.Effects``."""

    age: Annotated[float, _SHARE] = Effects().age
    trails: Annotated[float, _SHARE] = Effects().trails
    bloom: Annotated[float, _SHARE] = Effects().bloom
    brightness: Annotated[float, number(0.1, 2)] = Effects().brightness
    shapes: Annotated[bool, flag()] = Effects().shapes
    grid: Annotated[bool, flag()] = Effects().grid
    wave: Annotated[bool, flag()] = Effects().wave


class WaypointForm(Form, frozen=True, kw_only=True):
    """``scene.Waypoint``."""

    x: Annotated[float, _SHARE]
    y: Annotated[float, _SHARE]
    zoom: Annotated[float, number(0.25, 100)]
    seconds: Annotated[Any, _seconds(1, _DAY)]


class CameraForm(Form, frozen=True, kw_only=True):
    """See ``scene.CameraPlan``."""

    waypoints: Annotated[
        tuple[WaypointForm, ...], _tables("waypoints = [{x = 0.5, y = 0.5, zoom = 2, seconds = 30}]")
    ] = ()
    mode: Annotated[str, choice(list(CameraMode))] | None = None


class RemediesForm(Form, frozen=True, kw_only=True):
    """See ``scene.Remedies``; without ``kinds`` all that the rule has a use for, without ``living`` by its species."""

    kinds: Annotated[Any, choices(KINDS)] = None
    cooldown: Annotated[Any, _seconds(5, 3600)] = Remedies().cooldown
    threshold: Annotated[float, _SHARE] = Remedies().threshold
    patience: Annotated[Any, _seconds(10, 3600)] = Remedies().patience
    living: Annotated[int, described("a whole number")] | None = None
    least_share: Annotated[float, number(0, 0.5)] = Remedies().least_share


class ShownForm(Form, frozen=True, kw_only=True, rename={"from_": "from"}):
    """What every scene has."""

    name: Annotated[str, _line(60)]
    duration: Annotated[Any, _seconds(5, _DAY)]
    weight: Annotated[int, whole(1, 100)] = 1
    from_: Annotated[Any, _MINUTE] = None
    to: Annotated[Any, _MINUTE] = None
    palette: Annotated[PaletteForm, _table("palette")] = PaletteForm()
    effects: Annotated[EffectsForm, _table("effects")] = EffectsForm()


class GameForm(ShownForm, frozen=True, kw_only=True):
    """A scene in which two computers play Survival of the Fittest."""

    game: Annotated[str, choice(GAMES)]


class SceneForm(ShownForm, frozen=True, kw_only=True):
    """A scene of a universe that is left to itself. ``game`` makes it a :class:`GameForm`."""

    rule: Annotated[Any, described('a rule, as in "Immigration" (see gpulife list rules)', parse_rule, of=str)]
    size: Annotated[Any, described('a size, as in "160x96"', parse_size, of=str)]
    edges: Annotated[str, choice(EDGES)] | None = None
    speed: Annotated[float, number(0.5, 240)] = 15
    start: Annotated[StartForm, _table("start")] = StartForm()
    hold: Annotated[Any, _seconds(0, 20)] = 0
    camera: Annotated[CameraForm, _table("camera")] = CameraForm()
    interventions: Annotated[RemediesForm, _table("interventions")] = RemediesForm()


class ProgrammeForm(Form, frozen=True, kw_only=True):
    """A file; its scenes are read one by one, so that messages can name them."""

    title: Annotated[str, _line(60)]
    description: Annotated[str, _line(200)]
    scene: Annotated[tuple[dict[str, Any], ...], _tables("[[scene]]")] = ()


def plain(form: Form) -> dict[str, Any]:
    """The values of a form by name."""
    return msgspec.structs.asdict(form)
