"""Questions before a board too large for undo is lost. Smaller boards never ask."""

from __future__ import annotations

from pathlib import Path

import pytest
from imgui_bundle import imgui
from window.stage import Stage

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.survival1982.state import RoundPhase
from gpulife.input.commands import ChangeRule, EditSelection, MoveGhost, New, Open, Paste, PlaceGhost, Select
from gpulife.rules import parse_rule
from gpulife.session import order_executor
from gpulife.settings import changed
from gpulife.window.dialogs.ask_dialog import AskDialog
from gpulife.window.play import other_board, undo_history

SIZE = (800, 600)
K = ActionKind
SOUP = Action(NOBODY, K.SOUP, data="0.35")


def massive(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A board that is too large for undo, as if it were massive."""
    monkeypatch.setattr(undo_history, "MAX_CELLS", 100)
    stage.shell.settings = changed(stage.shell.settings, "rewind_mib", 0)
    stage.shell.change("panels_hidden", value=True)
    return stage.begin("Immigration", (24, 40), SOUP)


def answer(stage: Stage, *keys: imgui.Key) -> Stage:
    """Press keys in the dialog."""
    for key in keys:
        for down in (True, False):
            imgui.get_io().add_key_event(key, down)
            stage.frames(2)
    return stage.frames(3)


def asks(stage: Stage) -> bool:
    return isinstance(stage.screens.top, AskDialog)


@pytest.mark.parametrize("key", ["F3", "F2", "F4", "F5"])
def test_key_that_loses_board_asks_first(stage: Stage, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    massive(stage, monkeypatch)
    session, cells = stage.play.session, stage.cells
    stage.key(key).frames(3)
    assert asks(stage)
    answer(stage, imgui.Key.escape)
    assert not asks(stage)
    assert stage.play.session is session
    assert (stage.cells == cells).all()


@pytest.mark.parametrize("work", ["fill", "outside", "erase"])
def test_large_selection_asks_first(stage: Stage, monkeypatch: pytest.MonkeyPatch, work: str) -> None:
    massive(stage, monkeypatch)
    monkeypatch.setattr(order_executor, "MAX_CELLS", 500)
    cells = stage.cells
    stage.do(Select(0, 0, 24, 40)).do(EditSelection(work)).frames(3)
    assert asks(stage)
    answer(stage, imgui.Key.escape)
    assert (stage.cells == cells).all()
    stage.do(EditSelection(work)).frames(2)
    answer(stage, imgui.Key.right_arrow, imgui.Key.enter)
    assert (stage.cells != cells).any() or work == "outside"


BLOCK = "x = 12, y = 12, rule = Immigration\n12A$12A$12A!"


def test_wild_intervention_needs_confirmation(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    massive(stage, monkeypatch)
    cells = stage.cells
    stage.key("F8").frames(3)
    assert asks(stage)
    answer(stage, imgui.Key.escape)
    assert (stage.cells == cells).all()
    stage.key("F8").frames(3)
    answer(stage, imgui.Key.right_arrow, imgui.Key.enter)
    assert (stage.cells != cells).any()


@pytest.mark.parametrize("limit", [100, 1000])
def test_only_large_patterns_ask_before_placing(stage: Stage, monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    massive(stage, monkeypatch)
    monkeypatch.setattr(order_executor, "MAX_CELLS", limit)
    cells = stage.cells
    stage.do(Paste(BLOCK)).do(MoveGhost(2, 3))
    ghost = stage.controller.workbench.ghosts[NOBODY]
    stage.do(PlaceGhost()).frames(3)
    assert asks(stage) == (limit < 144)
    if limit < 144:
        assert (stage.cells == cells).all()
        answer(stage, imgui.Key.right_arrow, imgui.Key.enter)
        assert (stage.cells[ghost.row : ghost.row + 3, ghost.column : ghost.column + 12] == 1).all()
    else:
        stage.key("Z", "Ctrl").frames(3)
        assert (stage.cells == cells).all()


def test_opening_file_needs_confirmation(stage: Stage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    massive(stage, monkeypatch)
    playing = stage.play
    (tmp_path / "block.rle").write_text(BLOCK)
    stage.do(Select(0, 0, 5, 5)).do(Open(str(tmp_path / "block.rle"))).frames(3)
    assert asks(stage)
    answer(stage, imgui.Key.escape)
    assert stage.play is playing
    assert stage.controller.workbench.selection is not None
    stage.do(Open(str(tmp_path / "block.rle"))).frames(3)
    answer(stage, imgui.Key.right_arrow, imgui.Key.enter)
    assert stage.play is not playing
    assert stage.cells.sum() == 36


def test_moving_counts_source_and_target_cells(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    massive(stage, monkeypatch)
    monkeypatch.setattr(order_executor, "MAX_CELLS", 150)
    stage.do(Action(NOBODY, K.AREA, 0, 0, "10x10 move 10,20 over")).frames(3)
    assert asks(stage)


def test_rule_change_asks_before_packing_board(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    massive(stage, monkeypatch)
    monkeypatch.setattr(other_board, "take_snapshot", lambda _: pytest.fail("the board was packed before the question"))
    stage.do(ChangeRule("Life")).frames(3)
    assert asks(stage)


@pytest.mark.parametrize(
    ("key", "typed", "rule"), [("R", "quadlife", "QuadLife:T40,24"), ("B", "64", "Immigration:T64,24")]
)
def test_dialog_request_needs_confirmation(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, key: str, typed: str, rule: str
) -> None:
    massive(stage, monkeypatch)
    stage.key(key, "Ctrl").frames(4)
    imgui.get_io().add_input_characters_utf8(typed)
    answer(stage.frames(2), imgui.Key.enter)
    assert asks(stage)
    assert stage.play.session.match.rule == "Immigration:T40,24"
    answer(stage, imgui.Key.right_arrow, imgui.Key.enter)
    assert stage.play.session.match.rule == rule
    assert stage.cells.any()


@pytest.mark.parametrize(("key", "request_"), [("F3", None), ("F4", None), ("", Action(NOBODY, K.CLEAR))])
def test_second_button_confirms(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, key: str, request_: Action | None
) -> None:
    massive(stage, monkeypatch)
    session = stage.play.session
    if request_ is None:
        stage.key(key)
    else:
        stage.do(request_)
    stage.frames(3)
    assert asks(stage)
    answer(stage, imgui.Key.right_arrow, imgui.Key.enter)
    assert not asks(stage)
    assert (stage.play.session is not session) if key == "F3" else not stage.cells.any()
    assert not stage.shell.is_confirmed


def test_first_button_cancels(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    massive(stage, monkeypatch)
    session = stage.play.session
    answer(stage.key("F3").frames(3), imgui.Key.enter)
    assert not asks(stage)
    assert stage.play.session is session


def test_pad_answers_question(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    massive(stage, monkeypatch)
    session = stage.play.session
    stage.pad("back").frames(3)
    assert asks(stage)
    stage.pad("b").frames(3)
    assert not asks(stage)
    assert stage.play.session is session
    stage.pad("back").frames(3)
    stage.pad("dpad_right").pad("a").frames(3)
    assert stage.play.session is not session


def test_start_screen_choice_asks_first(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    massive(stage, monkeypatch)
    session = stage.play.session
    stage.screens.start_menu.open()
    stage.frames(2)
    stage.do(New(new_match("study", parse_rule("Life"), (20, 20), 1))).frames(3)
    assert asks(stage)
    answer(stage, imgui.Key.escape)
    assert stage.menu_shown
    assert stage.play.session is session


def test_small_strokes_on_large_board_can_be_undone(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    massive(stage, monkeypatch)
    assert stage.play.session.keyframes.off_reason
    cells = stage.cells
    stage.do(Action(NOBODY, K.PAINT, 2, 2, "x = 2, y = 2\nAB$BA!"))
    stage.key("Z", "Ctrl")
    assert (stage.cells == cells).all()
    stage.do(Action(NOBODY, K.PAINT, 2, 2, "x = 2, y = 2\nAB$BA!"))
    stage.key("Enter").live(60)
    stage.key("Z", "Ctrl")
    assert stage.messages[-1].startswith("On a board this large, only small edits")


def test_empty_and_small_boards_never_ask(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.begin("Immigration", (24, 40), SOUP).key("F3").frames(2)
    assert not asks(stage)
    answer(massive(stage, monkeypatch).do(Action(NOBODY, K.CLEAR)), imgui.Key.right_arrow, imgui.Key.enter)
    assert not stage.cells.any()
    stage.key("F4").frames(2)
    assert not asks(stage)


def test_return_does_not_end_empty_set_up(stage: Stage) -> None:
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (88, 160), 1), (Action(NOBODY, K.START),))
    stage.frames(3).key("Enter").live(30)
    assert stage.play.session.state.phase is RoundPhase.SET_UP
    assert stage.play.session.computed == 0
    assert any("Plant something first" in message for message in stage.messages)


def test_quitting_asks_only_for_unsaved_edits(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.begin("Immigration", (24, 40), SOUP)
    autosave = stage.screens.play_screen.saver._autosave
    assert autosave is not None
    monkeypatch.setattr(autosave, "enabled", False)
    stage.do(Action(NOBODY, K.CLEAR)).key("Q", "Ctrl").frames(3)
    assert asks(stage)
    assert not stage.shell.quitting
    answer(stage, imgui.Key.escape)
    monkeypatch.setattr(autosave, "enabled", True)
    stage.key("Q", "Ctrl")
    assert stage.shell.quitting
