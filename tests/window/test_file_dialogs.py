"""File dialogs of the system and of gpulife, recent files, and the folders for saved files."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
import pytest
from boards import assert_boards_equal
from imgui_bundle import imgui
from window.stage import Stage, press

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import Open, Record, Save, SaveAs, Screenshot, ShowFolder
from gpulife.input.events import MouseButton, MouseMove
from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.rules import parse_rule
from gpulife.settings import Settings
from gpulife.view.camera import pixel_of
from gpulife.window.dialogs import file_dialogs
from gpulife.window.dialogs.file_dialogs import FileListDialog
from gpulife.window.panels.thumbnails import Thumbnails
from gpulife.window.panels.widgets import when_text
from gpulife.window.play import board_files
from gpulife.window.user_folders import MAX_RECENT_FILES, folder_for, new_file, with_recent_file

SIZE = (900, 600)
BLOCK = "x = 2, y = 2, rule = Immigration\n2A$2A!\n"
PLAIN = "[window]\nframe_limit = 12\n[look]\nreduced_flashing = false\nage = 0.0\ntrails = 0.0\nbloom = 0.0\n"
EMPTY = ("--rule", "Immigration", "--size", "160x96", "--density", "0")


@pytest.fixture(autouse=True)
def _no_system_dialogs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_dialogs, "has_system_dialogs", lambda: False)


def dialog(stage: Stage) -> FileListDialog:
    top = stage.screens.top
    assert isinstance(top, FileListDialog)
    return top


def choose(stage: Stage, path: Path) -> Stage:
    """As if Return were pressed with that name in the field."""
    stage.screens.carry_out(dialog(stage)._take(path))
    return stage.frames(3)


def test_a_pattern_is_opened_from_the_list(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "block.rle").write_text(BLOCK)
    (tmp_path / "notes.txt").write_text("nothing")
    (tmp_path / "more").mkdir()
    stage.begin().shell.change("recent_files", (str(tmp_path / "gone.rle"),))
    stage.do(Open())
    assert dialog(stage)._folder == tmp_path
    assert dialog(stage)._files == ["block.rle"]
    assert "more" in dialog(stage)._folders
    choose(stage, tmp_path / "more")
    assert dialog(stage)._folder == tmp_path / "more"
    choose(stage, tmp_path / "nothing.rle")
    assert dialog(stage)._problem == f"{tmp_path} has no file nothing.rle"
    choose(stage, tmp_path / "block.rle")
    assert stage.screens.top is stage.screens.play_screen
    assert stage.cells.sum() == 4
    assert stage.shell.settings.recent_files[0] == str(tmp_path / "block.rle")


def test_first_save_asks_for_a_name_and_later_ones_keep_it(stage: Stage, tmp_path: Path) -> None:
    stage.begin("Life").do(Save())
    choose(stage, tmp_path / "mine")
    path = tmp_path / "mine.rle"
    assert read_rle(path.read_text(), "mine").cells.sum() == 0
    stage.do(Action(NOBODY, ActionKind.PAINT, 3, 3, BLOCK)).do(Save())
    assert stage.screens.top is stage.screens.play_screen
    assert read_rle(path.read_text(), "mine").cells.sum() == 4
    stage.begin("Life").do(Save())
    assert "gpulife board" in dialog(stage)._name, "another board has another name"


def test_list_shows_pictures_sizes_and_dates(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "block.rle").write_text(BLOCK)
    (tmp_path / "damaged.rle").write_text("x = 2, y = ")
    (tmp_path / "old.gpureplay").write_bytes(b"12345")
    os.utime(tmp_path / "block.rle", (1_000_000_000, 1_000_000_000))
    made: list[object] = []
    texture = Thumbnails.texture
    monkeypatch.setattr(Thumbnails, "texture", lambda *given: made.append(given[1]) or texture(*given))
    stage.begin().shell.change("recent_files", (str(tmp_path / "gone.rle"),))
    stage.do(Open()).frames(4)
    assert set(made) == {tmp_path / "block.rle"}
    shown = dialog(stage)
    assert shown._line("block.rle", shown._sketch("block.rle")) == (
        f"2 x 2 cells  \u00b7  Immigration  \u00b7  {when_text(1e9, 2e9)}  \u00b7  {len(BLOCK)}B"
    )
    assert shown._line("old.gpureplay", None).endswith("5B")


def test_click_selects_and_double_click_opens(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "block.rle").write_text(BLOCK)
    stage.begin("Life").act(ActionKind.HALT).shell.change("recent_files", (str(tmp_path / "gone.rle"),))
    stage.do(Open()).frames(2)
    before = stage.play.session.ticks
    assert stage.live(5).play.session.ticks == before, "time stands still, so that people save what they have seen"
    clicks: list[bool] = []
    row = dialog(stage)._file
    monkeypatch.setattr(dialog(stage), "_file", lambda name: row(name) or bool(clicks))
    with monkeypatch.context() as patch:
        patch.setattr(imgui, "is_mouse_released", lambda _: True)
        clicks.append(True)
        stage.frames(1)
        assert dialog(stage)._selected == "block.rle"
        patch.setattr(imgui, "is_mouse_double_clicked", lambda _: True)
        stage.frames(3)
    assert stage.cells.sum() == 4
    assert ". The timeline begins anew: " in stage.messages[-1]


def test_return_opens_the_clicked_file(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "block.rle").write_text(BLOCK)
    stage.begin("Life").act(ActionKind.HALT).shell.change("recent_files", (str(tmp_path / "gone.rle"),))
    stage.do(Open()).frames(2)
    row, middles = dialog(stage)._file, []

    def noted(name: str) -> bool:
        corner, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        middles.append((corner.x + wide / 2, corner.y + 10))
        return row(name)

    monkeypatch.setattr(dialog(stage), "_file", noted)
    stage.frames(1)
    io = imgui.get_io()
    io.add_mouse_pos_event(*middles[0])
    for pressed in (True, False):
        stage.frames(2)
        io.add_mouse_button_event(0, pressed)
    stage.frames(2)
    assert dialog(stage)._selected == "block.rle"
    io.add_key_event(imgui.Key.enter, True)  # noqa: FBT003 - as Dear ImGui has it
    stage.frames(3)
    io.add_key_event(imgui.Key.enter, False)  # noqa: FBT003
    assert stage.cells.sum() == 4


def test_second_half_of_a_double_click_does_not_draw(stage: Stage) -> None:
    stage.begin("Life")
    rows, columns = stage.play.engine.shape
    x, y = stage.controller.layout.canvas.middle((rows // 2, columns // 2))
    press_, release = MouseButton(0, pressed=True, x=x, y=y), MouseButton(0, pressed=False, x=x, y=y)
    stage.do(Open()).frames(1, MouseMove(x, y)).frames(1, press_)
    stage.screens.pop(dialog(stage))
    stage.frames(1, release).frames(1, press_).frames(1, release).live(5)
    assert stage.cells.sum() == 0
    stage.pass_seconds(1.0).frames(1, press_).frames(1, release).live(5)
    assert stage.cells.sum() == 1


@pytest.mark.parametrize("frames", range(5))
def test_escape_closes_new_list_at_once(stage: Stage, frames: int) -> None:
    stage.begin()
    stage.screens.carry_out([Open()])
    stage.frames(1 + frames)
    dialog(stage)
    press(stage, imgui.Key.escape, "Escape").frames(2)
    assert stage.screens.top is stage.screens.play_screen


def test_existing_file_is_replaced_on_second_press(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "mine.rle"
    path.write_text("old")
    stage.begin("Immigration", (24, 40), Action(NOBODY, ActionKind.PAINT, 5, 5, BLOCK)).do(SaveAs())
    choose(stage, path)
    assert dialog(stage)._problem == "mine.rle exists already; press Replace to overwrite it"
    assert path.read_text() == "old"
    choose(stage, path)
    assert_boards_equal(read_rle(path.read_text(), "mine", parse_rule("Immigration")).cells, stage.cells)
    stage.do(SaveAs())
    choose(stage, tmp_path / "without ending")
    assert (tmp_path / "without ending.rle").is_file()


@pytest.mark.parametrize("name", ["x" * 300, "~nobody-of-that-name/x.rle", "x/" * 3000])
def test_impossible_file_name_is_reported(stage: Stage, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    stage.begin().do(Open())
    with monkeypatch.context() as patch:
        patch.setattr(imgui, "input_text_with_hint", lambda *_: (True, name))
        stage.frames(1)
        assert "has no file" in dialog(stage)._problem
        stage.screens.pop(dialog(stage))
        stage.do(SaveAs())
        stage.frames(1)
    assert stage.messages[-1].startswith("cannot write "), stage.messages


def test_unreadable_folder_keeps_present_one(stage: Stage, tmp_path: Path) -> None:
    stage.begin().do(Open())
    before = dialog(stage)._folder
    dialog(stage)._show(tmp_path / "gone")
    assert dialog(stage)._folder == before
    assert dialog(stage)._problem == f"{tmp_path / 'gone'}: No such file or directory"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("GPULIFE_DATA", raising=False)
    for kind in ("pictures", "documents", "videos", "data"):
        monkeypatch.setattr(platformdirs, f"user_{kind}_path", lambda *_, kind=kind, **__: tmp_path / kind)
    return tmp_path


def test_default_folders_for_saved_files(home: Path) -> None:
    settings = Settings()
    assert folder_for(".png", settings) == home / "pictures" / "gpulife"
    assert folder_for(".mp4", settings) == folder_for(".gif", settings) == home / "videos" / "gpulife"
    assert folder_for(".rle", settings) == home / "documents" / "gpulife"
    assert folder_for(".rle", Settings(save_folder=str(home / "own"))) == home / "own"
    (home / "pictures" / "gpulife").rmdir()
    (home / "pictures" / "gpulife").write_text("no folder")
    assert folder_for(".png", settings) == home / "data"
    assert new_file("board", ".rle", settings).parent == home / "documents" / "gpulife"


def test_saved_files_are_recent_and_can_be_shown(stage: Stage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stage.begin().do(Save())
    choose(stage, tmp_path / "mine.rle").do(Record())
    saved = [Path(path) for path in stage.shell.settings.recent_files]
    assert [path.suffix for path in saved] == [".gpureplay", ".rle"]
    stage.do(Screenshot())
    asked = tmp_path / "asked"
    program_folder = tmp_path / "bin"
    program_folder.mkdir()
    os.mkfifo(asked)
    (program_folder / "xdg-open").write_text(f'#!/bin/sh\necho "$1" > {asked}\n')
    (program_folder / "xdg-open").chmod(0o755)
    monkeypatch.setenv("PATH", f"{program_folder}{os.pathsep}{os.environ['PATH']}")
    stage.do(ShowFolder(str(saved[0])))
    assert asked.read_text().strip() == str(saved[0].parent)
    monkeypatch.setenv("PATH", str(tmp_path))
    stage.do(ShowFolder(str(saved[0])))
    assert "install xdg-open" in stage.messages[-1]


def test_recent_files_are_few_and_unique() -> None:
    recent: tuple[str, ...] = ()
    for number in (*range(MAX_RECENT_FILES + 3), 5):
        recent = with_recent_file(recent, Path(f"/{number}"))
    assert recent[:3] == ("/5", "/12", "/11")
    assert len(recent) == MAX_RECENT_FILES


def test_a_pattern_that_is_read_patch_by_patch_stays_in_view_as_a_whole(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_files, "STREAMED_CELLS", 1)
    file = tmp_path / "gliders.mc"
    file.write_text("[M2] (test)\n.*$..*$***$\n4 1 0 0 1\n5 2 0 0 2\n6 3 0 0 3\n")
    stage.begin().do(Open(str(file))).frames(5)
    assert any(stage.play.session.board.census())
    assert stage.play.display.fitted


def test_another_folder_forgets_what_was_typed(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "golly" / "HashLife").mkdir(parents=True)
    monkeypatch.setattr(file_dialogs, "_GOLLY", (tmp_path / "none", tmp_path / "golly"))
    stage.begin().shell.change("recent_files", (str(tmp_path / "gone.rle"),))
    stage.do(Open())
    shown = dialog(stage)
    assert shown._places() == {"Home": Path.home(), "Recent": tmp_path, "Golly's patterns": tmp_path / "golly"}
    shown._name = str(tmp_path / "golly")
    choose(stage, tmp_path / "golly")
    assert (shown._folder, shown._name) == (tmp_path / "golly", "")


def test_a_large_pattern_fills_the_window(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "far.rle"
    file.write_text("x = 900, y = 600, rule = Life\n2o896b2o$597$2o896b2o!\n")
    stage.begin().do(Open(str(file))).frames(5)
    layout = stage.controller.layout
    assert stage.play.display.camera.zoom > 1.5 * layout.whole_board_camera().zoom
    (rows, columns), (width, height) = stage.play.engine.shape, stage.window.view_size
    left, below, right, above = layout.covered
    for row, column in ((rows // 2 - 299, columns // 2 - 449), (rows // 2 + 299, columns // 2 + 449)):
        x, y = pixel_of(stage.play.display.camera, (width, height), row, column)
        assert left < x < width - right
        assert above < y < height - below
