"""A key that does nothing where it is pressed says so, instead of leaving people to wonder whether it was heard."""

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
        ("ready one-seed", "Equal", "That counts as soon as everybody is ready"),
        ("help study", "Ctrl+Tab", "Ctrl+Tab does nothing here"),
        ("help study", "F6", "F6 does nothing here"),
        ("identified", "Home", "The whole board is shown already"),
        ("identified", "RightBracket", "Nothing was played after this moment"),
        ("survivor level", "Ctrl+Z", "Ctrl+Z does nothing here"),
        ("start", "F9", "This is the start screen. Shift+Esc quits"),
    ],
)
def test_a_key_without_an_effect_says_so(stage: Stage, name: str, key: str, says: str) -> None:
    SCREENS[name](stage)
    stage.live(5)
    *mods, letter = key.split("+")
    stage.messages.clear()
    stage.key(letter, *mods)
    assert stage.messages == [says]


def test_what_was_pressed_is_named(stage: Stage) -> None:
    SCREENS["identified"](stage)
    stage.live(5).pad("start").messages.clear()  # joins
    stage.key("KP4").pad("b")
    assert stage.messages == [f"{name} does nothing here" for name in ("KP4", "B")]


def test_a_key_with_an_effect_says_nothing_more(stage: Stage) -> None:
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


def test_a_key_without_an_effect_leaves_the_future_as_it_is(stage: Stage) -> None:
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


def test_escape_leaves_the_levels_of_survivor_where_no_game_lies_behind_them(stage: Stage) -> None:
    SCREENS["game survivor"](stage)
    stage.live(5)
    press(stage, imgui.Key.escape, "Escape").frames(3)
    assert stage.menu_shown


def test_a_move_that_cannot_be_shown_now_is_answered(stage: Stage) -> None:
    SCREENS["survivor level"](stage)
    stage.live(5).act(ActionKind.RESIGN)
    stage.messages.clear()
    stage.key("N")
    assert stage.messages == ["A move is shown while it is your turn"]


def test_the_start_screens_key_leads_from_its_pages_to_its_entries(stage: Stage) -> None:
    SCREENS["set-up one-seed"](stage)
    stage.live(3)
    assert stage.screens.start_menu.page is not None
    stage.key("F1").live(3)
    assert stage.screens.top is not stage.screens.start_menu
    stage.key("F9").live(3)
    assert stage.screens.top is stage.screens.start_menu
    assert stage.screens.start_menu.page is None


def test_escape_says_how_to_quit_where_nothing_lies_behind_the_start_screen(stage: Stage) -> None:
    SCREENS["start"](stage)
    stage.live(3).messages.clear()
    press(stage, imgui.Key.escape, "Escape").frames(3)
    assert stage.messages == ["This is the start screen. Shift+Esc quits"]


def test_a_selection_that_fits_already_says_so(stage: Stage) -> None:
    SCREENS["identified"](stage)
    stage.key("A", "Ctrl").key("K", "Ctrl").messages.clear()
    stage.key("K", "Ctrl")
    assert stage.messages == ["The selection fits its live cells already"]
