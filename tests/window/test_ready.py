"""The clock of a round begins when its people are ready."""

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

SIZE = (1024, 600)
START = Action(NOBODY, ActionKind.START)


def contest(stage: Stage, *seats: Seat) -> Stage:
    """A round of Seed List that has been started, with two people if not others are named."""
    stage.shell.settings = changed(stage.shell.settings, "wait_for_players", value=True)
    choose_seats(stage, Seats(seats or (Seat(), Seat())))
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (24, 40), 1), (START,))
    return stage.frames(3)


def stands_still(stage: Stage) -> bool:
    """Whether no time passes in a quarter of a second."""
    before = stage.play.session.ticks
    return stage.live(15).play.session.ticks == before


def waits(stage: Stage) -> bool:
    assert stage.play.session.state.phase is RoundPhase.SET_UP
    return stands_still(stage)


def test_the_set_up_waits_for_both(stage: Stage) -> None:
    assert waits(contest(stage))
    assert waits(stage.key("LeftShift")), "the other one is not ready"
    assert waits(stage.key("LeftShift")), "and is not so by a second press of the first"
    assert stage.messages[-1] == "Waiting for Right"
    assert not waits(stage.key("RightCtrl"))
    state = stage.play.session.state
    assert [side.score for side in state.sides] == [0, 0], "the presses plant nothing"
    assert stage.key("LeftShift").live(2).play.session.state.sides[0].score == 1, "but the next ones do"


def test_refusing_takes_it_back(stage: Stage) -> None:
    contest(stage).key("LeftShift").key("R")
    assert stage.messages[-1] == "Waiting for Left and Right"
    assert waits(stage.key("RightCtrl"))
    assert waits(stage.key("R")), "a second time it changes nothing"
    assert stage.messages[-1] == "Waiting for Left"
    assert not waits(stage.key("LeftShift"))


@pytest.mark.parametrize("key", ["Space", "Enter", "F4"])
def test_keys_that_go_on_elsewhere_say_it_for_all_at_the_keyboard(stage: Stage, key: str) -> None:
    contest(stage).key(key)
    state = stage.live(30).play.session.state
    assert state.phase is RoundPhase.SET_UP, "it does not halt, step or end anything"
    assert state.clock.ticks > 20


def test_one_person_against_a_computer_is_waited_for_alone(stage: Stage) -> None:
    assert waits(contest(stage, Seat(), Seat(level=1)))
    assert stage.controller.player_names == ("You", "Computer 1")
    assert not waits(stage.key("LeftShift"))


def test_a_click_says_so_for_who_plays_with_the_mouse(stage: Stage) -> None:
    contest(stage, Seat(level=1), Seat())
    stage.frames(1, MouseButton(0, pressed=True, x=700, y=300)).frames(1, MouseButton(0, pressed=False, x=700, y=300))
    assert not waits(stage)
    assert stage.play.session.state.scores[1] == 0


def test_a_pad_joins_while_others_wait_and_speaks_for_its_seat(stage: Stage) -> None:
    contest(stage)
    stage.pad("a", socket=0)
    assert "Player 1 plays with Pad 0" in stage.messages
    assert waits(stage), "joining is not being ready"
    stage.pad("start", socket=0)
    assert waits(stage)
    stage.pad("a", socket=1).pad("a", socket=1)
    assert not waits(stage)


def test_computers_alone_begin_by_themselves(stage: Stage) -> None:
    assert not waits(contest(stage, Seat(level=1), Seat(level=1)))


def test_the_next_round_waits_again(stage: Stage) -> None:
    contest(stage).key("Space")
    stage.live(3).act(ActionKind.RESIGN)
    stage.do(Action(0, ActionKind.RESIGN)).live(3)
    assert stage.play.session.state.phase is RoundPhase.OVER
    assert waits(stage.key("Escape").live(3))
    assert not waits(stage.key("Space"))


def test_going_back_to_a_set_up_asks_nobody_twice(stage: Stage) -> None:
    contest(stage).key("Space").live(60)
    stage.do(Jump(-0.5)).live(3)
    assert not stands_still(stage)
    stage.do(Seek(10)).live(3).key("LeftShift")
    assert not waits(stage)


def test_what_is_resumed_or_played_back_does_not_wait(stage: Stage) -> None:
    contest(stage).key("Space").live(30)
    recording = stage.play.session.recording()
    stage.shell.begin(recording.match, recording=recording)
    assert not waits(stage.frames(3))


def test_another_option_may_be_chosen_while_nobody_is_ready(stage: Stage) -> None:
    contest(stage, Seat(), Seat(level=1)).key("F2")
    assert stage.play.session.match.option == "HCAP"


def test_nothing_waits_if_the_settings_say_so(stage: Stage) -> None:
    contest(stage)
    stage.shell.settings = changed(stage.shell.settings, "wait_for_players", value=False)
    assert not waits(stage)


def test_who_waits_for_nobody_sees_attract_mode(stage: Stage) -> None:
    contest(stage)
    stage.shell.settings = changed(stage.shell.settings, "attract_seconds", 2)
    assert not stage.pass_seconds(3).screens.attract.idle
    assert stage.screens.attract.on
