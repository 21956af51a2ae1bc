"""One Seed and Seed List by mouse, and how set-ups end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from window.stage import Stage, choose_seats

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.survival1982.input import TURNED_SHAPES
from gpulife.games.survival1982.observation import NOTHING_PLANTED
from gpulife.games.survival1982.state import ContestState, Fairness, RoundPhase
from gpulife.input.events import MouseButton, MouseMove, MouseWheel
from gpulife.input.glyphs import Glyph, Shape
from gpulife.rules import parse_rule
from gpulife.seats import Seat, Seats
from gpulife.session.session import Session
from gpulife.window.games.survival1982.key_hints import common_hints, seat_hints
from gpulife.window.games.survival1982.set_up import ALL_WOULD_DIE
from gpulife.window.play import opening

SIZE = (1280, 800)
GLIDER = 5
BLOCK = ((20, 30), (20, 31), (21, 30), (21, 31))


class Round:
    """A set-up on the stage, played by mouse."""

    def __init__(self, stage: Stage, *seats: Seat, game: str = "seed-list") -> None:
        self.stage = stage
        choose_seats(stage, Seats(seats or (Seat(), Seat(level=1))))
        stage.shell.begin(new_match(game, parse_rule("Immigration"), (88, 160), 1))
        stage.frames(2).act(ActionKind.START)

    @property
    def state(self) -> ContestState:
        state = self.stage.play.session.state
        assert isinstance(state, ContestState)
        return state

    def at(self, row: int, column: int) -> tuple[float, float]:
        return self.stage.controller.layout.point_of(row + 0.5, column + 0.5)

    def move(self, row: int, column: int) -> Round:
        x, y = self.at(row, column)
        self.stage.frames(1, MouseMove(x, y)).live()
        return self

    def click(self, row: int, column: int, button: int = 0) -> Round:
        x, y = self.at(row, column)
        self.stage.frames(1, MouseMove(x, y), MouseButton(button, pressed=True, x=x, y=y)).live()
        self.stage.frames(1, MouseButton(button, pressed=False, x=x, y=y)).live()
        return self

    def wheel(self, rows: float, row: int = 40, column: int = 30) -> Round:
        x, y = self.at(row, column)
        self.stage.frames(1, MouseWheel(0.0, rows, x, y)).live()
        return self

    def key(self, name: str) -> Round:
        self.stage.key(name)
        return self

    def own(self, player: int = 0) -> list[tuple[int, int]]:
        rows, columns = (self.stage.cells == player + 1).nonzero()
        return list(zip(rows.tolist(), columns.tolist(), strict=True))


def test_click_plants_at_the_pointer(stage: Stage) -> None:
    game = Round(stage)
    for place in BLOCK:
        game.click(*place)
    assert game.own() == list(BLOCK)
    assert game.state.sides[0].seeds == 99 - len(BLOCK)
    assert game.click(*BLOCK[0]).click(*BLOCK[0]).own() == list(BLOCK[1:]), "twice takes a cell back"


@pytest.mark.parametrize("game", ["one-seed", "seed-list"])
def test_right_click_takes_back_a_cell_in_the_set_up(stage: Stage, game: str) -> None:
    played = Round(stage, game=game)
    for place in BLOCK:
        played.click(*place)
    assert played.click(*BLOCK[-1], button=1).own() == list(BLOCK[:-1]), "the cell that was planted last"
    assert played.click(*BLOCK[0], button=1).own() == list(BLOCK[1:-1])
    assert played.click(*BLOCK[0], button=1).own() == list(BLOCK[1:-1]), "an empty place stays empty"
    assert played.state.sides[0].seeds == 99 - 2
    assert not played.state.sides[0].cursor.trigger


def test_right_click_takes_back_nothing_while_cells_live(stage: Stage) -> None:
    played = Round(stage, Seat(), Seat(), game="one-seed")
    for place in BLOCK:
        played.click(*place)
    stage.play.runner.act(Action(1, ActionKind.POINT, 40, 120))
    stage.play.runner.act(Action(1, ActionKind.TRIGGER, 1))
    stage.frames(2).act(ActionKind.HALT)
    assert played.state.phase is RoundPhase.PLAY
    stage.play.session.tick((Action(NOBODY, ActionKind.PACE, 1),))
    assert set(BLOCK) <= set(played.click(*BLOCK[0], button=1).own())


def test_notice_that_nobody_can_plant_ends_with_the_halt(stage: Stage) -> None:
    played = Round(stage)
    for place in BLOCK:
        played.click(*place)
    stage.key("Q").live_until(lambda: played.state.phase is RoundPhase.PLAY, "play", 3000)
    stage.act(ActionKind.HALT).live_until(lambda: played.state.frozen, "halted")
    played.click(10, 12)
    assert stage.shell.message.startswith("Halted: nobody can plant")
    stage.act(ActionKind.HALT).live_until(lambda: not played.state.frozen, "resumed")
    stage.frames(2)
    assert not stage.shell.message.startswith("Halted")


def test_pointer_moves_cursor_only_in_own_half(stage: Stage) -> None:
    game = Round(stage).move(10, 12)
    assert (game.state.sides[0].cursor.row, game.state.sides[0].cursor.column) == (10, 12)
    game.move(10, 120)
    assert game.state.sides[0].cursor.column == 12
    game.click(10, 120)
    assert not game.own()
    assert "You plant on the left of the border" in stage.messages


def test_lone_right_player_has_the_mouse(stage: Stage) -> None:
    game = Round(stage, Seat(level=1), Seat()).click(10, 120)
    assert game.own(1) == [(10, 120)]
    assert "You plant on the right of the border" in (game.click(10, 20), stage.messages)[1]


def test_left_of_two_people_has_the_mouse(stage: Stage) -> None:
    game = Round(stage, Seat(), Seat()).click(10, 20).click(10, 120)
    assert (game.own(), game.own(1)) == ([(10, 20)], [])


def test_holding_draws_a_line(stage: Stage) -> None:
    game = Round(stage)
    x, y = game.at(20, 10)
    stage.frames(1, MouseMove(x, y), MouseButton(0, pressed=True, x=x, y=y)).live()
    game.move(20, 18)
    x, y = game.at(20, 18)
    stage.frames(1, MouseButton(0, pressed=False, x=x, y=y)).live()
    assert game.own() == [(20, column) for column in range(10, 19)]
    assert not game.state.sides[0].cursor.trigger


def test_a_long_press_in_play_plants_one_cell(stage: Stage) -> None:
    playing = Round(stage, game="one-seed")
    for place in BLOCK:
        playing.click(*place)
    stage.play.runner.act(Action(0, ActionKind.DONE))
    stage.live_until(lambda: playing.state.phase is RoundPhase.PLAY, "begun", 3000)
    playing.move(20, 32)
    x, y = playing.at(20, 32)
    seeds, generation = playing.state.seeds[0], playing.state.generation
    stage.frames(1, MouseButton(0, pressed=True, x=x, y=y))
    stage.live_until(lambda: playing.state.generation >= generation + 4, "four generations")
    assert playing.state.seeds[0] == seeds - 1, "a click takes some time"
    stage.frames(1, MouseButton(0, pressed=False, x=x, y=y)).live()


def test_number_keys_take_shapes(stage: Stage) -> None:
    game = Round(stage).move(40, 30)
    for key, entry in (("6", GLIDER), ("0", 9), ("1", 0)):
        side = game.key(key).state.sides[0]
        assert (side.entry, side.in_menu, side.cursor.row, side.cursor.column) == (entry, False, 40, 30)
    Round(stage, Seat(), Seat()).key("6")
    assert game.state.sides[0].entry == 0, "two people at one keyboard share the number keys"


def test_opening_says_what_to_do_and_goes_away(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(opening, "_draw_words", lambda shown, *_: said.append(shown.title))
    game = Round(stage)
    shown = stage.controller.opening
    assert shown is not None
    assert list(shown.own) == [0]
    stage.frames(1)
    assert said[-1] == "Plant cells on the left half"
    stage.live(round(60 * (opening.SECONDS + 1)))
    said.clear()
    stage.frames(2)
    assert said == [], "after some seconds"
    assert Round(stage).stage.frames(1) is stage
    assert said[-1] == "Plant cells on the left half", "again in the next round"
    game.click(20, 30)
    assert stage.controller.opening is None, "it is done"


def test_wheel_chooses_and_right_button_turns_shapes(stage: Stage) -> None:
    game = Round(stage).move(40, 30)
    for _ in range(GLIDER):
        game.wheel(-1.0)
    side = game.state.sides[0]
    assert (side.entry, side.in_menu, side.cursor.row, side.cursor.column) == (GLIDER, False, 40, 30)
    game.click(40, 30, button=1)
    assert game.state.sides[0].turns[GLIDER] == 1
    assert not game.state.sides[0].in_menu
    game.click(40, 30)
    assert len(game.own()) == int((TURNED_SHAPES[0][GLIDER][1] > 0).sum()) == 5
    assert game.wheel(1.0).state.sides[0].entry == GLIDER - 1
    zoom = stage.play.display.target.zoom
    assert game.wheel(1.0).stage.play.display.target.zoom == zoom


def test_click_chooses_a_shape_from_the_list(stage: Stage) -> None:
    game = Round(stage)
    canvas = stage.controller.layout.canvas
    left, right = canvas.sides
    x, y = left + (right - left) * (GLIDER + 0.5) / 20, canvas.area[3] - 70
    stage.frames(1, MouseButton(0, pressed=True, x=x, y=y)).frames(1, MouseButton(0, pressed=False, x=x, y=y)).live()
    assert game.state.sides[0].entry == GLIDER
    assert not game.own()


def test_wheel_zooms_in_one_seed(stage: Stage) -> None:
    game = Round(stage, game="one-seed")
    zoom = stage.play.display.target.zoom
    assert game.wheel(1.0).stage.play.display.target.zoom > zoom
    assert game.click(20, 10).own() == [(20, 10)]


def test_mouse_actions_replay_exactly(stage: Stage) -> None:
    game = Round(stage)
    game.wheel(-1.0).wheel(-1.0).click(40, 30).click(50, 40, button=1).click(50, 40).key("Q")
    stage.play_until(lambda: game.state.phase is RoundPhase.PLAY, "begun").live(10, ticks=6)
    recording = stage.play.session.recording()
    rule = parse_rule(recording.match.rule)
    engine = NumpyEngine(rule, (88, 160))
    again: Session[ContestState] = Session(recording.match, engine, recording=recording)
    while again.in_the_past:
        again.tick(())
    assert again.state == game.state
    assert (engine.read_all() == stage.cells).all()


@pytest.mark.parametrize("key", ["Q", "Space", "Enter"])
def test_empty_or_dying_set_ups_are_warned_about(stage: Stage, key: str) -> None:
    game = Round(stage).key(key)
    assert stage.messages[-1] == NOTHING_PLANTED
    game.click(20, 20).key(key)
    assert stage.messages[-1] == ALL_WOULD_DIE
    assert game.state.fair is not None
    assert not game.state.fair.ready[0]
    assert not game.key(key).state.fair.ready[0], "nobody reads so fast"  # type: ignore[union-attr]
    stage.pass_seconds(2)
    assert game.key(key).state.fair.ready[0], "who insists may"  # type: ignore[union-attr]


@pytest.mark.parametrize("key", ["Q", "Space", "Enter"])
def test_play_begins_when_person_and_computer_are_done(stage: Stage, key: str) -> None:
    game = Round(stage)
    for place in BLOCK:
        game.click(*place)
    game.key(key)
    assert game.state.phase is RoundPhase.SET_UP
    stage.play.runner.act(Action(1, ActionKind.DONE))
    stage.live_until(lambda: game.state.phase is RoundPhase.PLAY, "begun", 400)  # who has no cell yet gets five seconds
    assert game.state.running, "it goes on, whichever key it was"


@pytest.mark.parametrize("by_pad", [False, True])
def test_play_begins_when_two_people_are_done(stage: Stage, by_pad: bool) -> None:
    game = Round(stage, Seat(), Seat())
    for socket in (0, 1) if by_pad else ():
        stage.pad("a", socket=socket)
    for row, column in BLOCK:
        game.click(row, column)
        stage.play.runner.act(Action(1, ActionKind.POINT, row, 159 - column))
        stage.play.runner.act(Action(1, ActionKind.TRIGGER, 1))
        stage.play.runner.act(Action(1, ActionKind.TRIGGER, 0))
        stage.live(2)
    if by_pad:
        stage.frames(2)
        lines = [line for side in stage.controller.hints.sides for line in side]
        assert all(Glyph("B", Shape.FACE) in line for line in lines), "the hint names the button"
    stage.pad("b", socket=0) if by_pad else game.key("Q")
    stage.live(5)
    assert game.state.fair == Fairness(ready=(True, False))
    assert game.state.phase is RoundPhase.SET_UP
    stage.pad("b", socket=1) if by_pad else game.key("Slash")
    stage.live(5)
    assert game.state.phase is RoundPhase.PLAY


def test_keys_answer_the_screens_question(stage: Stage) -> None:
    choose_seats(stage, Seats((Seat(), Seat(level=1))))
    stage.shell.begin(new_match("one-seed", parse_rule("Immigration"), (24, 40), 1))
    stage.frames(2).key("Enter")
    game = Round.__new__(Round)
    game.stage = stage
    assert game.state.phase is RoundPhase.SET_UP
    stage.do(Action(0, ActionKind.RESIGN)).live(3)
    assert stage.controller.end_reason == "You gave up."
    assert game.key("Space").state.phase is RoundPhase.OVER, "nobody has read it yet"
    stage.pass_seconds(2)
    assert game.key("Space").state.starts == 2, "against a computer the next round begins on an empty board"
    assert game.state.phase is RoundPhase.SET_UP


def test_click_at_the_end_keeps_the_result(stage: Stage) -> None:
    game = Round(stage)
    stage.do(Action(0, ActionKind.RESIGN)).live(3).pass_seconds(3)
    assert game.click(20, 30).state.phase is RoundPhase.OVER
    assert game.key("Enter").state.starts == 2


def test_hints_name_shape_and_done_key(stage: Stage) -> None:
    game = Round(stage)
    assert common_hints(game.state) == ("{help} Help",), "DONE stands on the player's side, once"
    side = game.state.sides[0]
    tetromino = replace(game.state, sides=(replace(side, entry=4), game.state.sides[1]))
    lines = seat_hints(tetromino, 0, stage.controller.legend(0), by_mouse=False)
    assert lines[0].startswith("{move} Move  {trigger} Plant a T-tetromino, 4 seeds")
    assert all(line.endswith("{done} Done") for line in lines), "however little room there is"


def test_wheel_zooms_with_computers_only(stage: Stage) -> None:
    game = Round(stage, Seat(level=1), Seat(level=1))
    zoom = stage.play.display.target.zoom
    assert game.wheel(1.0).stage.play.display.target.zoom > zoom
    assert game.state.phase is RoundPhase.SET_UP


def test_clicks_are_recorded_for_one_player(stage: Stage) -> None:
    game = Round(stage).click(20, 30)
    kinds = {action.player for _, action in stage.play.session.recording().log if action.kind is ActionKind.POINT}
    assert kinds == {0}
    assert NOBODY not in kinds
    assert game.own() == [(20, 30)]
