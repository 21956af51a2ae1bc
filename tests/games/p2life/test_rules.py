"""The rules of P2Life (ruling R32): turns, tokens, generations, and how a game ends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fuzzing import examples
from games.p2life.table import P2LifeTable
from games.playing import K, shows
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import NOBODY, Action, GameError, Match
from gpulife.games.core.round_end import Ending
from gpulife.games.matches import new_match, next_game, next_option
from gpulife.games.p2life.spec import P2LIFE
from gpulife.games.p2life.state import MAX_GENERATIONS, OPENING_TOKENS, P2LifeState, Phase
from gpulife.rules import parse_rule
from gpulife.session.session import Session

BLOCKS = """
............
.AA......BB.
.AA......BB.
............
............
............
"""
ODDS = ".A....\n.....B\n......\n......"
"""Lone cells, which both die at once."""


def test_opening_of_ten_tokens_each_in_turn() -> None:
    table = P2LifeTable(press_start=False)
    assert (table.phase, table.state.seeds) == ("select", (0, 0))
    table.put(0, 1, 1)
    assert not table.engine.read_all().any()
    table.do(NOBODY, K.START)
    assert (table.phase, table.state.seeds, table.state.mover) == ("opening", (10, 10), 0)
    for number in range(OPENING_TOKENS):
        for player in (0, 1):
            assert table.state.mover == player
            table.put(player, 2 * number, 30 * player)
    assert (table.phase, table.state.seeds) == ("growth", (0, 0))
    cells = table.engine.read_all()
    assert [(cells == species).sum() for species in (1, 2)] == [10, 10]
    assert table.engine.generation == 0


def test_invalid_placements_are_refused() -> None:
    table = P2LifeTable(shape=(4, 6)).put(1, 0, 0)
    assert (table.picture.count("B"), table.sounds[-1]) == (0, "refused")
    table.put(0, 1, 1).put(1, 1, 1)
    assert (table.state.mover, table.sounds[-1]) == (1, "refused")
    for place in ((-1, 0), (4, 0), (0, 6), (2**40, 0)):
        table.put(1, *place)
        assert (table.state.mover, table.sounds[-1]) == (1, "refused")
    shows(table.put(1, 1, 2), "......\n.AB...\n......\n......")


def test_no_passing_in_the_opening() -> None:
    table = P2LifeTable(shape=(4, 6))
    table.do(0, K.DONE)
    assert (table.state.mover, table.state.seeds, table.sounds[-1]) == (0, (10, 10), "refused")


def test_full_board_ends_the_opening() -> None:
    table = P2LifeTable(shape=(2, 3))
    for number in range(6):
        table.put(number % 2, number // 3, number % 3)
    assert table.ticks(1).phase == "growth"


@pytest.mark.parametrize(("option", "generations"), [("12", 12), ("4", 4), ("1", 1)])
def test_tokens_then_the_generations_of_the_option(option: str, generations: int) -> None:
    table = P2LifeTable(BLOCKS, option=option)
    table.put(0, 4, 4)
    assert (table.phase, table.state.mover) == ("tokens", 1)
    table.do(0, K.DONE)
    assert table.phase == "tokens", "it is not the first player's turn any more"
    table.do(1, K.DONE)
    assert table.phase == "growth"
    table.grow()
    assert (table.phase, table.state.generation, table.engine.generation) == ("tokens", generations, generations)
    assert (table.state.mover, table.state.seeds) == (0, (1, 1))
    shows(table, BLOCKS)


def test_stick_and_trigger_place_a_token() -> None:
    table = P2LifeTable(shape=(8, 8))
    assert table.place(0) == (4, 2)
    table.tap(0, 1).tap(-1, 0).press()
    assert table.engine.read_all()[3, 3] == 1
    assert table.state.cursors[1].visible
    assert not table.state.cursors[0].visible
    table.do(1, K.POINT, 100, -3)
    assert table.place(1) == (7, 0)
    table.press(1)
    assert table.engine.read_all()[7, 0] == 2


def test_side_without_cells_loses() -> None:
    table = P2LifeTable(".AA...\n.AA...\n......\n....B.\n......\n......", option="4").both_pass().grow()
    assert (table.phase, table.state.ending, table.state.winner) == ("over", Ending.SHUT_OUT, 0)
    assert table.state.generation == 1
    assert table.sounds[-1] == "win"
    assert table.side(0).wins == 1


def test_no_cells_on_both_sides_is_a_tie() -> None:
    table = P2LifeTable(ODDS).both_pass().grow()
    assert (table.state.ending, table.state.winner, table.sounds[-1]) == (Ending.SHUT_OUT, None, "tie")


@pytest.mark.parametrize(
    ("board", "winner"),
    [(BLOCKS, None), (BLOCKS.replace(".AA......BB.", "AA.......BB.", 1).replace(".AA.", "A.A.", 1), 0)],
)
def test_larger_side_wins_after_200_generations(board: str, winner: int | None) -> None:
    table = P2LifeTable(board.replace("............\n............\n", "............\n", 1) if winner == 0 else board)
    table.quickly()
    while table.phase != "over":
        table.both_pass().grow()
    assert (table.state.generation, table.state.ending) == (MAX_GENERATIONS, Ending.LIMIT)
    left, right = table.engine.census()[:2]
    assert table.state.winner == (None if left == right else int(right > left))
    assert P2LIFE.outcome(table.state) is not None
    assert P2LIFE.scores(table.state, table.engine.census()) == (left, right)


def test_resigning_loses_and_starts_alternate() -> None:
    table = P2LifeTable(shape=(8, 8)).put(0, 1, 1)
    table.do(0, K.RESIGN)
    assert (table.state.ending, table.state.winner) == (Ending.RESIGNED, 1)
    table.do(NOBODY, K.AGAIN)
    assert (table.phase, table.state.mover, table.state.round) == ("opening", 1, 2)
    assert not table.engine.read_all().any()
    assert [side.wins for side in table.state.sides] == [0, 1]
    table.do(NOBODY, K.START)
    assert (table.state.mover, table.state.round, table.side(1).wins) == (0, 1, 0)


def test_a_set() -> None:
    table = P2LifeTable(shape=(8, 8), series="best-of-3")
    for _ in range(2):
        table.do(0, K.RESIGN).do(NOBODY, K.AGAIN)
    assert table.state.series.results == ()
    assert table.state.round == 1
    assert "set" in table.sounds


def test_halting_and_single_generations() -> None:
    table = P2LifeTable(BLOCKS).both_pass()
    table.space().ticks(30)
    assert (table.phase, table.state.generation, table.state.running) == ("growth", 0, False)
    table.enter().ticks(30)
    assert table.state.generation == 1
    table.enter().ticks(30)
    assert table.state.generation == 2
    table.space()
    assert table.grow().state.generation == 12
    table.enter()
    assert table.sounds[-1] == "refused"


def test_no_tokens_in_a_halt_with_consent() -> None:
    table = P2LifeTable(shape=(8, 8), levels=(0, 2))
    table.space().put(0, 1, 1)
    assert not table.engine.read_all().any()
    table.space().put(0, 1, 1)
    assert table.engine.read_all()[1, 1] == 1
    table.do(0, K.PAINT, 0, 0, "x = 1, y = 1\nA!")
    assert table.sounds[-1] == "refused"
    table.do(0, K.START)
    assert table.state.phase is Phase.OPENING
    assert table.engine.read_all()[1, 1] == 1, "the computer does not agree to begin anew"


def test_edits_in_a_halt_without_consent() -> None:
    table = P2LifeTable(shape=(8, 8))
    table.do(NOBODY, K.PAINT, 0, 0, "x = 1, y = 1\nA!")
    assert table.sounds[-1] == "refused"
    table.space().do(NOBODY, K.PAINT, 0, 0, "x = 1, y = 1\nA!")
    assert table.engine.read_all()[0, 0] == 1


def test_invalid_rules_and_settings_are_refused() -> None:
    with pytest.raises(GameError, match="p2life needs a rule of the same family as P2Life, not Immigration"):
        new_match("p2life", parse_rule("Immigration"), (64, 64), 1)
    with pytest.raises(GameError, match="series cannot be 3 in p2life: use best-of-3"):
        P2LIFE.start(Match("p2life", "P2Life:T8,8", 1, settings={"series": 3}), (8, 8))
    match = new_match("p2life", parse_rule("P2Life:7"), (64, 64), 1)
    assert (match.rule, match.option) == ("P2Life:7:T64,64", "12")
    assert next_option(match).option == "4"
    assert next_game(match).game == "study"


def test_coins_differ_from_game_to_game() -> None:
    tie = "ABA.....\nB.A.....\nB.......\n........"
    born = set()
    for seed in range(20):
        table = P2LifeTable(tie, option="1", rule=f"P2Life:{seed}").both_pass().ticks(10)
        born.add(int(table.engine.read_all()[1, 1]))
    assert born == {1, 2}


ANYTHING = st.builds(
    Action,
    st.integers(-1, 2),
    st.sampled_from([K.PLACE, K.PLACE, K.PLACE, K.DONE, K.TRIGGER, K.STICK, K.POINT, *K]),
    st.integers(-1, 6) | st.integers(),
    st.integers(-1, 8) | st.integers(),
    st.sampled_from(["", "0.5", "2x3", "x = 2, y = 1\nAB!"]),
)


@settings(max_examples=examples(80))
@given(
    option=st.sampled_from(list(P2LIFE.options)),
    shape=st.sampled_from([(1, 1), (2, 3), (6, 8), (12, 9)]),
    fair=st.booleans(),
    ticks=st.lists(st.lists(ANYTHING, max_size=4), max_size=60),
)
def test_values_stay_in_range(option: str, shape: tuple[int, int], fair: bool, ticks: list[list[Action]]) -> None:
    table = P2LifeTable(option=option, shape=shape, consent=fair)
    match = table.session.match
    table.quickly()
    for actions in ticks:
        before, cells = table.state, table.engine.read_all()
        table.tick(*actions)
        state: P2LifeState = table.state
        P2LIFE.check(state, match, shape)
        assert all(0 <= tokens <= OPENING_TOKENS for tokens in state.seeds)
        assert 0 <= state.generation <= MAX_GENERATIONS
        assert (state.phase is Phase.OVER) == (state.ending is not None)
        if before.phase is Phase.OPENING and state.phase is Phase.OPENING and state.starts == before.starts:
            assert sum(before.seeds) - sum(state.seeds) <= len(actions)
        if state.choosing and not any(state.seeds):
            raise AssertionError("somebody is to place a token, and there is none")
        kinds = {action.kind for action in actions}
        if before.choosing and state.choosing and kinds <= {K.PLACE, K.DONE, K.STICK, K.POINT, K.TRIGGER}:
            changed = table.engine.read_all() != cells
            assert not cells[changed].any(), "a token went where somebody lived"
            if before.phase is state.phase:
                assert changed.sum() <= sum(before.seeds) - sum(state.seeds)


def test_placement_is_refused_in_a_wild_tick() -> None:
    table = P2LifeTable(BLOCKS)
    table.tick(Action(NOBODY, K.SOUP, data="0.5"), Action(0, K.PLACE, 5, 5))
    assert table.state.phase is Phase.TOKENS


def test_impossible_state_is_refused() -> None:
    table = P2LifeTable(BLOCKS)
    match, shape = table.session.match, table.engine.shape
    P2LIFE.check(table.state, match, shape)
    for wrong in (
        {"phase": Phase.OVER},
        {"ending": Ending.CLOCK, "phase": Phase.OVER},
        {"winner": 1},
        {"phase": Phase.GROWTH},
        {"sides": table.state.with_side(0, tokens=9).sides},
        {"sides": table.state.with_side(0, last=(6, 0)).sides},
        {"sides": table.state.sides[:1]},
        {"beat": replace(table.state.beat, left=13)},
        {"seed": -1},
    ):
        with pytest.raises(GameError):
            P2LIFE.check(replace(table.state, **wrong), match, shape)


def test_same_in_a_second_session_and_after_a_rewind() -> None:
    table = P2LifeTable(shape=(16, 16), option="4")
    for number in range(10):
        for player in (0, 1):
            table.put(player, number % 4 + 4 * player, 2 + number // 4 + 6 * player)
    table.ticks(200)
    recorded = table.session.log.entries()
    again = Session(table.session.match, NumpyEngine(table.engine.rule, (16, 16)))
    for tick in range(table.session.ticks):
        again.tick(tuple(action for when, action in recorded if when == tick))
    assert again.state == table.state
    assert np.array_equal(again.board.read(0, 0, 16, 16), table.engine.read_all())
    table.session.seek(30)
    table.session.seek(again.ticks)
    assert table.state == again.state
