"""The focus of keys and pads on the lobby's pages, for all ways to return to them."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from imgui_bundle import imgui
from window.online_match_stage import begun
from window.online_stage import (
    HOME,
    OPEN,
    connection,
    host_form,
    lobby_screen,
    matches_there,
    nobody_there,
    press_button,
    server_asked,
    server_gone,
    show_lobby,
    starting,
    unfold,
)
from window.stage import Stage, press, show_start_screen

from gpulife.input.commands import Online, StartScreen
from gpulife.input.events import MouseButton
from gpulife.online.client.lobby_connection import LobbyState
from gpulife.online.client.server_address import ServerAddress
from gpulife.online.protocol import ANY_SEAT, Ended, Join
from gpulife.window.dialogs.ask_dialog import AskDialog
from gpulife.window.online.host_page import HostPage
from gpulife.window.online.lobby_screen import LobbyScreen
from gpulife.window.online.people_screen import PeopleScreen

SIZE = (800, 600)
Step = Callable[[Stage], object]


def back(stage: Stage) -> None:
    press(stage, imgui.Key.escape, "Escape").frames(3)


def back_by_pad(stage: Stage) -> None:
    stage.pad("b").frames(3)


def back_by_button(stage: Stage) -> None:
    press_button(stage, "Back")


def click(stage: Stage, x: float, y: float) -> None:
    """Click, for both Dear ImGui and gpulife."""
    io = imgui.get_io()
    io.add_mouse_pos_event(x, y)
    stage.frames(2)
    for pressed in (True, False):
        io.add_mouse_button_event(0, pressed)
        stage.frames(2, MouseButton(0, pressed, x, y))
    io.add_mouse_pos_event(-1e9, -1e9)
    stage.frames(2)


def click_beside(stage: Stage) -> None:
    """Click on the empty edge of the page."""
    click(stage, 3, 595)


def label(words: str) -> Step:
    return lambda stage: press_button(stage, words)


def with_own_server(stage: Stage) -> None:
    here = ServerAddress("127.0.0.1")
    stage.screens.lobby.own = SimpleNamespace(  # type: ignore[assignment]
        here=here, there=here, addresses=(), is_ready=True, is_open=True, problem="", close=lambda: None
    )
    stage.frames(2)


def gone(stage: Stage) -> None:
    """Remove the only server in the local network."""
    stage.screens.lobby._browser.servers = ()  # type: ignore[union-attr, misc]
    stage.frames(3)


def comes(stage: Stage) -> None:
    """Add a server."""
    stage.screens.lobby._browser.servers = (HOME,)  # type: ignore[union-attr, misc]
    stage.frames(3)


def list_changes(stage: Stage) -> None:
    """End the match that has the focus."""
    now = connection(stage)
    now.state = type(now.state)(is_open=True, server="Ada's server", matches=())
    stage.frames(3)


def refused(stage: Stage) -> None:
    stage.shell.show_lobby("all seats are taken: you can watch")
    stage.frames(3)


def answers_late(stage: Stage) -> None:
    """Let the server answer after a while."""
    matches_there(stage)
    for state in (LobbyState(), OPEN):
        connection(stage).state = state
        stage.frames(3)


def cannot_begin(stage: Stage) -> None:
    """Let the window's server start for a while, and then end."""
    host_form(stage, "biowar")
    page = lobby_screen(stage).pages[-1]
    assert isinstance(page, HostPage)
    page.is_starting = True
    stage.frames(3)
    page.is_starting, page.problem = False, "the server has ended: the disk is full"
    stage.frames(3)


def alone(stage: Stage) -> None:
    nobody_there(stage)
    stage.screens.lobby._visited = ()
    stage.frames(2)


WAYS: dict[str, tuple[Step, ...]] = {
    "servers": (),
    "nobody": (alone,),
    "a click beside": (click_beside,),
    **{
        f"{name} left {how.__name__}": (label(words), how)
        for name, words in (
            ("address", "Join by address or code"),
            ("name", "Your name: Ada"),
            ("games", "Host a match"),
        )
        for how in (back, back_by_pad, back_by_button)
    },
    "name, alone": (alone, label("Your name: Ada"), back),
    "games, alone": (alone, label("Host a match"), back),
    "letters with a click": (label("Join by address or code"), click_beside, back),
    "another name": (label("Your name: Ada"), label("Done")),
    "hosting left": (
        lambda stage: host_form(stage, "biowar"),
        back,
    ),
    "hosting": (lambda stage: host_form(stage, "biowar"),),
    "hosting, a game chosen": (label("Host a match"), label("LIFE-2"), back),
    "hosting, a title": (lambda stage: host_form(stage, "life-2"), unfold, label("Name in the list: LIFE-2"), back),
    "own server": (with_own_server,),
    "hosting stopped": (with_own_server, label("Stop hosting"), label("Stop it for everybody?")),
    "hosting stopped, alone": (alone, with_own_server, label("Stop hosting"), label("Stop it for everybody?")),
    "a server goes": (gone,),
    "a server goes and comes": (gone, comes),
    "a visited server is found": (nobody_there, comes),
    "a server comes": (alone, comes),
    "matches": (matches_there,),
    "matches left": (matches_there, back),
    "matches left by button": (matches_there, back_by_button),
    "code left": (matches_there, label("Join by invite code"), back),
    "games there left": (matches_there, label("Host a match here"), back),
    "hosting there left": (matches_there, label("Host a match here"), label("LIFE-2"), back),
    "no match any more": (matches_there, list_changes),
    "server gone": (server_gone,),
    "connecting": (server_asked,),
    "starting": (lambda stage: starting(stage, "biowar"),),
    "start cancelled": (lambda stage: starting(stage, "biowar"), label("Cancel")),
    "answered late": (answers_late,),
    "hosting fails": (cannot_begin,),
    "asked again": (server_gone, label("Try again")),
    "refused": (refused,),
    "refused at matches": (matches_there, refused),
}


def focus(stage: Stage) -> str:
    """Return the label of the widget with the visible focus in one more frame; "" for none."""
    found: list[str] = []

    def noted(draw: Callable[..., object]) -> Callable[..., object]:
        def draw_(words: str, *values: object) -> object:
            result = draw(words, *values)
            if imgui.is_item_focused() and imgui.get_io().nav_visible:
                found.append(f"{imgui.get_item_id()} {words}")
            return result

        return draw_

    with pytest.MonkeyPatch.context() as patch:
        for name in ("button", "invisible_button", "checkbox", "input_text_with_hint"):
            patch.setattr(imgui, name, noted(getattr(imgui, name)))
        stage.frames(1)
    return found[0] if found else ""


def assert_focus(stage: Stage) -> None:
    """Assert that a widget has the focus and that arrows move it."""
    before = focus(stage)
    assert before, "nothing is selected"
    for key, name in ((imgui.Key.down_arrow, "Down"), (imgui.Key.up_arrow, "Up"), (imgui.Key.right_arrow, "Right")):
        press(stage, key, name)
        if focus(stage) not in ("", before):
            return
    raise AssertionError("arrows do nothing")


@pytest.mark.parametrize("way", WAYS)
def test_pages_have_focus_and_arrows_move_it(stage: Stage, way: str) -> None:
    show_lobby(show_start_screen(stage))
    for step in WAYS[way]:
        step(stage)
    stage.frames(3)
    assert_focus(stage)


def void_click(stage: Stage, step: Step) -> None:
    """Click outside all of Dear ImGui's windows, as on the board, with an effect in the frame of the press."""
    io = imgui.get_io()
    io.add_mouse_button_event(0, down=True)
    step(stage)
    io.add_mouse_button_event(0, down=False)
    stage.frames(3)


@pytest.mark.parametrize("by", ["keys", "pad", "mouse"])
def test_focus_after_leaving_match(stage: Stage, by: str) -> None:
    begun(stage)
    stage.frames(10)
    if by == "mouse":
        void_click(stage, lambda stage: stage.do(StartScreen()))
    else:
        stage.do(StartScreen())
    stage.frames(3)
    assert isinstance(stage.screens.top, AskDialog)
    assert focus(stage).endswith("Stay")
    if by == "pad":
        stage.pad("dpad_right").pad("a").frames(5)
    elif by == "keys":
        press(stage, imgui.Key.right_arrow, "Right")
        press(stage, imgui.Key.enter, "Enter").frames(5)
    else:
        press_button(stage, "Leave the match").frames(5)
    assert stage.menu_shown
    stage.frames(10)
    if by == "mouse":
        void_click(stage, lambda stage: stage.shell.show_lobby())
    else:
        stage.shell.show_lobby()
    stage.frames(3)
    assert isinstance(stage.screens.top, LobbyScreen)
    assert_focus(stage)


@pytest.mark.parametrize("page", [PeopleScreen, LobbyScreen])
def test_focus_on_page_opened_by_click(stage: Stage, page: type) -> None:
    server = begun(stage)
    if page is LobbyScreen:
        server.tell(Ended("The server stops.", waits=True))
    stage.frames(10)
    void_click(stage, lambda stage: stage.do(Online()))
    assert isinstance(stage.screens.top, page)
    assert_focus(stage)


def test_focus_after_slow_answer(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    stage.screens.lobby.open(ServerAddress("192.168.1.7"), "Ada")
    connection(stage).state = LobbyState()
    stage.frames(5)
    connection(stage).state = OPEN
    stage.frames(5)
    press(stage, imgui.Key.enter, "Enter").frames(2)
    assert [destination.wish for destination in stage.went] == [Join("1", ANY_SEAT)]  # type: ignore[attr-defined]
    connection(stage).state = LobbyState()
    stage.frames(5)
    connection(stage).state = LobbyState(problem="nobody answers there")
    stage.frames(5)
    asked = connection(stage)
    press(stage, imgui.Key.enter, "Enter").frames(2)
    assert connection(stage) is not asked, "Try again"
