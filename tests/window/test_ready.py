"""The ready check: a round's clock begins when its people are ready."""

from __future__ import annotations

import pytest
from window.stage import Stage, choose_seats

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.survival1982.state import RoundPhase
from gpulife.input.commands import Jump, Seek
from gpulife.input.events import MouseButton
from gpulife.rules import parse_rule
from gpulife.seats import Seat, Seats
from gpulife.settings import changed
from gpulife.window.play.session_saver import standing_of

SIZE = (1024, 600)
START = Action(NOBODY, ActionKind.START)


def contest(stage: Stage, *seats: Seat) -> Stage:
    """A round of Seed List that has been started, with two people if not others are named."""
    stage.shell.settings = changed(stage.shell.settings, "wait_for_players", value=True)
    choose_seats(stage, Seats(seats or (Seat(), Seat())))
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (24, 40), 1), (START,))
    return stage.frames(3)


def stands_still(stage: Stage) -> bool:
    """Return True if the session does not advance in a quarter of a second."""
    before = stage.play.session.ticks
    return stage.live(15).play.session.ticks == before


def waits(stage: Stage) -> bool:
    assert stage.play.session.state.phase is RoundPhase.SET_UP
    return stands_still(stage)


def test_set_up_waits_for_both_players(stage: Stage) -> None:
    assert waits(contest(stage))
    assert waits(stage.key("LeftShift")), "the other one is not ready"
    assert waits(stage.key("LeftShift")), "and is not so by a second press of the first"
    assert stage.messages[-1] == "Waiting for Right"
    assert not waits(stage.key("RightCtrl"))
    state = stage.play.session.state
    assert [side.score for side in state.sides] == [0, 0], "the presses plant nothing"
    assert stage.key("LeftShift").live(2).play.session.state.sides[0].score == 1, "but the next ones do"


def test_refusing_withdraws_ready(stage: Stage) -> None:
    contest(stage).key("LeftShift").key("R")
    assert stage.messages[-1] == "Waiting for Left and Right"
    assert waits(stage.key("RightCtrl"))
    assert waits(stage.key("R")), "a second time it changes nothing"
    assert stage.messages[-1] == "Waiting for Left"
    assert not waits(stage.key("LeftShift"))


@pytest.mark.parametrize("key", ["Space", "Enter", "F4"])
def test_shared_keys_mean_ready_for_all_at_keyboard(stage: Stage, key: str) -> None:
    contest(stage).key(key)
    state = stage.live(30).play.session.state
    assert state.phase is RoundPhase.SET_UP, "it does not halt, step or end anything"
    assert state.clock.ticks > 20


def test_computer_needs_no_ready(stage: Stage) -> None:
    assert waits(contest(stage, Seat(), Seat(level=1)))
    assert stage.controller.player_names == ("You", "Beginner")
    assert not waits(stage.key("LeftShift"))


def test_click_means_ready_for_mouse_player(stage: Stage) -> None:
    contest(stage, Seat(level=1), Seat())
    stage.frames(1, MouseButton(0, pressed=True, x=700, y=300)).frames(1, MouseButton(0, pressed=False, x=700, y=300))
    assert not waits(stage)
    assert stage.play.session.state.scores[1] == 0


def test_pad_joins_during_ready_check(stage: Stage) -> None:
    contest(stage)
    stage.pad("a", socket=0)
    assert "Player 1 plays with Pad 0" in stage.messages
    assert waits(stage), "joining is not being ready"
    stage.pad("start", socket=0)
    assert waits(stage)
    stage.pad("a", socket=1).pad("a", socket=1)
    assert not waits(stage)


def test_computers_begin_without_ready_check(stage: Stage) -> None:
    assert not waits(contest(stage, Seat(level=1), Seat(level=1)))


def test_next_round_waits_for_ready(stage: Stage) -> None:
    contest(stage).key("Space")
    stage.live(3).act(ActionKind.RESIGN)
    stage.do(Action(0, ActionKind.RESIGN)).live(3)
    assert stage.play.session.state.phase is RoundPhase.OVER
    assert waits(stage.do(Action(NOBODY, ActionKind.AGAIN)).live(3))
    assert not waits(stage.key("Space"))


def test_rewinding_to_set_up_does_not_ask_again(stage: Stage) -> None:
    contest(stage).key("Space").live(60)
    stage.do(Jump(-0.5)).live(3)
    assert not stands_still(stage)
    stage.do(Seek(10)).live(3).key("LeftShift")
    assert not waits(stage)


def test_resumed_and_replayed_sessions_do_not_wait(stage: Stage) -> None:
    contest(stage).key("Space").live(30)
    recording = stage.play.session.recording()
    stage.shell.begin(recording.match, recording=recording)
    assert not waits(stage.frames(3))


def test_continued_match_waits_for_a_key(stage: Stage) -> None:
    contest(stage, Seat(), Seat(level=1)).key("Space").live(30)
    assert standing_of(stage.controller) == "You 0 : 0 Beginner"
    stage.screens.start_menu.open()
    stage.screens.start_menu.choose("")
    assert waits(stage.frames(3))
    assert not waits(stage.key("LeftShift"))
    stage.do(Action(0, ActionKind.RESIGN)).live(3)
    stage.screens.start_menu.open()
    last = stage.screens.start_menu._notice(())
    assert (last.entry.facts.split(", ")[1], last.label) == ("over: Beginner wins", "Show the result")
    assert standing_of(stage.controller).startswith("Over: ")
    stage.screens.start_menu.choose("")
    assert not stage.frames(3).play.runner.holds(), "it is over"


def test_option_can_change_before_ready(stage: Stage) -> None:
    contest(stage, Seat(), Seat(level=1)).key("F2")
    assert stage.play.session.match.option == "HCAP"


def test_setting_turns_ready_check_off(stage: Stage) -> None:
    contest(stage)
    stage.shell.settings = changed(stage.shell.settings, "wait_for_players", value=False)
    assert not waits(stage)


def test_attract_mode_begins_during_ready_check(stage: Stage) -> None:
    contest(stage)
    stage.shell.settings = changed(stage.shell.settings, "attract_seconds", 2)
    assert not stage.pass_seconds(3).screens.attract.idle
    assert stage.screens.attract.on
