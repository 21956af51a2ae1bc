"""The functions that compute what browser pages show of a game."""

from collections.abc import Callable
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import cast

from gpulife.games.core.game import GameError
from gpulife.games.registry import GAMES, find_game
from gpulife.online.page_view.cell_frames import CellValues
from gpulife.online.page_view.view import Moment, View
from gpulife.view.grounds import Ground


def plain_values(moment: Moment) -> CellValues:
    """Return the cells' states. They are what a page draws in a game whose cells have no sizes."""
    return moment.cells


@dataclass(frozen=True, slots=True)
class GameView:
    """The functions that compute what browser pages show of a game.

    Attributes:
        view: returns what the page shows, except the cells.
        ground: the colours of the board without its cells.
        values: returns the cells' values: see ``cell_frames``.
        sized: True if a cell's value contains the size at which to draw the cell, in addition to its state.
    """

    view: Callable[[Moment], View]
    ground: Ground
    values: Callable[[Moment], CellValues] = plain_values
    sized: bool = False


def find_view(game: str) -> GameView:
    """Return the functions that compute what browser pages show of a game.

    Raises:
        GameError: the game does not exist, or has no browser view.
    """
    place = find_game(game).page
    if not place:
        shown = ", ".join(name for name, spec in GAMES.items() if spec.page)
        raise GameError(f"game {game[:40]} has no browser view: use one of {shown}")
    return cast("GameView", resolve_name(place))
