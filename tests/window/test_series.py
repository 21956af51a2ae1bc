"""Sets, handicaps and the credits in the window: agreed on by pad and keys, played to the end, saved, and shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from autosaves import load_autosave
from goldens import Goldens
from imgui_bundle import imgui
from window.stage import Stage, choose_seats, show_start_screen

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.series import Series
from gpulife.games.life2.state import Life2State
from gpulife.games.matches import new_match, with_series
from gpulife.games.survival1982.state import ContestState, RoundPhase, with_handicap
from gpulife.rules import parse_rule
from gpulife.seats import Seat, Seats
from gpulife.window.play.result_banner import SECONDS_TO_READ
from gpulife.window.start.setup_page import SetupPage
from gpulife.window.start.start_menu import CREDITS

SIZE = (1280, 800)
LEFT, RIGHT = 0, 1


@pytest.fixture
def goldens(stage: Stage, request: pytest.FixtureRequest, tmp_path: Path) -> Goldens:
    assert stage.window.device.is_software, "golden pictures are those of a software renderer"
    return Goldens(tmp_path, regenerate=request.config.getoption("--regenerate"))


def press(stage: Stage, *keys: imgui.Key) -> Stage:
    """Press keys in Dear ImGui, which listens to the window itself."""
    for key in keys:
        for down in (True, False):
            imgui.get_io().add_key_event(key, down)
            stage.frames(2)
    return stage


def begin(stage: Stage, game: str, series: str, option: str = "") -> Stage:
    choose_seats(stage, Seats((Seat(name="Ada"), Seat(name="Grace"))))
    shape, rule = ((5, 5), "Immigration:P5,5") if game == "life-2" else ((24, 40), "Immigration")
    match = with_series(new_match(game, parse_rule(rule), shape, 1, option), series)
    match = with_handicap(match, (20, 40)) if option == "HCAP" else match
    stage.shell.begin(match, (Action(NOBODY, ActionKind.START),))
    return stage.frames(2)


def contest(stage: Stage) -> ContestState:
    state = stage.play.session.state
    assert isinstance(state, ContestState)
    return state


def series(stage: Stage) -> Series:
    state = stage.play.session.state
    assert isinstance(state, ContestState | Life2State)
    assert state.series is not None
    return state.series


def act(stage: Stage, player: int, kind: ActionKind, a: int = 0, b: int = 0) -> Stage:
    stage.play.runner.act(Action(player, kind, a, b))
    return stage.frames(2)


def press_main(stage: Stage) -> Stage:
    """Press Return after the end, once the result could be read."""
    return stage.frames(2).pass_seconds(SECONDS_TO_READ).key("Enter").frames(2)


def plant(stage: Stage, player: int, row: int, column: int) -> Stage:
    for kind, a, b in ((ActionKind.POINT, row, column), (ActionKind.TRIGGER, 1, 0), (ActionKind.TRIGGER, 0, 0)):
        act(stage, player, kind, a, b)
    return stage


def test_pad_agrees_on_set_and_handicap(stage: Stage) -> None:
    show_start_screen(stage)
    stage.pad("dpad_down").pad("dpad_right").pad("dpad_right").pad("a").frames(4)
    setup = stage.screens.start_menu.page
    assert isinstance(setup, SetupPage)
    setup.is_unfolded = True
    stage.frames(2)
    for _ in range(4):  # past the opponents and the option
        stage.pad("dpad_down")
    stage.pad("dpad_right").pad("a")
    assert setup.option == "HCAP"
    stage.pad("dpad_down").pad("dpad_right").pad("a").frames(2)
    for _ in range(5):
        stage.pad("dpad_up")
    stage.pad("a").frames(4)
    assert not stage.menu_shown
    assert stage.play.session.match.settings["handicap"] == [20, 40]
    assert series(stage).text == "best-of-5"
    assert (contest(stage).phase, contest(stage).seeds) == (RoundPhase.SET_UP, (20, 40))


def test_option_and_handicap_by_keyboard(stage: Stage) -> None:
    show_start_screen(stage)
    press(stage, imgui.Key.down_arrow, imgui.Key.right_arrow, imgui.Key.right_arrow, imgui.Key.enter).frames(4)
    setup = stage.screens.start_menu.page
    assert isinstance(setup, SetupPage)
    setup.is_unfolded = True
    stage.frames(2)
    press(stage, *[imgui.Key.down_arrow] * 4, *[imgui.Key.right_arrow] * 6, imgui.Key.enter)
    assert (setup.option, setup.handicap) == ("HCAP", None)
    press(stage, *[imgui.Key.left_arrow] * 5, imgui.Key.enter)
    assert (setup.option, setup.handicap) == ("HCAP", (20, 40))
    press(stage, imgui.Key.left_arrow, imgui.Key.enter)
    assert (setup.option, setup.handicap) == ("NORM", None)
    press(stage, imgui.Key.escape).frames(2)
    assert stage.screens.start_menu.page is None
    assert stage.menu_shown


@pytest.mark.parametrize("how", ["keys", "pad"])
def test_credits_close_to_start_screen(stage: Stage, how: str) -> None:
    show_start_screen(stage)
    lobby = stage.screens.start_menu
    lobby.choose(CREDITS)
    stage.frames(2)
    if how == "keys":
        press(stage, imgui.Key.escape).frames(2)
        assert lobby.page is None
        lobby.choose(CREDITS)
        press(stage.frames(2), imgui.Key.enter)
    else:
        assert lobby.page == CREDITS
        stage.pad("b").frames(2)
    assert lobby.page is None
    assert stage.menu_shown


def test_best_of_three_ends_and_restarts(stage: Stage, goldens: Goldens) -> None:
    begin(stage, "one-seed", "best-of-3", "FAST")
    for number, loser in enumerate((RIGHT, LEFT)):
        for player in (LEFT, RIGHT):
            for row, column in ((12, 8), (12, 9), (13, 8), (13, 9)):
                plant(stage, player, row, column + 20 * player)
        assert series(stage).wins == ((0, 0), (1, 0))[number]
        act(stage, loser, ActionKind.RESIGN)
        assert contest(stage).phase is RoundPhase.OVER
        press_main(stage)
        assert (contest(stage).phase, contest(stage).round) == (RoundPhase.SET_UP, number + 2)
    # The third is decided on the board: Ada has one block more when the clock runs out.
    for row, column in ((5, 4), (5, 5), (6, 4), (6, 5)):
        plant(stage, LEFT, row, column)
    act(stage, LEFT, ActionKind.HALT)
    assert contest(stage).phase is RoundPhase.SET_UP, "the other is asked whether it may begin already"
    act(stage, RIGHT, ActionKind.AGREE, 1)
    stage.play_until(lambda: contest(stage).phase is RoundPhase.OVER, "over")
    assert series(stage).winner == LEFT
    stage.shell._message_until = 0.0
    stage.live(15, ticks=6).frames(40)
    goldens.check(stage.picture, "set_over")
    press_main(stage)
    assert (contest(stage).phase, contest(stage).round, series(stage).results) == (RoundPhase.SET_UP, 1, ())
    assert not stage.cells.any()


def test_saved_set_is_resumed(stage: Stage, tmp_path: Path) -> None:
    begin(stage, "seed-list", "rounds-3", "HCAP")
    press_main(act(stage, LEFT, ActionKind.RESIGN))
    plant(stage, LEFT, 5, 5)
    stage.screens.save()
    before = contest(stage)
    stage.begin()
    saved = load_autosave(tmp_path / "autosave")
    assert saved is not None
    stage.shell.begin(saved.recording.match, saved=saved)
    stage.frames(2)
    assert contest(stage).series == before.series
    assert series(stage).results == (RIGHT,)
    assert contest(stage).seeds == (19, 40)
    assert stage.play.session.match.settings["series"] == "rounds-3"


def test_player_behind_gives_up_by_button(stage: Stage) -> None:
    begin(stage, "one-seed", "double-or-nothing")
    press_main(act(stage, RIGHT, ActionKind.RESIGN))
    act(stage, RIGHT, ActionKind.RESIGN)
    assert series(stage).points == (2, 0)
    stage.key("F6").frames(3)
    press(stage, *[imgui.Key.up_arrow] * 2, imgui.Key.right_arrow, imgui.Key.enter)  # past the curves
    assert (series(stage).gave_up, series(stage).winner) == (RIGHT, LEFT)


def test_next_round_by_button(stage: Stage) -> None:
    begin(stage, "one-seed", "best-of-3")
    act(stage, LEFT, ActionKind.RESIGN)
    stage.key("F6").frames(3)
    press(stage, *[imgui.Key.up_arrow] * 2, imgui.Key.enter)
    assert (contest(stage).phase, contest(stage).round) == (RoundPhase.SET_UP, 2)


def test_life2_set_ends_with_a_winner(stage: Stage, goldens: Goldens) -> None:
    begin(stage, "life-2", "best-of-3")
    for _ in range(2):
        act(stage, LEFT, ActionKind.RESIGN)
        if not series(stage).over:
            press_main(stage)
    assert series(stage).winner == RIGHT
    stage.shell._message_until = 0.0
    goldens.check(stage.live(15, ticks=6).frames(40).picture, "life2_set_over")
