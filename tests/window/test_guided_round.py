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
from gpulife.window.games.survival1982.guided_round import BOARD, GuidedController
from gpulife.window.games.survival1982.guided_steps import BLOCK, PULSAR, STEPS, learned_text
from gpulife.window.games.survival1982.ship_flight import SHIP, best_flight, flight_of
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


def counts_of(engine: NumpyEngine, cells: tuple[tuple[int, int], ...], after: int) -> list[int]:
    """The opponent's cells in each generation until the bar is empty if ``cells`` are planted in ``after``."""
    copy = NumpyEngine(engine.rule, engine.shape)
    copy.paint(0, 0, engine.read_all())
    copy.step(after)
    for place in cells:
        copy.paint(*place, np.ones((1, 1), np.uint8))
    counts = []
    for _ in range(BOARD[0] + 1):
        counts.append(int((copy.read_all() == 2).sum()))
        copy.step(1)
    return counts


@pytest.mark.parametrize("row", [7, 30])
def test_the_promised_spaceship_flies_freely_and_then_destroys_cells(stage: Stage, row: int) -> None:
    first_match(stage).do(GuidedRound("seed-list")).live(5)
    state, engine = stage.play.session.state, stage.play.engine
    for number in range(4):
        engine.paint(row - 3 * (number % 2), 58 + 8 * (number // 2), np.full((2, 2), 2, np.uint8))
    engine.paint(20, 49, np.array(((0, 2, 0), (2, 0, 0), (2, 2, 2)), np.uint8))  # a glider that comes to the border
    flight = best_flight(state, engine)
    for after in (0, 1, 5):  # however long the player takes
        hit, free = counts_of(engine, flight.cells, after), counts_of(engine, (), after)
        differ = [number for number, pair in enumerate(zip(hit, free, strict=True)) if pair[0] != pair[1]]
        assert 8 <= differ[0] <= flight.hit <= BOARD[0] - 30, "it is seen flying, and what comes of it is seen, too"
        assert np.mean(free[-6:]) - np.mean(hit[-6:]) >= 4
    promised = counts_of(engine, (), 0), counts_of(engine, flight.cells, 0)
    assert [flight.without, flight.left] == [pytest.approx(np.mean(counts[-6:])) for counts in promised]
    assert best_flight(state, engine, flight.place).place == flight.place, "the frame stays where it is"
    for place in flight.cells:
        engine.paint(*place, np.ones((1, 1), np.uint8))
    corner = min(row for row, _ in flight.cells), min(column for _, column in flight.cells)
    sent = flight_of(engine, corner, 0)
    assert sent.hit == next(
        number
        for number, pair in enumerate(zip(counts_of(engine, (), 0), free_counts(engine, flight.cells), strict=True))
        if pair[0] != pair[1]
    )


def free_counts(engine: NumpyEngine, ship: tuple[tuple[int, int], ...]) -> list[int]:
    """The opponent's cells in each generation without the spaceship that has just been planted."""
    bare = NumpyEngine(engine.rule, engine.shape)
    bare.paint(0, 0, engine.read_all())
    for place in ship:
        bare.paint(*place, np.zeros((1, 1), np.uint8))
    return counts_of(bare, (), 0)


def test_nothing_is_promised_if_no_spaceship_can_hit(stage: Stage) -> None:
    first_match(stage).do(GuidedRound("seed-list")).live(5)
    stage.play.engine.paint(0, 0, np.zeros(BOARD, np.uint8))
    flight = best_flight(stage.play.session.state, stage.play.engine)
    assert (flight.hit, flight.loss, flight.is_clear) == (None, 0, True)
    guide(stage)._lesson.aim, guide(stage)._step = (
        flight,
        next(number for number, step in enumerate(STEPS) if step.aims),
    )
    assert guide(stage)._because == "It may meet nothing. As long as it flies, its cells are yours."


def test_steps_wait_for_the_player(stage: Stage) -> None:
    first_match(stage).key("E").live(5)
    ticks = stage.play.session.ticks
    assert stage.live(10, ticks=6).play.session.ticks == ticks, "there is no clock"
    reach(stage, 0)
    for _ in range(4):
        stage.key("D")
    stage.live(3)
    assert step_of(stage) == 0, "a tap or two is no tour of the board"
    stage.key("LeftShift").live(3)
    assert stage.messages[-1] == "First move the cursor: planting comes next"
    assert stage.play.session.state.sides[0].score == 0
    assert guide(stage).overlay.clock is None, "the bar is shown once it is explained"
    for _ in range(4):
        stage.key("D")
    reach(stage, 1)
    assert not guide(stage).foretells, "the card alone says what to do with the first cells"
    assert guide(stage).overlay.seconds_left is None, "no time is shown that stands still"
    stage.key("Q").key("Space").live(3)
    assert not any(stage.play.session.state.fair.ready), "the set-up ends in step 5 alone"
    assert stage.messages[-1] == "First do what the card says"
    plant_block(stage)
    reach(stage, 2)
    assert guide(stage).foretells
    assert [entry.entry for entry in guide(stage).overlay.menu[:10] if not entry.is_hidden] == [0, PULSAR]
    stage.key("6").live(2)
    assert (step_of(stage), stage.play.session.state.sides[0].entry) == (2, 0), "it has not been taught"
    stage.key("LeftShift").live(3)
    assert stage.messages[-1] == "First take the framed shape: press 7, or click it"
    stage.key("7")
    reach(stage, 3)
    assert not guide(stage)._has_taken_another
    stage.play.runner.act(Action(0, ActionKind.POINT, 11, 16))
    stage.live(2).key("LeftShift").live(3)
    assert step_of(stage) == 3, "the block is too near"
    assert stage.messages[-1].startswith("No room for a pulsar there")
    stage.play.runner.act(Action(0, ActionKind.POINT, 34, 22))
    stage.live(2).key("LeftShift").live(3)
    reach(stage, 4)
    assert guide(stage).overlay.clock is not None
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
    assert not guide(stage).foretells, "the card alone says what the spaceship does"
    aim = guide(stage)._lesson.aim
    assert aim.is_sure
    assert aim.at[1] >= 48, "it hits the computer's half"
    for row, column in ((48, 10), (aim.place[0] + 1, aim.place[1] - 1)):  # far from the frame, and within it
        assert not any(side.pending for side in stage.play.session.state.sides[:1])
        assert stage.play.session.state.sides[0].ledger.planted[SHIP] == 0
        stage.play.runner.act(Action(0, ActionKind.POINT, row, column))
        stage.live(2).key("LeftShift").live(3)
    assert "From there it would miss: plant it in the yellow frame" in stage.messages
    reach(stage, 7)
    assert stage.play.session.state.sides[0].entry == SHIP
    assert guide(stage)._lesson._start == (
        (min(row for row, _ in aim.cells), min(column for _, column in aim.cells)),
        0,
    )
    legend = guide(stage).legend(0)
    assert guide(stage)._words(legend).startswith("Watch your spaceship fly")
    assert not guide(stage)._lesson.loss, "nothing is said before it is seen"
    before = stage.play.session.state.scores[1]
    stage.live_until(lambda: guide(stage)._lesson.has_hit, "hit", 3000)
    assert stage.play.session.state.phase is RoundPhase.PLAY
    lost = guide(stage)._lesson.loss
    assert guide(stage)._words(legend).startswith(f"A hit! It destroys {lost} cells")
    assert before >= lost >= 4
    assert not guide(stage).holds_time
    assert guide(stage)._still_tells()
    stage.live_until(lambda: not guide(stage)._still_tells(), "told", 3000)
    for species, words in ((2, "the computer will win"), (1, "you will win")):
        for row in range(3, 45, 4):
            for column in range(50, 94, 4):
                stage.play.engine.paint(row, column, np.full((2, 2), species, np.uint8))
        assert guide(stage)._still_tells(), "somebody else would win now"
        assert words in guide(stage)._words(legend)


def test_a_click_outside_the_frame_says_what_to_do(stage: Stage) -> None:
    first_match(stage).do(GuidedRound("seed-list")).live(5)
    stage.play.runner.act(Action(0, ActionKind.POINT, 40, 10))
    reach(stage, 1)
    for row, column in ((40, 20), BLOCK[0]):
        assert stage.play.session.state.sides[0].score == 0
        x, y = guide(stage).layout.point_of(row + 0.5, column + 0.5)
        stage.frames(1, MouseMove(x, y), MouseButton(0, pressed=True, x=x, y=y)).live()
        assert guide(stage)._marks.is_bright(guide(stage).layout.canvas) == (row == 40)
        stage.frames(1, MouseButton(0, pressed=False, x=x, y=y)).live(3).pass_seconds(1)
    assert stage.messages[-1] == "Plant in the yellow frame: four cells in a square"
    assert stage.play.session.state.sides[0].score == 1


def test_a_stroke_that_leaves_the_frame_ends_there(stage: Stage) -> None:
    first_match(stage).do(GuidedRound("seed-list")).live(5)
    stage.play.runner.act(Action(0, ActionKind.POINT, 40, 10))
    reach(stage, 1)
    points = [guide(stage).layout.point_of(row + 0.5, column + 0.5) for row, column in ((10, 12), (10, 13), (10, 20))]
    (x, y), *others = points
    stage.frames(1, MouseMove(x, y), MouseButton(0, pressed=True, x=x, y=y)).live()
    for x, y in others:
        stage.frames(1, MouseMove(x, y)).live(2)
    assert np.argwhere(stage.play.engine.read_all() == 1).tolist() == [[10, 12], [10, 13]]
    cursor = stage.play.session.state.sides[0].cursor
    assert (cursor.row, cursor.column) == (10, 20), "the cursor follows the pointer"
    stage.frames(1, MouseButton(0, pressed=False, x=x, y=y)).live()
    stage.play.runner.act(Action(0, ActionKind.POINT, 11, 12))
    stage.live(2)
    for key in ("LeftShift", "D"):
        stage.frames(1, KeyEvent(key, pressed=True, mods=frozenset())).live(12)
    own = np.argwhere(stage.play.engine.read_all() == 1).tolist()
    assert own == [[10, 12], [10, 13], [11, 12]], "nor does a held key draw on"


def at_the_end(stage: Stage) -> Stage:
    """The end of a guided round that was started during a set-up."""
    first_match(stage).key("E").live(3)
    stage.do(Action(0, ActionKind.RESIGN)).live(3).pass_seconds(3)
    assert stage.play.session.state.phase is RoundPhase.OVER
    return stage


def test_click_at_the_end_begins_no_round(stage: Stage) -> None:
    labels = [button.label for button in at_the_end(stage).controller.end_buttons]
    assert labels == ["Guided round again", "Capture an outpost", "Play a real round", "Start screen"]
    assert stage.controller.after_round == {}, "its own card says what comes after it"
    assert guide(stage).result.note == "", "nothing has been planted"
    assert guide(stage).result.buttons[guide(stage).result.main].label == "Capture an outpost", "Return goes on"
    guide(stage)._then = None
    assert guide(stage).end_buttons[2].request == SetUp("seed-list", against=1)
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
    assert guide(stage)._may_come_back
    planted = [*stage.play.session.state.sides[0].ledger.planted]
    assert learned_text(planted, has_hit=False) == "You have learned: a block keeps."
    planted[PULSAR] = planted[SHIP] = 1
    assert learned_text(planted, has_hit=False).endswith("a block keeps, and a pulsar grows where it has room.")
    assert learned_text(planted, has_hit=True).endswith("grows where it has room, and a spaceship attacks.")
    guide(stage)._without_guide = False
    assert stage.frames(2).controller.step.entry == PULSAR, "it has followed"
    press_escape(stage)
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
