"""The schema of a programme's file: each key with its type, its limits and the description for error messages.

What depends on more than one key is checked in ``playlist_toml``.
"""

import re
from dataclasses import dataclass, field
from datetime import time
from typing import Annotated, Any

from gpulife.art.scene import SceneBase, UniverseScene, tables, text_line
from gpulife.games.registry import DEFAULT_GAME, GAMES
from gpulife.patterns.board_sizes import parse_size
from gpulife.rules import Edges, Rule, parse_rule
from gpulife.storage.schema import KEY, choice, described

SHOWN_GAMES = sorted((name for name, spec in GAMES.items() if spec.demo), key=lambda name: name != DEFAULT_GAME)
"""Names of the games that computers can show, the default game first."""
EDGES = {"torus": Edges.TORUS, "plane": Edges.DEAD}
MAX_WEIGHT = 1_000_000
"""Limit on the share of a species in a soup."""
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::00)?", re.ASCII)


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


@dataclass(frozen=True, kw_only=True)
class HoursForm:
    """The keys of a scene for ``scene.Hours``."""

    from_: Annotated[int, _MINUTE] | None = field(default=None, metadata={KEY: "from"})
    to: Annotated[int, _MINUTE] | None = None


@dataclass(frozen=True, kw_only=True)
class GameSceneForm(SceneBase, HoursForm):
    """A scene in which computers play a game."""

    game: Annotated[str, choice(SHOWN_GAMES)]


@dataclass(frozen=True, kw_only=True)
class UniverseSceneForm(UniverseScene, HoursForm):
    """A scene of a universe that is left to itself; a table with a key ``game`` is a :class:`GameSceneForm`."""

    rule: Annotated[Rule, described('a rule, as in "Immigration" (see gpulife list rules)', parse_rule, of=str)]
    size: Annotated[tuple[int, int], described('a size, as in "160x96"', parse_size, of=str)]
    edges: Annotated[str, choice(EDGES)] | None = None


@dataclass(frozen=True, kw_only=True)
class ProgrammeForm:
    """The keys of a file; its scenes are converted one by one, so that messages can name them."""

    title: Annotated[str, text_line(60)]
    description: Annotated[str, text_line(200)]
    scene: Annotated[tuple[dict[str, Any], ...], tables("[[scene]]")] = ()
