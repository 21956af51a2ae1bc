"""Pages in a small window: they are opaque, show whole texts, and leave room for messages."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from imgui_bundle import imgui
from window.stage import Stage, show_start_screen

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.start_presets import START_PRESETS
from gpulife.games.survivor.level_files import built_in_levels, level_match
from gpulife.games.survivor.rules import LevelPhase
from gpulife.input.commands import Help
from gpulife.window.games.survivor.pages import ending
from gpulife.window.start import entries_page
from gpulife.window.start.setup_page import SetupPage

SIZE = (800, 600)
SOUP = Action(NOBODY, ActionKind.SOUP, data="0.35")
TIMELINE_TOP, TIMELINE_LEFT, TIMELINE_RIGHT = 566, 104, 784
"""A line of pixels of the timeline's slider above its words, and its ends, in a window of 800x600."""


@pytest.mark.parametrize("page", ["sessions", "credits", "biowar"])
def test_pages_are_opaque(stage: Stage, page: str) -> None:
    stage.begin("Immigration", (96, 160), SOUP).act(ActionKind.HALT).live(4)
    show_start_screen(stage)
    stage.screens.start_menu.choose(page)
    picture = stage.live(4).picture
    edge = picture[140:397, 781:783].reshape(-1, 3)  # the last column of the board, and beside all that is on a page
    assert len(np.unique(edge, axis=0)) == 1
    assert (picture[0, 0] == edge[0]).all()  # its corners are not round


@pytest.mark.parametrize("page", ["", "art"])
def test_tile_texts_are_not_cut_off(stage: Stage, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, str]] = []
    show_start_screen(stage)
    if page:
        stage.screens.start_menu.choose(page)
    shorten = entries_page.elided

    def elided(words: str, room: float) -> str:
        shown.append((words, shorten(words, room)))
        return shown[-1][1]

    monkeypatch.setattr(entries_page, "elided", elided)
    stage.frames(2)
    assert len(shown) > 10
    assert [words for words, short in shown if words != short] == []


def test_the_end_of_a_level_needs_no_scrolling(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the longest text, which comes when a shown way has won, and with all four buttons."""
    level = built_in_levels()[0].level
    stage.shell.begin(level_match(level, 1))
    stage.controller.page = "ending"
    won = replace(stage.play.session.state, phase=LevelPhase.WON)
    why = "No trap and no enemy is left after 4 turns, 2 turns under par."
    text = f"{why}\n{level.ending}\nThe computer helped, so this win earns one star."
    shown = stage.cells, stage.controller.layout.canvas.colours
    monkeypatch.setattr(stage.controller, "_draw_ending", lambda: ending(won, text, 4, "Beyond the wall", *shown))
    stage.frames(3)
    assert imgui.internal.find_window_by_name("survivor ending").scroll_max.y == 0


def test_message_position_on_page_and_board(stage: Stage) -> None:
    stage.begin()
    stage.shell.show_message("Saved")
    stage.frames(2)
    assert _middle_of_message() < 100
    stage.do(Help()).frames(2)
    assert _middle_of_message() > 550
    show_start_screen(stage)
    stage.shell.show_message("Saved")
    stage.frames(2)
    assert _middle_of_message() > 550


def _middle_of_message() -> float:
    window = imgui.internal.find_window_by_name("message")
    return float(window.pos.y + window.size.y / 2)


def test_new_timeline_has_small_handle(stage: Stage) -> None:
    stage.begin("Immigration", (96, 160), SOUP).live(3)
    line = stage.picture[TIMELINE_TOP, TIMELINE_LEFT:TIMELINE_RIGHT].astype(int)
    grab = np.flatnonzero(np.abs(line - line[0]).max(axis=1) > 10)
    assert 4 <= len(grab) <= 40
    assert grab[-1] > len(line) - 20


@pytest.mark.parametrize("name", [name for name, mode in START_PRESETS.items() if mode.spec.competitive])
def test_set_up_page_is_whole_with_all_options(stage: Stage, name: str) -> None:
    show_start_screen(stage)
    stage.screens.start_menu.choose(name)
    stage.frames(2)
    page = stage.screens.start_menu.page
    assert isinstance(page, SetupPage)
    page.is_unfolded = True
    stage.frames(4)
    (choices,) = (each for each in imgui.get_current_context().windows if "/choices_" in each.name and each.active)
    assert choices.scroll_max.y == 0
