"""Golden pictures of the window: the start screen, a universe with its panels, and the help."""

from __future__ import annotations

import pytest
from goldens import Goldens
from window.stage import Stage, show_start_screen

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import ChangeLook, Help
from gpulife.rules import parse_rule

SIZE = (1280, 800)


@pytest.fixture
def goldens(stage: Stage, request: pytest.FixtureRequest, tmp_path) -> Goldens:
    stage.draws_all = True  # trails and ages depend on earlier frames
    assert stage.window.device.is_software, "golden pictures are those of a software renderer"
    return Goldens(tmp_path, regenerate=request.config.getoption("--regenerate"))


def halt_at(stage: Stage, generation: int) -> Stage:
    """A universe that has run a soup of two species for a while."""
    mode = START_PRESETS["two"]
    stage.shell.begin(mode.match(7), (*mode.first_actions(run=False), Action(NOBODY, ActionKind.HALT)))
    while stage.play.session.computed < generation:
        stage.frames()
    return stage.act(ActionKind.HALT).frames(90)


def test_grid_of_universes_can_be_turned_off(stage: Stage) -> None:
    stage.begin("Life", (24, 40))
    assert stage.play.display.look.grid
    stage.key("G")
    assert not stage.play.display.look.grid
    assert stage.messages[-1] == "Grid lines off"
    stage.begin("HighLife", (24, 40))
    assert not stage.play.display.look.grid
    stage.key("G")
    assert stage.messages[-1] == "Grid lines on"
    assert stage.play.display.look.grid
    stage.begin("Life", (1000, 1000)).frames(2).key("Home").key("G").key("G")
    assert stage.messages[-1] == "Grid lines on: zoom in to see them"


def test_contests_have_no_grid_by_default(stage: Stage) -> None:
    match = new_match("seed-list", parse_rule("Immigration"), (24, 40), 1)
    stage.shell.begin(match)
    assert not stage.frames(2).play.display.look.grid
    stage.do(ChangeLook("grid", value=True))
    stage.shell.begin(match)
    assert stage.frames(2).play.display.look.grid


def test_start_screen(stage: Stage, goldens: Goldens) -> None:
    stage.draws_all = True  # otherwise tiles would stay empty
    show_start_screen(stage).frames(10)
    goldens.check(stage.picture, "start_screen")


def test_universe_with_panels_and_help(stage: Stage, goldens: Goldens) -> None:
    halt_at(stage, 100)
    goldens.check(stage.picture, "universe")
    stage.do(Help()).frames(5)
    goldens.check(stage.picture, "help")
