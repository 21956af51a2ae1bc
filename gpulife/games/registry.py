"""The table of games: maps each name to the "module:object" of its ``GameSpec``, which is imported at first use."""

from collections.abc import Iterator, Mapping
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from gpulife.games.core.game_spec import Credit, GameSpec

DEFAULT_GAME = "seed-list"
"""Name of the game that is played if no name is given."""
_GAMES = {
    "study": "gpulife.games.survival1982.spec:STUDY",
    "one-seed": "gpulife.games.survival1982.spec:ONE_SEED",
    "seed-list": "gpulife.games.survival1982.spec:SEED_LIST",
    "biowar": "gpulife.games.biowar.spec:BIOWAR",
    "survivor": "gpulife.games.survivor.spec:SURVIVOR",
    "realtime": "gpulife.games.realtime.spec:REALTIME",
    "life-2": "gpulife.games.life2.spec:LIFE_2",
    "p2life": "gpulife.games.p2life.spec:P2LIFE",
}
"""Where to find the GameSpec of each game that people can choose, keyed by name, in display order."""
GAMES_OF_1982 = ("study", "one-seed", "seed-list")
"""The games of 1982 in the order of the select key. The other games form a cycle of their own."""
_TITLES = {"fanfare": "gpulife.games.title_screen:TITLE"}
"""Games that people cannot choose, keyed by name: only the title screen."""


@cache
def _load(place: str) -> "GameSpec[Any]":
    return cast("GameSpec[Any]", resolve_name(place))


class _Games(Mapping[str, "GameSpec[Any]"]):
    """Each game's ``GameSpec``, keyed by name. A game is imported only when its GameSpec is read."""

    def __getitem__(self, name: str) -> "GameSpec[Any]":
        return _load(_GAMES[name])

    def __contains__(self, name: object) -> bool:
        return name in _GAMES

    def __iter__(self) -> Iterator[str]:
        return iter(_GAMES)

    def __len__(self) -> int:
        return len(_GAMES)


GAMES: "Mapping[str, GameSpec[Any]]" = _Games()
"""The games that people can choose, keyed by name, in display order."""


def find_game(name: str) -> "GameSpec[Any]":
    """Return the game called ``name`` as a ``GameSpec``. The title screen is a game, too.

    Raises:
        GameError: there is no such game.
    """
    place = _GAMES.get(name) or _TITLES.get(name)
    if place is None:
        from gpulife.games.core.game import GameError

        raise GameError(f"unknown game {name[:40]!r}: use one of {', '.join(GAMES)}")
    return _load(place)


def all_credits() -> "list[Credit]":
    """Return the credits of all games and of Conway's Life, oldest first."""
    from gpulife.games.core.game_spec import LIFE

    named = {spec.credit: None for spec in GAMES.values() if spec.credit is not None}
    return sorted([LIFE, *named], key=lambda credit: credit.year)


def games_with(setting: str) -> list[str]:
    """Return the names of the games that have a setting called ``setting``."""
    return [name for name, spec in GAMES.items() if setting in spec.settings]
