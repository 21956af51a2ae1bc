"""The pause menu: Escape opens it where it does nothing else, and closes it; nothing is lost meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from imgui_bundle import imgui
from soak.screens import SOUP, game, survivor_level
from window.online_match_stage import asked, begun
from window.online_stage import press_button
from window.stage import Stage, press

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.bindings import Bindings
from gpulife.input.commands import LevelRequest, PauseMenu, ShowSettings
from gpulife.input.events import MouseMove
from gpulife.window.games.survivor.level_editor import LevelEditor
from gpulife.window.help_screen import HelpScreen
from gpulife.window.play.pause_menu import PauseScreen
from gpulife.window.settings_screen import SettingsScreen

SIZE = (900, 700)


def escape(stage: Stage) -> Stage:
    return press(stage, imgui.Key.escape, "Escape").frames(2)


def is_open(stage: Stage) -> bool:
    return isinstance(stage.screens.top, PauseScreen)


def running(stage: Stage) -> Stage:
    return stage.begin("Immigration", (24, 40), SOUP).act(ActionKind.HALT).frames(5)


@pytest.mark.parametrize(
    "show",
    [running, *(game(name, 0, 2) for name in ("seed-list", "biowar", "realtime", "p2life", "life-2")), survivor_level],
    ids=["universe", "seed-list", "biowar", "realtime", "p2life", "life-2", "survivor"],
)
def test_escape_opens_the_menu_and_time_stands_still(stage: Stage, show: Callable[[Stage], object]) -> None:
    show(stage)
    stage.frames(4)
    escape(stage)
    assert is_open(stage)
    assert "nothing here" not in stage.shell.message
    ticks = stage.play.session.ticks
    stage.pass_seconds(1)
    assert stage.play.session.ticks == ticks
    escape(stage)
    assert stage.screens.top is stage.screens.play_screen
    stage.pass_seconds(0.5)
    log = stage.play.session.log.entries()
    assert not any(action.kind is ActionKind.AGAIN for _, action in log), "replays do not contain the key"


def test_what_is_chosen_is_done_after_the_menu_has_closed(stage: Stage) -> None:
    game("seed-list", 0, 2)(stage)
    for label, screen in (("Settings", SettingsScreen), ("Help and keys", HelpScreen)):
        escape(stage)
        press_button(stage, label)
        assert isinstance(stage.screens.top, screen)
        escape(stage)
        assert stage.screens.top is stage.screens.play_screen
    escape(stage)
    press_button(stage, "Start screen")
    assert stage.menu_shown
    stage.screens.start_menu.choose("")
    stage.frames(3)
    assert stage.play.chosen_by_user


def test_menu_opens_in_the_middle_of_a_long_tick(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    running(stage)
    monkeypatch.setattr(type(stage.play.session), "is_unfinished", property(lambda _: True))
    stage.screens.carry_out([Action(NOBODY, ActionKind.AGAIN)])
    assert is_open(stage)


def test_match_is_restarted(stage: Stage) -> None:
    game("seed-list", 0, 0)(stage)
    stage.pass_seconds(2)
    starts = stage.state.starts  # type: ignore[attr-defined]
    escape(stage)
    press_button(stage, "Restart")
    stage.frames(3)
    assert stage.state.starts == starts + 1  # type: ignore[attr-defined]


def test_on_line_the_match_goes_on(stage: Stage) -> None:
    begun(stage, 1, "seed-list")
    escape(stage)
    assert is_open(stage)
    assert stage.screens.play_screen.time_goes_on
    press_button(stage, "Leave the match")
    assert "leave" in asked(stage).lower(), "the user is asked first"


def test_level_editor_keeps_the_level(stage: Stage) -> None:
    stage.begin().do(LevelRequest("edit", ""))
    stage.do(Action(NOBODY, ActionKind.PAINT, 2, 2, "x = 1, y = 1\no!"))
    before = stage.cells
    escape(stage)
    escape(stage)
    assert isinstance(stage.controller, LevelEditor)
    assert (stage.cells == before).all()


def test_menu_belongs_to_the_board_alone(stage: Stage) -> None:
    running(stage).do(ShowSettings()).do(PauseMenu())
    assert isinstance(stage.screens.top, SettingsScreen)


def test_buttons_name_their_keys_instead_of_tooltips(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    running(stage)
    escape(stage)
    tips: list[str] = []
    monkeypatch.setattr(imgui, "set_tooltip", tips.append)
    named: list[str] = []
    first_key_text = Bindings.first_key_text
    monkeypatch.setattr(
        Bindings, "first_key_text", lambda keys, control: named.append(control) or first_key_text(keys, control)
    )
    for y in range(150, 600, 20):
        stage.frames(1, MouseMove(450, y))
    assert {"settings", "help"} <= set(named)
    stage.pass_seconds(2)
    assert not tips, "they would cover the next button"
