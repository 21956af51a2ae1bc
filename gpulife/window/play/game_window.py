"""A game's side in the window, which its spec names: what it has there beside its cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pkgutil import resolve_name
from typing import Any, cast

from gpulife.games.registry import GAMES, find_game
from gpulife.games.start_presets import Mode
from gpulife.input.commands import Asked
from gpulife.rules import parse_rule
from gpulife.seats import Seats
from gpulife.window.panels.form_state import Fields
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.play.game_controller import GameController
from gpulife.window.play.play_view import PlayView
from gpulife.window.shell import Shell
from gpulife.window.start.setup_page import SetupPage

Open = Callable[[Shell, PlayView], GameController[Any]]
"""Makes the controller of a session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWindow:
    """Everything about one game that is for the window only.

    Attributes:
        controller: makes the controller of a session.
        setup: makes the page of the start screen that sets a match up, from the entry that was chosen and who played
            last; None for a game that begins at once.
        ground: makes the controller of a session of another game on a board of this game's own cells, where these are
            drawn as figures; None where the other game's own will do.
        panels: that it has of its own, whatever is played: their titles, and what draws them.
    """

    controller: Open = GameController
    setup: Callable[[Mode, Seats], SetupPage] | None = None
    ground: Open | None = None
    panels: Mapping[str, Callable[[Fields, Snapshot], Iterable[Asked]]] = field(default_factory=dict)


PLAIN = GameWindow()


def window_of(game: str) -> GameWindow:
    """Return the side in the window of the game called so."""
    return cast("GameWindow", resolve_name(find_game(game).window))


@cache
def own_panels() -> Mapping[str, Callable[[Fields, Snapshot], Iterable[Asked]]]:
    """Return the panels that games have of their own."""
    return {title: panel for game in GAMES for title, panel in window_of(game).panels.items()}


def open_controller(shell: Shell, play: PlayView) -> GameController[Any]:
    """Make the controller of a session."""
    game, family = play.session.match.game, play.engine.rule.family
    for spec in GAMES.values():
        if spec.strict and spec.name != game and parse_rule(spec.rule).family is family:
            ground = window_of(spec.name).ground
            if ground is not None:
                return ground(shell, play)
    return window_of(game).controller(shell, play)
