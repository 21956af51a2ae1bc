"""The program in a real window of this process, frame by frame: made-up pads, dropped files, every command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal, board
from imgui_bundle import imgui
from PIL import Image
from window.desktop import Screen
from window.stage import Stage, show_start_screen

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import (
    Bind,
    BrowsePatterns,
    ChangeLook,
    ChangeRule,
    ChangeSetting,
    ChooseTool,
    CommandOrAction,
    CopySelection,
    Crop,
    Faster,
    Fit,
    Fly,
    Fullscreen,
    GoToGeneration,
    Help,
    Identify,
    Jump,
    New,
    Open,
    Paste,
    Quit,
    Record,
    Redo,
    Save,
    Scheme,
    Screenshot,
    Seek,
    Select,
    SelectAll,
    Slower,
    Stamp,
    StartScreen,
    Undo,
    Zoom,
)
from gpulife.input.events import FilesDropped, MouseButton, MouseMove
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.rules import parse_rule
from gpulife.session.replay import write_replay
from gpulife.window.play import view_commands
from gpulife.window.play.frame_render import snapshot_of

SIZE = (860, 500)

GLIDER = board(".A. ..A AAA".replace(" ", "\n"))


def test_pad_joins_moves_and_plants(stage: Stage) -> None:
    stage.begin()
    stage.pad("a")
    assert stage.messages == ["Player 1 plays with Pad 0"]
    before = stage.state.cursors[0]
    stage.pad(left_x=1.0)
    stage.pad("dpad_down")
    after = stage.state.cursors[0]
    assert (after.row - before.row, after.column - before.column) == (1, 1)
    stage.pad("a")
    assert stage.cells[after.row, after.column] == 1
    assert stage.cells.sum() == 1
    stage.pad("start", socket=1)
    assert stage.messages[-1] == "Player 2 plays with Pad 1"
    assert "player 2: Pad 1" in snapshot_of(stage.controller).players


def test_unplugged_pad_halts_game(stage: Stage) -> None:
    stage.begin().act(ActionKind.SOUP, data="0.3").act(ActionKind.HALT)
    stage.pad("a")
    assert stage.frames(3).state.running
    stage.pads.pull(0)
    stage.frames(3)
    assert stage.messages[-1] == "Player 1's pad is disconnected: Pad 0"
    stage.frames(8)
    assert not stage.state.running
    stage.pads.hold(0)
    stage.frames(3)
    assert stage.messages[-1] == "Pad 0 is back. Space or Pause or RT goes on"
    assert not stage.state.running


def test_two_unplugged_pads_halt_game(stage: Stage) -> None:
    stage.begin().act(ActionKind.SOUP, data="0.3").act(ActionKind.HALT)
    stage.pad("a").pad("a", socket=1)
    assert stage.frames(3).state.running
    stage.pads.pull(0)
    stage.pads.pull(1)
    assert not stage.frames(8).state.running


def test_option_key_in_game_without_options(stage: Stage) -> None:
    stage.shell.begin(new_realtime(1, players=2))
    stage.frames(2)
    session = stage.play.session
    stage.act(ActionKind.OPTION)
    assert stage.play.session is session
    assert stage.messages[-1] == "Real-Time Life has no other options"


def choose_universe_with_pad(stage: Stage) -> None:
    """Go to a universe on the start screen and begin it, by a pad alone."""
    show_start_screen(stage)
    for _ in range(3):  # past the two rows of games
        stage.pad("dpad_down")
    assert stage.screens.start_menu._focused == "two"
    for way in ("right", "right", "right", "right", "left"):  # one too far, and back
        stage.pad(f"dpad_{way}")
    stage.pad("a")
    stage.frames(4)
    assert stage.shell.settings.last_mode == "four"
    assert stage.play.session.match.rule == START_PRESETS["four"].match(0).rule
    assert not stage.menu_shown


def test_pad_chooses_universe(stage: Stage) -> None:
    choose_universe_with_pad(stage)


def test_held_button_is_not_repeated_in_slow_frame(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    new_frame = imgui.backends.glfw_new_frame

    def slow() -> None:
        new_frame()
        imgui.get_io().delta_time = 0.6

    monkeypatch.setattr(imgui.backends, "glfw_new_frame", slow)
    choose_universe_with_pad(stage)


def test_pad_operates_panels_in_menu_mode(stage: Stage) -> None:
    stage.begin()
    stage.pad("a")
    stage.pad("left_thumb")
    cursors = stage.state.cursors
    stage.pad("dpad_down")
    stage.pad("dpad_right")
    stage.pad("a")
    stage.frames(2)
    assert stage.state.cursors == cursors, "the pad is the panels' now"
    stage.pad("left_thumb")
    stage.pad("dpad_down")
    assert stage.state.cursors[0].row == cursors[0].row + 1


def test_dropped_files_open(stage: Stage, tmp_path: Path) -> None:
    def drop(name: str, write: Callable[[Path], object]) -> Stage:
        path = tmp_path / name
        write(path)
        return stage.frames(4, FilesDropped((path,)))

    stage.begin()
    drop("glider.rle", lambda path: path.write_text(rle_text(Pattern(GLIDER))))
    assert stage.messages[-1] == "opened glider.rle. Rule: Life, as the file names no rule"
    assert_boards_equal(stage.cells[46:49, 78:81], GLIDER)

    large = np.zeros((40, 60), np.uint8)
    large[5, 7:10] = 2
    rule = parse_rule("QuadLife")
    drop("large.rle", lambda path: path.write_text(rle_text(Pattern(large, rule))))
    assert_boards_equal(stage.cells[30:70, 50:110], large)
    assert stage.play.engine.rule.law == rule.law

    stage.act(ActionKind.SOUP, data="0.4").act(ActionKind.HALT).frames(20)
    drop("played.gpureplay", lambda path: write_replay(path, stage.play.session.recording()))
    assert stage.messages[-1] == "opened played.gpureplay"
    assert stage.play.session.in_the_past

    picture = np.zeros((20, 30, 3), np.uint8)
    picture[3:6, 4:9] = stage.play.display.look.colours[1]
    stage.begin()
    drop("picture.png", lambda path: Image.fromarray(picture).save(path))
    assert stage.messages[-1] == "opened picture.png. Rule: Life, as the file names no rule"
    assert stage.cells.any()

    before = stage.cells
    for name, content in (
        ("nonsense.rle", b"!!"),
        ("nonsense.png", b"\0"),
        ("a.gpureplay", b"GPULIFE"),
        ("b.txt", b""),
    ):
        count = len(stage.messages)
        drop(name, lambda path, content=content: path.write_bytes(content))
        assert len(stage.messages) > count, name
        assert name in stage.messages[-1]
    assert_boards_equal(stage.cells, before)


def test_message_disappears_after_seconds(stage: Stage) -> None:
    stage.begin()
    stage.shell.settings = replace(stage.shell.settings, panels_hidden=True)
    stage.frames(60)
    quiet = stage.picture
    stage.shell.show_message("something happened")
    stage.frames(2)
    assert (stage.picture[:60] != quiet[:60]).any()
    stage.now += 5
    stage.frames(2)
    assert (stage.picture == quiet).all()


def test_key_clashes_give_one_line_errors(stage: Stage) -> None:
    stage.begin()
    for command in (
        ChangeSetting("volume", "loud"),
        Bind("halt", "key:NoSuchKey"),
        Save("/nowhere/at all.rle"),
        Save("board.nonsense"),
    ):
        count = len(stage.messages)
        stage.do(command)
        assert len(stage.messages) == count + 1, command
        assert "\n" not in stage.messages[-1]


@pytest.mark.parametrize(("place", "drawn"), [((120, 300), False), ((620, 250), True)])
def test_mouse_draws_only_on_board(stage: Stage, screen: Screen, place: tuple[int, int], drawn: bool) -> None:
    x, y = place
    stage.begin()
    screen.do("mousemove", x, y)
    stage.window.wait(1.0)
    stage.window.poll(stage.now)
    stage.frames(3)
    stage.frames(2, MouseButton(0, pressed=True, x=x, y=y))
    stage.frames(2, MouseMove(x + 40, y), MouseButton(0, pressed=False, x=x + 40, y=y))
    assert stage.cells.any() == drawn


BUTTONS = {
    "tool open": [(Open, None)],
    "tool save": [(Save, None)],
    "tool undo": [(Undo, None)],
    "tool redo": [(Redo, None)],
    "tool to-start": [(GoToGeneration, None)],
    "tool halt": [(Action, ActionKind.HALT)],
    "tool step": [(Action, ActionKind.STEP)],
    "tool slower": [(Slower, None)],
    "tool faster": [(Faster, None)],
    "tool tool-3": [(ChooseTool, None)],
    "tool patterns": [(BrowsePatterns, None)],
    "tool rule": [(ChangeRule, None)],
    "tool identify": [(Identify, None)],
    "tool fullscreen": [(Fullscreen, None)],
    "WILD!": [(Action, ActionKind.WILD)],
    "Start screen": [(StartScreen, None)],
    "Help": [(Help, None)],
    "Quit": [(Quit, None)],
    "Sow": [(Action, ActionKind.SOUP)],
    "Clear": [(Action, ActionKind.CLEAR)],
    "Stamp text": [(Stamp, None)],
    "New universe": [(New, None)],
    "Next colours": [(Scheme, None)],
    "No effects": [(ChangeLook, None)] * 4,
    "Fit": [(Fit, None)],
    "Fly": [(Fly, None)],
    "Zoom in": [(Zoom, None)],
    "<<": [(Jump, None)],
    ">>": [(Jump, None)],
    "Save replay": [(Record, None)],
    "Screenshot": [(Screenshot, None)],
    "Save": [(Save, None)],
    "Paste (Ctrl+V)": [(Paste, None)],
    "All (Ctrl+A)": [(SelectAll, None)],
    "None (Esc)": [(Select, None)],
    "Copy": [(CopySelection, None)],
    "Crop": [(Crop, None)],
    "Grid lines between large cells": [(ChangeLook, None)],
    "Reduced flashing": [(ChangeLook, None)],
}
"""What pressing each of the panels' buttons and boxes asks for; for actions, which."""


@pytest.mark.parametrize("label", list(BUTTONS))
def test_panel_widgets_make_their_requests(stage: Stage, label: str, monkeypatch: pytest.MonkeyPatch) -> None:
    button, checkbox = imgui.button, imgui.checkbox
    stage.begin().do(Select(2, 3, 5, 7)).frames(2)
    monkeypatch.setattr(
        imgui, "button", lambda name, *size: button(name, *size) or label in (name, name.partition("###")[2])
    )
    monkeypatch.setattr(imgui, "checkbox", lambda name, on: (True, not on) if name == label else checkbox(name, on))
    given: list[CommandOrAction] = []
    monkeypatch.setattr(stage.screens, "carry_out", given.extend)
    for tab in ("Board", "Edit", "Files", "Settings"):
        stage.shell.panel_state.tab = tab
        stage.frames()
        if given:
            break
    monkeypatch.undo()
    told = [(type(it), it.kind if isinstance(it, Action) else None) for it in given]
    assert told == BUTTONS[label]
    for command in given:
        stage.do(command)


def test_rewind_and_new_branch(stage: Stage) -> None:
    stage.begin().act(ActionKind.SOUP, data="0.4").act(ActionKind.HALT)
    stage.frames(40)
    there = stage.cells
    tick = stage.play.session.ticks
    stage.act(ActionKind.HALT)
    for column in range(12):  # only what is done passes ticks while the universe is halted
        stage.do(Action(0, ActionKind.POINT, 3, column))
    assert there.any()
    last = snapshot_of(stage.controller).timeline.last
    assert last >= tick + 12
    stage.do(Seek(tick)).frames(3)
    timeline = snapshot_of(stage.controller).timeline
    assert tick <= timeline.now < last == timeline.last
    assert_boards_equal(stage.cells, there)
    stage.do(Seek(3)).frames(2)
    assert stage.play.session.in_the_past
    stage.act(ActionKind.CLEAR).frames(3)
    assert not stage.play.session.in_the_past
    assert not stage.cells.any()


def test_new_game_draws_new_random_colours(stage: Stage) -> None:
    stage.begin()
    for name, stays in (("Random 1", False), ("Okabe-Ito", True)):
        view_commands.set_scheme(stage.shell, stage.play, name)
        before = stage.play.display.look.colours
        stage.screens.carry_out([Action(NOBODY, ActionKind.START)])
        stage.frames(1)
        assert stage.play.display.look.scheme == name
        assert (stage.play.display.look.colours == before) is stays
