"""The visible part of LIFE-2: nothing of a hidden hand, under any actions of its player."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from fuzzing import examples
from games.pieces import EMPTY, Pieces
from games.playing import K
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.games.core.game import Action
from gpulife.games.life2.observation import FORESEEN, hint, life2_overlay
from gpulife.session.replay import read_replay, write_replay

NOTHING = frozenset[int]()
BLOCKS = "AA...\nAA...\n.....\n...BB\n...BB"
MOVES = st.lists(
    st.one_of(
        st.builds(Action, st.just(0), st.just(K.STICK), st.integers(-1, 1), st.integers(-1, 1)),
        st.builds(Action, st.just(0), st.just(K.POINT), st.integers(0, 4), st.integers(0, 4)),
    ),
    max_size=12,
)


@settings(max_examples=examples(40))
@given(first=MOVES, second=MOVES)
def test_moving_a_marker_reveals_nothing(first: list[Action], second: list[Action]) -> None:
    pictures = []
    for moves in (first, second):
        game = Pieces(EMPTY)
        for move in moves:
            game.tick(move)
        pictures.append(life2_overlay(game.state, (5, 5), NOTHING))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("option", ["PRINTED", "FAST"])
def test_only_the_number_of_choices_is_shown_before_the_reveal(option: str) -> None:
    pictures = []
    for place in ("1,5", "3,3", "5,1"):
        game = Pieces(BLOCKS, option=option).choose(0, place)
        pictures.append(life2_overlay(game.state, (5, 5), NOTHING))
        assert life2_overlay(game.state, (5, 5), frozenset({0})) != pictures[-1]
    assert pictures[0] == pictures[1] == pictures[2]
    assert pictures[0].hands[0].ready
    assert (pictures[0].placed, pictures[0].shared) == (((), ()), ())
    game.choose(1, "5,1").reveal()
    assert life2_overlay(game.state, (5, 5), NOTHING).shared == ((0, 4),)


def test_last_turns_places_are_not_shown() -> None:
    game = Pieces(BLOCKS).both("3,3", "3,3")
    assert life2_overlay(game.state, (5, 5), NOTHING).shared == ((2, 2),)
    game.grow()
    overlay = life2_overlay(game.state, (5, 5), NOTHING)
    assert overlay.shared == ()
    assert hint(overlay, (0,), foresees=True) == hint(overlay, (), foresees=False) == "Both chose 3,3: no piece"
    assert game.state.shared == ((2, 2),)
    game.both("3,3", "1,5").grow()
    assert hint(life2_overlay(game.state, (5, 5), NOTHING), (0,), foresees=True) == FORESEEN


def test_only_the_number_of_typed_digits_is_shown() -> None:
    pictures = [life2_overlay(Pieces().type(digit).state, (5, 5), NOTHING) for digit in (0, 3, 9)]
    assert pictures[0] == pictures[1] == pictures[2]
    assert (pictures[0].hands[0].typed, pictures[0].typing_player) == (1, 0)


def test_shown_hand_includes_its_secrets() -> None:
    game = Pieces().choose(1, "1,1").tap(0, 1, player=1)
    hand = life2_overlay(game.state, (5, 5), frozenset({1})).hands[1]
    assert (hand.ghosts, hand.marker) == (((0, 0),), (2, 3))
    other = life2_overlay(game.state, (5, 5), frozenset({1})).hands[0]
    assert (other.ghosts, other.marker) == ((), None)


def test_coded_opening_says_who_waits() -> None:
    game = Pieces(option="CODED")
    assert [hand.waits for hand in life2_overlay(game.state, (5, 5), NOTHING).hands] == [False, True]
    game.choose(0, "1,1", "2,2", "3,3")
    assert [hand.waits for hand in life2_overlay(game.state, (5, 5), NOTHING).hands] == [False, False]


def test_clock_home_and_end() -> None:
    game = Pieces(option="FAST").ticks(30)
    now = life2_overlay(game.state, (5, 5), NOTHING)
    assert (now.seconds, now.home) == (20, (2, 2))
    assert life2_overlay(game.state, (5, 5), frozenset({0})).home is None
    assert life2_overlay(Pieces().state, (5, 5), NOTHING).seconds is None
    over = life2_overlay(Pieces().do(1, K.RESIGN).state, (5, 5), NOTHING)
    assert (over.phase, over.winner, over.ending, over.home) == ("over", 0, "resigned", None)
    assert life2_overlay(replace(game.state, halted=True), (5, 5), NOTHING).halted
    before = life2_overlay(Pieces(press_start=False).state, (5, 5), NOTHING)
    assert (before.phase, before.ending, before.typing_player, before.hands[0].needs) == ("select", "", None, 0)


def test_replay_ends_before_a_choice_that_is_still_secret(tmp_path: Path) -> None:
    game = Pieces().ticks(5)
    before = game.session.ticks
    game.choose(0, "1,1")
    recording = game.session.recording()
    assert (recording.ticks, [action.kind for _, action in recording.log]) == (before, [K.START])
    write_replay(tmp_path / "game.gpureplay", recording)
    assert read_replay(tmp_path / "game.gpureplay").log == recording.log
    game.choose(0, "2,1", "3,1").choose(1, "3,5", "4,5", "5,5").reveal()
    assert {action.kind for _, action in game.session.recording().log} == {K.START, K.PLACE}
