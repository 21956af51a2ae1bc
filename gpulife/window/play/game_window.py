"""``GameWindow``: a game's own part of the window, named in its spec. Also chooses a session's controller."""

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


# Each game has a page of help: what its keys do, and how to play it in a few lines. Texts name controls in braces
# ("{trigger}", "{halt}"); they are drawn as the reader's own keys or buttons, see ``input.glyphs``.
@dataclass(frozen=True, slots=True)
class ControlLine:
    """A line of a game's help: something that a player can do, and the controls for it.

    Attributes:
        does: description of the effect, such as "Plant the shape".
        by: the controls in braces, such as "{trigger}".
        own: True if each player has their own keys for this; then the line is shown for each seat.
    """

    does: str
    by: str
    own: bool = True


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game's page of help.

    Attributes:
        controls: the lines about what players can do, most important first.
        steps: the rules of play, in short lines with controls in braces.
        ready_lines: number of lines of ``controls``, from the first, to show while players get ready.
        offers: requests of the page's buttons that begin something else, by label.
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
"""Function that makes a session's controller."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWindow:
    """The parts of a game that only the window needs.

    Attributes:
        controller: makes the controller for a session of this game.
        setup: makes the page that sets up a match, given the chosen entry of the start screen and the seats of the last
            game; None for a game that begins at once.
        sprite_controller: makes the controller for a session of another game whose board has this game's rule family,
            and draws its cells as sprites; None if such a session keeps the other game's controller.
        page: the game's page of help, part of which is shown while players get ready.
        panels: the game's own panels, shown in every session: drawing functions by title.
        scope: handles commands that only this game knows, in every session; None if there are none.
    """

    controller: ControllerFactory = GameController
    setup: Callable[[StartPreset, Seats], SetupPage] | None = None
    sprite_controller: ControllerFactory | None = None
    page: GamePage = DEFAULT_PAGE
    panels: Mapping[str, Callable[[PanelState, Snapshot], Iterable[CommandOrAction]]] = field(default_factory=dict)
    scope: type[SessionScope] | None = None


DEFAULT_WINDOW = GameWindow()


def window_of(game: str) -> GameWindow:
    """Return the ``GameWindow`` of the game with this name."""
    return cast("GameWindow", resolve_name(find_game(game).window))


@cache
def own_panels() -> Mapping[str, Callable[[PanelState, Snapshot], Iterable[CommandOrAction]]]:
    """Return all games' own panels, by title."""
    return {title: panel for game in GAMES for title, panel in window_of(game).panels.items()}


@cache
def own_scopes() -> tuple[type[SessionScope], ...]:
    """Return the scopes of all games that handle commands which only one game knows."""
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
