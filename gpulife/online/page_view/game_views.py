"""The table of what pages show, by the name of the game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gpulife.games.core.game import GameError
from gpulife.online.page_view.biowar_view import biowar_values, biowar_view
from gpulife.online.page_view.cell_frames import CellValues
from gpulife.online.page_view.contest_view import contest_view
from gpulife.online.page_view.life2_view import life2_view
from gpulife.online.page_view.p2life_view import p2life_view
from gpulife.online.page_view.realtime_view import realtime_values, realtime_view
from gpulife.online.page_view.view import Moment, View


def _plain(moment: Moment) -> CellValues:
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
    values: Callable[[Moment], CellValues] = _plain
    sized: bool = False


GAME_VIEWS: Mapping[str, GameView] = {
    "one-seed": GameView(contest_view),
    "seed-list": GameView(contest_view),
    "biowar": GameView(biowar_view, biowar_values, sized=True),
    "realtime": GameView(realtime_view, realtime_values),
    "life-2": GameView(life2_view),
    "p2life": GameView(p2life_view),
}
"""The games that pages can show."""


def find_view(game: str) -> GameView:
    """Return what pages show of a game.

    Raises:
        GameError: they do not show it.
    """
    if game not in GAME_VIEWS:
        raise GameError(f"no page shows {game[:40]}: use one of {', '.join(GAME_VIEWS)}")
    return GAME_VIEWS[game]
