"""Massive: comets, wipes, bets on a race, and what its buttons and figures say. A small board is a massive one here."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from window.stage import Stage

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import Fly, Panels, Reseed
from gpulife.input.events import MouseButton, MouseMove
from gpulife.window.games.survival1982 import massive as massive_module
from gpulife.window.games.survival1982 import species_race
from gpulife.window.games.survival1982.massive import COMET, MassiveController
from gpulife.window.games.survival1982.species_race import CLOSE, Race

SIZE = (900, 600)
SHAPE = 240, 480


@pytest.fixture
def world(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """Massive, halted."""
    entry = START_PRESETS["massive"]
    before = entry.shape
    object.__setattr__(entry, "shape", SHAPE)
    try:
        stage.shell.begin(entry.match(1), entry.first_actions(run=False))
        yield stage.frames(3)
    finally:
        object.__setattr__(entry, "shape", before)


def controller(stage: Stage) -> MassiveController:
    assert isinstance(stage.controller, MassiveController)
    return stage.controller


def press(button: int, x: float, y: float, *, pressed: bool = True) -> MouseButton:
    return MouseButton(button, pressed, x, y)


def click(stage: Stage, row: int, column: int, button: int = 0) -> Stage:
    x, y = stage.controller.layout.canvas.middle((row, column))
    for event in (MouseMove(x, y), press(button, x, y), press(button, x, y, pressed=False)):
        stage.frames(1, event)
    return stage.frames(2)


def bet(stage: Stage, species: int) -> Stage:
    stage.key("B")
    assert controller(stage).asks
    for request in controller(stage)._answer(species):
        stage.do(request)
    return stage


def test_fills_the_window_until_the_workbench_is_asked_for(world: Stage) -> None:
    assert not world.controller.layout.panels_shown
    assert world.controller.hud_margins.below > 0
    assert not world.controller.layout.covered.left
    world.do(Panels())
    assert world.controller.layout.panels_shown
    assert world.controller.hud_margins.below == 0


def test_comet_strikes_where_one_clicks_and_wipe_kills(world: Stage) -> None:
    radius = controller(world)._radius
    rows, columns = np.ogrid[-radius:radius, -radius:radius]
    disc = (rows + 0.5) ** 2 + (columns + 0.5) ** 2 <= radius**2
    part = np.s_[120 - radius : 120 + radius, 300 - radius : 300 + radius]
    world.key("C")
    controller(world).species = 2
    before = world.cells
    click(world, 120, 300)
    struck = world.cells
    assert set(np.unique(struck[part][disc])) == {0, 3}
    assert 0.3 < (struck[part][disc] == 3).mean() < 0.6
    outside = np.ones(SHAPE, bool)
    outside[part] = ~disc
    assert (struck == before)[outside].all(), "nothing else has changed"
    assert controller(world).aiming == COMET, "it can strike again"
    world.key("Escape")
    assert controller(world).aiming == ""
    world.do(Fly()).frames(200)
    world.key("X").key("X")
    middle = controller(world)._middle
    assert not world.cells[middle[0] - 5 : middle[0] + 5, middle[1] - 5 : middle[1] + 5].any()
    assert world.shell.message == "" or "nothing here" not in world.shell.message


def test_right_click_ends_aiming_without_moving_the_view(world: Stage) -> None:
    world.key("C")
    before = world.play.display.target
    click(world, 100, 100, button=1)
    assert controller(world).aiming == ""
    assert world.play.display.target == before


def test_dragging_from_afar_moves_the_view(world: Stage) -> None:
    cells, before = world.cells, world.play.display.target
    x, y = world.controller.layout.canvas.middle((100, 200))
    world.frames(1, MouseMove(x, y)).frames(1, press(0, x, y)).frames(1, MouseMove(x + 60, y))
    world.frames(1, press(0, x + 60, y, pressed=False)).frames(2)
    assert (world.cells == cells).all()
    assert world.play.display.target != before


def test_bet_is_settled_after_the_race(world: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(species_race, "LENGTH", 40)
    played: list[str] = []
    monkeypatch.setattr(world.shell.sound.audio, "play", lambda name, *_: played.append(name))
    world.act(ActionKind.HALT)
    assert world.state.running
    world.key("B").frames(4)
    assert not world.state.running, "people look at the map"
    world.key("Escape")
    assert not controller(world).asks
    bet(world, 1).frames(2)
    assert world.state.running
    assert world.play.runner.pace >= massive_module._RACE_PACE
    first = controller(world).race
    assert first is not None
    world.live_until(lambda: controller(world).race.is_over, "over")  # type: ignore[union-attr]
    world.frames(3)
    race = controller(world).race
    assert race is not None
    assert not world.state.running
    assert race.now == world.play.population
    assert race.gains == tuple(now - before for now, before in zip(world.play.population, first.first, strict=True))
    assert world.play.runner.rates.cells == 0, "nothing is computed while time stands still"
    assert controller(world)._time_stands.endswith("resumes")
    assert controller(world).wins == (int(race.is_won), 1)
    assert ("win" if race.is_won else "lost") in played
    assert controller(world).saved_values()["bets"] == [int(race.is_won), 1]
    world.key("Escape")
    assert controller(world).race is None


def test_help_in_a_race_is_limited(world: Stage) -> None:
    bet(world, 0).act(ActionKind.HALT)
    for strikes in (2, 1, 0):
        world.key("C")
        assert controller(world).species == 0, "the comet is of the species that people have bet on"
        click(world, 100, 300 + 50 * strikes)
        race = controller(world).race
        assert race is not None
        assert race.strikes == strikes
        if strikes:
            world.key("Escape")
    world.key("C")
    assert controller(world).aiming == ""
    assert "No more" in world.shell.message


def test_new_world_has_other_lands_and_ends_the_race(world: Stage) -> None:
    bet(world, 0)
    before = world.cells
    world.do(Reseed()).frames(4)
    assert controller(world).race is None
    assert (world.cells != before).mean() > 0.1
    assert world.play.entry is START_PRESETS["massive"]
    world.do(Action(NOBODY, ActionKind.HALT)).frames(2).key("B").do(Reseed()).frames(4)
    assert not controller(world).asks
    assert world.state.running, "the question had halted time"


def test_bets_of_damaged_saves_are_forgotten(world: Stage) -> None:
    for values, wins in (({"bets": [2, 3]}, (2, 3)), ({"bets": [4, 3]}, (0, 0)), ({"bets": "x"}, (0, 0)), ({}, (0, 0))):
        controller(world).wins = (0, 0)
        controller(world).restore_values(values)
        assert controller(world).wins == wins


def test_race_is_forgotten_when_time_goes_back() -> None:
    race = Race(10, (5, 5), 0, (5, 5))
    assert race.counted(9, (5, 5)) is None
    later = race.counted(500, (4, 9))
    assert later is not None
    assert (later.leader, later.is_won, later.is_over) == (1, False, False)
    tie = race.counted(race.ends, (7, 7))
    assert tie is not None
    assert tie.is_over
    assert tie.is_won


def test_question_can_be_declined(world: Stage) -> None:
    world.key("B")
    assert list(controller(world)._answer(CLOSE)) == [Action(NOBODY, ActionKind.HALT)]
    assert controller(world).race is None
