"""The keys of the buttons after the end of a round or game: Return and A press the highlighted one, Escape leaves."""

from __future__ import annotations

import pytest
from window.stage import Stage, choose_seats

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.input.glyphs import Hands
from gpulife.rules import parse_rule
from gpulife.seats import Seat, Seats
from gpulife.window.play.result_banner import SECONDS_TO_READ, EndButton, Result

SIZE = (1000, 700)
START, RESIGN = Action(NOBODY, ActionKind.START), Action(0, ActionKind.RESIGN)


def over(stage: Stage, game: str = "seed-list", rule: str = "Immigration", *levels: int) -> Stage:
    """Begin a game and give it up."""
    choose_seats(stage, Seats(tuple(Seat(level) for level in levels or (0, 0))))
    law = parse_rule(rule)
    stage.shell.begin(new_match(game, law, law.size or (24, 40), 1), (START,))
    stage.frames(3).do(RESIGN).live(3)
    assert stage.controller.result is not None
    return stage


def words(stage: Stage, **hands: object) -> list[str]:
    """Return the keys that the buttons show a person with these devices."""
    result: Result | None = stage.controller.result
    assert result is not None
    legend = stage.controller.legend(0)
    legend = type(legend)(legend.bindings, Hands(0, **hands))  # type: ignore[arg-type]
    controls = [result.control(number, legend) for number in range(len(result.buttons))]
    return [legend.spoken(f"{{{control}}}") if control else "" for control in controls]


@pytest.mark.parametrize(("game", "rule"), [("seed-list", "Immigration"), ("life-2", "Immigration:P5,5")])
def test_return_presses_the_highlighted_button(stage: Stage, game: str, rule: str) -> None:
    over(stage, game, rule)
    number = stage.play.session.state.round
    assert stage.key("Enter").play.session.state.round == number, "nobody can have read the result"
    stage.pass_seconds(SECONDS_TO_READ).key("Enter").frames(2)
    assert stage.play.session.state.round == number + 1
    assert stage.controller.result is None


def test_against_a_computer_return_takes_the_fresh_board(stage: Stage) -> None:
    over(stage, "seed-list", "Immigration", 0, 1).pass_seconds(SECONDS_TO_READ).key("Enter").frames(2)
    assert (stage.play.session.state.starts, stage.play.session.state.round) == (2, 1)


def test_escape_leaves_for_the_start_screen(stage: Stage) -> None:
    over(stage).key("Escape").frames(2)
    assert stage.menu_shown
    assert stage.play.session.state.round == 1


def test_pads_press_with_a_and_keep_b(stage: Stage) -> None:
    stage.shell.begin(new_match("one-seed", parse_rule("Immigration"), (24, 40), 1), (START,))
    stage.frames(2).pad("a")
    for number, button in enumerate(("a", "b")):
        stage.do(RESIGN).live(3).pass_seconds(SECONDS_TO_READ).pad(button).frames(2)
        assert stage.play.session.state.round == number + 2, button


def test_shown_keys_are_those_that_work(stage: Stage) -> None:
    over(stage)
    assert words(stage, keyboard=True) == ["Return", "F4", "", "F6", "Esc"]
    assert words(stage, keyboard=False, pad="Xbox") == ["A", "Start", "", "Back+A", "Guide"]
    over(stage, "seed-list", "Immigration", 0, 1)  # Escape does not begin the round with these cells
    assert words(stage, keyboard=True) == ["Return", "", "", "F6", "Esc"]
    assert words(stage, keyboard=False, pad="Xbox") == ["A", "B", "", "Back+A", "Guide"]


def test_keys_mean_other_things_again_in_the_next_round(stage: Stage) -> None:
    over(stage).do(Action(NOBODY, ActionKind.AGAIN)).frames(2).key("Escape").frames(2)
    assert not stage.menu_shown
    assert stage.screens.top is not stage.screens.play_screen, "the pause menu"


def test_button_without_a_way_out_has_its_own_key() -> None:
    lone = Result("You are out", None, buttons=(EndButton("Join again", START, "trigger"),))
    assert not lone.has_keys
