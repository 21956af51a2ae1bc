"""The page about the people at an on-line match, and the host's controls."""

from __future__ import annotations

import pytest
from imgui_bundle import imgui
from msgspec.structs import replace
from window.online_stage import press_button, show_people
from window.stage import Stage, press, show_start_screen
from window.test_lobby_focus import click

from gpulife.online.client.server_address import ServerAddress
from gpulife.online.protocol import Moderate, People
from gpulife.window.online.online_card import TalkedLine
from gpulife.window.online.people_screen import PeopleScreen

SIZE = (800, 600)


def test_host_mutes_and_kicks(stage: Stage) -> None:
    match = show_people(show_start_screen(stage))
    press_button(stage, "Unmute")
    assert match.done == [Moderate("unmute", 3)]
    press_button(stage, "Ban")  # the first one: Grace
    assert len(match.done) == 1
    press_button(stage, "Ban Grace")
    assert match.done[1:] == [Moderate("ban", 2)]
    press_button(stage, "Kick")
    press_button(stage, "Cancel")
    assert match.done[2:] == []
    assert isinstance(stage.screens.top, PeopleScreen)


@pytest.mark.parametrize("plays", [False, True])
def test_host_is_told_what_ending_the_match_does(stage: Stage, texts: list[str], plays: bool) -> None:
    match = show_people(show_start_screen(stage), has_begun=plays)
    press_button(stage, "End the match for everybody")
    texts.clear()
    stage.frames(1)
    said = " ".join(texts)
    assert "end the game for everybody? Nobody can return to it." in said
    assert ("this counts as losing it" in said) == plays
    press_button(stage, "End it for everybody")
    assert match.done == [Moderate("close")]


def test_another_game_from_the_room(stage: Stage, texts: list[str]) -> None:
    match = show_people(show_start_screen(stage), has_begun=True)
    with pytest.raises(AssertionError, match="no button"):
        press_button(stage, "Another game")
    match.is_over = match.may_ask_again = True
    match.people = replace(match.people, wishes=(3,))
    texts.clear()
    stage.frames(1)
    assert "Bob the very talkative one would like another game." in texts
    press_button(stage, "Another game")
    assert match.asked == 1
    match.is_over = match.may_ask_again = False
    stage.frames(2)
    assert not isinstance(stage.screens.top, PeopleScreen), "all see the board"


def test_guest_asks_for_another_game_once(stage: Stage, texts: list[str]) -> None:
    match = show_people(show_start_screen(stage), is_host=False, has_begun=True)
    match.is_over = match.may_ask_again = True
    stage.frames(1)
    press_button(stage, "Ask for another game")
    assert match.asked == 1
    match.people = replace(match.people, wishes=(1,))
    texts.clear()
    stage.frames(1)
    assert "You have asked for another game. The host can begin it." in texts
    with pytest.raises(AssertionError, match="no button"):
        press_button(stage, "Ask for another game")


@pytest.mark.parametrize("label", ["Mute", "Kick", "Ban", "End the match for everybody"])
def test_only_host_can_kick(stage: Stage, label: str) -> None:
    show_people(show_start_screen(stage), is_host=False)
    with pytest.raises(AssertionError, match="no button"):
        press_button(stage, label)


def test_pad_returns_to_board(stage: Stage) -> None:
    match = show_people(show_start_screen(stage), is_host=False)
    stage.pad("a").frames(2)
    assert not isinstance(stage.screens.top, PeopleScreen)
    match = show_people(stage)
    match.is_reached = False
    stage.frames(2)
    assert not isinstance(stage.screens.top, PeopleScreen)


def test_host_begins_with_pad(stage: Stage) -> None:
    match = show_people(show_start_screen(stage))
    stage.pad("a").frames(2)
    assert match.begun == [], "a seat is free, so that one is asked"
    stage.pad("a").frames(2)
    assert match.begun == [0], "others may still come"
    press_button(stage, "Begin now, with 1 free seat")
    press_button(stage, "Wait for people")
    assert match.begun == [0]
    press_button(stage, "Begin now, with 1 free seat")
    press_button(stage, "Computer: Gardener")
    assert match.begun == [0, 2]
    match.people = People(match.people.people, ("Ada", "Eve", *match.people.seats[2:]))
    press_button(stage, "Begin")
    assert match.begun == [0, 2, 0], "no seat is free"
    match.has_begun = True
    stage.frames(2)
    assert not isinstance(stage.screens.top, PeopleScreen), "all see the board"


def test_duel_needs_both_seats(stage: Stage) -> None:
    match = show_people(show_start_screen(stage), game="seed-list")
    press_button(stage, "Begin now: seat 2 goes to the computer")
    with pytest.raises(AssertionError, match="no button"):
        press_button(stage, "Nobody yet: others can still join")
    press_button(stage, "Computer: Survivor")
    assert match.begun == [4]


def test_who_may_begin(stage: Stage) -> None:
    show_people(show_start_screen(stage), is_host=False)
    with pytest.raises(AssertionError, match="no button"):
        press_button(stage, "Begin")


def test_ready_made_phrases(stage: Stage, texts: list[str]) -> None:
    match = show_people(show_start_screen(stage), is_host=False)
    press_button(stage, "Hi!")
    assert match.sent == ["Hi!"]
    assert isinstance(stage.screens.top, PeopleScreen), "the page stays"
    texts.clear()
    stage.frames(1)
    assert texts[texts.index("Ada:") + 1] == "Hi!"


def test_writing_to_everybody(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    match, field = show_people(show_start_screen(stage)), imgui.input_text_with_hint
    monkeypatch.setattr(imgui, "input_text_with_hint", lambda *values: (field(*values), (True, " Where are you? "))[1])
    stage.frames(1)
    assert match.sent == ["Where are you?"]
    assert isinstance(stage.screens.top, PeopleScreen)


def field_tops(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, float]]:
    """Return a list to which each frame appends the upper left corner of the field for chat messages."""
    tops: list[tuple[float, float]] = []
    field = imgui.input_text_with_hint

    def noted(*values):
        corner = imgui.get_cursor_screen_pos()
        tops.append((corner.x, corner.y))
        return field(*values)

    monkeypatch.setattr(imgui, "input_text_with_hint", noted)
    stage.frames(2)
    return tops


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_chat_and_hints_do_not_move_field(stage: Stage, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    imgui.get_io().display_size = size
    match = show_people(show_start_screen(stage))
    tops = field_tops(stage, monkeypatch)
    hint = "You have 2 points to move cells to where more are born"
    monkeypatch.setattr(match, "what_next", lambda _: ("The match has begun", hint))
    stage.frames(3)
    before = tops[-1]
    monkeypatch.setattr(match, "what_next", lambda _: ("The match has begun", f"{hint}. {hint}, this turn"))
    match.said += [TalkedLine("Grace", "Hello! " * 12)] * 9
    stage.frames(3)
    assert tops[-1] == before


def test_writing_goes_on_after_phrase(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    match = show_people(show_start_screen(stage))
    (x, y) = field_tops(stage, monkeypatch)[-1]
    click(stage, x + 30, y + 40)  # one of the ready-made lines below
    assert len(match.sent) == 1
    for letter in "Ready?":
        imgui.get_io().add_input_character(ord(letter))
        stage.frames(1)
    click(stage, 3, 595)  # beside all buttons
    press(stage, imgui.Key.enter, "Enter").frames(2)
    assert match.sent[1:] == ["Ready?"]
    assert match.begun == []
    asks = isinstance(stage.screens.top, PeopleScreen) and stage.screens.top._page.asks_who_plays
    assert not asks, "Return did not press Begin"
    for letter in "Hm":
        imgui.get_io().add_input_character(ord(letter))
        stage.frames(1)
    for _ in range(3):  # clears the field, leaves it, leaves the page
        press(stage, imgui.Key.escape, "Escape").frames(2)
    assert not isinstance(stage.screens.top, PeopleScreen)


def test_copying_invitation(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(stage.shell.window, "set_clipboard", copied.append)
    show_people(show_start_screen(stage))
    press_button(stage, "Copy link")
    press_button(stage, "Copy code")
    assert copied == ["http://192.168.1.7:7171/#match=K7PQ2MXA", "K7PQ2MXA"]
    show_people(stage, host="localhost")
    with pytest.raises(AssertionError, match="no button"):
        press_button(stage, "Copy link")


def test_invitation_has_reachable_address(stage: Stage) -> None:
    lobby = show_start_screen(stage).screens.lobby
    there = ServerAddress("life.example.org", 443, tls=True)
    assert lobby.invitation(there) == there
    assert lobby.invitation(ServerAddress("127.0.0.1")) is None
    show_people(stage, host="127.0.0.1")
    assert isinstance(stage.screens.top, PeopleScreen)
    gathering = stage.screens.top._gathering()
    assert (gathering.site, gathering.link, gathering.code) == ("", "", "K7PQ2MXA")
