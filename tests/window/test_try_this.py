"""What a newcomer meets on a universe's board: the strip "Try this", messages, and the pattern browser."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from imgui_bundle import imgui
from window.online_stage import press_button
from window.stage import Stage

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.order import Flash
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.core.wild import INTERVENTIONS, intervene
from gpulife.input.commands import BrowsePatterns, ChangeRule, DropGhost, HoldNamed, Identify, TryThis
from gpulife.window.dialogs.rule_dialog import RuleDialog
from gpulife.window.panels.dock_layout import draw_message
from gpulife.window.play.try_this import SUGGESTIONS, open_suggestions

SIZE = (1280, 800)
SHAPE = (96, 160)
BLINKER = Action(NOBODY, ActionKind.PAINT, 8, 8, "x = 3, y = 1\n3o!")
"""Cells of a universe that is not an empty Study Mode, which has its own words below the board."""


def newcomer(stage: Stage, rule: str = "Immigration") -> Stage:
    stage.shell.settings = replace(stage.shell.settings, tried=())
    return stage.begin(rule, SHAPE, BLINKER)


def test_each_suggestion_is_done_at_once_and_leaves_the_strip(stage: Stage) -> None:
    newcomer(stage).live(2)
    assert open_suggestions(stage.controller) == list(SUGGESTIONS)
    stage.do(TryThis("gun")).live(2)
    assert set(np.unique(stage.cells)) == {0, 1}
    assert stage.state.running
    assert "glider gun" in stage.messages[-1]
    stage.do(TryThis("war")).live(2)
    left, right = np.hsplit(stage.cells, 2)
    assert (left == 1).sum() > 20 * (left == 2).sum()
    assert (right == 2).sum() > 20 * (right == 1).sum()
    assert stage.shell.panel_state.species == 2
    before = stage.play.engine.generation
    for request in SUGGESTIONS["run"].requests(before):
        stage.do(request)
    stage.do(TryThis("run")).live_until(lambda: "lets time go on" in stage.messages[-1], "the end of the run")
    assert stage.play.engine.generation >= before + 1000
    assert open_suggestions(stage.controller) == ["city"]
    for request in SUGGESTIONS["city"].requests(0):
        stage.do(request)
    assert stage.play.display.look.picture == "city"
    stage.do(TryThis("city"))
    assert open_suggestions(stage.controller) == []


def test_closed_strip_stays_away(stage: Stage) -> None:
    newcomer(stage).live(2)
    assert any(it.name == "try this" and it.active for it in imgui.get_current_context().windows)
    stage.do(TryThis()).live(2)
    assert not any(it.name == "try this" and it.active for it in imgui.get_current_context().windows)
    stage.begin("Immigration", SHAPE, BLINKER)
    assert open_suggestions(stage.controller) == []


@pytest.mark.parametrize("rule", ["Life", "WireWorld"])
def test_other_universes_have_no_strip(stage: Stage, rule: str) -> None:
    assert open_suggestions(newcomer(stage, rule).controller) == []


def test_wild_says_what_it_changed(stage: Stage) -> None:
    newcomer(stage).do(TryThis("war")).live(2)
    said = {order.about for seed in range(24) for order in _wild(stage, seed) if isinstance(order, Flash)}
    assert len({re.sub("[0-9]+", "", words)[:16] for words in said}) == len(INTERVENTIONS)
    stage.act(ActionKind.WILD).live(2)
    assert stage.messages[-1].startswith("WILD: ")


def _wild(stage: Stage, seed: int) -> tuple[object, ...]:
    return intervene(StagedBoard(stage.play.session.board), np.random.default_rng(seed))


def test_species_that_become_one_are_named(stage: Stage) -> None:
    newcomer(stage).do(TryThis("war")).live(2)
    stage.do(ChangeRule("HighLife"))
    assert "both colours are one now" in stage.messages[-1]
    stage.begin("QuadLife", SHAPE, Action(NOBODY, ActionKind.PAINT, 8, 8, "x = 3, y = 1, rule = QuadLife\nABC!"))
    stage.do(ChangeRule("Immigration"))
    assert "3 colours are 2 now" in stage.messages[-1]


def test_rule_dialog_asks_before_species_become_one(stage: Stage) -> None:
    for button, rule in (("Make them one species", "B36/S23"), ("Keep 2 species: B36/S23:2", "B36/S23:2")):
        newcomer(stage).do(TryThis("war")).live(2).do(ChangeRule())
        dialog = stage.screens.top
        assert isinstance(dialog, RuleDialog)
        dialog._take("HighLife")
        stage.frames(2)
        assert stage.screens.top is dialog, "the user is asked first"
        press_button(stage, button)
        assert stage.play.engine.rule.law == rule


def test_strip_gives_way_to_the_keys_of_a_held_pattern(stage: Stage) -> None:
    newcomer(stage).do(HoldNamed("glider")).live(2)
    assert open_suggestions(stage.controller) == []
    stage.do(DropGhost()).live(2)
    assert open_suggestions(stage.controller) == list(SUGGESTIONS)


def test_pattern_browser_lies_over_the_board(stage: Stage) -> None:
    stage.begin("Immigration", SHAPE).live(2)
    whole = stage.play.display.target
    stage.do(BrowsePatterns()).live(2)
    assert stage.play.display.target == whole
    stage.act(ActionKind.PAINT, 8, 8, "3o!").do(Identify()).live(2)
    assert stage.play.display.target == whole


def test_tools_of_the_bar_replace_the_rule_dialog(stage: Stage) -> None:
    stage.begin("Immigration", SHAPE).do(ChangeRule()).live(3)
    assert stage.screens.top is not stage.screens.play_screen
    io = imgui.get_io()
    io.add_mouse_pos_event(955, 22)  # Look
    stage.live(2)
    for down in (True, False):
        io.add_mouse_button_event(0, down=down)
        stage.live(2)
    assert stage.screens.top is stage.screens.play_screen
    assert stage.shell.panel_state.tab == "Settings"


def test_message_has_its_size_in_the_first_frame(stage: Stage) -> None:
    stage.begin("Immigration", SHAPE).live(2)
    with stage.shell.imgui_backend.frame(menu=False):
        draw_message("Compiling shaders: no other frame follows for a while")
        message = imgui.internal.find_window_by_name("message")
        words = imgui.calc_text_size("Compiling shaders: no other frame follows for a while")
    assert message.active
    assert message.size.x > words.x
    assert message.size.y > words.y


@pytest.mark.parametrize("is_low", [False, True])
def test_message_makes_way_for_a_tooltip(stage: Stage, is_low: bool) -> None:
    stage.begin("Immigration", SHAPE).live(2)
    for _ in range(3):  # a tooltip has its size from its second frame on
        with stage.shell.imgui_backend.frame(menu=False):
            imgui.set_next_window_pos((500.0, 700.0 if is_low else 20.0))
            imgui.set_tooltip("Change the rule\nof this board\n(Ctrl+R)\nand\nso on")
            draw_message("A message as long as the tooltip is wide, and longer", is_low=is_low)
    windows = {it.name: it for it in imgui.get_current_context().windows if it.active}
    message = windows["message"]
    (tip,) = (it for it in windows.values() if it.flags & imgui.WindowFlags_.tooltip)
    assert message.pos.y >= tip.pos.y + tip.size.y or message.pos.y + message.size.y <= tip.pos.y
