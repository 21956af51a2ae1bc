"""A game's own part of the window, which its spec names, and which controller a session gets."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pkgutil import resolve_name
from typing import cast

from gpulife.games.registry import GAMES, find_game
from gpulife.games.start_presets import StartPreset
from gpulife.input.commands import CommandOrAction
from gpulife.rules import parse_rule
from gpulife.seats import Seats
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.play.game_controller import AnyController, GameController, SessionScope
from gpulife.window.play.open_session import OpenSession
from gpulife.window.shell import Shell
from gpulife.window.start.setup_page import SetupPage


# A game's own page of help, in its own terms: what its keys do, and how it is played in a few lines. A game's side in
# the window has one in its ``GameWindow``. Its texts name controls in braces ("{trigger}", "{halt}"), which are drawn
# as the reader's own keys or buttons: see ``input.glyphs``.
@dataclass(frozen=True, slots=True)
class ControlLine:
    """One thing that a player can do, and how.

    Attributes:
        does: what it does, as "Plant the shape".
        by: how, with controls in braces, as "{trigger}".
        own: whether each player has keys of their own for it, so that it is shown beside each seat.
    """

    does: str
    by: str
    own: bool = True


@dataclass(frozen=True, slots=True)
class GamePage:
    """The page of one game.

    Attributes:
        controls: what players can do, the most important first.
        steps: how to play, a short line each, with controls in braces.
        ready_lines: number of the first lines of ``controls`` that are shown while players are asked to be ready.
        offers: what else can be begun from the page: requests by their labels.
    """

    controls: tuple[ControlLine, ...] = ()
    steps: tuple[str, ...] = ()
    ready_lines: int = 3
    offers: Mapping[str, CommandOrAction] = field(default_factory=dict)


DEFAULT_PAGE = GamePage(
    controls=(
        ControlLine("Move", "{move}"),
        ControlLine("Plant or choose", "{trigger}"),
        ControlLine("Start and stop time", "{halt}", own=False),
    )
)


ControllerFactory = Callable[[Shell, OpenSession], AnyController]
"""Function that makes the controller of a session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWindow:
    """Everything about a game that only the window needs.

    Attributes:
        controller: makes the controller of a session of this game.
        setup: makes the page that sets a match up, from the chosen entry of the start screen and the seats of the last
            game; None for a game that begins at once.
        sprite_controller: makes the controller for another game's session on a board of this game's kind of cells,
            which it draws as sprites; None if such a session gets the other game's own controller.
        page: what its keys do and how it is played, for its page of help and for players who get ready.
        panels: the game's own panels, shown whatever is played: a function that draws each, by title.
        scope: carries out commands that only this game knows, whatever is played; None if there are none.
    """

    controller: ControllerFactory = GameController
    setup: Callable[[StartPreset, Seats], SetupPage] | None = None
    sprite_controller: ControllerFactory | None = None
    page: GamePage = DEFAULT_PAGE
    panels: Mapping[str, Callable[[PanelState, Snapshot], Iterable[CommandOrAction]]] = field(default_factory=dict)
    scope: type[SessionScope] | None = None


DEFAULT_WINDOW = GameWindow()


def window_of(game: str) -> GameWindow:
    """Return the part of the window that belongs to a game, by the game's name."""
    return cast("GameWindow", resolve_name(find_game(game).window))


@cache
def own_panels() -> Mapping[str, Callable[[PanelState, Snapshot], Iterable[CommandOrAction]]]:
    """Return the own panels of all games, by title."""
    return {title: panel for game in GAMES for title, panel in window_of(game).panels.items()}


@cache
def own_scopes() -> tuple[type[SessionScope], ...]:
    """Return the scopes of the commands that only some games know."""
    return tuple(scope for game in GAMES if (scope := window_of(game).scope) is not None)


def open_controller(shell: Shell, play: OpenSession) -> AnyController:
    """Return a new controller for a session."""
    game, family = play.session.match.game, play.engine.rule.family
    for spec in GAMES.values():
        if spec.own_family_only and spec.name != game and parse_rule(spec.rule).family is family:
            sprite_controller = window_of(spec.name).sprite_controller
            if sprite_controller is not None:
                return sprite_controller(shell, play)
    return window_of(game).controller(shell, play)
