"""The start screen: tiles that keep their places, what to do first, and titles of boards."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from imgui_bundle import imgui
from window.stage import SMALL, Stage, show_start_screen
from window.stage import press as stage_press

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.start_presets import START_PRESETS
from gpulife.games.survivor.level import SYMBOLS
from gpulife.games.survivor.level_files import built_in_levels
from gpulife.input.commands import ShowSettings
from gpulife.window import screen_stack
from gpulife.window.dialogs import file_dialogs
from gpulife.window.dialogs.file_dialogs import FileListDialog
from gpulife.window.games.survival1982.guided_round import GuidedController
from gpulife.window.games.survivor import tile
from gpulife.window.panels.board_title import saved_board_title
from gpulife.window.play.game_window import window_of
from gpulife.window.settings_screen import SettingsScreen
from gpulife.window.start.mode_pictures import mode_preview, mode_still
from gpulife.window.start.previews import BoardPreview
from gpulife.window.start.setup_page import SetupPage
from gpulife.window.start.start_menu import CREDITS, GUIDE, OPEN

SIZE = (800, 600)
TITLES = [mode.title for mode in START_PRESETS.values()]


def places(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[float, float]]:
    """Where each button and each tile of the start screen stands."""
    found: dict[str, tuple[float, float]] = {}

    def noted(draw: Callable[..., bool]) -> Callable[..., bool]:
        def draw_(label: str, *more: Any) -> bool:
            pressed = draw(label, *more)
            corner = imgui.get_item_rect_min()
            found[label.split("##")[0]] = (corner.x, corner.y)
            return pressed

        return draw_

    for name in ("button", "invisible_button"):
        monkeypatch.setattr(imgui, name, noted(getattr(imgui, name)))
    stage.frames(2)
    monkeypatch.undo()
    return found


def test_tiles_keep_their_places(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    before = places(show_start_screen(stage), monkeypatch)
    assert set(TITLES) <= set(before)
    assert "Continue" not in before
    stage.begin("Immigration").act(ActionKind.HALT).pass_seconds(12)
    stage.begin("Life")
    stage.shell.settings = replace(stage.shell.settings, last_mode="massive")
    stage.shell.show_start_menu()
    after = places(stage.frames(2), monkeypatch)
    assert {title: after[title] for title in TITLES} == {title: before[title] for title in TITLES}
    assert "Continue" in after
    assert "Back to the universe" not in after


def test_every_tile_has_a_picture_in_the_first_frame(stage: Stage) -> None:
    mode = START_PRESETS["two"]
    stage.shell.begin(mode.match(1), mode.first_actions(), backdrop=True)
    stage.shell.show_start_menu()
    menu = stage.frames(1).screens.start_menu
    shown = {*menu._pictures(0.0), *menu._drawn}
    assert {GUIDE, *START_PRESETS} <= shown


@pytest.mark.parametrize("name", ["two", "seed-list", "four"])
def test_still_shows_the_first_board_of_the_moving_picture(stage: Stage, name: str) -> None:
    mode, size = START_PRESETS[name], (240, 135)
    still = np.asarray(mode_still(stage.shell, mode, size)).astype(int)
    moving = mode_preview(stage.shell, mode, size)()
    with closing(moving):
        drawn = np.frombuffer(moving.target.read(components=4), np.uint8).reshape(still.shape)[::-1].astype(int)
    assert np.abs(still - drawn)[..., :3].mean() < np.abs(still[:, ::-1] - drawn)[..., :3].mean() / 2


def test_art_keeps_its_still_until_the_look_shows_cells(stage: Stage) -> None:
    menu = show_start_screen(stage).screens.start_menu
    assert menu._previews is not None
    assert menu._stills is not None
    stage.draws_all = True
    stage.live_until(lambda: "art papercut" in menu._previews._made, "its preview")  # type: ignore[union-attr]
    name, still = "art papercut", menu._stills.textures["art papercut"]
    assert menu._pictures(1.0)[name] == still
    assert menu._visible
    for _ in range(10):
        menu._visible = {name}
        shown = menu._pictures(0.5)[name]
    assert shown != still


def test_tile_opens_a_file(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_dialogs, "has_system_dialogs", lambda: False)
    show_start_screen(stage).screens.start_menu.choose(OPEN)
    stage.frames(2)
    assert isinstance(stage.screens.top, FileListDialog)
    stage_press(stage, imgui.Key.escape, "Escape").frames(2)
    assert stage.screens.top is stage.screens.start_menu, "a dialog that is declined leads back"


def test_icons_in_the_corner(stage: Stage) -> None:
    show_start_screen(stage)
    menu = stage.screens.start_menu
    menu.choose("settings")
    assert isinstance(stage.frames(3).screens.top, SettingsScreen)
    press(stage, imgui.Key.escape)
    stage.frames(2)
    assert stage.screens.top is menu
    menu.choose("fullscreen")
    assert stage.window.fullscreen_on is not None
    stage.window.set_fullscreen(None)
    assert not stage.shell.quitting
    menu.choose("quit")
    assert stage.shell.quitting


def test_escape_declines_a_key_without_closing_the_settings(stage: Stage) -> None:
    show_start_screen(stage).do(ShowSettings()).frames(2)
    stage.shell.panel_state.binding = "halt"
    stage_press(stage.frames(2), imgui.Key.escape, "Escape").frames(2)
    assert stage.shell.panel_state.binding == ""
    assert isinstance(stage.screens.top, SettingsScreen)


@pytest.mark.parametrize(("last", "label"), [("", "Play the guided round"), ("biowar", "Play"), ("massive", "Begin")])
def test_first_entry_is_what_to_do_first(stage: Stage, monkeypatch: pytest.MonkeyPatch, last: str, label: str) -> None:
    stage.shell.settings = replace(stage.shell.settings, last_mode=last, guided_round_offered=bool(last))
    assert label in places(show_start_screen(stage), monkeypatch)
    press(stage, imgui.Key.enter)
    if not last:
        assert isinstance(stage.controller, GuidedController)
    elif last == "biowar":
        assert isinstance(stage.screens.start_menu.page, SetupPage)
    else:
        assert stage.play.session.board.shape == (2880, 5824)


@pytest.mark.parametrize("reduced", [True, None, False])
def test_pages_fade_in_unless_user_wants_no_flashing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, reduced: bool | None
) -> None:
    show_start_screen(stage)
    monkeypatch.setattr(screen_stack, "MOVE", 0.18)
    monkeypatch.setattr(stage.screens, "frame_hooks", [])  # nor is the user asked
    stage.shell.settings = replace(stage.shell.settings, reduced_flashing=reduced)
    stage.screens.start_menu.choose(CREDITS)
    light = [float(stage.picture.mean()) for _ in range(14 if reduced is False else 3)]
    if reduced is False:
        assert light[0] < light[-1] / 2
        assert light == sorted(light)
        assert light[4] < light[-1] == light[-2], "within 0.2 seconds"
    else:
        assert min(light) > light[-1] * 0.9


def test_previews_that_fail_are_left_out(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    begin, show = BoardPreview.__init__, BoardPreview.show

    def begin_(preview: BoardPreview, device: Any, plan: Any, rule: Any, seed: str, *more: Any, **others: Any) -> None:
        assert seed != "two"
        begin(preview, device, plan, rule, seed, *more, **others)

    def show_(preview: BoardPreview, seconds: float) -> bool:
        assert preview._engine.shape != (5, 5), "LIFE-2"
        return show(preview, seconds)

    monkeypatch.setattr(BoardPreview, "__init__", begin_)
    monkeypatch.setattr(BoardPreview, "show", show_)
    show_start_screen(stage)
    previews = stage.screens.start_menu._previews
    assert previews is not None
    drawn = {name for name, mode in START_PRESETS.items() if window_of(mode.game).draw_tile is not None}
    assert set(START_PRESETS) - drawn - set(previews.show(0.0)) == {"two", "life-2"}


def back_in_the_first_of_two(stage: Stage) -> Stage:
    """A universe of two species, and then one of Life, both of which were saved; the latter was undone."""
    for rule in ("Immigration", "Life"):
        stage.begin(rule, SMALL, Action(NOBODY, ActionKind.PAINT, 2, 3, "x = 3, y = 1\n3A!"))
        stage.act(ActionKind.HALT).pass_seconds(1)
        stage.screens.save()
    stage.key("Z", "Ctrl").frames(3)  # its run
    stage.key("Z", "Ctrl").frames(3)
    assert stage.play.session.match.rule.startswith("Immigration")
    return stage


def test_continue_returns_to_last_session(stage: Stage) -> None:
    session = back_in_the_first_of_two(stage).play.session
    stage.shell.show_start_menu()
    menu = stage.frames(2).screens.start_menu
    assert stage.screens.play_screen.saver.offered, "the universe that was undone is saved"
    last = menu._last_on(())
    assert last is not None
    assert (last.name, last.facts) == ("", f"generation {session.board.generation:,}, still open")
    menu.choose(last.name)
    stage.frames(2)
    assert not stage.menu_shown
    assert stage.play.session is session


def test_universe_stands_still_behind_start_screen(stage: Stage) -> None:
    stage.begin("Immigration", SMALL, Action(NOBODY, ActionKind.SOUP, data="0.35"))
    stage.act(ActionKind.HALT).pass_seconds(1)
    reached = stage.play.session.board.generation
    assert reached > 0
    stage.shell.show_start_menu()
    stage.pass_seconds(2)
    assert stage.play.session.board.generation == reached
    stage.screens.start_menu.choose("")
    stage.pass_seconds(1)
    assert stage.play.session.board.generation > reached


def test_next_start_offers_last_session_after_crash(stage: Stage) -> None:
    autosave = back_in_the_first_of_two(stage).screens.play_screen.saver._autosave
    assert autosave is not None
    autosave.release()  # as the system does when a program dies
    saver = stage.screens.play_screen.saver
    saver.find()
    assert [found.save.rule.split(":")[0] for found in saver.offered[:2]] == ["Immigration", "Life"]


def test_last_mode_has_focus(stage: Stage) -> None:
    stage.shell.settings = replace(stage.shell.settings, last_mode="empires")
    show_start_screen(stage).frames(3)
    assert stage.screens.start_menu._focused == "empires"


def test_escape_returns_to_universe(stage: Stage) -> None:
    show_start_screen(stage)
    press(stage, imgui.Key.escape)
    assert stage.menu_shown, "there is nothing behind it but a backdrop"
    stage.begin()
    stage.shell.show_start_menu()
    stage.frames(2)
    press(stage, imgui.Key.escape)
    assert not stage.menu_shown


def press(stage: Stage, key: imgui.Key) -> None:
    for pressed in (True, False):
        imgui.get_io().add_key_event(key, pressed)
        stage.frames(2)


@pytest.mark.parametrize(
    ("rule", "title"),
    [
        ("Immigration:T160,96", "Immigration on 160x96, wrapping edges"),
        ("Life:P20,10", "Life on 20x10, dead edges"),
        ("B3/S23:8:T320,180", "B3/S23:8 on 320x180, wrapping edges"),
        ("RealTime:26:P72,224", "Real-Time Life on 72x224, dead edges"),
        ("BioWar:6:P24,11", "BioWar on 24x11, dead edges"),
        ("QuadLife", "QuadLife, wrapping edges"),
        ("no rule", "no rule"),
    ],
)
def test_boards_have_titles(rule: str, title: str) -> None:
    assert saved_board_title(rule) == title


def test_survivor_has_a_moving_picture_of_its_figures(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    boards: list[bytes] = []
    monkeypatch.setattr(tile, "draw_cells", lambda _, board, *__: boards.append(board.tobytes()))
    show_start_screen(stage)
    stage.pass_seconds(6)
    level = built_in_levels()[0].level
    assert boards[0] == level.cells[:6, 2:12].tobytes(), "the part with the figures"
    assert len(set(boards)) > 3
    assert all(np.frombuffer(board, np.uint8).max() < len(SYMBOLS) for board in boards)
