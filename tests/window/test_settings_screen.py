"""The page of settings: every key can be changed on it, a sample board follows the look, and nothing jumps."""

from __future__ import annotations

import numpy as np
import pytest
from imgui_bundle import imgui
from window.imgui_audit import audited
from window.online_stage import press_button
from window.stage import Stage, choose_seats, show_start_screen

from gpulife.games.matches import default_rule, new_match
from gpulife.input.commands import Bind, ChangeLook, ChangeSetting, Scheme, ShowSettings
from gpulife.seats import Seat, Seats
from gpulife.settings import Settings
from gpulife.window.panels import keys, players, program, sound
from gpulife.window.settings_screen import SettingsScreen

SIZE = (800, 600)


def show(stage: Stage, title: str) -> SettingsScreen:
    """Show a section of the page over the screen that is shown."""
    page = SettingsScreen(stage.shell, stage.screens, lambda: stage.controller)
    page.section = title
    stage.screens.push(page)
    stage.frames(4)
    return page


def test_keys_can_be_changed_from_the_start_screen(stage: Stage) -> None:
    show_start_screen(stage)
    show(stage, keys.TITLE)
    press_button(stage, "Change")
    control = stage.shell.panel_state.binding
    assert control, "it waits for a key"
    stage.key("ScrollLock")
    stage.frames(2)
    assert not stage.shell.panel_state.binding
    assert "ScrollLock" in [input_.name for input_ in stage.shell.poller.bindings.table[control]]
    stage.do(Bind(control, ""))


def test_sample_follows_the_settings_at_once(stage: Stage) -> None:
    show_start_screen(stage)
    page = show(stage, "Look")
    sample = page.sample
    before = stage.frames(3).picture
    stage.do(ChangeLook("shapes", value=True)).do(ChangeLook("brightness", 0.4)).frames(2)
    assert sample.board is not None
    assert (sample.board.look.shapes, sample.board.look.brightness) == (True, 0.4)
    assert (before != stage.picture).any()
    stage.do(ShowSettings())
    assert sample.board is None, "it is released with the page"


def test_figures_of_the_program_are_shown_on_request_only(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(program, "fact", lambda title, _: shown.append(title))
    show_start_screen(stage)
    show(stage, program.TITLE)
    assert not shown
    stage.do(ChangeSetting("technical_figures", value=True)).frames(1)
    assert "Renderer" in shown


def test_nothing_moves_when_a_seat_is_closed(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    heights: list[float] = []
    request_buttons = players.request_buttons

    def noted(requests: dict[str, object]) -> object:
        heights.append(players.imgui.get_cursor_pos_y())
        return request_buttons(requests)

    monkeypatch.setattr(players, "request_buttons", noted)
    choose_seats(stage, Seats(tuple(Seat() for _ in range(6))))
    stage.shell.begin(new_match("biowar", default_rule("biowar").on_board((11, 24)), (11, 24), 1))
    stage.frames(2)
    show(stage, "Players")
    before = heights[-1]
    choose_seats(stage, Seats((Seat(), Seat(1), Seat(), *(Seat(closed=True) for _ in range(3)))))
    stage.frames(2)
    assert heights[-1] == before


@pytest.mark.parametrize("title", ["Look", "Effects", "Players", sound.TITLE, keys.TITLE, program.TITLE])
def test_a_small_window_cuts_nothing_off(stage: Stage, title: str) -> None:
    stage.shell.begin(new_match("one-seed", default_rule("one-seed"), (96, 160), 1))
    stage.frames(2)
    show(stage, title)
    with audited() as found:
        stage.frames(2)
    assert not found


def test_a_key_in_use_is_named_once_and_can_be_swapped(stage: Stage) -> None:
    show_start_screen(stage)
    page = show(stage, keys.TITLE)
    told = len(stage.messages)
    stage.do(Bind("player1-up", "key:S")).frames(2)
    problem = stage.shell.panel_state.binding_problem
    assert problem is not None
    assert problem.words == "S is already in use: Player 1's down."
    assert len(stage.messages) == told
    press_button(stage, "Swap the keys of both")
    stage.frames(2)
    table = stage.shell.poller.bindings.table
    assert [str(key) for key in (*table["player1-up"], *table["player1-down"])] == ["key:S", "key:W"]
    stage.do(Bind("halt", "key:F1"))
    assert stage.shell.panel_state.binding_problem is not None
    stage.screens.pop(page)
    assert stage.shell.panel_state.binding_problem is None


def test_only_a_changed_key_has_a_button_for_the_usual_one(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    show_start_screen(stage)
    show(stage, keys.TITLE)
    drawn: list[str] = []
    button = imgui.button
    monkeypatch.setattr(imgui, "button", lambda label, *size: (drawn.append(label), button(label, *size))[1])
    stage.frames(1)
    assert "Change" in drawn
    assert "Default" not in drawn
    stage.do(Bind("player1-up", "key:ScrollLock"))
    drawn.clear()
    stage.frames(1)
    assert drawn.count("Default") == 1


def test_the_sample_begins_again_when_it_is_still(stage: Stage) -> None:
    show_start_screen(stage)
    page = show(stage, "Look")
    stage.pass_seconds(1)
    sample = page.sample.board
    assert sample is not None
    still = np.zeros((24, 32), np.uint8)
    still[4:6, 4:6] = 1
    sample._engine.paint(0, 0, still)
    stage.pass_seconds(2)
    assert np.count_nonzero(sample._engine.read_all()) > 4


def test_defaults_bring_back_what_was_changed(stage: Stage) -> None:
    stage.shell.begin(new_match("one-seed", default_rule("one-seed"), (96, 160), 1))
    stage.frames(2)
    look = stage.controller.play.display.look
    stage.do(Scheme("Neon")).do(ChangeLook("brightness", 0.4))
    stage.do(ChangeLook("grid", value=True)).do(ChangeLook("trails", 0.1)).do(ChangeSetting("volume", 0.1))
    for title in ("Look", "Effects", sound.TITLE):
        show(stage, title)
        press_button(stage, "Defaults")
        stage.frames(2).do(ShowSettings())
    assert stage.controller.play.display.look == look
    settings = stage.shell.settings
    assert (settings.scheme, settings.grid, settings.volume) == ("", None, Settings().volume)


def test_the_chosen_scheme_colours_the_picture_on_a_set_up_page(stage: Stage) -> None:
    show_start_screen(stage)
    stage.screens.start_menu.choose("one-seed")
    stage.frames(8)
    (preview,) = stage.screens.start_menu._large._made.values()  # type: ignore[union-attr]
    before = preview.look.colours[1:]  # type: ignore[attr-defined]
    stage.shell.change("scheme", "Atari wine")
    stage.frames(3)
    assert preview.look.colours[1:] != before  # type: ignore[attr-defined]
