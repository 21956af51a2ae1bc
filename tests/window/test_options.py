"""Options of games on their set-up pages: titles, descriptions, and the remembered choice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from imgui_bundle import imgui
from window.desktop import Screen
from window.stage import Stage, show_start_screen

from gpulife.games.core.area_edit import MERGE_TITLES, MERGES
from gpulife.games.core.shared_texts import option_title
from gpulife.games.registry import GAMES
from gpulife.games.start_presets import START_PRESETS
from gpulife.settings import changed, load_settings, save_settings
from gpulife.window.panels import widgets
from gpulife.window.screens import FlashingQuestion
from gpulife.window.start import setup_page
from gpulife.window.start.setup_page import SetupPage
from gpulife.window.start.start_menu import StartMenu, StartMenuChoice

SIZE = (800, 600)


def set_up(stage: Stage, name: str) -> SetupPage:
    """The page of a game, as the start screen shows it."""
    menu = show_start_screen(stage).screens.top
    assert isinstance(menu, StartMenu)
    stage.do(StartMenuChoice(name))
    assert isinstance(menu.page, SetupPage)
    return menu.page


@pytest.mark.parametrize("name", ["biowar", "seed-list"])
def test_chosen_option_is_remembered(stage: Stage, name: str) -> None:
    page = set_up(stage, name)
    assert page.option == "NORM"
    page.option = "SLOW"
    match = START_PRESETS[name].match(1, "SLOW")
    stage.do(StartMenuChoice(setup_page.NewGame(match)))
    assert stage.play.session.match.option == "SLOW"
    assert set_up(stage, name).option == "SLOW"
    assert set_up(stage, "one-seed").option == "NORM", "each game has its own"


def test_each_game_remembers_its_own_opponent(stage: Stage) -> None:
    for name, level in (("one-seed", 1), ("seed-list", 3)):
        page = set_up(stage, name)
        page.seats = page.seats.with_levels(0, level)
        stage.do(StartMenuChoice(setup_page.NewGame(page.match(1), page.seats)))
        assert stage.play.seats.levels == (0, level)
    assert max(set_up(stage, "one-seed").seats.levels) == 1
    assert max(set_up(stage, "seed-list").seats.levels) == 3


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("realtime", {"people": 2, "computers": 15, "level": 4, "tick_seconds": 0.25, "limit": 50}),
        ("biowar", {"scale": 2, "torus": True, "limit": 20}),
    ],
)
def test_all_choices_of_a_page_are_remembered(stage: Stage, name: str, chosen: dict[str, object]) -> None:
    page = set_up(stage, name)
    for choice, value in chosen.items():
        assert getattr(page, choice) != value
        setattr(page, choice, value)
    match = page.match(1)
    assert match.settings["limit"] == chosen["limit"]
    stage.do(StartMenuChoice(setup_page.NewGame(match)))
    page = set_up(stage, name)
    assert {choice: getattr(page, choice) for choice in chosen} == chosen
    page.restore(dict.fromkeys(chosen, "nonsense"))
    assert {choice: getattr(page, choice) for choice in chosen} == chosen


def test_remembered_options_are_validated(stage: Stage, tmp_path) -> None:
    path = tmp_path / "settings.toml"
    before = stage.shell.settings
    after = changed(before, "chosen_options", ["biowar=FAST", "seed-list=TURBO", "nothing"])
    save_settings(after, path, before)
    stage.shell.settings = replace(before, chosen_options=load_settings(path).chosen_options)
    assert set_up(stage, "biowar").option == "FAST"
    assert set_up(stage, "seed-list").option == "NORM"


def test_option_description_follows_pointer(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    rows: list[list[str]] = []
    keep = widgets.button_row

    def point(labels, picked=None, focus=None, columns=None, on_point=lambda _: None):
        rows.append(list(labels))
        if "Slow" in labels:
            on_point(list(labels).index("Slow"))
        return keep(labels, picked, focus, columns)

    monkeypatch.setattr(setup_page, "button_row", point)
    monkeypatch.setattr(setup_page, "caption", said.append)
    page = set_up(stage, "biowar")
    page.is_unfolded = True
    said.clear()
    stage.frames(2)
    assert "Slow: 60 seconds a turn to place cells" in said
    assert ["Normal", "Fast", "Slow"] in rows
    assert page.option == "NORM", "pointing is not choosing"


def test_options_have_titles_and_descriptions() -> None:
    for game in GAMES.values():
        for name, about in game.options.items():
            assert option_title(name)[:1].isupper() or name.isdigit()
            assert len(about.split()) > 3, f"{game.name}: {name} says nothing"


def test_click_beside_flashing_question_keeps_it(stage: Stage, screen: Screen, request: pytest.FixtureRequest) -> None:
    stage.shell.settings = replace(stage.shell.settings, reduced_flashing=None)
    show_start_screen(stage)
    assert isinstance(stage.screens.top, FlashingQuestion)
    width, height = stage.shell.window.view_size
    request.addfinalizer(lambda: screen.do("mousemove", 10_000, 10_000))
    for x, y in ((40, height - 40), (width // 2, height // 2 + 35)):
        screen.do("mousemove", "--sync", x, y)
        stage.frames(2)
        for pressed in (True, False):
            imgui.get_io().add_mouse_button_event(0, pressed)
            stage.frames(2)
    assert stage.shell.settings.reduced_flashing is True, "the button could still be pressed"


@pytest.mark.parametrize("is_busy", [False, True])
def test_click_within_a_frame_answers_flashing_question(stage: Stage, *, is_busy: bool) -> None:
    stage.shell.settings = replace(stage.shell.settings, reduced_flashing=None)
    show_start_screen(stage).key("F1").frames(2)
    assert isinstance(stage.screens.top, FlashingQuestion), "no page covers it"
    width, height = stage.shell.window.view_size
    imgui.get_io().add_mouse_pos_event(width // 2, height // 2 + 35)
    for pressed in (True, False):
        imgui.get_io().add_mouse_button_event(0, pressed)
    if is_busy:  # long work draws the window meanwhile
        stage.shell.redraw()
        stage.shell.redraw()
    stage.frames(3)
    assert stage.shell.settings.reduced_flashing is True


def test_paste_modes_have_titles() -> None:
    assert set(MERGE_TITLES) == set(MERGES)
    assert all(title[:1].isupper() and len(title) > 2 for title in MERGE_TITLES.values())
