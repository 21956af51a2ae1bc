"""Looks that draw a universe as a picture: how people choose one, and what still works over it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from imgui_bundle import imgui
from window.stage import SMALL, Stage, press
from window.test_idle import CELLS, Life

from gpulife.art.playlist import still_of_look
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import (
    ChangeLook,
    ChangeRule,
    ChoosePicture,
    CommandOrAction,
    FocusPanels,
    ResizeBoard,
    SelectAll,
    Stamp,
    Undo,
    Zoom,
)
from gpulife.input.events import MouseMove
from gpulife.rules import parse_rule
from gpulife.view.gl_board import BoardView
from gpulife.view.pictures import PastNumbers, find_picture, picture_names, picture_titles
from gpulife.window.panels import look as look_panel
from gpulife.window.panels.thumbnails import Thumbnails

SIZE = (640, 400)
SOUP = Action(NOBODY, ActionKind.SOUP, data="0.4")
STILL, MOVING = "liquid", "papercut"


@pytest.fixture
def liquid(stage: Stage) -> Stage:
    """A halted universe, drawn as liquid, without panels."""
    stage.begin("QuadLife", SMALL, SOUP).key("Tab")
    return stage.do(ChoosePicture(STILL)).frames(90)


def drawn_as(stage: Stage) -> str:
    """The name of the picture that the last frame showed; "cells" for the cells themselves."""
    stage.drawn_frames(1)
    picture = stage.play.display.view._picture
    return "cells" if picture is None else picture.picture.name


def test_key_chooses_looks_in_turn(stage: Stage) -> None:
    stage.begin("QuadLife", SMALL, SOUP)
    names = [*picture_titles()]
    for name in [*names[1:], names[0]]:
        stage.key("F7", "Shift")
        assert stage.messages[-1] == picture_titles()[name]
        assert (stage.play.display.look.picture, stage.shell.settings.picture) == (name, name)
    assert drawn_as(stage) == "cells"


def test_look_stays_in_other_universes(liquid: Stage) -> None:
    liquid.do(ChangeRule("HighLife"))
    assert liquid.play.engine.rule.law == "B36/S23"
    assert drawn_as(liquid) == STILL
    liquid.do(ResizeBoard(30, 50))
    assert liquid.play.engine.shape == (30, 50)
    assert drawn_as(liquid) == STILL
    liquid.do(Undo())
    assert drawn_as(liquid) == STILL
    liquid.begin("Life", (12, 20))
    assert drawn_as(liquid) == STILL


def test_each_entry_of_the_start_screen_has_its_own_look(liquid: Stage) -> None:
    def begin(name: str) -> str:
        entry = START_PRESETS[name]
        liquid.shell.begin(entry.match(1), entry.first_actions(run=False))
        return liquid.frames(2).play.display.look.picture

    assert begin("two") == "cells", "not the look of the board before"
    liquid.do(ChoosePicture(MOVING))
    assert begin("four") == "cells"
    assert begin("two") == MOVING
    liquid.do(ChangeRule("HighLife"))
    assert liquid.play.display.look.picture == MOVING, "the same cells keep their look"
    assert liquid.shell.settings.picture == STILL


def test_contests_show_cells(liquid: Stage) -> None:
    liquid.shell.begin(new_match("seed-list", parse_rule("Immigration"), SMALL, 1))
    assert drawn_as(liquid.frames(2)) == "cells"
    liquid.key("F7", "Shift")
    assert liquid.messages[-1] == "only universes have other looks: in a game, players need to see the cells"
    assert drawn_as(liquid) == "cells"
    assert drawn_as(liquid.begin()) == STILL


def test_sprites_of_survivor_are_no_other_picture(liquid: Stage) -> None:
    liquid.begin("Survivor", (12, 20))
    assert drawn_as(liquid) == "cells"
    liquid.key("F7", "Shift")
    assert drawn_as(liquid) == "cells"
    assert liquid.shell.settings.picture == STILL


def test_unknown_look_in_settings_shows_cells(stage: Stage) -> None:
    stage.shell.settings = replace(stage.shell.settings, picture="dreams")
    stage.begin("Life", SMALL).frames(2)
    assert drawn_as(stage) == "cells"


def test_camera_stays(liquid: Stage) -> None:
    liquid.do(Zoom(3.0)).frames(90)
    before = liquid.play.display.camera
    liquid.do(ChoosePicture("ink")).frames(90)
    assert liquid.play.display.camera == before


def test_panel_offers_cells_first_and_greys_their_effects(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.begin("QuadLife", SMALL, SOUP).shell.panel_state.section_to_open = "Look"
    offered: list[str] = []
    greys: dict[str, bool] = {}
    slider, checkbox = look_panel.slider, look_panel.checkbox

    def look_grid(_: object, chosen: str, *__: object, **___: object) -> tuple[str | None, str]:
        offered.append(chosen)
        return "ink" if chosen == "cells" else None, chosen

    def is_grey() -> bool:
        return bool(imgui.get_current_context().current_item_flags & imgui.ItemFlags_.disabled.value)

    def slider_(name: str, *more: object) -> float | None:
        greys[name] = is_grey()
        return slider(name, *more)

    def checkbox_(title: str, *, on: bool) -> bool | None:
        greys[title] = is_grey()
        return checkbox(title, on=on)

    monkeypatch.setattr(look_panel, "look_grid", look_grid)
    monkeypatch.setattr(look_panel, "slider", slider_)
    monkeypatch.setattr(look_panel, "checkbox", checkbox_)
    stage.frames(1)
    assert set(offered) == {"cells"}
    assert not any(greys.values())
    stage.frames(2)
    assert stage.play.display.look.picture == "ink"
    assert {name for name, grey in greys.items() if grey} == {
        "age",
        "trails",
        "bloom",
        "contrast",
        "Draw generations row by row",
        "A shape for each species",
        "Three cell sizes (BioWar)",
    }
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), SMALL, 1))
    offered.clear()
    stage.frames(3)
    assert not offered


def test_every_look_has_a_picture(stage: Stage) -> None:
    thumbnails = Thumbnails(stage.window.device.context)
    for name in picture_names():
        path = still_of_look(name)
        if name != "cells":
            assert path is not None, name
            assert path.is_file(), name
            assert thumbnails.still(path) == thumbnails.still(path)
    assert still_of_look("cells") is None
    thumbnails.close()


def test_grid_of_looks_scrolls_to_the_chosen_one_and_stays_under_the_wheel(stage: Stage) -> None:
    stage.begin("QuadLife", SMALL, SOUP).shell.panel_state.section_to_open = "Look"
    stage.do(ChoosePicture("zellige")).frames(4)
    (grid,) = (each for each in imgui.get_current_context().windows if "/looks_" in each.name)
    assert grid.scroll.y > 0
    grid.scroll = imgui.ImVec2(0, 20)
    stage.frames(4)
    assert grid.scroll.y == 20


def test_keyboard_chooses_in_the_panel(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.begin("QuadLife", SMALL, SOUP).shell.panel_state.section_to_open = "Look"
    stage.do(FocusPanels()).do(FocusPanels()).frames(4)
    requests: list[CommandOrAction] = []
    carry_out = stage.screens.carry_out
    monkeypatch.setattr(stage.screens, "carry_out", lambda given: carry_out(kept(given, requests)))
    button = imgui.invisible_button
    begun = False

    def button_(title: str, *more: object) -> bool:
        nonlocal begun
        if title == [*picture_titles().values()][1] and not begun:
            begun = True
            imgui.set_keyboard_focus_here(0)
        return bool(button(title, *more))

    monkeypatch.setattr(imgui, "invisible_button", button_)
    stage.frames(3)
    press(stage, imgui.Key.enter, "Enter").frames(3)
    assert [it for it in requests if isinstance(it, ChoosePicture)] == [ChoosePicture([*picture_titles()][1])]


def kept(given: object, where: list[CommandOrAction]) -> list[CommandOrAction]:
    requests = list(given)  # type: ignore[call-overload]
    where += requests
    return requests


def test_marks_are_drawn_over_a_picture(liquid: Stage) -> None:
    plain = liquid.drawn_frames(2).picture.copy()

    def changed() -> float:
        apart = abs(liquid.drawn_frames(2).picture.astype(int) - plain).max(axis=2)
        return float((apart > 12).mean())  # the light on the drops moves slowly

    assert changed() < 0.01
    liquid.do(Stamp(text="x = 8, y = 8\n8A$8A$8A$8A$8A$8A$8A$8A!"))
    liquid.frames(1, MouseMove(320, 200)).frames(200)
    assert changed() > 0.03, "the ghost"
    liquid.key("Escape").do(SelectAll()).frames(200)
    assert changed() > 0.01, "the selection"
    liquid.key("Escape").frames(200)
    liquid.do(ChangeLook("grid", not liquid.play.display.look.grid))
    assert changed() > 0.05, "the grid"


def test_brightness_and_reduced_flashing_apply(liquid: Stage) -> None:
    liquid.do(ChangeLook("grid", value=False))
    light = liquid.drawn_frames(2).picture.astype(float).mean()
    liquid.do(ChangeLook("brightness", 0.3))
    dim = liquid.drawn_frames(2).picture.astype(float)
    assert dim.mean() < 0.7 * light
    corner = dim[2, 2]  # around the board, which is cleared and not drawn
    ground = np.array(find_picture(STILL).ground)
    assert corner == pytest.approx(255 * (0.3 * (ground / 255) ** 2.2) ** (1 / 2.2), abs=4)
    liquid.do(ChangeLook("brightness", 1.0)).do(ChangeLook("reduced_flashing", value=True))
    first = liquid.drawn_frames(1).picture.astype(int)
    liquid.do(ChoosePicture("ink"))
    second = liquid.drawn_frames(1).picture.astype(int)
    assert np.abs(second - first)[90:].max() < 30, "another look comes gradually"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks come to rest sooner, which saves many frames."""
    monkeypatch.setattr(PastNumbers, "settling", 0.2)


@pytest.mark.usefixtures("quick")
def test_universe_at_rest_is_not_drawn(liquid: Stage) -> None:
    life = Life(liquid)
    assert life.pass_seconds(8)[1] >= 10, "it was not at rest before"
    assert life.pass_seconds(10)[1] == 0


@pytest.fixture
def moving(stage: Stage, quick: None) -> Life:
    del quick
    stage.begin("Life", SMALL, CELLS).do(ChoosePicture(MOVING))
    life = Life(stage)
    life.pass_seconds(8)
    return life


def test_moving_look_of_a_resting_universe_is_drawn_five_times_a_second(
    moving: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GLDevice, "is_software", False)
    drawn = moving.pass_seconds(10)[1]
    assert 40 <= drawn <= 55
    assert moving.frame(MouseMove(300, 200), after=0.02)
    assert moving.pass_seconds(0.8)[1] >= 25, "input wakes the window"


def test_moving_look_stands_on_a_processor_while_nobody_touches_it(moving: Life) -> None:
    assert moving.pass_seconds(10)[1] == 0
    assert moving.frame(MouseMove(300, 200), after=0.02)
    assert moving.pass_seconds(0.8)[1] >= 25


def test_minimised_window_stops_a_moving_look(moving: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving.stage.window, "minimised", True)
    draws: list[object] = []
    monkeypatch.setattr(BoardView, "draw", lambda *_: draws.append(None))
    frames, _ = moving.pass_seconds(10)
    assert not draws
    assert frames <= 25
