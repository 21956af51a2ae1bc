"""Empty boards of any rule and size, and resizing a board with its cells."""

from __future__ import annotations

import numpy as np
import pytest
from boards import assert_boards_equal
from imgui_bundle import imgui
from window.stage import Stage, press

from gpulife.engines.reference import next_generation
from gpulife.games.core.game import NOBODY, Action, ActionKind, GameError
from gpulife.games.matches import new_match
from gpulife.input.commands import ChangeRule, New, ResizeBoard
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.rules import Edges, parse_rule
from gpulife.window.dialogs.ask_dialog import AskDialog
from gpulife.window.dialogs.board_dialogs import NewBoardDialog
from gpulife.window.dialogs.resize_dialog import ResizeDialog
from gpulife.window.play import other_board, undo_history
from gpulife.window.play.other_board import cut_off, offset
from gpulife.window.play.session_commands import _losses

SIZE = (900, 700)
SHAPE = (24, 40)


def soup(shape: tuple[int, int] = SHAPE, states: int = 2) -> Action:
    cells = np.random.default_rng(3).integers(0, states + 1, shape, np.uint8)
    return Action(NOBODY, ActionKind.PAINT, 0, 0, rle_text(Pattern(cells)))


def test_ctrl_n_suggests_present_board(stage: Stage) -> None:
    rule = parse_rule("WireWorld").on_board(SHAPE, Edges.DEAD)
    stage.shell.begin(new_match("study", rule, SHAPE, 1), (soup(),))
    stage.frames(2)
    before = stage.play.session
    stage.key("N", "Ctrl").frames(4)
    assert isinstance(stage.screens.top, NewBoardDialog)
    press(stage, imgui.Key.enter, "Enter").frames(3)
    assert stage.play.session is not before
    assert stage.play.engine.rule.title == "WireWorld"
    assert (stage.play.engine.shape, stage.play.engine.rule.edges) == (SHAPE, Edges.DEAD)
    assert not stage.cells.any()
    assert not stage.state.running
    stage.key("Z", "Ctrl").frames(3)
    assert stage.play.session.match.seed == before.match.seed
    assert stage.cells.any()


def test_columns_field_has_first_focus(stage: Stage) -> None:
    stage.begin("Immigration").key("N", "Ctrl").frames(4)
    imgui.get_io().add_input_characters_utf8("64")
    press(stage.frames(2), imgui.Key.enter, "Enter").frames(3)
    assert stage.play.engine.shape == (SHAPE[0], 64)


def test_start_screen_offers_empty_life_board_of_usual_size(stage: Stage) -> None:
    stage.begin("WireWorld", (500, 700)).shell.show_start_menu()
    stage.frames(2)
    stage.screens.start_menu.choose("empty")
    stage.frames(4)
    assert isinstance(stage.screens.top, NewBoardDialog)
    press(stage, imgui.Key.escape, "Escape").frames(2)
    assert stage.screens.top is stage.screens.start_menu
    stage.screens.start_menu.choose("empty")
    press(stage.frames(4), imgui.Key.enter, "Enter").frames(3)
    assert not stage.menu_shown
    assert stage.play.session.match.rule == "Life:T160,96"
    assert stage.play.chosen_by_user
    assert not stage.state.running
    assert not stage.cells.any()


def test_new_universe_form_shows_present_universe(stage: Stage) -> None:
    form = stage.shell.panel_state
    form.section_to_open = "New universe"
    stage.begin("Immigration", SHAPE, soup()).frames(2)
    assert (form.rule, form.columns, form.rows) == ("Immigration", 40, 24)
    form.columns = 320
    stage.frames(2)
    assert form.columns == 320
    stage.do(ChangeRule("HighLife")).frames(2)
    assert (form.rule, form.columns, form.rows, form.edges) == ("B36/S23", 40, 24, Edges.TORUS)
    law = parse_rule("WireWorld").on_board((30, 50), Edges.DEAD)
    stage.do(New(new_match("study", law, (30, 50), 1))).frames(2)
    assert (form.rule, form.columns, form.rows, form.edges) == ("WireWorld", 50, 30, Edges.DEAD)


def test_twisted_board_is_shown_stepped_and_resized(stage: Stage) -> None:
    rule = parse_rule("Life:K40*,24")
    stage.shell.panel_state.section_to_open = "New universe"
    stage.shell.begin(new_match("study", rule, SHAPE, 1), (soup(states=1),))
    cells = stage.frames(2).cells
    stage.act(ActionKind.STEP, 3).frames(2)
    for generation in range(3):
        cells = next_generation(cells, rule, generation)
    assert_boards_equal(stage.cells, cells)
    assert stage.shell.panel_state.edges == rule.twist
    stage.do(ResizeBoard(30, 61, "top left"))
    assert str(stage.play.engine.rule) == "Life:K61*,30"
    assert_boards_equal(stage.cells[:24, :40], cells)
    stage.do(ChangeRule("HighLife"))
    assert str(stage.play.engine.rule) == "B36/S23:K61*,30"


def test_games_refuse_twisted_boards() -> None:
    with pytest.raises(GameError, match="needs a torus or dead edges, not a board that is a sphere"):
        new_match("one-seed", parse_rule("Immigration:S40"), (40, 40), 1)


@pytest.mark.parametrize("limit", [other_board.STREAMED_CELLS, 100])
@pytest.mark.parametrize("place", ["top left", "top", "centre", "right", "bottom right"])
@pytest.mark.parametrize("after", [(30, 61), (13, 17), (40, 20)])
def test_resized_board_places_cells(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, limit: int, place: str, after: tuple[int, int]
) -> None:
    monkeypatch.setattr(other_board, "STREAMED_CELLS", limit)
    stage.begin("Immigration", SHAPE, soup())
    cells = stage.cells
    row, column = offset(SHAPE, after, place)
    room = np.zeros((200, 200), np.uint8)
    room[80 : 80 + SHAPE[0], 80 : 80 + SHAPE[1]] = cells
    expected = room[80 - row : 80 - row + after[0], 80 - column : 80 - column + after[1]]
    lost = cut_off(stage.play.engine, after, place)
    assert (0 if lost is None else lost.live_cells) == np.count_nonzero(cells) - np.count_nonzero(expected)
    stage.do(ResizeBoard(*after, place))
    assert_boards_equal(stage.cells, expected)


def test_resize_keeps_state_and_can_be_undone(stage: Stage) -> None:
    rule = parse_rule("Immigration").on_board(SHAPE, Edges.DEAD)
    stage.shell.begin(new_match("study", rule, SHAPE, 1), (soup(),))
    stage.frames(2).act(ActionKind.PACE, 5000).act(ActionKind.STEP, 3)
    stage.key("Grave")
    look, old, cells = stage.play.display.look, stage.play.session, stage.cells
    stage.play.display.fitted = False
    stage.frames(30)
    before = stage.controller.layout.point_of(5, 7)
    stage.do(ResizeBoard(60, 90, "bottom right"))
    assert str(stage.play.engine.rule) == "Immigration:P90,60"
    assert (stage.play.engine.generation, stage.play.runner.pace) == (3, 5000)
    assert stage.play.display.look == look
    assert not stage.state.running
    assert stage.controller.layout.point_of(5 + 36, 7 + 50) == pytest.approx(before, abs=1.0)
    assert stage.messages[-1] == ("The board is 90 x 60 now. The timeline begins anew: Ctrl+Z brings the old one back")
    stage.key("Z", "Ctrl").frames(3)
    assert stage.play.engine.shape == SHAPE
    assert_boards_equal(stage.cells, cells)
    assert stage.play.session.recorded_ticks == old.recorded_ticks
    stage.key("Z", "Ctrl", "Shift").frames(3)
    assert stage.play.engine.shape == (60, 90)
    assert np.count_nonzero(stage.cells) == np.count_nonzero(cells)


def test_running_board_keeps_running(stage: Stage) -> None:
    stage.begin("Life", SHAPE, soup(states=1)).act(ActionKind.HALT)
    stage.do(ResizeBoard(30, 50)).frames(3)
    assert stage.state.running


def test_dialog_announces_losses_and_return_resizes(stage: Stage) -> None:
    stage.begin("Immigration", SHAPE, Action(NOBODY, ActionKind.PAINT, 10, 1, "x = 2, y = 1\n2A!"))
    assert _losses(stage.play, (24, 40), "centre") == ""
    assert _losses(stage.play, (24, 36), "left") == "Cuts off 4 columns, which hold no live cells"
    assert _losses(stage.play, (20, 36), "right") == "Cuts off 4 columns and 4 rows, which hold 2 live cells"
    assert _losses(stage.play, (24, 36), "centre") == "Cuts off 4 columns, which hold 1 live cell"
    stage.key("B", "Ctrl").frames(4)
    assert isinstance(stage.screens.top, ResizeDialog)
    imgui.get_io().add_input_characters_utf8("36")
    press(stage.frames(2), imgui.Key.enter, "Enter").frames(3)
    assert stage.play.engine.shape == (24, 36)
    assert stage.cells.sum() == 1


def test_impossible_resize_is_refused(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    session = stage.begin("Life", SHAPE, soup(states=1)).play.session
    for request, words in (
        (ResizeBoard(*SHAPE), "the board is 40 x 24 already"),
        (ResizeBoard(30, 50, "middle"), "unknown place 'middle'"),
        (ResizeBoard(1 << 30, 1 << 30), ""),
    ):
        stage.do(request)
        assert words in stage.messages[-1]
        assert stage.play.session is session
    monkeypatch.setattr(other_board, "MAX_CELLS", 100)
    stage.do(ResizeBoard())
    assert stage.messages[-1] == "a board of 960 cells is too large to resize: save it, then open the file"
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), SHAPE, 1))
    stage.frames(2).do(ResizeBoard())
    assert stage.messages[-1].startswith("Seed List Game has a board of fixed size")


def test_board_too_large_for_undo_asks_first(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo_history, "MAX_CELLS", 100)
    stage.shell.change("rewind_mib", 0)
    stage.begin("Immigration", SHAPE, soup())
    stage.do(ResizeBoard(30, 50)).frames(3)
    assert isinstance(stage.screens.top, AskDialog)
    assert stage.play.engine.shape == SHAPE


def test_empty_board_begins_with_cells_to_click_on_and_lines_between_them(stage: Stage) -> None:
    stage.begin("Life", (96, 160)).frames(3)
    display = stage.play.display
    assert display.camera.zoom >= 12
    assert display.look.grid
    left, below, right, above = stage.controller.layout.covered
    width, height = stage.window.view_size
    middle = (left + width - right) / 2, (above + height - below) / 2
    assert stage.controller.layout.place_at(*middle) in {(row, column) for row in (47, 48) for column in (79, 80)}
    stage.key("Home").frames(30)
    assert display.fitted, "the whole board is a key away"


def test_board_with_cells_begins_as_a_whole(stage: Stage) -> None:
    stage.begin("Life", (96, 160), Action(NOBODY, ActionKind.SOUP, data="0.35")).frames(3)
    assert stage.play.display.fitted


def test_small_empty_board_fills_the_window(stage: Stage) -> None:
    stage.begin("Life", (24, 40)).frames(3)
    assert stage.play.display.fitted
