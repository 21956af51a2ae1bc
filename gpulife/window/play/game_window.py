"""What each game adds to the window (``GameWindow``), and functions that find this and open the game's controller."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pkgutil import resolve_name
from typing import cast

from imgui_bundle import icons_fontawesome_6 as icons

from gpulife.games.registry import GAMES, find_game
from gpulife.games.start_presets import StartPreset
from gpulife.input.commands import CommandOrAction
from gpulife.rules import parse_rule
from gpulife.seats import Seats
from gpulife.window.panels.draw_primitives import Point
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.rule_pictures import DrawSymbol
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.play.game_controller import AnyController, GameController, SessionScope
from gpulife.window.play.open_session import OpenSession
from gpulife.window.shell import Shell
from gpulife.window.start.setup_page import SetupPage


# Each game has a page of help: what its keys do, and how to play it in a few lines. Texts name controls in braces
# ("{trigger}", "{halt}"); they are drawn as the player's own keys or buttons, see ``input.glyphs``.
@dataclass(frozen=True, slots=True)
class ControlLine:
    """A line of a game's help: something that a player can do, and the controls for it.

    Attributes:
        does: what the player does, such as "Plant the shape".
        by: the controls in braces, such as "{trigger}".
        own: True if each player has keys of their own for it; the line is then shown once for each seat.
        brief: the label of a phone's small button for it; "" for the beginning of ``does``.
    """

    does: str
    by: str
    own: bool = True
    brief: str = ""


@dataclass(frozen=True, slots=True)
class GamePage:
    """The contents of a game's page of help.

    Attributes:
        controls: the lines about what players can do, most important first.
        steps: the rules of play, in short lines with placeholders such as "{trigger}" for controls.
        pictures: a small picture of each step, as text (see ``panels.rule_pictures``); "" for none.
        draw_symbol: draws the game's own symbols in the pictures.
        ready_lines: how many of those ``controls`` that are ``own`` are shown while players get ready, from the first
            on.
        offers: requests of the page's buttons, keyed by label.
        help_files: files with the page's texts; empty for those in ``GameSpec.help_files``.
        title: title of the page; "" for the title of the game or of the start screen's entry.
        icon: icon of the page in the list of pages.
    """

    controls: tuple[ControlLine, ...] = ()
    steps: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    draw_symbol: DrawSymbol = lambda *_: False
    ready_lines: int = 3
    offers: Mapping[str, CommandOrAction] = field(default_factory=dict)
    help_files: tuple[str, ...] = ()
    title: str = ""
    icon: str = icons.ICON_FA_CHESS_BOARD


DEFAULT_PAGE = GamePage(
    controls=(
        ControlLine("Move", "{move}"),
        ControlLine("Plant or choose", "{trigger}"),
        ControlLine("Halt and resume", "{halt}", own=False),
    )
)


ControllerFactory = Callable[[Shell, OpenSession], AnyController]
"""Function that returns a new controller for a session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWindow:
    """What a game adds to the window.

    Attributes:
        controller: class of the controllers for sessions of this game.
        setup: function that makes the page for setting up a match; None for none. It gets the entry of the start screen
            and the seats of the last game.
        sprite_controller: function that makes a controller which draws cells as pictures; None for none. It is used in
            other games, such as Study Mode, under a rule of this game's family.
        page: the game's page of help, part of which is shown while players get ready.
        entry_controllers: controllers for particular entries of the start screen, keyed by entry name. Others use
            ``controller``.
        entry_pages: help pages for particular entries of the start screen, keyed by entry name. Others use ``page``.
        panels: functions that draw this game's panels, in sessions of all games, keyed by panel title.
        scope: class that handles this game's own commands, in sessions of all games; None for none.
        draw_tile: draws the game's picture on the start screen, if the window draws its cells as sprites; None for the
            usual picture of cells. It gets the seconds since the picture began, and two opposite corners in points.
    """

    controller: type[AnyController] = GameController
    setup: Callable[[StartPreset, Seats], SetupPage] | None = None
    sprite_controller: ControllerFactory | None = None
    page: GamePage = DEFAULT_PAGE
    entry_controllers: Mapping[str, type[AnyController]] = field(default_factory=dict)
    entry_pages: Mapping[str, GamePage] = field(default_factory=dict)
    panels: Mapping[str, Callable[[PanelState, Snapshot], Iterable[CommandOrAction]]] = field(default_factory=dict)
    scope: type[SessionScope] | None = None
    draw_tile: Callable[[float, Point, Point], None] | None = None


DEFAULT_WINDOW = GameWindow()


def window_of(game: str) -> GameWindow:
    """Return the ``GameWindow`` of the game with this name."""
    return cast("GameWindow", resolve_name(find_game(game).window))


@cache
def own_panels() -> Mapping[str, Callable[[PanelState, Snapshot], Iterable[CommandOrAction]]]:
    """Return the panels that individual games add, of all games together: the functions that draw them, by title."""
    return {title: panel for game in GAMES for title, panel in window_of(game).panels.items()}


@cache
def own_scopes() -> tuple[type[SessionScope], ...]:
    """Return the classes of all games' own scopes, which handle commands that only one game has."""
    return tuple(scope for game in GAMES if (scope := window_of(game).scope) is not None)


def open_controller(shell: Shell, play: OpenSession) -> AnyController:
    """Return a new controller for a session."""
    game, family = play.session.match.game, play.engine.rule.family
    for spec in GAMES.values():
        if spec.own_family_only and spec.name != game and parse_rule(spec.rule).family is family:
            sprite_controller = window_of(spec.name).sprite_controller
            if sprite_controller is not None:
                return sprite_controller(shell, play)
    window, entry = window_of(game), play.entry
    kind = window.controller if entry is None else window.entry_controllers.get(entry.name, window.controller)
    return kind(shell, play)
