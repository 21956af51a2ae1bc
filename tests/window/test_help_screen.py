"""The help screen: the page of the present game comes first, and time is stopped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from imgui_bundle import imgui
from soak.screens import SCREENS
from window.stage import Stage, show_start_screen

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.registry import GAMES
from gpulife.input.commands import Help, ShowSettings
from gpulife.input.controls import CONTROLS
from gpulife.input.glyphs import PadBrand
from gpulife.rules import parse_rule
from gpulife.window import help_screen
from gpulife.window.help_screen import HelpScreen, listed_entries, page_of
from gpulife.window.panels.all_keys import key_rows
from gpulife.window.panels.help_pictures import HelpPictures, picture_path
from gpulife.window.panels.help_search import Passage, find_passages
from gpulife.window.panels.moving_rules import generations_of
from gpulife.window.panels.rule_pictures import boards_of
from gpulife.window.play.game_window import window_of
from gpulife.window.settings_screen import SettingsScreen
from gpulife.window.start.setup_page import SetupPage

SIZE = (800, 600)


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Titles in the list of pages that is drawn."""
    drawn: list[str] = []
    select = imgui.selectable
    monkeypatch.setattr(imgui, "selectable", lambda title, on: (drawn.append(title), select(title, on))[1])
    return drawn


def help_shown(stage: Stage) -> bool:
    return isinstance(stage.screens.top, HelpScreen)


def test_f1_shows_game_page_and_stops_time(stage: Stage) -> None:
    stage.shell.begin(
        new_match("seed-list", parse_rule("Immigration"), (24, 40), 1), (Action(NOBODY, ActionKind.START),)
    )
    stage.frames(3).key("F1")
    assert help_shown(stage)
    assert stage.screens.top.own.game.name == "seed-list"  # type: ignore[attr-defined]
    before = stage.play.session.ticks
    assert stage.live(20).play.session.ticks == before
    stage.key("LeftShift")
    assert stage.play.session.state.scores == (0, 0)
    stage.key("F1")
    assert not help_shown(stage)
    assert stage.live(20).play.session.ticks > before


def test_text_names_the_readers_own_keys(stage: Stage, written: list[str]) -> None:
    show_start_screen(stage)
    stage.screens.start_menu._pointed = "realtime"
    stage.do(Help()).frames(3)
    shown = " ".join(written)
    assert "move with {move}" in shown
    assert "hold {trigger} to draw" in shown
    assert "the stick" not in shown


def test_escape_closes_only_help(stage: Stage) -> None:
    stage.begin().key("F1")
    _press(stage, imgui.Key.escape)
    assert not help_shown(stage)


def test_keyboard_reaches_every_help_page(stage: Stage) -> None:
    stage.begin().key("F1").frames(3)
    reached = []
    for _ in range(20):
        reached.append(stage.screens.top.page)  # type: ignore[attr-defined]
        _press(stage, imgui.Key.down_arrow)
    assert reached[0] == "Study"
    assert "All keys" in reached
    assert reached[-1] == "Credits"


def test_page_down_scrolls_help_page(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.begin().key("F1").frames(3)
    scrolled: list[float] = []
    set_scroll = imgui.set_scroll_y
    monkeypatch.setattr(imgui, "set_scroll_y", lambda place: (scrolled.append(place), set_scroll(place)))
    _press(stage, imgui.Key.page_down)
    _press(stage, imgui.Key.page_down)
    assert stage.screens.top.page == "Study"  # type: ignore[attr-defined]
    assert len(scrolled) == 2
    assert 0 < scrolled[0] < scrolled[1]


def test_pad_opens_and_closes_help(stage: Stage) -> None:
    stage.begin().pad("a")
    stage.pad("lt", "left_thumb", left_trigger=1.0)
    assert help_shown(stage)
    stage.pad("b")
    assert not help_shown(stage)


def test_start_screen_help_is_about_focused_game(stage: Stage) -> None:
    show_start_screen(stage)
    stage.screens.start_menu._pointed = "biowar"
    stage.do(Help())
    assert stage.screens.top.own.game.name == "biowar"  # type: ignore[attr-defined]
    stage.do(Help())
    assert stage.screens.top is stage.screens.start_menu
    stage.screens.start_menu._pointed = "massive"
    stage.do(Help())
    assert stage.screens.top.page == "Massive"  # type: ignore[attr-defined]
    stage.do(Help())
    stage.screens.start_menu._pointed = "guide"
    stage.do(Help())
    assert stage.screens.top.page == "The laws of life", "what a newcomer needs"  # type: ignore[attr-defined]
    stage.do(Help())
    stage.screens.start_menu._pointed = "two"
    stage.do(Help())
    assert stage.screens.top.page == "Two species"  # type: ignore[attr-defined]
    assert "already running" in stage.screens.top.own.page.steps[0]  # type: ignore[attr-defined]
    stage.do(Help())
    stage.screens.start_menu.choose("life-2")
    stage.frames(2).do(Help())
    assert stage.screens.top.own.game.name == "life-2"  # type: ignore[attr-defined]
    stage.do(Help())
    assert isinstance(stage.screens.start_menu.page, SetupPage), "the page is still there"


def test_help_away_from_the_tiles_is_about_the_start_screen(stage: Stage, written: list[str]) -> None:
    show_start_screen(stage)
    stage.screens.start_menu._pointed = ""
    stage.do(Help()).frames(2)
    assert stage.screens.top.page == "Start screen"  # type: ignore[attr-defined]
    assert any("Choose a tile with the pointer" in text for text in written)


def test_focus_returns_after_help(stage: Stage) -> None:
    show_start_screen(stage)
    stage.screens.start_menu._focused = stage.screens.start_menu._pointed = "seed-list"
    stage.do(Help()).do(Help()).frames(3)
    assert stage.screens.start_menu._focused == "seed-list"
    _press(stage, imgui.Key.enter)
    assert isinstance(stage.screens.start_menu.page, SetupPage)
    assert stage.screens.start_menu.page.game.name == "seed-list"


def test_first_entry_has_focus(stage: Stage) -> None:
    show_start_screen(stage).frames(3)
    assert stage.screens.start_menu._focused == "two"


def _press(stage: Stage, key: imgui.Key) -> None:
    for down in (True, False):
        imgui.get_io().add_key_event(key, down)
        stage.frames(2)


def test_each_rule_in_the_help_has_a_picture() -> None:
    for name in GAMES:
        page = window_of(name).page
        assert len(page.pictures) == len(page.steps), name
        for picture in page.pictures:
            sizes = [(len(board), *{len(row) for row in board}) for board in boards_of(picture)]
            assert all(len(size) == 2 for size in sizes), f"{name}: rows of one length: {picture}"
            symbols = "PSET#.*" if name == "survivor" else ".ABCDabcd*123+ox|"
            assert set("".join("".join(board) for board in boards_of(picture))) <= set(symbols)


def test_every_game_has_the_same_page_wherever_help_is_opened(stage: Stage, written: list[str]) -> None:
    def words(title: str) -> set[str]:
        imgui.set_nav_cursor_visible(False)  # otherwise the page in the list that has the focus is shown
        stage.screens.top.page = title  # type: ignore[attr-defined]
        stage.frames(2)
        written.clear()
        stage.frames(1)
        return set(written)

    show_start_screen(stage)
    stage.screens.start_menu._pointed = ""
    stage.do(Help())
    for title, entry in listed_entries().items():
        assert words(title) >= set(page_of(entry).steps), title
    from_start = words("LIFE-2")
    stage.do(Help())
    stage.screens.start_menu._pointed = "life-2"
    stage.do(Help())
    assert words("LIFE-2") == from_start


def _help_on(stage: Stage, title: str) -> HelpScreen:
    """Open help on the start screen, at a page."""
    show_start_screen(stage)
    stage.screens.start_menu._pointed = ""
    stage.do(Help()).frames(2)
    imgui.set_nav_cursor_visible(False)  # otherwise the page in the list that has the focus is shown
    screen = stage.screens.top
    assert isinstance(screen, HelpScreen)
    screen.page = title
    stage.frames(2)
    return screen


def _type(stage: Stage, words: str) -> None:
    """Press Ctrl+F, and type into the search field."""
    io = imgui.get_io()
    for down in (True, False):
        io.add_key_event(imgui.Key.mod_ctrl, down)
        io.add_key_event(imgui.Key.f, down)
        stage.frames(2)
    io.add_input_characters_utf8(words)
    stage.frames(2)


def test_search_goes_to_the_place_of_the_words(stage: Stage) -> None:
    screen = _help_on(stage, "Credits")
    _type(stage, "UNSEEN hide")
    assert screen._search.typed == "UNSEEN hide"
    _press(stage, imgui.Key.enter)
    stage.frames(4)
    assert screen.page == "BioWar"
    assert screen._search.typed == ""
    view = imgui.get_main_viewport().size.y
    assert 0 < screen._search._height < view, "the last paragraph, which was below the window's edge, is in view"


def test_down_goes_from_the_search_to_the_places_found(stage: Stage) -> None:
    screen = _help_on(stage, "Credits")
    _type(stage, "unseen")
    _press(stage, imgui.Key.down_arrow)
    assert screen._search.typed == "unseen"
    _press(stage, imgui.Key.down_arrow)
    _press(stage, imgui.Key.enter)
    stage.frames(4)
    assert screen.page == "Moving art"


def test_click_on_a_found_place_shows_its_page(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = _help_on(stage, "Start screen")
    _type(stage, "camera")
    monkeypatch.setattr(imgui, "selectable", lambda title, **_: (title == "##found 1", False))
    monkeypatch.setattr(help_screen, "page_list", lambda _, __, shown, *___, **____: shown)
    stage.frames(1)
    monkeypatch.undo()
    assert screen.page in ("On-line play", "Phones")
    assert screen._search._target is not None
    assert "camera" in screen._search._target.words


def test_escape_first_ends_the_search(stage: Stage) -> None:
    screen = _help_on(stage, "BioWar")
    _type(stage, "cells")
    _press(stage, imgui.Key.escape)
    assert screen._search.typed == ""
    assert help_shown(stage)
    _press(stage, imgui.Key.escape)
    assert not help_shown(stage)


def test_search_finds_pages_first_and_whole_beginnings_before_middles() -> None:
    passages = [
        Passage("A", "1", "The unwanted one"),
        Passage("B", "1", "I want this"),
        Passage("C", "", "Wanted"),
        Passage("A", "2", "No such word"),
    ]
    assert [passage.page for passage in find_passages(passages, "want")] == ["C", "B", "A"]
    assert [passage.page for passage in find_passages(passages, "want", "A")] == ["C", "A", "B"]
    assert find_passages(passages, "b this") == [passages[1]], "a word may be in the page's title"
    assert find_passages(passages, "b") == [], "but not all of them"
    assert find_passages(passages, " ") == []


def test_each_text_of_a_help_page_can_be_found(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = _help_on(stage, "Start screen")
    passages = {(each.page, each.place) for each in screen._passages()}
    drawn: set[tuple[str, str]] = set()
    monkeypatch.setattr(screen._search, "_is_target", lambda name, _: drawn.add((screen.page, name)))
    monkeypatch.setattr(screen._search, "table", lambda names: drawn.update((screen.page, name) for name in names))
    for title in screen._pages([]):
        screen.page = title
        stage.frames(1)
    assert drawn == {(page, place) for page, place in passages if place}


def test_each_paragraph_of_a_help_page_has_a_picture_and_each_picture_is_shown(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = _help_on(stage, "Start screen")
    shown: set[str] = set()
    draw = HelpPictures.draw

    def noted(self: HelpPictures, name: str, *at: Any, **size: Any) -> float:
        shown.add(name)
        return draw(self, name, *at, **size)

    monkeypatch.setattr(HelpPictures, "draw", noted)
    for title in screen._pages([]):
        screen.page = title
        stage.frames(1)
    stage.do(Help())
    stage.screens.start_menu._pointed = "study"
    stage.do(Help()).frames(2)
    stills = {path.stem for path in picture_path("any").parent.iterdir()}
    assert stills == shown


def test_all_keys_are_in_the_table(stage: Stage) -> None:
    rows = key_rows(stage.shell.poller.bindings, PadBrand.XBOX)
    words = {row.place: row.words for row in rows}
    assert words["Player 1: Move"] == "Move: W A S D, or L stick (Player 1)"
    assert words["View: Move the view"].startswith("Move the view: Up Left Down Right Ctrl+Up")
    assert words["All games: Digits 0 to 9"].startswith("Digits 0 to 9: 0 1 2")
    assert len(words) == len(rows), "no two rows have the same name"
    shared = {row.title for row in rows}
    ways = ("up", "down", "left", "right")
    in_rows_of_players = {"Finish the set-up or the turn"}
    assert {control.title for control in CONTROLS} - shared - in_rows_of_players <= {
        control.title for control in CONTROLS if control.name[-1].isdigit() or set(control.name.split("-")) & set(ways)
    }


def test_help_in_the_settings_is_about_them(stage: Stage, written: list[str]) -> None:
    show_start_screen(stage).do(ShowSettings()).do(Help()).frames(2)
    assert stage.screens.top.page == "Settings"  # type: ignore[attr-defined]
    assert any("opens and closes the settings" in text for text in written)
    stage.do(Help())
    assert isinstance(stage.screens.top, SettingsScreen)


@pytest.mark.parametrize(
    ("shown", "title"),
    [
        ("credits", "Credits"),
        ("art", "Moving art"),
        ("sessions", "Start screen"),
        ("phones closed", "Phones"),
        ("online matches", "On-line play"),
        ("online results", "On-line play"),
        ("online people", "On-line play"),
        ("settings Look", "Settings"),
        ("survivor editor", "Survivor"),
    ],
)
def test_f1_on_a_page_shows_the_help_about_it(stage: Stage, shown: str, title: str) -> None:
    SCREENS[shown](stage)
    stage.frames(2).key("F1").frames(2)
    assert help_shown(stage)
    assert stage.screens.top.page == title  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("entry", "title"),
    [("credits", "Credits"), ("art", "Moving art"), ("online", "On-line play"), ("phones", "Phones")],
)
def test_f1_on_a_tile_shows_the_help_about_it(stage: Stage, entry: str, title: str) -> None:
    show_start_screen(stage)
    stage.screens.start_menu._pointed = entry
    stage.do(Help()).frames(2)
    assert stage.screens.top.page == title  # type: ignore[attr-defined]


def test_each_game_and_universe_has_a_page_with_an_icon_of_its_own(stage: Stage) -> None:
    show_start_screen(stage)
    stage.screens.start_menu._pointed = ""
    stage.do(Help())
    shown = {title: page_of(entry).icon for title, entry in listed_entries().items()}
    assert {"Universe", "Massive", "BioWar"} <= set(shown)
    assert len(set(shown.values())) == len(shown)


@pytest.mark.parametrize("title", ["BioWar", "Massive", "Survivor"])
def test_a_button_of_the_page_begins_what_it_is_about(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    show_start_screen(stage)
    stage.screens.start_menu._pointed = ""
    stage.do(Help())
    imgui.set_nav_cursor_visible(False)
    stage.screens.top.page = title  # type: ignore[attr-defined]
    entry = listed_entries()[title]
    chosen: list[object] = []
    monkeypatch.setattr(stage.screens.start_menu, "_choose_mode", chosen.append)
    play = "Play" if entry.is_contest else "Begin"
    monkeypatch.setattr(imgui, "button", lambda label, *_: label.startswith(play))
    stage.frames(2)
    assert chosen[0] == entry


def test_help_about_the_title_screen_is_that_about_the_start_screen(stage: Stage) -> None:
    stage.shell.show_help("fanfare", {})
    assert stage.frames(2).screens.top.page == "Start screen"  # type: ignore[attr-defined]


def test_laws_of_life_move_unless_flashing_is_reduced(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    draws = help_screen.draw_rule_picture
    monkeypatch.setattr(
        help_screen,
        "draw_rule_picture",
        lambda picture, *more, **named: (seen.append(picture), draws(picture, *more, **named)),
    )
    for reduced in (True, False):
        stage.shell.settings = replace(stage.shell.settings, reduced_flashing=reduced)
        _help_on(stage, "The laws of life")
        seen.clear()
        stage.pass_seconds(2)
        stage.frames(2)
        assert len({*seen}) > 3 if not reduced else len({*seen}) == 3
        stage.do(Help())


@pytest.mark.parametrize(("name", "period"), [("block", 1), ("blinker", 2), ("glider", 32)])
def test_laws_of_life_repeat(name: str, period: int) -> None:
    assert len(generations_of(name)) == period


def test_search_answers_a_question_and_lists_a_text_once() -> None:
    passages = [
        Passage("A", "1", "With one neighbour a cell dies."),
        Passage("B", "1", "With one neighbour a cell dies."),
        Passage("C", "1", "Press a key."),
    ]
    assert find_passages(passages, "How do cells die?") == passages[:1]
    assert find_passages(passages, "how do cells die", "B") == passages[1:2]
    assert find_passages(passages, "where is it") == []
