"""A key without an effect shows a message."""

from __future__ import annotations

import pytest
from imgui_bundle import imgui
from soak.screens import SCREENS
from window.stage import Stage, press

from gpulife.games.core.game import ActionKind

SIZE = (800, 600)


@pytest.mark.parametrize(
    ("name", "key", "says"),
    [
        ("game biowar", "Ctrl+A", "Ctrl+A does nothing here"),
        ("game biowar", "Ctrl+5", "Ctrl+5 does nothing here"),
        ("game biowar", "Shift+Right", "Shift+Right does nothing here"),
        ("game seed-list", "Ctrl+K", "Ctrl+K does nothing here"),
        ("game seed-list", "O", "O does nothing here"),
        ("identified", "4", "4 does nothing here"),
        ("survivor editor", "9", "The brushes are 0 to 5"),
        ("survivor editor", "Space", "Space does nothing here"),
        ("game life-2", "Shift+F8", "Shift+F8 does nothing here"),
        ("online replay p2life", "Ctrl+N", "Ctrl+N does nothing here"),
        ("ready one-seed", "Equal", "That takes effect once everybody is ready"),
        ("ready seed-list", "Shift+U", "That takes effect once everybody is ready"),
        ("help study", "Ctrl+Tab", "Ctrl+Tab does nothing here"),
        ("help study", "F6", "F6 does nothing here"),
        ("identified", "Home", "The whole board is shown already"),
        ("identified", "RightBracket", "Nothing was played after this moment"),
        ("survivor level", "Ctrl+Z", "Ctrl+Z does nothing here"),
        ("start", "F9", "This is the start screen. Shift+Esc quits"),
    ],
)
def test_key_without_effect_shows_message(stage: Stage, name: str, key: str, says: str) -> None:
    SCREENS[name](stage)
    stage.live(5)
    *mods, letter = key.split("+")
    stage.messages.clear()
    stage.key(letter, *mods)
    assert stage.messages == [says]


def test_message_names_pressed_key(stage: Stage) -> None:
    SCREENS["identified"](stage)
    stage.live(5).pad("start").messages.clear()  # joins
    stage.key("KP4").pad("b")
    assert stage.messages == [f"{name} does nothing here" for name in ("Keypad 4", "B")]


def test_key_with_effect_shows_no_message(stage: Stage) -> None:
    SCREENS["identified"](stage)
    stage.messages.clear()
    stage.key("Space").key("Space").key("Enter")
    assert stage.messages == []
    stage.begin().key("LeftBracket").live(15, ticks=6)
    assert stage.messages[-1] != "This is the beginning"
    stage.key("LeftBracket").live(15, ticks=6).key("LeftBracket").live(15, ticks=6)
    stage.key("Space").live(3).key("LeftBracket").live(15, ticks=6)
    stage.messages.clear()
    stage.key("LeftBracket")
    assert stage.messages == ["This is the beginning"]


def test_key_without_effect_keeps_future(stage: Stage) -> None:
    SCREENS["identified"](stage)
    stage.key("Space").live(20, ticks=6).key("Space").key("LeftBracket").live(15, ticks=6)
    session = stage.play.session
    assert session.in_the_past
    played = session.recorded_ticks
    stage.messages.clear()
    stage.key("4").live(3)
    assert stage.messages == ["4 does nothing here"]
    assert session.in_the_past
    assert session.recorded_ticks == played


def test_escape_leaves_survivor_levels(stage: Stage) -> None:
    SCREENS["game survivor"](stage)
    stage.live(5)
    press(stage, imgui.Key.escape, "Escape").frames(3)
    assert stage.menu_shown


def test_impossible_preview_is_answered(stage: Stage) -> None:
    SCREENS["survivor level"](stage)
    stage.live(5).act(ActionKind.RESIGN)
    stage.messages.clear()
    stage.key("N")
    assert stage.messages == ["A move can only be shown in your turn"]


def test_start_screen_key_closes_its_pages(stage: Stage) -> None:
    SCREENS["set-up one-seed"](stage)
    stage.live(3)
    assert stage.screens.start_menu.page is not None
    stage.key("F1").live(3)
    assert stage.screens.top is not stage.screens.start_menu
    stage.key("F9").live(3)
    assert stage.screens.top is stage.screens.start_menu
    assert stage.screens.start_menu.page is None


def test_escape_on_start_screen_names_quit_key(stage: Stage) -> None:
    SCREENS["start"](stage)
    stage.live(3).messages.clear()
    press(stage, imgui.Key.escape, "Escape").frames(3)
    assert stage.messages == ["This is the start screen. Shift+Esc quits"]


def test_unshrinkable_selection_is_reported(stage: Stage) -> None:
    SCREENS["identified"](stage)
    stage.key("A", "Ctrl").key("K", "Ctrl").messages.clear()
    stage.key("K", "Ctrl")
    assert stage.messages == ["The selection cannot shrink: live cells touch all its edges"]
