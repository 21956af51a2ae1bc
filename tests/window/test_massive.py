"""Massive: comets, wipes, bets on a race, and what its buttons and figures say. A small board is a massive one here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from window.stage import FRAME, Stage, massive_of

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import ChoosePicture, Fly, Panels, PauseMenu, Reseed, Unlimited, WorldRequest
from gpulife.input.events import MouseButton, MouseMove
from gpulife.view.pictures import CELLS, find_picture
from gpulife.window.design import rgba_of
from gpulife.window.games.survival1982 import bets as bets_module
from gpulife.window.games.survival1982 import massive as massive_module
from gpulife.window.games.survival1982 import species_race
from gpulife.window.games.survival1982.massive import COMET, WIPE, MassiveController
from gpulife.window.games.survival1982.species_race import CLOSE, Race
from gpulife.window.games.survival1982.world_figures import cost_of
from gpulife.window.games.survival1982.world_strikes import FALL, front_of
from gpulife.window.panels import widgets
from gpulife.window.play import session_runner
from gpulife.window.play.workbench_overlay import minimap_box

SIZE = (900, 600)
SHAPE = 240, 480


@pytest.fixture
def world(stage: Stage) -> Iterator[Stage]:
    """Massive, halted."""
    with massive_of(SHAPE) as entry:
        stage.shell.begin(entry.match(1), entry.first_actions(run=False))
        yield stage.frames(3)


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


def land(stage: Stage) -> Stage:
    """Let what flies land."""
    return stage.frames(round(FALL / FRAME) + 3)


def bet(stage: Stage, species: int) -> Stage:
    stage.key("B")
    assert controller(stage).bets.asks
    for request in controller(stage).bets.answer(species):
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
    assert (world.cells == before).all(), "it still flies"
    struck = land(world).cells
    assert set(np.unique(struck[part][disc])) == {0, 3}
    assert 0.3 < (struck[part][disc] == 3).mean() < 0.6
    outside = np.ones(SHAPE, bool)
    outside[part] = ~disc
    assert (struck == before)[outside].all(), "nothing else has changed"
    assert controller(world).aiming == COMET, "it can strike again"
    world.key("Escape")
    assert controller(world).aiming == ""
    world.do(Fly()).frames(200)
    row, column = controller(world)._middle
    smallest = world.play.population.index(min(world.play.population))
    world.play.runner.act(Action(NOBODY, ActionKind.AREA, row - 9, column - 9, f"18x18 fill {smallest + 1}"))
    world.frames(2).key("C")
    assert controller(world).species != smallest, "it would not be seen"
    world.key("Escape").key("X")
    near = controller(world)._radius
    assert near < radius, "it does not fill the view"
    world.key("X")
    middle = controller(world)._middle
    assert not world.cells[middle[0] - 2 : middle[0] + 2, middle[1] - 2 : middle[1] + 2].any()
    assert world.shell.message == "" or "nothing here" not in world.shell.message


def test_wipe_is_dragged_as_a_brush(world: Stage) -> None:
    world.key("X")
    canvas = controller(world).layout.canvas
    (x, y), (end, _) = canvas.middle((120, 100)), canvas.middle((120, 200))
    world.frames(1, MouseMove(x, y)).frames(1, press(0, x, y))
    for part in range(1, 21):
        world.frames(1, MouseMove(x + (end - x) * part / 20, y))
    world.frames(1, press(0, end, y, pressed=False)).frames(2)
    assert not world.cells[116:124, 90:208].any()
    cells = world.cells
    world.frames(1, MouseMove(*canvas.middle((200, 300)))).frames(2)
    assert (world.cells == cells).all(), "the button is up"
    assert controller(world).aiming == WIPE


def test_tooltip_of_a_pressed_button_goes_away(world: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(widgets, "tip_above", lambda text, _: shown.append(text))
    monkeypatch.setattr(widgets.imgui, "is_item_hovered", lambda *_: True)
    world.frames(2)
    assert shown, "the pointer is on the buttons"
    tip, button = widgets._tip_until_pressed, "Run as fast"

    def press_one(text: str, place: tuple[float, float], *, pressed: bool) -> None:
        tip(text, place, pressed=pressed or text.startswith(button))

    monkeypatch.setattr(widgets, "_tip_until_pressed", press_one)
    world.frames(2)
    monkeypatch.setattr(widgets, "_tip_until_pressed", tip)
    shown.clear()
    world.frames(2)
    assert shown
    assert not any(text.startswith(button) for text in shown)
    monkeypatch.setattr(widgets.imgui, "is_item_hovered", lambda *_: False)
    world.frames(2)
    monkeypatch.setattr(widgets.imgui, "is_item_hovered", lambda *_: True)
    world.frames(2)
    assert any(text.startswith(button) for text in shown), "it comes back with the pointer"
    world.do(PauseMenu()).frames(3)
    shown.clear()
    world.frames(3)
    assert not shown, "not over the pause menu"


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
    assert not controller(world).bets.asks
    bet(world, 1).frames(2)
    assert world.state.running
    assert world.play.runner.pace >= bets_module.RACE_PACE
    first = controller(world).bets.race
    assert first is not None
    world.live_until(lambda: controller(world).bets.race.is_over, "over")  # type: ignore[union-attr]
    world.frames(3)
    race = controller(world).bets.race
    assert race is not None
    assert not world.state.running
    assert race.now == world.play.population
    assert race.gains == tuple(now - before for now, before in zip(world.play.population, first.first, strict=True))
    assert world.play.runner.rates.cells == 0, "nothing is computed while time stands still"
    assert controller(world)._time_stands.endswith("resumes")
    assert controller(world).bets.wins == (int(race.is_won), 1)
    result = controller(world).result
    assert result is not None
    assert result.title.startswith("You win the bet" if race.is_won else "You lose the bet")
    assert not result.reason, "the card says it"
    assert (result.winner, controller(world).outcome) == (race.leader, ""), "the world itself is not over"
    assert controller(world).bets.points == (race.odds if race.is_won else -1)
    assert ("win" if race.is_won else "lost") in played
    assert controller(world).saved_values()["bets"] == [int(race.is_won), 1]
    world.key("Escape")
    assert controller(world).bets.race is None


def test_help_in_a_race_is_limited(world: Stage) -> None:
    bet(world, 0).act(ActionKind.HALT)
    world.key("C")
    assert controller(world).species == 0, "the comet is of the species that people have bet on"
    click(world, 100, 300)
    race = controller(world).bets.race
    assert race is not None
    half = species_race.LENGTH // 2
    assert [race.strikes(race.began + half * number) for number in range(3)] == [0, 1, 1]
    assert controller(world).aiming == ""
    world.key("C")
    assert controller(world).aiming == ""
    assert "the next one comes in" in world.shell.message


def test_rivals_drop_comets_on_the_leader(world: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(species_race, "LENGTH", 60)
    bet(world, 1)
    race = controller(world).bets.race
    assert race is not None
    assert sorted(species for _, species in race.rivals) == [0, 2, 3]
    struck: list[Action] = []
    act = world.play.runner.act

    def note(action: Action) -> None:
        struck.append(action)
        act(action)

    monkeypatch.setattr(world.play.runner, "act", note)
    world.live_until(lambda: not (controller(world).bets.race or race).rivals, "all dropped")
    land(world)
    assert "drops a comet on" in controller(world).bets._news[0]
    assert len([action for action in struck if action.kind is ActionKind.AREA]) == 3


def test_leader_is_the_target_of_all_others() -> None:
    race = Race(0, (100, 100, 100), 0, (150, 120, 90))
    assert [race.target(species) for species in range(3)] == [1, 0, 0]


def test_small_species_pay_more() -> None:
    assert species_race.odds_of((500, 250, 200, 50)) == [1, 3, 4, species_race.LONGEST_ODDS]


def test_race_is_decided_once_no_comet_can_change_it() -> None:
    assert not Race(0, (0, 0), 0, (99_000, 0)).is_decided
    assert Race(0, (0, 0), 0, (99_000, 0), used=species_race.STRIKES).is_decided
    assert not Race(0, (0, 0), 0, (99_000, 0), rivals=((5, 1), (9, 1)), used=species_race.STRIKES).is_decided


def test_map_and_standing_stay_in_every_look(world: Stage) -> None:
    world.do(ChoosePicture("kaleidoscope")).frames(2)
    assert minimap_box(controller(world)) is None
    world.key("B").frames(2)
    assert controller(world).look.picture == "kaleidoscope", "the question does not change the look"
    assert minimap_box(controller(world)) is not None
    world.key("Escape").frames(2)
    bet(world, 0).frames(2)
    assert minimap_box(controller(world)) is not None
    assert controller(world).look.picture == "kaleidoscope"
    world.key("C").frames(2)
    assert controller(world).look.picture == CELLS, "people see where to aim"
    world.key("Escape").frames(2)
    assert controller(world).look.picture == "kaleidoscope"
    world.do(ChoosePicture("topo")).key("C").frames(2)
    assert controller(world).look.picture == "topo", "a map shows where to aim"


def test_bar_has_the_colours_of_the_look(world: Stage) -> None:
    look = controller(world).look
    assert [line.colour for line in controller(world).lines] == [rgba_of(colour) for colour in look.colours[1:5]]
    world.do(ChoosePicture("topo")).frames(2)
    assert [line.colour for line in controller(world).lines] == [*map(rgba_of, find_picture("topo").palette[1:5])]
    world.do(ChoosePicture("ink")).frames(2)
    assert [line.colour for line in controller(world).lines] == [rgba_of(colour) for colour in look.colours[1:5]]


def test_race_begins_at_a_front_and_flies_out(world: Stage) -> None:
    world.shell.change("reduced_flashing", False)  # noqa: FBT003
    bet(world, 0).frames(2)
    display = world.play.display
    assert not display.fitted
    place = front_of(0, world.play.engine)
    assert place is not None
    near = world.play.engine.read(place[0] - 20, place[1] - 20, 40, 40)
    assert (near == 1).any()
    assert (near > 1).any()
    world.live_until(lambda: display.fitted, "flown out")
    display.target, display.fitted = replace(display.target, zoom=9.0), False
    world.frames(2).key("C").frames(2)
    assert display.fitted, "the few comets of a race are large"


def test_counts_follow_edits_while_time_stands(world: Stage) -> None:
    world.frames(30)
    before = controller(world)._count()
    world.play.runner.act(Action(NOBODY, ActionKind.AREA, 0, 0, "100x100 fill 1"))
    world.frames(30)
    assert controller(world)._count() == world.play.population != before


def test_list_of_looks_stays_until_escape(world: Stage) -> None:
    world.do(WorldRequest("looks")).frames(2)
    assert controller(world).lists_looks
    world.do(ChoosePicture("ink")).frames(2)
    assert controller(world).lists_looks
    world.key("Escape").frames(2)
    assert not controller(world).lists_looks
    world.do(Unlimited()).frames(2)
    assert "Drawing Ink takes time" in cost_of(controller(world).play, "ink")


def test_new_world_has_other_lands_and_ends_the_race(world: Stage) -> None:
    bet(world, 0)
    before = world.cells
    world.do(Reseed()).frames(4)
    assert controller(world).bets.race is None
    assert (world.cells != before).mean() > 0.1
    assert world.play.entry is START_PRESETS["massive"]
    world.do(Action(NOBODY, ActionKind.HALT)).frames(2).key("B").do(Reseed()).frames(4)
    assert not controller(world).bets.asks
    assert world.state.running, "the question had halted time"


def test_nothing_is_said_about_a_world_that_is_not_sown_yet(world: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(massive_module, "draw_shares", lambda *_: said.append("shares"))
    monkeypatch.setattr(massive_module, "draw_facts", lambda *_: said.append("facts"))
    monkeypatch.setattr(massive_module, "draw_making", lambda *_: said.append("making"))
    monkeypatch.setattr(session_runner, "_MAX_SECONDS_PER_FRAME", -1.0)
    world.do(Reseed())
    assert world.play.session.is_unfinished
    assert set(said) == {"making"}
    monkeypatch.undo()
    world.live_until(lambda: not world.play.session.is_unfinished, "sown")
    assert not controller(world).is_making


def test_bets_of_damaged_saves_are_forgotten(world: Stage) -> None:
    for values, wins in (({"bets": [2, 3]}, (2, 3)), ({"bets": [4, 3]}, (0, 0)), ({"bets": "x"}, (0, 0)), ({}, (0, 0))):
        controller(world).bets.wins = (0, 0)
        controller(world).restore_values(values)
        assert controller(world).bets.wins == wins
    controller(world).restore_values({"points": 7})
    controller(world).restore_values({"points": "x"})
    assert controller(world).bets.points == 7


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
    assert list(controller(world).bets.answer(CLOSE)) == [Action(NOBODY, ActionKind.HALT)]
    assert controller(world).bets.race is None
