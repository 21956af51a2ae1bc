"""The window takes a game from the registry, with defaults for all that its record leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from window.stage import Stage

from gpulife.games import registry
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.life2.spec import LIFE_2
from gpulife.games.life2.state import Life2State
from gpulife.games.matches import new_match
from gpulife.games.start_presets import START_PRESETS
from gpulife.rules import parse_rule
from gpulife.window.play.game_controller import ContestController
from gpulife.window.play.game_window import GameWindow, window_of
from gpulife.window.start.two_player_setup import TwoPlayerSetup

SIZE = (900, 600)


class TokensController(ContestController[Life2State]):
    """Says how often it was drawn."""

    drawn = 0

    def draw(self, seconds: float) -> None:
        del seconds
        self.drawn += 1


WINDOW = GameWindow(controller=TokensController, setup=TwoPlayerSetup)
TOKENS = replace(LIFE_2, name="tokens", title="Tokens", window=f"{__name__}:WINDOW", settings={})


@pytest.fixture
def tokens(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The line in the registry."""
    monkeypatch.setitem(registry._GAMES, "tokens", f"{__name__}:TOKENS")
    yield
    registry._load.cache_clear()


@pytest.mark.usefixtures("tokens")
def test_registered_game_gets_default_window(stage: Stage) -> None:
    stage.shell.begin(new_match("tokens", parse_rule("Immigration"), (5, 5), 1), (Action(NOBODY, ActionKind.START),))
    stage.frames(4)
    controller = stage.controller
    assert isinstance(controller, TokensController)
    assert controller.drawn == 4
    assert controller.play.session.game is registry.find_game("tokens")
    controller.change_seat(1, "level", 2)
    assert stage.messages[-1] == "the computer plays on the right: Gardener"
    assert len(controller.play.session.players) == 1
    stage.frames(2)
    page = window_of("tokens").setup(replace(START_PRESETS["life-2"], game="tokens"), controller.play.seats)
    stage.shell.imgui_backend.navigate(())
    with stage.shell.imgui_backend.frame(menu=True):
        assert page.show(1) is None
    assert page.option == LIFE_2.default_option


def test_the_title_has_no_panels(stage: Stage) -> None:
    stage.begin("QuadLife", (24, 40)).shell.panel_state.section_to_open = "New universe"
    stage.frames(3).key("F5").frames(3)
    assert stage.play.session.match.game == "fanfare"
    assert not stage.controller.layout.panels_shown
    stage.key("Tab").frames(3)
    assert not stage.controller.layout.panels_shown
