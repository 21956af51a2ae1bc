"""Saved sessions (interrupted, ended or replaced) on the start screen, by keys, pads and mouse."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from autosaves import load_autosave
from imgui_bundle import imgui
from session.test_saved_sessions import left_behind
from window.desktop import Screen
from window.stage import Stage, choose_seats, show_start_screen

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import default_rule, new_match
from gpulife.games.start_presets import START_PRESETS
from gpulife.games.title_screen import FANFARE
from gpulife.input.commands import Record, SetUp, StartScreen
from gpulife.seats import Seat, Seats
from gpulife.session.autosave import resumable_sessions
from gpulife.session.replay import REPLAY_ENDING
from gpulife.storage.save_file import FileKind, read_parts
from gpulife.window.panels.widgets import when_text
from gpulife.window.play import session_saver
from gpulife.window.play.session_saver import SessionSaver, notice_of, session_lines
from gpulife.window.start.session_pictures import draw_board
from gpulife.window.start.sessions_page import SessionsPage
from gpulife.window.start.start_menu import RESUME, StartMenuChoice

SIZE = (1280, 800)
DAY = 24 * 3600


def folder_of(tmp_path: Path) -> Path:
    """Of the stage's autosaves."""
    return tmp_path / "autosave"


def ticks_kept(tmp_path: Path) -> list[str]:
    return sorted("ended" if kept.save.ended else "interrupted" for kept in resumable_sessions(folder_of(tmp_path))[0])


def press(stage: Stage, *keys: imgui.Key) -> Stage:
    for key in keys:
        for down in (True, False):
            imgui.get_io().add_key_event(key, down)
            stage.frames(2)
    return stage


def click(stage: Stage, screen: Screen, x: float, y: float) -> Stage:
    screen.do("mousemove", "--sync", round(x), round(y))
    stage.window.poll(stage.now)
    stage.frames(3)
    for word in ("mousedown", "mouseup"):
        screen.do(word, 1)
        stage.window.poll(stage.now)
        stage.frames(3)
    screen.do("mousemove", "--sync", screen.size[0] - 1, screen.size[1] - 1)
    stage.window.poll(stage.now)
    return stage


def open_page(stage: Stage, screen: Screen, how: str) -> Stage:
    """From the start screen, whose first entry has the focus."""
    if how == "keyboard":
        press(stage, imgui.Key.right_arrow, imgui.Key.enter)
    elif how == "pad":
        for button in ("dpad_right", "a"):
            stage.pad(button)
    else:
        click(stage, screen, SIZE[0] - 150, 185)  # at the right of the first entry
    stage.frames(3)
    assert isinstance(stage.screens.start_menu.page, SessionsPage), f"not by {how}"
    return stage


@pytest.mark.parametrize("how", ["keyboard", "pad", "mouse"])
def test_interrupted_sessions_are_resumed_or_discarded(stage: Stage, screen: Screen, tmp_path: Path, how: str) -> None:
    for ticks in (20, 40):
        left_behind(folder_of(tmp_path), ticks)
    show_start_screen(stage)
    assert notice_of(stage.screens.play_screen.saver)[0] == "2 sessions were interrupted"
    open_page(stage, screen, how)
    page = stage.screens.start_menu.page
    assert isinstance(page, SessionsPage)
    assert [line.interrupted for line in page.lines] == [True, True]
    stage.live_until(lambda: len(stage.screens.start_menu.pictures) == len(page.lines), "a picture of each session")
    right, left = (imgui.Key.right_arrow, imgui.Key.left_arrow) if how != "pad" else ("dpad_right", "dpad_left")

    def do(*keys: imgui.Key | str) -> None:
        for key in keys:
            if isinstance(key, imgui.Key):
                press(stage, key)
            else:
                stage.pad(key)
        stage.frames(2)

    enter = imgui.Key.enter if how != "pad" else "a"
    do(right, enter)
    assert page.to_confirm == 0
    do(enter)
    assert page.to_confirm is None, "twice by mistake discards nothing"
    assert ticks_kept(tmp_path) == ["interrupted"] * 2
    do(enter, left, enter)
    assert ticks_kept(tmp_path) == ["interrupted"]
    assert notice_of(stage.screens.play_screen.saver)[0] == "1 session was interrupted"
    do(enter)
    assert not stage.menu_shown
    assert stage.play.session.ticks >= 20
    assert stage.play.session.ticks < 40
    assert ticks_kept(tmp_path) == [], "nobody else is offered what is played here"


def test_continue_resumes_newest_session(stage: Stage, screen: Screen, tmp_path: Path) -> None:
    for ticks in (20, 40):
        left_behind(folder_of(tmp_path), ticks)
    show_start_screen(stage)
    open_page(stage, screen, "keyboard")
    press(stage, imgui.Key.escape)
    assert stage.screens.start_menu.page is None
    assert stage.menu_shown
    press(stage, imgui.Key.enter)
    stage.frames(3)
    assert not stage.menu_shown
    assert stage.play.session.ticks >= 40
    assert ticks_kept(tmp_path) == ["interrupted"]


def test_replaced_session_is_kept(stage: Stage, tmp_path: Path) -> None:
    stage.begin()
    for _ in range(3):
        stage.do(Action(NOBODY, ActionKind.SELECT))
    assert ticks_kept(tmp_path) == [], "nothing was done in them"
    stage.begin().act(ActionKind.HALT).act(ActionKind.PAINT, 2, 3, "x = 2, y = 2, rule = Immigration\nAA$AA!").frames(3)
    cells = stage.cells
    stage.act(ActionKind.SELECT)
    assert stage.screens.play_screen.undo.titles(stage.play)[0].startswith("Study Mode (Immigration), generation ")
    assert ticks_kept(tmp_path) == ["ended"]
    stage.shell.show_start_menu()
    stage.frames(20).do(StartMenuChoice(RESUME))
    assert (stage.cells == cells).all()
    stage.do(Action(NOBODY, ActionKind.RESET))
    assert stage.play.session.match.game == FANFARE
    assert ticks_kept(tmp_path) == ["ended"], "the title, too, takes nothing away"


def test_finished_game_is_not_offered_as_the_last_session(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_saver, "_MIN_TICKS", 1)
    stage.begin("Life").act(ActionKind.PAINT, 2, 3, "x = 3, y = 1, rule = Life\nooo!").frames(3)
    p2life = START_PRESETS["p2life"]
    stage.shell.begin(p2life.match(1), p2life.first_actions())
    stage.frames(3).play.runner.act(Action(0, ActionKind.RESIGN))
    stage.frames(3)
    assert stage.controller.result is not None
    stage.do(Action(NOBODY, ActionKind.RESET))
    stage.frames(3).shell.show_start_menu()
    assert [each.save.over for each in stage.screens.play_screen.saver.offered] == [True, False]
    stage.frames(20).do(StartMenuChoice(RESUME))
    assert stage.play.engine.rule.title == "Life"


def test_open_game_is_offered_before_saved_sessions(stage: Stage) -> None:
    stage.begin("Life").act(ActionKind.PAINT, 2, 3, "x = 3, y = 1, rule = Life\nooo!").act(ActionKind.STEP, 1).frames(3)
    life2 = START_PRESETS["life-2"]
    stage.shell.begin(life2.match(1), life2.first_actions())
    stage.frames(3).do(StartScreen()).frames(3)
    stage.do(SetUp("biowar")).frames(3).do(StartScreen())
    stage.frames(2)
    entry = stage.screens.start_menu._last_on(session_lines(stage.screens.play_screen.saver))
    assert entry is not None
    assert entry.title == "LIFE-2"
    stage.do(StartMenuChoice("")).frames(2)
    assert stage.play.session.match.game == "life-2"


def test_missing_or_damaged_session_is_reported(stage: Stage, tmp_path: Path) -> None:
    files = [left_behind(folder_of(tmp_path), ticks) for ticks in (20, 40)]
    show_start_screen(stage)
    (path,) = files[1].existing
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    press(stage, imgui.Key.enter)
    assert stage.menu_shown
    assert "it was set aside as" in stage.messages[-1]
    assert files[0].lock(), "another program goes on with it"
    press(stage, imgui.Key.enter)
    assert stage.menu_shown
    assert "another gpulife is using that session" in stage.messages[-1]
    files[0].release()


def test_damaged_session_is_reported_at_start(stage: Stage, tmp_path: Path) -> None:
    (path,) = left_behind(folder_of(tmp_path), 20).existing
    path.write_bytes(b"")
    show_start_screen(stage)
    assert "it was set aside as" in stage.messages[-1]
    assert stage.screens.play_screen.saver.offered == ()


def test_no_sessions_without_autosave(stage: Stage) -> None:
    assert session_lines(SessionSaver(stage.shell, None)) == ()


@pytest.mark.parametrize(
    ("then", "text"),
    [(0, "today, "), (DAY, "yesterday, "), (400 * DAY, " December 2025, "), (1e30, "at an unknown time")],
)
def test_times_of_sessions_as_text(then: float, text: str) -> None:
    now = 1_800_000_000.0
    assert text in when_text(now - then if then < 1e9 else then, now)


def test_picture_of_saved_board_shows_where_cells_live() -> None:
    colours, outside = ((9, 9, 9), (200, 0, 0), (0, 0, 200)), (1, 2, 3)
    cells = np.zeros((500, 900), np.uint8)
    cells[400:403, 700:705], cells[402, 704] = 1, 2
    picture = draw_board(cells, colours, outside, (96, 54)).reshape(-1, 3)
    seen = {tuple(map(int, colour)) for colour in np.unique(picture, axis=0)}
    assert seen == set(colours), "cells are several pixels large, and nothing beside the board is shown"
    whole = draw_board(cells[:, :500], colours, outside, (96, 54))
    assert tuple(whole[20, 0]) == outside, "a dead board is shown whole, in the middle"
    assert tuple(whole[20, 48]) == colours[0]


_WINDOW = """
import sys
from pathlib import Path
from gpulife.window.main import WindowOptions, run_window
from gpulife.games.matches import new_match
from gpulife.rules import parse_rule

def crash(program, frame):
    if frame == 5:
        raise RuntimeError("a bug")

match = new_match("study", parse_rule("Immigration"), (24, 40), 1)
how = sys.argv[1]
options = {
    "crash": {"match": match, "before_frame": crash},
    "resume": {"resume": True, "frames": 3},
    "full": {"resume": True, "frames": 3, "record": Path("missing/a.gpureplay")},
}
run_window(WindowOptions(mute=True, **options[how]))
"""


@pytest.mark.parametrize(
    ("how", "wrong", "kept"), [("crash", "a bug", "interrupted"), ("resume", "", "ended"), ("full", "cannot", "ended")]
)
def test_crash_saves_interrupted_session(screen: Screen, tmp_path: Path, how: str, wrong: str, kept: str) -> None:
    small = "[look]\nreduced_flashing = false\n[window]\nwidth = 640\nheight = 400\n"
    (tmp_path / "settings.toml").write_text(small)
    if how != "crash":
        left_behind(folder_of(tmp_path), 20)
    places = {"GPULIFE_DATA": str(tmp_path), "GPULIFE_SETTINGS": str(tmp_path / "settings.toml")}
    result = subprocess.run(
        [sys.executable, "-c", _WINDOW, how],
        env=os.environ | {"DISPLAY": screen.name, "WAYLAND_DISPLAY": ""} | places,
        capture_output=True,
        text=True,
        check=False,
    )
    assert wrong in result.stderr
    assert bool(result.returncode) == bool(wrong), result.stderr
    assert ticks_kept(tmp_path) == [kept]


_AUTOSAVE = FileKind(b"GPULIFE=", 9, "an autosave", ("save", "match", "actions", "hashes", "moment", "board"))
_REPLAY = FileKind(b"GPULIFE>", 9, "a replay", ("match", "actions", "hashes"))


def written(folder: Path) -> list[bytes]:
    """All bytes of all files below, decompressed where they are compressed, but for layout and names."""
    found: list[bytes] = []
    for path in sorted(folder.rglob("*"), key=lambda each: (each.suffix, each.name[-5:])):
        if path.suffix not in (".gpusave", REPLAY_ENDING):
            found += [path.read_bytes()] if path.is_file() else []
            continue
        parts = read_parts(path, _REPLAY if path.suffix == REPLAY_ENDING else _AUTOSAVE)
        found += [part if name == "board" else zlib.decompress(part) for name, part in parts.items()]
    return found


@pytest.mark.parametrize("levels", [(0, 0), (0, 2)])
def test_saved_files_hide_unrevealed_moves(stage: Stage, tmp_path: Path, levels: tuple[int, int]) -> None:
    files = []
    for place in ((0, 0), (3, 4)):
        choose_seats(stage, Seats((Seat(levels[0], "Ada"), Seat(levels[1], "Grace"))))
        stage.shell.begin(
            new_match("life-2", default_rule("life-2"), (5, 5), 1978), (Action(NOBODY, ActionKind.START),)
        )
        stage.live(20)
        before = stage.play.session.keyframe().tick
        stage.do(Action(0, ActionKind.PLACE, *place)).live(20)
        assert stage.play.session.state.hands[0].chosen == (place,)
        stage.screens.save()
        stage.do(Record(tmp_path / f"data/kept{REPLAY_ENDING}"))
        saved = load_autosave(folder_of(tmp_path))
        assert saved is not None
        assert saved.keyframe.tick <= before + 10
        files.append([*written(folder_of(tmp_path)), *written(tmp_path / "data")])
        stage.screens.play_screen.saver._autosave.release()  # type: ignore[union-attr]
        for kept in resumable_sessions(folder_of(tmp_path))[0]:
            stage.screens.play_screen.saver.discard(kept)
    assert files[0] == files[1]
    assert len(files[0]) > 6
