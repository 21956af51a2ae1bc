"""The panel Draw in the window."""

from __future__ import annotations

import pytest
from imgui_bundle import imgui
from window.desktop import has_colour
from window.stage import Stage

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import BrowsePatterns, ChangeLook

SIZE = (1280, 800)
BLACK = (0, 0, 0)
COLUMN = 320
"""Points of the left side in which the panel lies."""


@pytest.mark.parametrize("rule", ["Immigration", "WireWorld", "B3/S23:8"])
def test_state_buttons_show_their_colours(stage: Stage, rule: str) -> None:
    stage.begin(rule)
    colours = stage.play.display.look.colours[1:]
    before = [has_colour(stage.picture[:, :COLUMN], colour, 3) for colour in (*colours, BLACK)]
    stage.shell.panel_state.section_to_open = "Tools"
    stage.frames(3)
    for picked in (1, 2):
        stage.shell.panel_state.species = picked
        after = [has_colour(stage.picture[:, :COLUMN], colour, 3) for colour in (*colours, BLACK)]
        *more, black = (now - then for now, then in zip(after, before, strict=True))
        assert min(more) > 60, f"swatches of {more} pixels"
        assert black < 100, "the picked one keeps its colour"


def test_census_has_the_colours_of_the_board(stage: Stage) -> None:
    gold = "x = 2, y = 2, rule = Immigration\n2A$2A!"
    stage.begin("Immigration", (24, 40), Action(NOBODY, ActionKind.PAINT, 8, 20, gold))
    for change in (ChangeLook("brightness", 0.6), ChangeLook("age", 0.0), ChangeLook("bloom", 0.0)):
        stage.do(change)
    stage.live(8)
    x, y = stage.controller.layout.point_of(8.5, 20.5)
    cell = stage.picture[int(y), int(x)]
    assert (stage.picture[:, :COLUMN] == cell).all(axis=2).sum() > 100, f"a swatch of exactly {cell}"


def test_docked_window_edge_follows_pointer(stage: Stage) -> None:
    stage.begin().do(BrowsePatterns()).frames(3)
    io = imgui.get_io()

    def edge() -> float:
        return SIZE[0] - stage.shell.settings.docked_width

    io.add_mouse_pos_event(edge() + 3, 400)
    stage.frames(2)
    io.add_mouse_button_event(0, down=True)
    stage.frames(2)
    for x in (810.0, 760.0, 790.0):
        io.add_mouse_pos_event(x, 380)
        stage.frames(6)
        assert abs(edge() - x) < 2, "a moment later, too"
    io.add_mouse_button_event(0, down=False)
    io.add_mouse_pos_event(500, 380)
    stage.frames(2)
    assert abs(edge() - 790) < 2
