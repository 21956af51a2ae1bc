"""What pages show of a game: the record that its spec names, and which is found here."""

from collections.abc import Callable
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import cast

from gpulife.games.core.game import GameError
from gpulife.games.registry import GAMES, find_game
from gpulife.online.page_view.cell_frames import CellValues
from gpulife.online.page_view.view import Moment, View


def plain_values(moment: Moment) -> CellValues:
    """Return the cells as they are, for games without sizes."""
    return moment.cells


@dataclass(frozen=True, slots=True)
class GameView:
    """What pages show of a game.

    Attributes:
        view: function that makes everything beside the cells.
        values: function that makes the cells' values: see ``cell_frames``.
        sized: whether these have sizes.
    """

    view: Callable[[Moment], View]
    values: Callable[[Moment], CellValues] = plain_values
    sized: bool = False


def find_view(game: str) -> GameView:
    """Return what pages show of a game.

    Raises:
        GameError: there is no such game, or they do not show it.
    """
    place = find_game(game).page
    if not place:
        shown = ", ".join(name for name, spec in GAMES.items() if spec.page)
        raise GameError(f"no page shows {game[:40]}: use one of {shown}")
    return cast("GameView", resolve_name(place))
