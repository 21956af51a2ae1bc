"""Consent in the real window (R22): asking, agreeing, refusing, and leaving in any case."""

from __future__ import annotations

from dataclasses import replace

import pytest
from window.stage import Stage, choose_seats

from gpulife.games.biowar.state import BioWarState
from gpulife.games.core.consent import CONSENT, Verdict
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.realtime.match_settings import new_local_match
from gpulife.games.realtime.state import RealTimeState
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.rules import parse_rule
from gpulife.seats import Seat, Seats

SIZE = (800, 600)
K = ActionKind
START = Action(NOBODY, K.START)


def begin(stage: Stage, levels: tuple[int, int] = (0, 0), *, consent: bool = False, game: str = "seed-list") -> Stage:
    """A match in its set-up, with two people at the keyboard unless there are computers."""
    left, right = levels
    choose_seats(stage, Seats((Seat(left), Seat(right))))
    match = new_match(game, parse_rule("Immigration"), (88, 160), 1982)
    match = replace(match, settings={CONSENT: True} if consent else {})
    stage.shell.begin(match, (START,))
    stage.shell._message_until = 0.0
    return stage.frames(3)


def blocks(stage: Stage, *players: int) -> Stage:
    """A block for each side, or for these players, at once."""
    for player, column in ((0, 30), (1, 120)):
        if players and player not in players:
            continue
        for row, right in ((40, 0), (40, 1), (41, 0), (41, 1)):
            stage.play.runner.act(Action(player, K.POINT, row, column + right))
            stage.play.runner.act(Action(player, K.TRIGGER, 1))
            stage.play.runner.act(Action(player, K.TRIGGER, 0))
    return stage.frames(2)


def state_of(stage: Stage) -> ContestState:
    state = stage.play.session.state
    assert isinstance(state, ContestState)
    return state


def friends(stage: Stage) -> Stage:
    """Two people whose match asks them, in play."""
    blocks(begin(stage, consent=True)).key("Space").key("E").key("L")
    return stage.live_until(lambda: state_of(stage).phase is RoundPhase.PLAY, "in play")


def test_computer_agrees_to_pause_at_once(stage: Stage) -> None:
    blocks(begin(stage, (0, 2)))
    assert state_of(stage).consent.levels == (0, 2)
    stage.play.runner.act(Action(1, K.DONE))
    stage.key("Space").live(10)
    assert state_of(stage).phase is RoundPhase.PLAY
    stage.key("Space").live(30).frames(1)
    state = state_of(stage)
    assert (state.halted, state.consent.question, state.consent.answer) == (True, None, None)
    before = stage.cells.copy()
    stage.key("LeftShift").key("D").key("LeftShift").live(30)
    assert (stage.cells == before).all()
    stage.key("Space").live(5)
    assert state_of(stage).running


def test_space_in_set_up_waits_for_computer(stage: Stage) -> None:
    blocks(begin(stage, (0, 4)), 0).key("Space").frames(2)
    assert state_of(stage).phase is RoundPhase.SET_UP
    assert state_of(stage).consent.answer.verdict is Verdict.COMPUTER


@pytest.mark.parametrize("key", ["F2", "F3", "F4", "F8", "Plus", "U", "Enter"])
def test_one_key_does_not_end_match_against_computer(stage: Stage, key: str) -> None:
    blocks(begin(stage, (0, 2)))
    stage.play.runner.act(Action(1, K.DONE))
    stage.key("Space").live(10)
    session, starts, pace = stage.play.session, state_of(stage).starts, state_of(stage).pace
    stage.key(key).live(5).frames(1)
    assert stage.play.session is session
    state = state_of(stage)
    assert (state.starts, state.strikes, state.pace, state.phase) == (starts, 0, pace, RoundPhase.PLAY)
    if key in ("Plus", "U"):  # time passes faster in this window; the pace of the match stays
        assert (state.consent.answer, stage.controller._hurry.lasts) == (None, True)
    else:
        assert state.consent.answer.player == 1
    assert not [message for message in stage.messages if "generations a second" in message]


def test_match_against_computer_can_be_left(stage: Stage) -> None:
    blocks(begin(stage, (0, 2))).key("F9").frames(2)
    assert stage.menu_shown
    stage.screens.pop(stage.screens.start_menu)
    stage.do(Action(0, K.RESIGN))
    assert state_of(stage).phase is RoundPhase.OVER
    session = stage.play.session
    stage.key("F3").live(5)
    assert stage.play.session is not session


def test_start_after_round_needs_no_consent(stage: Stage) -> None:
    blocks(begin(stage, (0, 2))).do(Action(0, K.RESIGN)).key("F4").live(5)
    state = state_of(stage)
    assert (state.starts, state.phase) == (2, RoundPhase.SET_UP)


def test_players_agree_with_their_own_keys(stage: Stage) -> None:
    friends(stage).key("Space").live(3)
    question = state_of(stage).consent.question
    assert (question.player, question.kind) == (NOBODY, K.HALT)
    stage.key("E").live(20)
    assert state_of(stage).running
    stage.key("L").live(20)
    assert state_of(stage).halted


def test_question_hides_the_words_that_lie_below_it(stage: Stage) -> None:
    view = begin(stage, consent=True).frames(2).controller._opening_view
    assert view._words is not None
    stage.play.runner.act(Action(0, K.HALT))
    stage.frames(3)
    assert state_of(stage).consent.question is not None
    assert view._words is None


def test_player_refuses(stage: Stage) -> None:
    friends(stage).key("F4").live(3).key("K").frames(2)
    answer = state_of(stage).consent.answer
    assert (answer.kind, answer.verdict, answer.player) == (K.START, Verdict.REFUSED, 1)
    assert state_of(stage).starts == 1


@pytest.mark.parametrize("key", ["F3", "F2"])
def test_all_agree_to_next_game(stage: Stage, key: str) -> None:
    friends(stage)
    session = stage.play.session
    stage.key(key).live(5).key("E").live(5)
    assert stage.play.session is session
    stage.key("L").live(5)
    match = stage.play.session.match
    assert stage.play.session is not session
    assert (match.game != "seed-list") if key == "F3" else (match.option == "HCAP")


def test_card_names_pad_player_who_asks(stage: Stage) -> None:
    begin(stage, consent=True)
    stage.pad("a", socket=0).pad("a", socket=1)
    blocks(stage).pad(socket=0, right_trigger=1.0).live(3)
    assert state_of(stage).consent.question.player == 0
    stage.pads.hold(1, "back")
    stage.live(2)
    stage.pads.hold(1, "back", "y")
    stage.live(2)
    stage.pads.hold(1)
    stage.live(10)
    assert state_of(stage).phase is RoundPhase.PLAY


def test_no_consent_without_setting(stage: Stage) -> None:
    blocks(begin(stage)).key("Space").live(10)
    assert state_of(stage).phase is RoundPhase.PLAY
    stage.key("Space").live(20)
    assert state_of(stage).halted
    stage.key("F4").live(3)
    assert state_of(stage).starts == 2


def test_unplugged_pad_asks_for_pause(stage: Stage) -> None:
    begin(stage, consent=True)
    stage.pad("a", socket=0).pad("a", socket=1)
    blocks(stage)
    for action in (Action(0, K.HALT), Action(1, K.AGREE, 1)):
        stage.do(action)
    assert state_of(stage).phase is RoundPhase.PLAY
    del stage.pads.states[1]
    stage.frames(3)
    question = state_of(stage).consent.question
    assert (question.kind, question.player) == (K.HALT, 1)


def test_no_rewind_during_round_with_consent(stage: Stage) -> None:
    friends(stage).key("Backspace").live(5)
    assert not stage.play.session.in_the_past
    assert any("after this round" in message for message in stage.messages)
    stage.do(Action(0, K.RESIGN)).live(3)
    stage.key("Backspace").frames(2)
    session = stage.play.session
    end = session.recorded_ticks
    assert session.in_the_past
    stage.key("LeftShift").key("F4").live(3)
    assert session.recorded_ticks == end


def test_rewind_against_computer_is_allowed(stage: Stage) -> None:
    blocks(begin(stage, (0, 2))).live(20, ticks=5).key("Backspace").frames(2)
    assert stage.play.session.in_the_past


def test_biowar_computers_agree_to_pause_at_once(stage: Stage) -> None:
    match = new_match("biowar", parse_rule("BioWar:6"), (11, 24), 3)
    stage.shell.begin(match)  # the party of the settings: three computers
    stage.frames(3)
    stage.key("Space").live(3)  # before the computers have come in
    state = stage.play.session.state
    assert isinstance(state, BioWarState)
    assert state.halted
    assert state.consent is not None
    assert state.consent.levels == (0, 1, 1, 1)
    assert (state.consent.question, state.consent.answer) == (None, None)


def test_real_time_life_against_computers_cannot_restart(stage: Stage) -> None:
    stage.shell.begin(new_local_match(3, seats=(0, 2)))
    stage.frames(3)
    stage.play.runner.act(Action(0, K.JOIN, data="Ada a1 b1 c1 d1 e1 f1 g1 h1 i1 j1"))
    state = stage.live_until(lambda: stage.play.session.state.running, "begun").play.session.state
    assert isinstance(state, RealTimeState)
    hours = state.hour
    stage.key("F4").key("Plus").live(3)
    state = stage.play.session.state
    assert isinstance(state, RealTimeState)
    assert (state.phase, state.hour) == ("play", hours)
    stage.key("Space").live(3)
    assert not stage.play.session.state.running
