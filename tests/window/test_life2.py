"""LIFE-2 in the real window: two pads in secret, typing, the computer, and its pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from goldens import Goldens, Picture
from window.stage import Stage, choose_seats

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.round_end import Ending
from gpulife.games.life2.observation import life2_overlay
from gpulife.games.life2.state import Life2Phase, Life2State
from gpulife.games.matches import default_rule, new_match
from gpulife.input.events import MouseButton, MouseMove
from gpulife.seats import Seat, Seats
from gpulife.settings import changed
from gpulife.view.camera import pixel_of
from gpulife.window.games.life2.layout import layout
from gpulife.window.panels.screen_regions import Covered

SIZE = (1280, 800)
LEFT, RIGHT = 0, 1
START = Action(NOBODY, ActionKind.START)


@pytest.fixture
def goldens(stage: Stage, request: pytest.FixtureRequest, tmp_path) -> Goldens:
    assert stage.window.device.is_software, "golden pictures are those of a software renderer"
    return Goldens(tmp_path, regenerate=request.config.getoption("--regenerate"))


class Evening:
    """A LIFE-2 game after START, without panels, with a pad for each person."""

    def __init__(
        self, stage: Stage, levels: tuple[int, int] = (0, 0), option: str = "", shape: tuple[int, int] = (5, 5)
    ) -> None:
        self.stage = stage
        choose_seats(stage, Seats((Seat(levels[0], "Ada"), Seat(levels[1], "Grace"))))
        stage.shell.begin(new_match("life-2", default_rule("life-2"), shape, 1978, option), (START,))
        stage.controller.layout.show_panels(shown=False)
        for socket in range(levels.count(0)):
            stage.pad("a", socket=socket)
        stage.shell._message_until = 0.0
        stage.live(10, ticks=6)  # until the view has come to rest

    @property
    def state(self) -> Life2State:
        state = self.stage.play.session.state
        assert isinstance(state, Life2State)
        return state

    def chosen(self, player: int) -> list[str]:
        return [f"{column + 1},{row + 1}" for row, column in self.state.hands[player].chosen]

    def tap(self, socket: int, *buttons: str) -> Evening:
        for button in buttons:
            self.stage.pad(button, socket=socket)
        return self

    def go(self, socket: int, ways: str) -> Evening:
        names = {"u": "up", "d": "down", "l": "left", "r": "right"}
        return self.tap(socket, *(f"dpad_{names[way]}" for way in ways))

    def type(self, digits: str) -> Evening:
        for digit in digits:
            self.stage.key(digit)
        return self

    def wait(self, phase: Life2Phase) -> Evening:
        self.stage.live_until(lambda: self.state.phase is phase, str(phase))
        return self

    def wait_turn(self, turn: int) -> Evening:
        self.stage.live_until(lambda: self.state.turn == turn and self.state.choosing, f"turn {turn}")
        return self

    def move(self, row: int, column: int) -> tuple[float, float]:
        x, y = pixel_of(self.stage.play.display.camera, self.stage.window.framebuffer_size, row + 0.5, column + 0.5)
        self.stage.frames(1, MouseMove(x, y))
        return x, y

    def click(self, row: int, column: int) -> Evening:
        x, y = self.move(row, column)
        for pressed in (True, False):
            self.stage.frames(1, MouseButton(0, pressed, x, y))
        return self

    @property
    def board(self) -> Picture:
        """Return the picture of the board and the numbers around it."""
        self.stage.live(35).frames(5)
        picture = self.stage.picture
        return picture[60:, 330:-330].copy()


def test_two_pads_choose_hidden(stage: Stage, goldens: Goldens) -> None:
    evening = Evening(stage)
    before = evening.board
    evening.go(LEFT, "ul").tap(LEFT, "a")
    assert evening.chosen(LEFT) == ["2,2"]
    evening.go(LEFT, "rr").tap(LEFT, "a").go(LEFT, "dl")
    evening.go(RIGHT, "ddrrr").tap(RIGHT, "a")
    assert (evening.chosen(LEFT), evening.chosen(RIGHT)) == (["2,2", "4,2"], ["1,5"])
    assert np.array_equal(evening.board, before), "where markers are and what is chosen is a secret"
    evening.tap(LEFT, "a")
    assert evening.state.is_ready(LEFT)
    goldens.check(stage.frames(10).picture, "life2_hidden")
    evening.tap(RIGHT, "a").tap(RIGHT, "a")
    assert evening.chosen(RIGHT) == ["3,3"], "taken back, back home, and chosen anew"
    evening.go(RIGHT, "l").tap(RIGHT, "a").go(RIGHT, "rddd").tap(RIGHT, "a")
    evening.wait(Life2Phase.REVEAL)
    assert evening.state.shared == ((2, 2),)
    goldens.check(stage.frames(26).picture, "life2_turning")
    assert stage.play.session.state.phase is Life2Phase.REVEAL
    goldens.check(stage.frames(26).picture, "life2_reveal")


def test_game_to_the_end_and_another(stage: Stage, goldens: Goldens) -> None:
    evening = Evening(stage).type("112112").type("555455")
    assert evening.chosen(LEFT) == ["1,1", "2,1", "1,2"]
    assert evening.chosen(RIGHT) == ["5,5", "5,4"], "a place of one's own is taken"
    evening.type("45").wait_turn(2)
    assert stage.cells.tolist()[1] == [1, 1, 0, 0, 0]
    evening.type("33").type("43").wait_turn(3)
    evening.tap(RIGHT, "a")
    stage.pads.hold(LEFT, "b", left_trigger=1.0)
    stage.frames(2)
    stage.pads.hold(LEFT)
    stage.frames(2)
    assert (evening.state.phase, evening.state.winner) == (Life2Phase.OVER, RIGHT)
    goldens.check(stage.live(19, ticks=5).frames(5).picture, "life2_over")
    evening.tap(LEFT, "b")
    assert (evening.state.phase, evening.state.round) == (Life2Phase.OPENING, 2)


def test_typed_digits_stay_hidden(stage: Stage) -> None:
    evening = Evening(stage)
    pictures = []
    for digit in "24":
        evening.type(digit)
        pictures.append(stage.frames(10).picture[:, :])
        stage.play.runner.act(START)
        stage.frames(4)
    assert np.abs(pictures[0].astype(int) - pictures[1]).max() <= 2


def test_choices_are_shown_against_the_computer(stage: Stage, goldens: Goldens) -> None:
    evening = Evening(stage, (0, 3))
    before = evening.board
    evening.go(LEFT, "u")
    assert not np.array_equal(evening.board, before)
    evening.tap(LEFT, "a").click(0, 0)
    assert stage.controller._pointed == (0, 0), "the marker stays with the mouse"
    assert evening.chosen(LEFT) == ["3,2", "1,1"]
    evening.click(0, 0).type("51")
    assert evening.chosen(LEFT) == ["3,2", "5,1"], "a click on it takes it back; digits are the person's"
    evening.go(LEFT, "d").move(2, 2)
    assert stage.controller._pointed == (2, 2), "moving the mouse takes the marker back from the keys"
    assert "A second press takes a place back" in stage.controller.prompts_for(LEFT)[0]
    stage.live_until(lambda: evening.state.is_ready(RIGHT), "ready")
    goldens.check(stage.frames(20).picture, "life2_against")
    evening.click(4, 4)
    evening.wait(Life2Phase.REVEAL)
    assert len({*evening.state.placed[LEFT], *evening.state.shared}) == 3
    evening.wait_turn(2)
    assert "takes a place back" not in stage.controller.prompts_for(LEFT)[0], "the only piece of a turn is final"


def test_computer_on_the_left(stage: Stage) -> None:
    evening = Evening(stage, (2, 0)).type("11")
    assert evening.chosen(RIGHT) == ["1,1"]
    evening.type("2131").wait(Life2Phase.REVEAL)


def test_two_computers(stage: Stage) -> None:
    evening = Evening(stage, (4, 1))
    evening.type("11").click(0, 0).wait(Life2Phase.REVEAL)
    assert len(evening.state.placed[LEFT]) + len(evening.state.shared) == 3


def test_clicks_are_refused_for_two_people(stage: Stage) -> None:
    evening = Evening(stage).click(1, 1)
    assert evening.chosen(LEFT) == []
    assert any("a click would show your place" in message for message in stage.messages)


def test_mouse_draws_while_halted(stage: Stage) -> None:
    evening = Evening(stage)
    stage.key("Space")
    assert evening.state.halted
    evening.click(4, 0)
    assert stage.cells[4, 0] == 1
    assert evening.chosen(LEFT) == []


def test_mouse_does_not_draw_against_a_computer(stage: Stage) -> None:
    evening = Evening(stage, (0, 2))
    stage.key("Space")
    assert evening.state.halted
    evening.click(4, 0)
    assert stage.cells[4, 0] == 0
    assert evening.chosen(LEFT) == []


def test_lost_pad_halts_the_game(stage: Stage) -> None:
    evening = Evening(stage, option="FAST")
    del stage.pads.states[LEFT]
    stage.frames(3)
    assert evening.state.halted
    clock = evening.state.clock
    stage.frames(30)
    assert evening.state.clock == clock


@pytest.mark.parametrize(
    ("shape", "size", "beside"),
    [
        ((5, 5), (1280, 800), True),
        ((5, 5), (640, 400), True),
        ((5, 5), (1080, 1920), False),
        ((20, 60), (1280, 800), False),
    ],
)
def test_nothing_overlaps(stage: Stage, shape: tuple[int, int], size: tuple[int, int], beside: bool) -> None:
    for covered in (Covered(), Covered(284.0, 96.0), Covered(284.0, 96.0, 300.0 if size[0] > 1000 else 0.0)):
        place = layout(shape, size, covered)
        left, top = pixel_of(place.camera, size, 0, 0)
        right, low = pixel_of(place.camera, size, *shape)
        assert covered.left <= left
        assert top >= 56
        assert right <= size[0] - covered.right
        assert low <= size[1] - covered.below
        for card in place.cards:
            assert covered.left <= card[0] < card[2] <= size[0] - covered.right
        if covered == Covered():
            assert place.beside == beside
        if place.beside:
            assert place.cards[0][2] <= left
            assert place.cards[1][0] >= right
        else:
            assert max(card[3] for card in place.cards) <= top


def test_larger_boards_and_other_rules(stage: Stage, goldens: Goldens) -> None:
    evening = Evening(stage, (0, 4), "CODED", (12, 20))
    assert stage.live(50, ticks=6).picture is not None
    assert evening.state.hands[RIGHT].chosen == ()
    evening.type("1005").type("1105").type("1205")
    assert evening.chosen(LEFT) == ["10,5", "11,5", "12,5"]
    stage.live_until(lambda: evening.state.phase is Life2Phase.TURN, "a turn", 900)
    assert evening.state.turn == 2
    goldens.check(stage.frames(20).picture, "life2_large")


@pytest.mark.parametrize("how", ["Space", "Enter", "click", "pad"])
def test_return_space_rt_and_first_click_begin_a_game(stage: Stage, how: str) -> None:
    choose_seats(stage, Seats((Seat(), Seat())))
    stage.shell.begin(new_match("life-2", default_rule("life-2"), (5, 5), 1))
    stage.frames(2).controller.layout.show_panels(shown=False)
    if how == "pad":
        stage.pad("a")

    def answer() -> None:
        if how == "pad":
            stage.pad(right_trigger=1.0)
        elif how == "click":
            x, y = pixel_of(stage.play.display.camera, stage.window.framebuffer_size, 2.5, 2.5)
            stage.frames(1, MouseButton(0, pressed=True, x=x, y=y)).frames(1, MouseButton(0, pressed=False, x=x, y=y))
        else:
            stage.key(how)

    assert stage.play.session.state.phase == "select"
    answer()
    assert stage.play.session.state.phase == "opening"
    stage.do(Action(0, ActionKind.RESIGN))
    assert stage.controller.end_reason == "Left resigned in turn 1."
    stage.pass_seconds(2)
    answer()
    if how == "click":
        assert stage.play.session.state.phase == "over", "the result has buttons; a click on the board keeps it"
        return
    assert (stage.play.session.state.phase, stage.play.session.state.round) == ("opening", 2)


def test_fast_clock_waits_for_both_players(stage: Stage) -> None:
    stage.shell.settings = changed(stage.shell.settings, "wait_for_players", value=True)
    choose_seats(stage, Seats((Seat(), Seat())))
    match = new_match("life-2", default_rule("life-2"), (5, 5), 1, "FAST")
    stage.shell.begin(match, (Action(NOBODY, ActionKind.START),))
    stage.frames(3)
    before = stage.play.session.ticks
    assert stage.key("LeftShift").live(20).play.session.ticks == before
    assert stage.key("RightCtrl").live(20).play.session.ticks > before
    assert [len(hand.chosen) for hand in stage.play.session.state.hands] == [0, 0], "the presses choose nothing"


@pytest.mark.parametrize(("level", "loser", "offered"), [(1, RIGHT, "Play Gardener"), (1, LEFT, ""), (4, RIGHT, "")])
def test_win_offers_the_next_level(stage: Stage, level: int, loser: int, offered: str) -> None:
    game = Evening(stage, (0, level))
    stage.do(Action(loser, ActionKind.RESIGN)).live(3)
    assert game.state.phase is Life2Phase.OVER
    labels = [button.label for button in stage.controller.end_buttons]
    assert labels[0] == (offered or "Another game")
    if offered:
        stage.pass_seconds(2).key("Enter").frames(3)
        assert stage.play.session.match.game == "life-2"
        assert stage.play.session.state.phase is not Life2Phase.OVER, "the next game has begun"
        assert stage.play.seats.levels == (0, level + 1)


def test_fastest_win_against_each_level_is_kept(stage: Stage) -> None:
    def win(turn: int) -> str:
        """Win in a turn, and return what the end says about it."""
        game = Evening(stage, (0, 2))
        stage.play.session.state = replace(game.state, phase=Life2Phase.REVEAL, wait=1, turn=turn, empty=24)
        stage.play.engine.paint(0, 0, np.array([[1, 1], [1, 1]], np.uint8))
        stage.live(3, ticks=4)
        assert (stage.state.phase, stage.state.winner) == (Life2Phase.OVER, LEFT)
        assert stage.controller.result is not None
        return stage.controller.result.note

    assert win(6) == "Your first win against the Gardener, in 6 turns"
    assert win(9) == "Your fastest win against the Gardener: 6 turns"
    assert win(4) == "Your fastest win against the Gardener, in 4 turns"
    assert stage.shell.settings.fewest_turns == ("life-2.2=4",)


def test_last_pieces_are_marked_at_the_end(stage: Stage) -> None:
    game = Evening(stage, (0, 2))
    ended = replace(game.state, phase=Life2Phase.OVER, ending=Ending.SHUT_OUT, winner=RIGHT, placed=((), ((2, 2),)))
    assert life2_overlay(ended, (5, 5), frozenset()).placed == ((), ((2, 2),))
    assert life2_overlay(replace(ended, ending=Ending.RESIGNED), (5, 5), frozenset()).placed == ((), ())
