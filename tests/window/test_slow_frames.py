"""Frames so slow that the pointer comes, presses and leaves within one of them: no press is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from imgui_bundle import imgui
from window.desktop import Screen
from window.online_stage import MATCHES, OPEN, OTHERS, connection, matches_there, show_lobby
from window.stage import Stage, show_start_screen

from gpulife.games.core.game import ActionKind
from gpulife.games.matches import new_match
from gpulife.input.commands import Panels
from gpulife.input.events import MouseButton, MouseMove
from gpulife.rules import parse_rule
from gpulife.window.panels.clickable_caps import CAPS

SIZE = (1280, 800)
SECOND = 1.0
"""Time that a frame takes."""


def point_of(stage: Stage, label: str) -> tuple[float, float]:
    """The middle of the first button with a label."""
    button, found = imgui.button, list[tuple[float, float]]()

    def noted(words: str, *size: object) -> bool:
        pressed = bool(button(words, *size))
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        if words.split("##")[0] == label:
            found.append(((low.x + high.x) / 2, (low.y + high.y) / 2))
        return pressed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(imgui, "button", noted)
        stage.frames(1)
    return found[0]


def click_within_a_frame(stage: Stage, x: float, y: float) -> None:
    """Go there, press and let go between two frames, as both Dear ImGui and gpulife hear of it."""
    io = imgui.get_io()
    io.add_mouse_pos_event(x, y)
    for pressed in (True, False):
        io.add_mouse_button_event(0, pressed)
    stage.now += SECOND
    stage.frames(1, MouseMove(x, y), *(MouseButton(0, pressed, x, y) for pressed in (True, False)))


@pytest.mark.parametrize("label", ["Join", "Watch", "Host a match here", "Join by invite code", "Results"])
def test_click_on_lobby_button(stage: Stage, label: str) -> None:
    screen = show_lobby(show_start_screen(stage))
    matches_there(stage)
    before = len(screen.pages), len(stage.went)
    click_within_a_frame(stage, *point_of(stage, label))
    stage.now += SECOND
    stage.frames(2)
    assert (len(screen.pages), len(stage.went)) != before


def test_click_joins_match_although_list_changes(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    matches_there(stage)
    connection(stage).state = replace(OPEN, matches=MATCHES[1:2])
    stage.frames(2)
    click_within_a_frame(stage, *point_of(stage, "Join"))
    connection(stage).state = replace(OPEN, matches=(MATCHES[0], MATCHES[3], MATCHES[1]))  # before it is let go of
    stage.now += SECOND
    stage.frames(3)
    assert [destination.wish.match for destination in stage.went] == ["2"]


def test_manual_server_choice_survives_new_announcements(stage: Stage) -> None:
    screen = show_lobby(show_start_screen(stage))
    browser = screen.lobby._browser
    browser.servers = OTHERS[1:2]
    stage.frames(2)
    click_within_a_frame(stage, *point_of(stage, ""))
    browser.servers = OTHERS
    stage.now += SECOND
    stage.frames(3)
    assert screen.lobby.address is not None
    assert screen.lobby.address.host == OTHERS[1].host


@pytest.fixture
def pointer(screen: Screen) -> Iterator[Screen]:
    """The screen, whose pointer goes back to where it points at nothing."""
    yield screen
    screen.do("mousemove", 10_000, 10_000)


def point_at_panels(stage: Stage, pointer: Screen) -> tuple[float, float]:
    """Let the pointer be on a panel since the last picture; where that is."""
    stage.frames(2)
    windows = [each for each in imgui.get_current_context().windows if each.active and each.name == "Universe"]
    area = windows[0].outer_rect_clipped
    x, y = area.max.x - 3, (area.min.y + area.max.y) / 2
    pointer.do("mousemove", "--sync", round(x), round(y))
    stage.window.poll(stage.now)
    stage.frames(2, MouseMove(x, y))
    assert imgui.get_io().want_capture_mouse
    return x, y


def test_click_moves_from_panel_to_board_and_back(stage: Stage, pointer: Screen) -> None:
    place = point_at_panels(stage.begin("Immigration", (96, 160)), pointer)
    click_within_a_frame(stage, 700, 300)
    stage.frames(3)
    assert sum(stage.play.population) == 1
    click_within_a_frame(stage, *place)
    stage.frames(3)
    assert sum(stage.play.population) == 1, "what is behind a panel is not drawn on"


def test_click_on_board_cap_after_panel(stage: Stage, pointer: Screen) -> None:
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (24, 40), 1))
    stage.frames(2).act(ActionKind.START).do(Panels())
    point_at_panels(stage, pointer)
    (left, top, right, low), _, _ = next(zone for zone in CAPS.zones if zone[1].control == "help")
    before = stage.screens.top
    click_within_a_frame(stage, (left + right) / 2, (top + low) / 2)
    assert stage.screens.top is not before


def test_click_on_panel_cap_after_board(stage: Stage) -> None:
    stage.begin("Immigration", (96, 160))
    stage.shell.show_help("seed-list", {})
    stage.frames(3)
    (left, top, right, low), _, _ = next(zone for zone in CAPS.zones if zone[1].control == "help")
    before = stage.screens.top
    click_within_a_frame(stage, (left + right) / 2, (top + low) / 2)
    stage.frames(1)
    assert stage.screens.top is not before
