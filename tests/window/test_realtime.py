"""Real-Time Life in the real window: by mouse, keyboard and pads, against computers, to the end; with pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from goldens import Goldens
from window.stage import Stage, show_start_screen

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.realtime.ai import best_steps
from gpulife.games.realtime.match_settings import near_shape, new_local_match
from gpulife.games.realtime.observation import SeatInput, headline, in_words, led_text, realtime_overlay
from gpulife.games.realtime.state import RealTimePhase, RealTimeState, SeatStanding
from gpulife.games.registry import GAMES
from gpulife.input.commands import Faster, Fit, OtherGame, Quit, ShowPreview, Slower, Undo, Unlimited, Zoom
from gpulife.input.events import KeyEvent, MouseButton, MouseMove
from gpulife.settings import changed
from gpulife.view.camera import pixel_of
from gpulife.window.design import GAIN
from gpulife.window.games.realtime import hud, scores_table
from gpulife.window.games.realtime.close_up import QUIET_SECONDS
from gpulife.window.games.realtime.contact import ContactView, contact_between
from gpulife.window.games.realtime.controller import MAX_TRAILS
from gpulife.window.games.realtime.good_moves import cells_text
from gpulife.window.games.realtime.hud import Forecast

SIZE = (1280, 800)


@pytest.fixture
def goldens(stage: Stage, request: pytest.FixtureRequest, tmp_path) -> Goldens:
    assert stage.window.device.is_software, "golden pictures are those of a software renderer"
    return Goldens(tmp_path, regenerate=request.config.getoption("--regenerate"))


def button(x: float, y: float, *, pressed: bool) -> MouseButton:
    """The left mouse button."""
    return MouseButton(0, pressed, x, y)


class Table:
    """A match of Real-Time Life on the stage."""

    def __init__(self, stage: Stage, **settings: object) -> None:
        self.stage = stage
        stage.shell.settings = changed(stage.shell.settings, "panels_hidden", value=True)
        match = new_local_match(7, **{"tick_seconds": 1, "seats": (0, 0), **settings})  # type: ignore[arg-type]
        stage.shell.begin(match, (Action(NOBODY, ActionKind.START),))
        stage.live(10, ticks=6)  # the camera glides

    @property
    def state(self) -> RealTimeState:
        state = self.stage.state
        assert isinstance(state, RealTimeState)
        return state

    def at(self, row: int, column: int) -> tuple[float, float]:
        """Return where a place is on the screen."""
        return pixel_of(
            self.stage.play.display.camera, self.stage.shell.window.framebuffer_size, row + 0.5, column + 0.5
        )

    def click(self, row: int, column: int) -> Table:
        x, y = self.at(row, column)
        self.stage.frames(2, MouseMove(x, y))
        self.stage.frames(2, button(x, y, pressed=True))
        self.stage.frames(2, button(x, y, pressed=False))
        return self

    def join(self, row: int, column: int) -> Table:
        """Draw ten cells in a row with the mouse button held."""
        self.stage.frames(2, MouseMove(*self.at(row, column)))
        self.stage.frames(1, button(*self.at(row, column), pressed=True))
        for further in range(1, 10):
            self.stage.frames(2, MouseMove(*self.at(row, column + further)))
        self.stage.frames(2, button(*self.at(row, column + 9), pressed=False))
        return self

    def seconds(self, seconds: float) -> Table:
        self.stage.pass_seconds(seconds)
        return self


def test_two_people_by_mouse(stage: Stage, goldens: Goldens) -> None:
    table = Table(stage)
    assert table.state.phase is RealTimePhase.WAITING
    table.click(5, 5)
    assert table.state.seats[0].sketch == ((5, 5),)
    table.click(5, 5)
    table.join(5, 5)
    assert [seat.standing for seat in table.state.seats[:2]] == [SeatStanding.IN, SeatStanding.EMPTY]
    stage.key("2")
    assert stage.messages[-1] == "the mouse plays for B"
    table.join(20, 40)
    assert table.state.phase is RealTimePhase.PLAY
    table.seconds(1.2)
    stage.act(ActionKind.HALT)
    assert table.state.seats[0].points == 1
    table.click(5, 5)
    assert table.state.seats[0].chosen == (5, 5), "whose cell is clicked plays"
    stage.frames(2, MouseMove(*table.at(9, 3)))
    assert len(table.state.seats[0].path) == 4
    stage.shell._message_until = 0.0
    goldens.check(stage.frames(30).picture, "realtime_way")
    table.click(9, 3)
    assert table.state.seats[0].message == "f6 to d10 costs 4: you have 1 point until the next tick"
    table.click(6, 4)
    assert stage.cells[6, 4] == 1
    assert stage.cells[5, 5] == 0
    assert table.state.seats[0].points == 0


def drag(table: Table, *places: tuple[int, int], frames: int = 2) -> Table:
    """Hold the button from the first place to the last, jumping between places."""
    table.stage.frames(frames, MouseMove(*table.at(*places[0])))
    table.stage.frames(frames, button(*table.at(*places[0]), pressed=True))
    for place in places[1:]:
        table.stage.frames(frames, MouseMove(*table.at(*place)))
    table.stage.frames(frames, button(*table.at(*places[-1]), pressed=False))
    return table


@pytest.mark.parametrize(
    ("places", "cells"),
    [
        (((5, 5), (5, 14)), [(5, column) for column in range(5, 15)]),
        (((5, 5), (9, 9), (4, 9)), [(n, n) for n in range(5, 10)] + [(row, 9) for row in range(8, 3, -1)]),
        (((12, 20), (8, 12), (8, 20)), None),
    ],
)
def test_fast_drag_skips_no_cell(
    stage: Stage, places: tuple[tuple[int, int], ...], cells: list[tuple[int, int]] | None
) -> None:
    table = drag(Table(stage), *places)
    seat = table.state.seats[0]
    assert (seat.standing, seat.message) == (SeatStanding.IN, ""), "no cell was refused"
    assert stage.cells.sum() == 10
    assert all(stage.cells[place] == 1 for place in cells or ())


def test_trails_of_dead_cells_are_faint(stage: Stage) -> None:
    Table(stage)
    stage.play.display.look = replace(stage.play.display.look, trails=1.0)
    assert stage.controller.look.trails == MAX_TRAILS


def test_refusals_are_explained_at_the_pointer(stage: Stage, written: list[str]) -> None:
    table = Table(stage)
    drag(table, (5, 5), (5, 14))
    stage.key("2")
    drag(table, (3, 3), (7, 7), (7, 8))

    def mine() -> SeatInput:
        return next(each for each in realtime_overlay(table.state).inputs if each.seat == 1)

    assert mine().sketch == ((3, 3), (4, 4)), "all before the cell of A, which is in the way"
    assert mine().refusal == "i8 touches none of your cells, by a side or a corner"
    written.clear()
    stage.frames(1)
    assert any("Place 8 more" in words for words in written), "what to do now stays on screen"
    assert not any("touches none" in words for words in written)
    stage.frames(2, MouseMove(*table.at(4, 5)))
    assert mine().refusal == "", "here it could go on"
    assert stage.controller._answers.follow(table.state, 2.0) == frozenset(), "a cursor that has moved needs no answer"


def test_dragging_a_cell(stage: Stage) -> None:
    table = Table(stage, seats=(0,))
    assert headline(realtime_overlay(table.state), {0}) == "The clock starts when you join"
    drag(table, (5, 5), (5, 14))
    table.seconds(1.2)
    stage.act(ActionKind.HALT)
    assert table.state.seats[0].points == 1
    drag(table, (5, 5), (6, 4))
    assert (stage.cells[5, 5], stage.cells[6, 4]) == (0, 1)
    assert table.state.seats[0].chosen is None
    drag(table, (5, 6), (9, 6))
    assert table.state.seats[0].message == "g6 to g10 costs 4: you have 0 points until the next tick"
    stage.act(ActionKind.HALT)
    table.seconds(1.2)
    label = next(each for each in realtime_overlay(table.state).inputs if each.seat == 0)
    assert label.message.endswith("you have 1 point until the next tick"), "the points of now, not of the answer"
    assert stage.controller._answers.follow(table.state, 1.0) == {0}
    assert stage.controller._answers.follow(table.state, 9.0) == frozenset()


def test_keyboard_and_pads(stage: Stage) -> None:
    table = Table(stage, seats=(0, 0, 0))
    assert stage.shell.poller.devices() == {0: ("keyboard",), 1: ("keyboard",)}
    table.stage.frames(2, KeyEvent("D", pressed=True)).frames(2, KeyEvent("D", pressed=False))
    row, column = table.state.seats[0].cursor.row, table.state.seats[0].cursor.column
    assert (row, column) == (table.state.rows // 2, 37)
    stage.key("S")
    assert table.state.seats[0].cursor.row == row + 1
    stage.pads.hold(0)
    stage.frames(2)
    stage.pad("a", socket=0)
    assert stage.messages[-1] == "Player 3 plays with Pad 0", "who has no keyboard comes first"
    stage.pad("a", socket=0)
    assert len(table.state.seats[2].sketch) == 1
    for socket in (1, 2, 3):
        stage.pad("a", socket=socket)
    assert {seat for seat, names in stage.shell.poller.devices().items() if names != ("keyboard",)} == {
        0,
        1,
        2,
        3,
    }
    assert "Player 4 plays with Pad 3" in stage.messages, "and when all have one, a pad is one player more"


def test_nobody_else_plays_for_computers(stage: Stage, goldens: Goldens) -> None:
    table = Table(stage, seats=(0, 2, 3), limit=2)
    stage.frames(5)
    assert [seat.standing for seat in table.state.seats[:3]] == [SeatStanding.EMPTY, SeatStanding.IN, SeatStanding.IN]
    push = Action(1, ActionKind.TRIGGER, 1)
    assert stage.controller.translate([push]) == []
    assert stage.messages[-1] == "the computer plays B"
    table.join(3, 3)
    assert table.state.seats[0].standing is SeatStanding.IN, table.state.seats[0]
    stage.act(ActionKind.HALT)
    drag(table, (3, 3), (4, 2))
    assert stage.messages[-1].startswith("nobody can move a cell while the clock is halted"), (
        "a computer plays, so it is fair"
    )
    stage.act(ActionKind.HALT)
    table.seconds(12.5)
    assert table.state.generation == 1
    assert {action.player for _, action in stage.play.session.log.entries() if action.kind is ActionKind.MOVE} >= {1, 2}
    table.seconds(12.5)
    assert table.state.phase is RealTimePhase.OVER
    stage.shell._message_until = 0.0
    goldens.check(stage.live(11, ticks=5).frames(5).picture, "realtime_end")
    result = stage.controller.result
    assert result is not None
    assert result.title == "You came 2nd"
    assert result.reason.startswith("Rival wins with ")
    assert "more than you" in result.reason
    assert stage.controller._players.news[-1] == "the game is over: Rival wins"
    assert "You have joined" in stage.controller._players.news
    assert list(stage.controller._totals) == [0, 1, 2]
    assert result.note == "You led until generation 1"
    stage.act(ActionKind.START)
    assert table.state.phase is RealTimePhase.WAITING
    stage.frames(10)
    assert len(table.state.playing) == 2, "they join again"


def dragging(stage: Stage) -> Table:
    """A match of two people in which the left one may move: the generation ends in half a tick."""
    table = Table(stage).join(5, 5)
    stage.key("2")
    table.join(20, 40)
    stage.key("1")
    stage.live_until(lambda: table.state.hours % 12 == 11 and table.state.left <= 30, "near the end", 3000)
    assert table.state.generation == 0
    return table


def test_a_drag_across_the_end_of_a_generation_is_played_before_it(stage: Stage) -> None:
    table = dragging(stage)
    stage.frames(2, MouseMove(*table.at(5, 5))).frames(1, button(*table.at(5, 5), pressed=True))
    stage.frames(1, MouseMove(*table.at(4, 6)))
    assert table.state.seats[0].chosen == (5, 5)
    stage.live_until(lambda: table.state.generation == 1, "a generation", 3000)
    assert not stage.controller.pointer.is_pressed, "the move was made"
    assert stage.cells[4, 7] == 0, "with the cell at (4, 6), too many live around it for a birth"


def test_a_cell_pressed_while_the_board_changes_is_taken_once_it_has_changed(stage: Stage) -> None:
    table = dragging(stage)
    pointer = stage.controller.pointer
    list(pointer.press((5, 8), picks=True))  # as if the game had refused the press
    stage.controller._pressed_in = -1
    stage.live(3)
    assert stage.messages[-1] == "the generation came before you let go: this move counts for the next one"
    assert table.state.seats[0].chosen == (5, 8)
    stage.controller.pointer._from = (15, 8)
    stage.play.runner.act(Action(0, ActionKind.TRIGGER, 0))
    stage.play.runner.act(Action(0, ActionKind.POINT, 5, 8))
    stage.play.runner.act(Action(0, ActionKind.TRIGGER, 1))
    stage.live(3)
    assert stage.messages[-1] == "that cell has died in this generation: drag another one"
    assert pointer.dragged is None


def test_faster_slower_and_growing_board(stage: Stage) -> None:
    table = Table(stage, tick_seconds=5)
    for kind, seconds in (
        (Faster(), 2),
        (Faster(), 1),
        (Faster(), 0.5),
        (Faster(), 0.25),
        (Faster(), 0.25),
        (Slower(), 0.5),
        (Slower(), 1),
    ):
        stage.do(kind)
        assert table.state.hour == seconds * 60
    stage.do(Unlimited())
    assert stage.messages[-1].startswith("Real-Time Life has ticks")
    before = stage.live(10, ticks=6).play.display.camera.zoom
    places = " ".join(f"{letter}30" for letter in "abcdefghij")
    for seat in range(5):
        stage.play.runner.act(Action(seat, ActionKind.JOIN, data=f"p{seat} {places.replace('30', str(2 + 3 * seat))}"))
        stage.frames(2)
    assert table.state.rows == 16 + 8 * 5
    table.seconds(13)
    assert stage.frames(90).play.display.camera.zoom > before, "a close-up of the cells"
    assert stage.do(Fit()).frames(90).play.display.camera.zoom < before, "the whole board, as the user has asked for it"
    assert stage.play.display.camera.row < table.state.rows


def test_view_stays_while_the_mouse_is_used(stage: Stage) -> None:
    table = Table(stage, seats=(0, 1)).join(5, 5)
    camera = stage.play.display.target
    for column in range(5, 12):
        table.seconds(0.6)
        stage.frames(2, MouseMove(*table.at(7, column)))
        assert stage.play.display.target == camera, "nothing moves under the pointer"
    button_at = table.at(5, 5)
    stage.frames(1, button(*button_at, pressed=True))
    camera = stage.play.display.target  # a press stops a view that glides
    table.seconds(QUIET_SECONDS + 1)
    assert stage.play.display.target == camera, "the button is held"
    stage.frames(1, button(*button_at, pressed=False))
    table.seconds(QUIET_SECONDS + 0.5)
    assert table.state.generation == 0
    assert stage.play.display.target == camera, "nothing moves between the placing and the first generation"
    table.seconds(12)
    assert stage.play.display.target != camera, "a close-up of the cells, once nobody plays"


def practice(stage: Stage, **settings: object) -> Table:
    """One person against a Beginner, as the set-up page begins it."""
    return Table(stage, seats=(0, 1), shape=near_shape(2), practice=True, limit=20, **settings)


def test_practice_waits_for_its_person(stage: Stage, goldens: Goldens) -> None:
    table = practice(stage)
    stage.frames(5)
    stage.act(ActionKind.HALT)
    assert table.state.phase is RealTimePhase.WAITING
    assert stage.state.reply or table.state.seats[0].message
    shapes = stage.controller._first_shapes
    assert [(shape.soon, shape.later, shape.generation) for shape in shapes] == [(24, 40, 3), (22, 62, 12)]
    stage.shell._message_until = 0.0
    goldens.check(stage.frames(30).picture, "realtime_first")
    whole = stage.play.display.target
    steps = shapes[1].places
    drag(table, *steps[:9])
    assert [shape.places for shape in stage.controller._first_shapes] == [steps], "the other one is gone"
    assert any("Worth +" in note.words for note in stage.controller._notes([0], forecast(table)))
    table.click(*steps[9])
    assert table.state.seats[0].standing is SeatStanding.IN
    table.seconds(3)
    assert table.state.phase is RealTimePhase.WAITING, "the clock waits"
    assert stage.controller.mouse_player == 0
    assert stage.controller.progress == "generation 1 of 20"
    stage.do(Undo())
    assert not (stage.cells == 1).any(), "the cells are taken back"
    drag(table, *steps)
    stage.act(ActionKind.HALT)
    assert table.state.phase is RealTimePhase.PLAY
    table.seconds(12.5)
    assert table.state.generation == 1
    assert table.state.seats[0].total == 22_000_000, "what the shape promises"
    assert stage.play.display.target == whole, "the small board is always in view"


def forecast(table: Table) -> Forecast | None:
    return table.stage.controller._forecast.take(table.state, (0,), faint=True)


def test_practice_is_free_to_restart_and_hurry(stage: Stage) -> None:
    table = practice(stage)
    stage.frames(5)
    drag(table, *stage.controller._first_shapes[0].places)
    stage.act(ActionKind.HALT)
    stage.do(Slower())
    assert table.state.tick_seconds == 2, "another speed needs no consent"
    stage.do(Faster())
    stage.do(Unlimited()).frames(2)
    assert table.state.tick_seconds == 0.05
    stage.do(Unlimited()).frames(2)
    assert stage.messages[-1] == "the next generation is on its way"
    table.seconds(1)
    assert (table.state.generation, table.state.tick_seconds) == (1, 1), "one generation, then the usual speed"
    table.seconds(12)
    assert table.state.generation == 2
    stage.do(Unlimited()).frames(2)
    assert stage.messages[-1] == "a generation has just come: press again for another one"
    assert table.state.tick_seconds == 1
    table.seconds(1.2)
    stage.do(Unlimited()).frames(2)
    assert table.state.tick_seconds == 0.05
    table.click(0, 0)
    assert table.state.tick_seconds == 1, "whoever plays has time again"
    stage.frames(2, MouseMove(*table.at(0, 0)))
    refusal = realtime_overlay(table.state).inputs[0].refusal
    assert refusal == "there is no cell at a1"
    stage.act(ActionKind.START).frames(5)
    assert table.state.phase is RealTimePhase.WAITING
    assert table.state.practice
    stage.live_until(lambda: table.state.playing == (1,), "with the computer again")


def test_set_up_page(stage: Stage, goldens: Goldens) -> None:
    show_start_screen(stage)
    stage.screens.start_menu.choose("realtime")
    goldens.check(stage.frames(10).picture, "realtime_setup")
    setup = stage.screens.start_menu.page
    assert setup is not None
    first = setup.people, setup.computers, setup.level, setup.tick_seconds
    assert first == (1, 1, 1, 1.0), "a game that one person can follow"
    setup.people, setup.computers, setup.level, setup.limit = 2, 1, 4, 10
    stage.pad("a")
    stage.frames(10)
    assert isinstance(stage.state, RealTimeState)
    assert stage.play.session.match.settings["seats"] == "person,person,computer:4"
    assert (stage.state.limit, stage.state.players) == (10, 3)


def test_forecast_includes_the_prepared_move(stage: Stage) -> None:
    table = Table(stage).join(5, 5)
    stage.key("2")
    table.join(20, 40).seconds(1.1)
    log = stage.play.session.recording().log
    table.click(5, 5)
    stage.frames(2, MouseMove(*table.at(4, 6)))
    assert len(table.state.seats[0].path) == 1
    controller, before = stage.controller, stage.cells.copy()
    stage.frames(1, KeyEvent("V", pressed=True)).frames(2)
    shown = controller._forecast.take(table.state, (0, 1), faint=True)
    assert shown is not None
    assert shown.gains == [((4, 6), -2)], "what the move costs, beside the cursor"
    assert shown.foresight.now[4, 6] == 1
    assert not shown.foresight.now[5, 5]
    held = stage.picture.copy()
    stage.frames(1, KeyEvent("V", pressed=False)).frames(2)
    assert (held != stage.picture).any()
    assert (stage.cells == before).all()
    assert {kind.kind for _, kind in stage.play.session.recording().log[len(log) :]} <= {
        ActionKind.POINT,
        ActionKind.TRIGGER,
    }, "it is no action"
    table.click(4, 6)
    table.seconds(12)
    assert table.state.generation == 1
    assert (stage.cells[: table.state.rows] == shown.foresight.after).all()
    for wanted in (True, False):
        stage.do(ShowPreview(keeps=True))
        assert (controller._forecast.take(table.state, ()) is not None) == wanted


def test_an_arrow_shows_a_good_step(stage: Stage) -> None:
    table, controller = Table(stage, seats=(0, 1)), stage.controller
    stage.play.runner.act(Action(0, ActionKind.JOIN, data="Ada f6 g6 h6 i6 j6 k6 l6 m6 m7 l7"))
    table.seconds(1.2)
    step = controller._hints[0]
    assert step.gain > 0
    table.click(*step.start)
    stage.frames(2, MouseMove(*table.at(*step.end)))
    shown = controller._forecast.take(table.state, (0,), faint=True)
    assert shown is not None
    assert shown.gains == [(step.end, step.gain)], "what the arrow promises"
    table.click(*step.end)
    assert table.state.seats[0].points == 0
    assert not controller._hints, "no points, no arrow"
    table.seconds(1.2)
    assert len(controller._hints) == 1, "the second best move goes to the same place"
    other = next(place for place in ((5, 5), (5, 6), (5, 7)) if place != controller._hints[0].start)
    stage.frames(2, MouseMove(*table.at(*other)))
    own = {step.start for step in best_steps(stage.cells, 0, other)}
    assert own <= {step.start for step in controller._hints}, "what the cell under the cursor can do is among them"
    table.click(*other)
    assert {step.start for step in controller._hints} <= {other}
    table.click(*other)
    stage.frames(2, MouseMove(*table.at(0, 0)))
    moves = controller.good_moves
    assert controller._hints
    stage.act(ActionKind.HALT)
    assert table.state.frozen
    assert controller._hints, "it stays for whoever halts the clock to think"
    stage.act(ActionKind.HALT)
    for on in (False, True):
        stage.frames(2, KeyEvent("N", pressed=True)).frames(2, KeyEvent("N", pressed=False))
        assert bool(controller._hints) == on
        assert moves.is_on == on
    assert not moves.finds_none
    lone = np.zeros_like(stage.cells)
    lone[3, 3] = 1
    assert not moves.shown(-1, lone, table.state, 0)
    assert moves.finds_none, "and this is told"
    controller.foresees = False
    assert not controller._hints
    assert controller._forecast.take(table.state, (0,), faint=controller.foresees) is None


def test_what_moves_bring(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    table, controller = Table(stage, seats=(0, 1), limit=2, practice=True), stage.controller
    stage.play.runner.act(Action(0, ActionKind.JOIN, data="Ada f6 g6 h6 i6 j6 k6 l6 m6 m7 l7"))
    stage.act(ActionKind.HALT)
    table.seconds(1.2)
    step = controller._hints[0]
    drag(table, step.start, step.end)
    tally = controller._tally
    assert (tally.moves, tally.cells, tally.fresh) == (1, step.gain, step.gain), "what the arrow promised"
    assert tally.shown == [(step.end, step.gain)]
    written: list[str] = []
    monkeypatch.setattr(scores_table, "text", lambda words, *_, **__: written.append(words))
    stage.frames(1)
    assert f"Your moves for it: +{step.gain} cell" in " ".join(written), "it stands beside the board"
    expected = controller._forecast.take(table.state, (0,), faint=True)
    assert expected is not None
    assert f"+{expected.counts[0]}.0" in written, "and so does the next score"
    mailed: list[str] = []
    monkeypatch.setattr(hud, "text", lambda words, *_, **__: mailed.append(words))
    table.seconds(13)
    assert table.state.generation == 1
    assert any("Generation 1: Ada +" in words for words in mailed), "the new scores come as a mail"
    assert (tally.moves, tally.cells, tally.fresh) == (1, step.gain, None)
    assert tally.text("Ada") == f"Ada's 1 move brought {cells_text(step.gain)}"
    counted, fewer = table.state, replace(table.state.seats[0], points=0)
    tally.follow(counted, 0, 20, 0.0)
    tally.follow(replace(counted, generation=2, seats=(fewer, *counted.seats[1:])), 0, 20, 0.0)
    assert tally.moves == 1, "fewer points after a generation are no move"
    table.seconds(13)
    assert table.state.phase is RealTimePhase.OVER
    result, names = controller.result, controller.player_names
    assert result is not None
    assert result.title == f"{names[table.state.winner]} wins"
    assert [score.player for score in result.scores] == [0, 1], "each at the usual side, whoever wins"
    stage.act(ActionKind.START)
    stage.frames(3)
    assert tally.text("Ada") == "", "another game"


def test_when_a_player_led() -> None:
    def led(*leads: int) -> str:
        totals = {0: (0.0, 0.0)} | {number: (10.0 + lead, 10.0) for number, lead in enumerate(leads, 1)}
        return led_text(totals, 0, "You")

    assert led() == ""
    assert led(-1, -2) == "You never led"
    assert led(1, 2, -1) == "You led until generation 2"
    assert led(1, -1, 1, 2) == "You led from generation 3 on"


def test_contact_is_counted() -> None:
    before = np.zeros((6, 8), np.uint8)
    before[1, 1], before[1, 3], before[3, 2] = 1, 1, 2  # a birth for A in the middle, with a parent of B
    before[4, 5:8] = 2
    after = before.copy()
    after[2, 2] = 1
    contact = contact_between(before, after, 0)
    assert (contact.won, contact.lost, contact.crowded, contact.gain) == (((2, 2),), (), (), 1)
    assert contact.text("You") == "Contact: you won 1 birth"
    assert contact_between(before, after, 1).gains == [((2, 2), -1)]
    crowd = np.full((1, 3), 1, np.uint8)
    crowd = np.vstack([crowd, np.full((1, 3), 2, np.uint8)])
    dead = np.zeros_like(crowd)
    assert contact_between(crowd, dead, 0).crowded == ((0, 1),), "its own two neighbours would have kept it"
    view = ContactView()
    assert not view.follow(3, before, 0, 0.0)
    assert view.follow(4, after, 0, 0.1)
    assert view.shown == [((2, 2), 1)]
    assert not view.follow(4, after, 0, GAIN)
    assert not view.shown, "for a moment"
    assert not view.follow(2, before, 0, 0.0), "a jump back is no contact"
    assert not view.latest


def test_next_game_and_select_keys(stage: Stage) -> None:
    stage.begin()
    for expected in [*GAMES][3:]:
        stage.do(OtherGame())
        assert stage.play.session.match.game == expected
    for expected in ("study", "one-seed", "seed-list", "study"):
        stage.act(ActionKind.SELECT)
        assert stage.play.session.match.game == expected


def test_resumed_session_keeps_its_computers(stage: Stage, tmp_path) -> None:
    from autosaves import load_autosave

    table = Table(stage, seats=(0, 2))
    stage.frames(5)
    table.join(3, 3)
    table.seconds(1)
    stage.screens.save()
    saved = load_autosave(tmp_path / "autosave")
    assert saved is not None
    state = table.state
    stage.shell.begin(saved.recording.match, saved=saved)
    assert table.state == state
    assert len(stage.play.session.players) == 1
    table.seconds(2)
    assert table.state.hours > state.hours


def test_hovering_in_the_past_changes_nothing(stage: Stage) -> None:
    table = Table(stage)
    table.join(5, 5).seconds(1)
    session = stage.play.session
    for column in range(10, 30):  # only what is done passes ticks while nothing runs
        stage.do(Action(0, ActionKind.POINT, 5, column))
    recorded = session.recorded_ticks
    stage.play.runner.seeking = 1
    stage.frames(3)
    assert session.in_the_past
    stage.frames(2, MouseMove(*table.at(9, 3))).frames(2, MouseMove(*table.at(10, 30)))
    assert session.recorded_ticks == recorded
    stage.screens.carry_out([Quit()])


def test_answers_contain_no_coordinates(stage: Stage) -> None:
    """The screen shows no coordinates, so those of play by mail would mean nothing."""
    assert in_words("an8 touches none of your cells, by a side or a corner").startswith("That place touches none")
    assert in_words("p21 to p20 for 1: 0 points left") == "That move for 1: 0 points left"
    assert in_words("there is no path of at most 256 steps from a1 to c3") == "There is no path of at most 256 steps"
    assert (
        in_words("the 10 cells must touch, by a side or a corner") == "The 10 cells must touch, by a side or a corner"
    )


def test_texts_have_a_dark_ground_over_enlarged_board(stage: Stage) -> None:
    table = Table(stage)
    rows, columns = table.state.rows, table.state.columns
    stage.play.engine.paint(0, 0, np.full((rows, columns), 2, np.uint8))
    stage.do(Zoom(3.0)).live(10, ticks=6)
    picture = stage.frames(1).picture.astype(int)
    left, top, right, bottom = stage.controller.layout.canvas.area
    right_of_board = right - stage.controller.hud_margins.right
    beside = picture[390:410, round(right_of_board) - 40 : round(right_of_board) - 2]
    assert beside.max() > 100, "cells are bright up to the table"
    assert picture[round(bottom) - 4, round((left + right) / 2)].max() < 60
    assert picture[round(bottom) - 100, round(right) - 4].max() < 60
    assert picture[round(top) + 2, round((left + right) / 2)].max() < 60


def test_messages_do_not_cover_the_table(stage: Stage) -> None:
    Table(stage)
    left, right = stage.screens.top.covered_sides
    assert (left, right) == (0.0, stage.controller.hud_margins.right)
    assert right > 200
