"""Seats in the real window: players, names and colours, the title, attract mode, and handicaps by pad."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal
from window.stage import Stage, choose_seats, show_start_screen

from gpulife.games.core.game import Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.games.title_screen import FANFARE, READ_TICKS, FanfareState, title_cells
from gpulife.input.commands import ChangeSeat, Scheme
from gpulife.input.events import FilesDropped, KeyEvent, MouseButton
from gpulife.rules import parse_rule
from gpulife.seats import Seat, Seats
from gpulife.settings import changed
from gpulife.window import attract_screen
from gpulife.window.play.frame_render import snapshot_of
from gpulife.window.start.setup_page import SetupPage

SIZE = (860, 500)
BOARD = (44, 80)


def contest(stage: Stage, option: str = "NORM", game: str = "seed-list") -> ContestState:
    stage.shell.begin(new_match(game, parse_rule("Immigration"), BOARD, 7, option))
    stage.frames(2).act(ActionKind.START)
    return state(stage)


def state(stage: Stage) -> ContestState:
    found = stage.play.session.state
    assert isinstance(found, ContestState)
    return found


def pass_seconds(stage: Stage, seconds: float) -> Stage:
    return stage.pass_seconds(seconds)


def seat(stage: Stage, player: int, what: str, value: str | int) -> Stage:
    return stage.do(ChangeSeat(player, what, value))


def idle(stage: Stage, seconds: float) -> Stage:
    stage.shell.settings = changed(stage.shell.settings, "attract_seconds", 5)
    return pass_seconds(stage, seconds)


def test_computer_takes_over_during_match(stage: Stage) -> None:
    contest(stage)
    seat(stage, 1, "level", 3)
    assert stage.messages[-1] == "the computer plays on the right: Rival"
    pass_seconds(stage, 15)
    planted = int((stage.cells == 2).sum())
    assert planted > 0
    assert not (stage.cells == 1).any()
    assert stage.shell.settings.right_seat == "computer:3"
    seat(stage, 1, "level", 0)
    cursor = state(stage).cursors[1]
    pass_seconds(stage, 5)
    assert (stage.cells == 2).sum() == planted
    after = state(stage).cursors[1]
    assert (after.row, after.column, after.stick, after.trigger) == (cursor.row, cursor.column, (0, 0), False)
    assert stage.shell.settings.right_seat == "person"


def test_keys_of_computer_seat_are_refused(stage: Stage) -> None:
    contest(stage)
    seat(stage, 1, "level", 1)
    before = state(stage).cursors[1]
    for key in ("Up", "RightCtrl", "K"):
        said = len(stage.messages)
        stage.key(key)
        assert stage.messages[said:] == ["the computer plays on the right: you play with WASD"]
    after = state(stage).cursors[1]
    assert (before.row, after.trigger) == (after.row, False)
    stage.key("2", "Ctrl", "Shift")
    assert state(stage).phase is RoundPhase.SET_UP
    row = state(stage).cursors[0].row
    stage.key("W")
    assert state(stage).cursors[0].row == row - 1, "the person plays on"


def test_single_pad_gets_persons_seat(stage: Stage) -> None:
    contest(stage)
    seat(stage, 0, "level", 2)
    stage.pad("a")
    assert stage.messages[-1] == "Player 2 plays with Pad 0"
    stage.pad("a", socket=1)
    assert stage.messages[-1] == "No seat is free for Pad 1"


def test_names_and_colours_are_saved(stage: Stage) -> None:
    contest(stage)
    seat(stage, 0, "name", "  Ada ")
    seat(stage, 1, "level", 4)
    seat(stage, 0, "colour", "#10c040")
    assert snapshot_of(stage.controller).seats.names == ("Ada", "Survivor")
    assert stage.play.display.look.colours[1] == (0x10, 0xC0, 0x40)
    scheme = stage.play.display.look.colours[2]
    stage.do(Scheme())
    assert stage.play.display.look.colours[1] == (0x10, 0xC0, 0x40), "whatever the scheme"
    assert stage.play.display.look.colours[2] != scheme
    settings = stage.shell.settings
    assert (settings.left_name, settings.left_colour, settings.right_seat) == ("Ada", "#10c040", "computer:4")
    seat(stage, 0, "name", "x" * 17)
    assert "at most 16" in stage.messages[-1]
    seat(stage, 0, "colour", "green")
    assert "#rrggbb" in stage.messages[-1]
    seat(stage, 0, "swap", 0)
    assert stage.play.seats.names == ("Survivor", "Ada")
    seat(stage, 1, "colour", "")
    assert stage.play.display.look.colours[2] != (0x10, 0xC0, 0x40)


def test_pad_begins_game_against_computer(stage: Stage) -> None:
    show_start_screen(stage)
    stage.pad("dpad_down").pad("dpad_right").pad("dpad_right").pad("a").frames(4)
    assert isinstance(stage.screens.start_menu.page, SetupPage)
    assert stage.screens.start_menu.page.game.name == "seed-list"
    stage.pad("dpad_down")
    while stage.screens.start_menu.page.seats.levels[1] != 2:
        stage.pad("dpad_right").pad("a").frames(2)
    stage.pad("dpad_up").pad("a").frames(4)
    assert not stage.menu_shown
    assert stage.play.seats.names == ("Left", "Gardener")
    assert state(stage).phase is RoundPhase.SET_UP
    stage.pad("a")
    assert stage.messages[-1] == "Player 1 plays with Pad 0"
    show_start_screen(stage)
    assert stage.shell.settings.last_mode == "seed-list"
    stage.pad("dpad_down").pad("dpad_right").pad("a").frames(4)
    assert stage.screens.start_menu.page is not None
    stage.pad("b")
    assert stage.screens.start_menu.page is None
    assert stage.menu_shown
    stage.pad("dpad_right").pad("a")
    stage.frames(4)
    stage.pad("a")
    stage.frames(4)
    assert stage.play.seats.names == ("Left", "Gardener"), "the last opponent is chosen"
    assert not stage.menu_shown


def test_reset_shows_title_and_start_begins_game(stage: Stage) -> None:
    contest(stage, "FAST", "one-seed")
    stage.key("F5")
    playing = stage.play
    assert isinstance(playing.session.state, FanfareState)
    assert_boards_equal(stage.cells, title_cells((96, 160)))
    assert not stage.controller.layout.panels_shown
    pass_seconds(stage, READ_TICKS / 60 + 3)
    assert playing.session.computed > 3
    stage.key("F4")
    match = stage.play.session.match
    assert (match.game, match.option) == ("one-seed", "FAST")
    assert state(stage).phase is RoundPhase.SET_UP


def test_any_start_leaves_the_title(stage: Stage) -> None:
    for leave in (
        lambda: stage.pad("start"),
        lambda: stage.pad("start"),
        lambda: stage.frames(2, MouseButton(0, pressed=True, x=400.0, y=250.0)),
    ):
        contest(stage)
        stage.act(ActionKind.RESET)
        assert stage.play.session.match.game == FANFARE
        leave()
        stage.frames(2)
        assert state(stage).phase is RoundPhase.SET_UP


def test_attract_mode_restores_session(stage: Stage) -> None:
    stage.begin().act(ActionKind.SOUP, data="0.3")
    mine, cells = stage.play, stage.cells
    stage.shell.show_start_menu()
    idle(stage, 4)
    assert not stage.screens.attract.on
    idle(stage, 3)
    assert stage.screens.attract.on
    assert stage.play.seats.names == ("Rival", "Survivor")
    assert not stage.controller.layout.panels_shown
    pass_seconds(stage, 15)
    assert {1, 2} <= set(np.unique(stage.cells))
    stage.frames(3, KeyEvent("Enter", pressed=True))
    assert not stage.screens.attract.on
    assert stage.menu_shown
    assert stage.play is mine
    assert_boards_equal(stage.cells, cells)
    assert stage.play.seats.names == ("Left", "Right")
    stage.frames(30)
    assert stage.menu_shown, "the key that ends it chooses nothing"


@pytest.mark.parametrize("how", ["pad", "mouse"])
def test_input_ends_or_delays_attract_mode(stage: Stage, how: str) -> None:
    stage.pads.hold(0)
    show_start_screen(stage)
    idle(stage, 4)
    stage.pad("dpad_down")
    idle(stage, 4)
    assert not stage.screens.attract.on
    idle(stage, 2)
    assert stage.screens.attract.on
    if how == "pad":
        stage.pad("a")
    else:
        stage.frames(2, MouseButton(0, pressed=True, x=5.0, y=5.0))
    assert not stage.screens.attract.on
    assert stage.menu_shown


def test_dropped_file_ends_attract_mode(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "blinker.rle").write_text("x = 3, y = 1, rule = QuadLife\n3A!")
    show_start_screen(stage)
    idle(stage, 7)
    assert stage.screens.attract.on
    stage.frames(3, FilesDropped((tmp_path / "blinker.rle",)))
    assert not stage.screens.attract.on
    assert stage.messages[-1] == "opened blinker.rle. Rule: QuadLife"
    assert stage.play.session.match.rule.startswith("QuadLife")
    idle(stage, 7)
    assert not stage.screens.attract.on
    stage.shell.show_start_menu()
    idle(stage, 7)
    assert stage.screens.attract.on, "and it can begin again"


def test_attract_mode_never_disturbs_a_match_or_a_board(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.begin()
    idle(stage, 6)
    assert not stage.screens.attract.on
    contest(stage)
    idle(stage, 6)
    assert not stage.screens.attract.on
    stage.act(ActionKind.RESIGN)
    stage.do(Action(0, ActionKind.RESIGN))
    assert state(stage).phase is RoundPhase.OVER
    idle(stage, 6)
    assert not stage.screens.attract.on, "somebody may still read the result"
    monkeypatch.setattr(attract_screen, "_RESULT_SECONDS", 10)
    idle(stage, 8)
    assert stage.screens.attract.on
    stage.screens.attract.end()
    assert state(stage).phase is RoundPhase.OVER
    stage.shell.settings = changed(stage.shell.settings, "attract_seconds", 0)
    stage.shell.show_start_menu()
    pass_seconds(stage, 8)
    assert not stage.screens.attract.on


def test_handicaps_by_pad(stage: Stage) -> None:
    contest(stage, "HCAP")
    stage.pad("a")
    stage.pad("a", socket=1)
    assert state(stage).phase is RoundPhase.HANDICAP
    assert snapshot_of(stage.controller).typing == 0
    for socket, digits in ((0, (1, 0)), (1, (0, 2))):
        for digit in digits:
            for _ in range(digit + 1):
                stage.pad("dpad_up", socket=socket)
            stage.pad("a", socket=socket)
    assert state(stage).phase is RoundPhase.SET_UP
    assert state(stage).seeds == (10, 2)


def test_both_species_flash_after_a_tie(stage: Stage) -> None:
    contest(stage)
    stage.act(ActionKind.HALT)
    pass_seconds(stage, 5.5)  # of which both had five to plant
    assert state(stage).phase is RoundPhase.OVER
    assert stage.controller.overlay is not None
    assert stage.play.runner.flash_species == (1, 2)


def test_seats_of_settings_apply_at_start(stage: Stage) -> None:
    assert stage.shell.seats[2] == Seats((Seat(), Seat()))
    choose_seats(stage, stage.shell.seats[2].with_levels(1, 2))
    contest(stage)
    assert len(stage.play.session.players) == 2
    stage.begin()
    assert stage.play.session.players == (), "nobody but people plays in Study Mode"
