"""The guided round: offered once, step by step, without a clock, and free to leave at any time."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from imgui_bundle import imgui
from window.stage import Stage, choose_seats

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.survival1982.state import RoundPhase
from gpulife.input.commands import GuidedRound, SetUp
from gpulife.input.events import KeyEvent, MouseButton, MouseMove
from gpulife.rules import parse_rule
from gpulife.seats import Seat, Seats
from gpulife.settings import changed
from gpulife.window.games.survival1982.guided_round import BLOCK, BOARD, PULSAR, STEPS, GuidedController, best_aim
from gpulife.window.play.overlay import menu_box
from gpulife.window.play.session_saver import seats_to_save

SIZE = (1024, 600)
START = Action(NOBODY, ActionKind.START)


def first_match(stage: Stage) -> Stage:
    for name, value in (("wait_for_players", True), ("guided_round_offered", False)):
        stage.shell.settings = changed(stage.shell.settings, name, value)
    choose_seats(stage, Seats((Seat(), Seat(level=2))))
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (88, 160), 7), (START,))
    return stage.frames(3)


def guide(stage: Stage) -> GuidedController:
    return cast("GuidedController", stage.controller)


def step_of(stage: Stage) -> int:
    return STEPS.index(guide(stage).step)


def reach(stage: Stage, step: int) -> None:
    stage.live_until(lambda: step_of(stage) == step, f"at step {step}, but at {step_of(stage)}", 120)


def plant_block(stage: Stage) -> None:
    for place in BLOCK:
        for kind, *numbers in ((ActionKind.POINT, *place), (ActionKind.TRIGGER, 1), (ActionKind.TRIGGER,)):
            stage.play.runner.act(Action(0, kind, *numbers))
    stage.live(5)


def test_offered_before_first_match_and_taken_by_key(stage: Stage) -> None:
    first_match(stage)
    assert stage.controller.ready_offer
    stage.key("E")
    assert isinstance(stage.controller, GuidedController)
    assert stage.controller.player_names == ("You", "Beginner")
    assert stage.shell.settings.guided_round_offered


def test_not_offered_again_after_playing(stage: Stage) -> None:
    first_match(stage).key("LeftShift").live(3)
    assert stage.shell.settings.guided_round_offered
    assert not stage.controller.ready_offer
    assert not isinstance(stage.controller, GuidedController)


def ship_place(stage: Stage) -> tuple[int, int]:
    """Where the cursor must be for the spaceship in the frame."""
    rows, columns = zip(*guide(stage)._aim.cells, strict=True)
    return (min(rows) + max(rows) + 1) // 2, (min(columns) + max(columns) + 1) // 2


def test_a_click_on_the_shape_goes_on_by_one_step(stage: Stage) -> None:
    first_match(stage).do(GuidedRound("seed-list")).live(5)
    stage.play.runner.act(Action(0, ActionKind.POINT, 40, 10))
    stage.live(3)
    plant_block(stage)
    reach(stage, 2)
    (left, top), (right, low) = menu_box(guide(stage).overlay, guide(stage).layout.canvas, PULSAR)
    x, y = (left + right) / 2, (top + low) / 2
    stage.frames(1, MouseMove(x, y), MouseButton(0, pressed=True, x=x, y=y)).live()
    stage.frames(1, MouseButton(0, pressed=False, x=x, y=y)).live(3)
    assert step_of(stage) == 3


def test_a_spaceship_from_the_frame_destroys_cells(stage: Stage) -> None:
    first_match(stage).do(GuidedRound("seed-list")).live(5)
    state, engine = stage.play.session.state, stage.play.engine
    for row in (7, 30):  # a block in the way of few spaceships, and four in the way of others
        for number in range(1 if row == 7 else 4):
            engine.paint(row - 3 * (number % 2), 56 + 8 * (number // 2), np.full((2, 2), 2, np.uint8))
    aim = best_aim(state, engine)

    def left_with(cells: tuple[tuple[int, int], ...]) -> int:
        copy = NumpyEngine(engine.rule, engine.shape)
        copy.paint(0, 0, engine.read_all())
        for place in cells:
            copy.paint(*place, np.ones((1, 1), np.uint8))
        copy.step(56)
        return int((copy.read_all() == 2).sum())

    assert left_with(aim.cells) < left_with(())
    assert max(column for _, column in aim.cells) == BOARD[1] // 2 - 1, "at the border"
    assert aim.loss > 1


def test_steps_wait_for_the_player(stage: Stage) -> None:
    first_match(stage).key("E").live(5)
    ticks = stage.play.session.ticks
    assert stage.live(10, ticks=6).play.session.ticks == ticks, "there is no clock"
    reach(stage, 0)
    for _ in range(5):
        stage.key("D")
    reach(stage, 1)
    assert not guide(stage).foretells, "the card alone says what to do with the first cells"
    stage.key("Q").key("Space").live(3)
    assert not any(stage.play.session.state.fair.ready), "the set-up ends in step 5 alone"
    assert stage.messages[-1] == "First do what the card says"
    plant_block(stage)
    reach(stage, 2)
    assert guide(stage).foretells
    stage.key("6").live(2)
    assert step_of(stage) == 2
    assert guide(stage)._words(guide(stage).legend(0)).startswith("You have taken another shape")
    stage.key("7")
    reach(stage, 3)
    assert not guide(stage)._has_taken_another
    stage.play.runner.act(Action(0, ActionKind.POINT, 34, 22))
    stage.live(2).key("LeftShift").live(3)
    reach(stage, 4)
    stage.key("Q")
    stage.live_until(lambda: stage.play.session.state.phase is RoundPhase.PLAY, "begun", 3000)
    assert step_of(stage) == 5
    assert not guide(stage)._has_taken_another, "the pulsar is still in the player's hands"
    assert stage.play.session.state.scores[1] > 0, "the computer has planted"
    stage.live_until(lambda: guide(stage).holds_time, "waits", 3000)
    assert stage.play.session.state.clock.height == pytest.approx(0.6, abs=0.02), "the bar waits, too"
    assert guide(stage).overlay.bar_waits
    assert step_of(stage) == 5, "it waits for the player, whatever the computer plants"
    stage.key("9")
    reach(stage, 6)
    generation = stage.play.engine.generation
    stage.live(120)
    assert stage.play.engine.generation == generation, "time stands still while the player aims"
    stage.play.runner.act(Action(0, ActionKind.POINT, *ship_place(stage)))
    stage.live(2).key("LeftShift").live(10)
    reach(stage, 7)
    assert not guide(stage).holds_time
    assert guide(stage)._still_tells()
    stage.live_until(lambda: not guide(stage)._still_tells(), "told", 3000)
    guide(stage)._leader = 0
    assert abs(stage.play.session.state.scores[0] - stage.play.session.state.scores[1]) >= 10
    assert guide(stage)._still_tells(), "somebody else leads"
    who = "You lead" if guide(stage)._leader > 0 else "The computer has more"
    assert who in guide(stage)._words(guide(stage).legend(0))


def at_the_end(stage: Stage) -> Stage:
    """The end of a guided round that was started during a set-up."""
    first_match(stage).key("E").live(3)
    stage.do(Action(0, ActionKind.RESIGN)).live(3).pass_seconds(3)
    assert stage.play.session.state.phase is RoundPhase.OVER
    return stage


def test_click_at_the_end_begins_no_round(stage: Stage) -> None:
    labels = [button.label for button in at_the_end(stage).controller.end_buttons]
    assert labels == ["Guided round again", "Play a real round", "Start screen"]
    assert stage.controller.after_round == {}, "its own card says what comes after it"
    assert "Fresh board" not in guide(stage).result.note, "only buttons that are there are explained"
    guide(stage)._then = None
    assert guide(stage).end_buttons[1].request == SetUp("seed-list", against=1)
    assert not stage.controller.opens_statistics
    x, y = stage.controller.layout.point_of(40.5, 30.5)
    stage.frames(1, MouseMove(x, y), MouseButton(0, pressed=True, x=x, y=y)).live()
    stage.frames(1, MouseButton(0, pressed=False, x=x, y=y)).live(3)
    assert isinstance(stage.controller, GuidedController)
    assert stage.play.session.state.phase is RoundPhase.OVER


def test_restart_begins_at_the_first_step(stage: Stage) -> None:
    at_the_end(stage).do(START).live(3)
    assert isinstance(stage.controller, GuidedController)
    assert (step_of(stage), stage.play.session.state.phase) == (0, RoundPhase.SET_UP)


def press_escape(stage: Stage) -> None:
    for pressed in (True, False):
        imgui.get_io().add_key_event(imgui.Key.escape, pressed)  # as the window tells Dear ImGui, too
        stage.frames(1, KeyEvent("Escape", pressed, frozenset()))


def test_escape_puts_the_guide_away(stage: Stage) -> None:
    first_match(stage).do(GuidedRound("seed-list")).live(3)
    guide(stage)._then = None
    press_escape(stage)
    assert not stage.menu_shown
    ticks = stage.play.session.ticks
    assert stage.live(10, ticks=6).play.session.ticks > ticks, "play goes on, with a clock"
    plant_block(stage)
    stage.key("Q").live(3)
    assert stage.play.session.state.fair.ready[0]


def test_escape_at_the_last_step_opens_start_screen_once(stage: Stage) -> None:
    first_match(stage).do(GuidedRound("seed-list")).live(3)
    guide(stage)._then, guide(stage)._step = None, len(STEPS) - 1
    press_escape(stage)
    assert stage.menu_shown


def test_escape_begins_the_chosen_match(stage: Stage) -> None:
    first_match(stage).key("E").key("Escape").frames(3)
    assert not isinstance(stage.controller, GuidedController)
    assert stage.play.session.match.seed == 7
    assert stage.play.runner.holds(), "it waits for the player"
    assert stage.play.seats.levels == (0, 2)


def test_help_offers_the_guided_round(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    choose_seats(stage, Seats((Seat(), Seat())))
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (24, 40), 1))
    stage.frames(2).key("F1")
    button = imgui.button
    monkeypatch.setattr(imgui, "button", lambda name, *rest: button(name, *rest) or name.startswith("Play the guided"))
    stage.frames(2)
    monkeypatch.undo()
    assert isinstance(stage.controller, GuidedController)


def test_resumed_session_is_an_ordinary_match(stage: Stage) -> None:
    stage.do(GuidedRound("seed-list")) if stage.screens.play_screen._controller else stage.begin().do(
        GuidedRound("seed-list")
    )
    plant_block(stage)
    recording = stage.play.session.recording()
    assert seats_to_save(stage.controller)["seats"] == ["person", "computer:1"], "the same opponent later"
    stage.shell.begin(recording.match, recording=recording)
    stage.live(10)
    assert not isinstance(stage.controller, GuidedController)
