"""Pictures of keys and buttons work like the keys when clicked, so that every game can be played by mouse alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from imgui_bundle import imgui
from window.stage import Stage, choose_seats, show_start_screen

from gpulife.games.biowar.state import BioWarState
from gpulife.games.core.consent import CONSENT
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.life2.state import Life2Phase, Life2State
from gpulife.games.matches import default_rule, new_match
from gpulife.games.p2life.state import Phase
from gpulife.games.realtime.match_settings import new_local_match
from gpulife.games.realtime.state import RealTimePhase, RealTimeState
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.games.survivor.level_files import built_in_levels, level_match
from gpulife.games.survivor.rules import SurvivorState
from gpulife.input.commands import LevelRequest
from gpulife.input.events import MouseButton, MouseMove
from gpulife.rules import parse_rule
from gpulife.seats import Seat, Seats, parse_seats
from gpulife.settings import changed
from gpulife.window.help_screen import HelpScreen
from gpulife.window.panels.clickable_caps import CAPS
from gpulife.window.start.setup_page import SetupPage
from gpulife.window.start.start_menu import StartMenu

SIZE = (1280, 800)
START = Action(NOBODY, ActionKind.START)


def click(stage: Stage, control: str) -> Stage:
    """Click on the picture of a control's key on the screen, as both Dear ImGui and gpulife hear of it."""
    stage.frames(2)
    places = [area for area, press, _ in CAPS.zones if press.control == control]
    assert places, f"{control} is on no picture: {sorted({press.control for _, press, _ in CAPS.zones})}"
    left, top, right, low = places[-1]
    return click_at(stage, (left + right) / 2, (top + low) / 2)


def click_at(stage: Stage, x: float, y: float) -> Stage:
    """Click at a point of the window, as both Dear ImGui and gpulife hear of it."""
    imgui.get_io().add_mouse_pos_event(x, y)
    stage.frames(2, MouseMove(x, y))
    for pressed in (True, False):
        imgui.get_io().add_mouse_button_event(0, pressed)
        stage.frames(2, MouseButton(0, pressed, x, y))
    return stage


def click_end(stage: Stage, number: int) -> Stage:
    """Click on a button of the banner with a result: 0 is again, the last two another set-up and back to the start."""
    stage.frames(3)
    row = imgui.internal.find_window_by_name("what comes next").rect()
    return click_at(
        stage, row.min.x + row.get_width() * (number + 0.5) / len(stage.controller.end_buttons), row.get_center().y
    )


def round_of(stage: Stage, *levels: int, game: str = "seed-list", settings: dict[str, object] | None = None) -> Stage:
    stage.shell.settings = changed(stage.shell.settings, "wait_for_players", value=True)
    choose_seats(stage, Seats(tuple(Seat(level) for level in levels)))
    rule = parse_rule("Immigration") if game == "seed-list" else default_rule(game)
    shape = (24, 40) if game == "seed-list" else rule.size or (48, 64)
    match = replace(new_match(game, rule, shape, 1), settings=settings or {})
    stage.shell.begin(match, (START,))
    return stage.frames(3)


def contest(stage: Stage) -> ContestState:
    state = stage.play.session.state
    assert isinstance(state, ContestState)
    return state


def test_mouse_answers_both_ready_cards(stage: Stage) -> None:
    round_of(stage, 0, 0)
    before = stage.play.session.ticks
    click(stage, "player2-trigger").live(20)
    assert stage.play.session.ticks == before, "one of two is not ready, and a click on a key is none on the board"
    click(stage, "player1-trigger").live(20)
    assert stage.play.session.ticks > before
    assert contest(stage).scores == (0, 0), "and no cell was planted"


def test_ready_card_leads_to_help_and_start_screen(stage: Stage) -> None:
    round_of(stage, 0, 1)
    before = stage.play.session.ticks
    click(stage, "help")
    assert isinstance(stage.screens.top, HelpScreen)
    click(stage, "help")
    assert not isinstance(stage.screens.top, HelpScreen)
    assert stage.live(20).play.session.ticks == before, "neither click said that anybody is ready"
    click(stage, "start-screen")
    assert isinstance(stage.screens.top, StartMenu)


def test_mouse_plays_round_and_begins_next(stage: Stage) -> None:
    click(round_of(stage, 0, 0), "player1-trigger")
    click(stage, "player2-trigger")
    for player, column in ((0, 10), (1, 30)):
        for row, right in ((10, 0), (10, 1), (11, 0), (11, 1)):
            stage.play.runner.act(Action(player, ActionKind.POINT, row, column + right))
            stage.play.runner.act(Action(player, ActionKind.TRIGGER, 1))
            stage.play.runner.act(Action(player, ActionKind.TRIGGER, 0))
    click(click(stage, "player1-done"), "player2-done").live(30)
    assert contest(stage).phase is RoundPhase.PLAY
    assert contest(click(stage, "halt")).halted
    assert not contest(click(stage, "halt")).halted
    stage.do(Action(0, ActionKind.RESIGN)).live(30)
    assert contest(stage).phase is RoundPhase.OVER
    menu = stage.screens.start_menu
    for button, page in ((2, SetupPage), (4, type(None))):  # 3 opens the turning points
        click_end(stage, button)
        assert isinstance(stage.screens.top, StartMenu)
        assert isinstance(menu.page, page)
        menu.choose("")  # continue
        stage.live(3)
    click_end(stage, 0).live(3)
    assert (contest(stage).phase, contest(stage).round) == (RoundPhase.SET_UP, 2)


def test_statistics_offer_next_round(stage: Stage) -> None:
    round_of(stage, 0, 0)
    assert stage.controller.after_round == {}
    click(click(stage, "player1-trigger"), "player2-trigger")
    stage.do(Action(0, ActionKind.RESIGN)).live(30)
    requests = stage.controller.after_round
    assert list(requests) == ["Keep the cells", "Fresh board"]
    stage.do(requests["Keep the cells"])
    assert contest(stage.live(3)).round == 2


def test_mouse_answers_consent_card(stage: Stage) -> None:
    click(round_of(stage, 0, 0, settings={CONSENT: True}), "player1-trigger")
    click(stage, "player2-trigger").live(5)
    stage.key("F2").live(3)
    assert contest(stage).consent.question is not None
    click(stage, "player1-agree")
    click(stage, "player2-refuse").live(3)
    assert contest(stage).consent.question is None


def test_pad_button_cap_can_be_clicked(stage: Stage) -> None:
    round_of(stage, 0, 1).pad("a")
    before = stage.play.session.ticks
    click(stage, "pad-trigger").live(20)
    assert stage.play.session.ticks > before


def test_mouse_plays_biowar(stage: Stage) -> None:
    choose_seats(stage, parse_seats(("person", "person", "computer:1", "nobody", "nobody", "nobody")))
    stage.shell.begin(new_match("biowar", default_rule("biowar"), (11, 24), 1986))
    click(stage.frames(3), "player1-trigger").live(34, ticks=6)
    state = stage.play.session.state
    assert isinstance(state, BioWarState)
    assert state.sides[0].is_in
    stage.play.runner.act(Action(0, ActionKind.POINT, 5, 5))
    click(stage.live(2), "player1-trigger").live(2)
    assert stage.play.session.state.sides[0].marks == ((5, 5),)
    click(stage, "player1-done").live(2)
    assert stage.play.session.state.sides[0].done
    click(stage, "option").live(2)
    assert stage.play.session.state.sides[0].asking
    click(stage, "option").live(2)
    assert not stage.play.session.state.sides[0].asking


def test_mouse_plays_real_time_life(stage: Stage) -> None:
    stage.shell.begin(new_local_match(7, tick_seconds=1, seats=(0, 0)), (START,))
    stage.live(20)
    for player, row in ((0, 10), (1, 30)):
        for column in range(10):
            stage.play.runner.act(Action(player, ActionKind.POINT, row, 10 + column))
            stage.play.runner.act(Action(player, ActionKind.TRIGGER, 1))
            stage.play.runner.act(Action(player, ActionKind.TRIGGER, 0))
    stage.live(5)
    stage.key("Space").live(3)
    state = stage.play.session.state
    assert isinstance(state, RealTimeState)
    assert state.halted
    click(stage, "halt").live(3)
    assert not stage.play.session.state.halted
    stage.do(Action(1, ActionKind.RESIGN)).live(5)
    assert stage.play.session.state.phase is RealTimePhase.OVER
    click_end(stage, 0).live(5)
    assert stage.play.session.state.phase is not RealTimePhase.OVER


@pytest.mark.parametrize("game", ["life-2", "p2life"])
def test_mouse_plays_games_for_two(stage: Stage, game: str) -> None:
    choose_seats(stage, Seats((Seat(), Seat())))
    rule = default_rule(game)
    stage.shell.begin(new_match(game, rule, rule.size or ((5, 5) if game == "life-2" else (60, 80)), 1))
    click(stage.frames(3), "start").live(5)
    state = stage.play.session.state
    assert state.phase in (Life2Phase.OPENING, Phase.OPENING)
    if isinstance(state, Life2State):
        click(stage, "player1-trigger").live(2)
        assert stage.play.session.state.hands[0] != state.hands[0]
    else:
        click(stage, "player1-trigger").live(3)
        assert stage.play.session.state.sides[0].tokens == state.sides[0].tokens - 1
    stage.do(Action(0, ActionKind.RESIGN)).live(5)
    assert stage.play.session.state.phase in (Life2Phase.OVER, Phase.OVER)
    click_end(stage, 0).live(3)
    assert stage.play.session.state.phase in (Life2Phase.OPENING, Phase.OPENING)


def test_mouse_plays_survivor(stage: Stage) -> None:
    stage.shell.begin(level_match(built_in_levels()[0].level, 1))
    stage.frames(2).do(LevelRequest("close")).live(10)
    before = stage.play.session.state
    assert isinstance(before, SurvivorState)
    click(stage, "step").live(30)
    assert stage.play.session.state != before


def test_start_screen_help_cap_can_be_clicked(stage: Stage) -> None:
    click(show_start_screen(stage), "help")
    assert isinstance(stage.screens.top, HelpScreen)
    zones = {press.control for _, press, _ in CAPS.zones}
    assert zones <= {"help"}, "the table of keys is there to read, not to press"
