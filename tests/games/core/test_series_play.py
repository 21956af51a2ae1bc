"""Sets and handicaps in the games: who wins, and the effect of ESC, START and resigning."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

import pytest
from boards import board
from fuzzing import examples
from games.duel import BLOCKS, EMPTY, Duel
from games.playing import K
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.dataclass_json import from_json, to_json
from gpulife.games.core.game import NOBODY, Action, GameError
from gpulife.games.core.order import Sound
from gpulife.games.core.series import parse_series
from gpulife.games.life2.spec import LIFE_2
from gpulife.games.life2.state import Life2State
from gpulife.games.matches import new_match, next_option, with_series
from gpulife.games.survival1982.rules import check_contest
from gpulife.games.survival1982.state import PRESETS, RoundPhase, handicap_of, parse_handicap, with_handicap
from gpulife.rules import parse_rule
from gpulife.session.session import Session

LEFT, RIGHT = 0, 1


def lose(duel: Duel, player: int) -> tuple[Sound, ...]:
    """Play a round that ``player`` resigns; return its sounds."""
    assert duel.state.phase is RoundPhase.SET_UP
    return duel.session.tick((Action(player, K.RESIGN),)).sounds


def again(duel: Duel) -> Duel:
    return duel.do(NOBODY, K.AGAIN)


@pytest.mark.parametrize("game", ["one-seed", "seed-list"])
def test_best_of_three_on_one_board(game: str) -> None:
    duel = Duel(BLOCKS, game, series="best-of-3")
    duel.press(LEFT)
    assert duel.state.seeds == (98, 99)
    lose(duel, RIGHT)
    assert duel.state.series.wins == (1, 0)
    assert not duel.state.series.over
    before = duel.engine.read_all()
    again(duel)
    assert (duel.state.phase, duel.state.round, duel.state.seeds) == (RoundPhase.SET_UP, 2, (99, 99))
    assert (duel.engine.read_all() == before).all()
    lose(duel, LEFT)
    again(duel)
    assert Sound("set", player=LEFT) in lose(duel, RIGHT)
    assert (duel.state.series.over, duel.state.series.winner, duel.state.series.wins) == (True, LEFT, (2, 1))
    assert from_json(type(duel.state), to_json(duel.state)) == duel.state


def test_new_set_begins_on_a_dead_board() -> None:
    duel = Duel(BLOCKS, series="best-of-3")
    for _ in range(2):
        lose(duel, LEFT)
        again(duel)
    assert duel.state.phase is RoundPhase.SET_UP
    assert (duel.state.round, duel.state.series.results, duel.state.series.text) == (1, (), "best-of-3")
    assert [side.wins for side in duel.state.sides] == [0, 0]
    duel.ticks(1)
    assert not duel.engine.read_all().any()


def test_start_restarts_the_set() -> None:
    duel = Duel(BLOCKS, series="rounds-2")
    lose(duel, LEFT)
    duel.start()
    assert (duel.state.phase, duel.state.series.results) == (RoundPhase.OVER, (RIGHT,))  # not before both agree
    duel.do(LEFT, K.AGREE, 1).do(RIGHT, K.AGREE, 1)
    assert (duel.state.phase, duel.state.series.results) == (RoundPhase.SET_UP, ())


def test_a_tie_is_played_again() -> None:
    duel = Duel(series="best-of-3")  # nobody plants anything
    duel.do(LEFT, K.HALT).do(RIGHT, K.AGREE, 1)
    for _ in range(400):
        if duel.state.phase is RoundPhase.OVER:
            break
        duel.tick()
    assert duel.state.series.results == (None,)
    assert again(duel).state.series.next_round == 2


def test_giving_up_double_or_nothing() -> None:
    duel = Duel(BLOCKS, series="double-or-nothing")
    lose(duel, RIGHT)
    again(duel)
    lose(duel, RIGHT)
    assert (duel.state.series.points, duel.state.series.stake) == ((2, 0), 2)
    duel.do(LEFT, K.RESIGN)
    assert not duel.state.series.over
    heard = duel.session.tick((Action(RIGHT, K.RESIGN),)).sounds
    assert heard == (Sound("set", player=LEFT),)
    assert (duel.state.series.over, duel.state.series.winner) == (True, LEFT)
    assert duel.state.series.results == (LEFT, LEFT)


def test_resigning_after_the_end_without_a_set() -> None:
    duel = Duel(BLOCKS)
    lose(duel, LEFT)
    state = duel.state
    assert duel.do(LEFT, K.RESIGN).state == state
    assert not {"series", "handicap"} & to_json(state).keys()


def test_sets_in_life_2() -> None:
    match = with_series(new_match("life-2", parse_rule("Immigration:P5,5"), (5, 5), 1), "best-of-3")
    engine = NumpyEngine(parse_rule(match.rule), (5, 5))
    session = Session(match, engine)
    session.tick((Action(NOBODY, K.START),))
    for loser in (LEFT, RIGHT, RIGHT):
        session.tick((Action(loser, K.RESIGN),))
        state = session.state
        assert isinstance(state, Life2State)
        if state.series is not None and not state.series.over:
            session.tick((Action(NOBODY, K.AGAIN),))
    assert state.series is not None
    assert (state.series.winner, state.series.wins) == (LEFT, (2, 1))
    assert from_json(Life2State, to_json(state)) == state
    session.tick((Action(NOBODY, K.AGAIN),))
    state = session.state
    assert isinstance(state, Life2State)
    assert state.series is not None
    assert (state.series.results, state.round) == ((), 1)


def test_invalid_series_setting_is_an_error() -> None:
    match = replace(new_match("life-2", parse_rule("Immigration:P5,5"), (5, 5), 1), settings={"series": "best"})
    with pytest.raises(GameError):
        LIFE_2.start(match, (5, 5))


def test_handicap_setting_holds_in_every_round() -> None:
    duel = Duel(EMPTY, option="HCAP", handicap=(20, 40), series="best-of-3")
    assert (duel.state.phase, duel.state.seeds) == (RoundPhase.SET_UP, (20, 40))
    duel.press(LEFT)
    lose(duel, LEFT)
    assert again(duel).state.seeds == (20, 40)
    assert duel.start().state.seeds == (20, 40)


def test_option_key_drops_the_handicap() -> None:
    match = with_handicap(new_match("one-seed", parse_rule("Immigration"), (24, 40), 1, "HCAP"), (20, 40))
    for _ in range(6):
        match = next_option(match)
    assert match.option == "HCAP"
    assert handicap_of(match) == ()


def test_handicaps_by_name_and_by_number() -> None:
    assert {name: parse_handicap(name) for name in PRESETS} == {name: each.seeds for name, each in PRESETS.items()}
    assert all(20 <= seeds <= 40 for each in PRESETS.values() for seeds in each.seeds)
    assert parse_handicap("8:99") == (8, 99)
    assert parse_handicap("00:07") == (0, 7)
    for text in ("", "20", "20-40", "100:20", "20:40 ", "٢:٣", "strong", "x" * 99):
        with pytest.raises(GameError, match="20:40") as told:
            parse_handicap(text)
        assert len(str(told.value)) < 250


@pytest.mark.parametrize("seeds", [[20], [20, 100], [-1, 2], [True, 2], "20:40", 7, [2.0, 3]])
def test_impossible_handicap_in_a_file(seeds: object) -> None:
    match = new_match("one-seed", parse_rule("Immigration"), board(EMPTY).shape, 1, "HCAP")
    with pytest.raises(GameError, match="0 to 99"):
        handicap_of(replace(match, settings={"handicap": seeds}))


def test_a_handicap_needs_its_option() -> None:
    with pytest.raises(GameError, match="HCAP"):
        with_handicap(new_match("one-seed", parse_rule("Immigration"), (24, 40), 1), (20, 40))


ANYTHING = st.sampled_from((K.RESIGN, K.AGAIN, K.START, K.AGREE, K.HALT, K.TRIGGER, K.SEAT))
ONE = st.tuples(ANYTHING, st.integers(-1, 2), st.integers(0, 1))
A_ROUND = st.integers(0, 1).map(lambda player: ((K.RESIGN, player, 0), (K.AGAIN, NOBODY, 0)))
"""Lost by a player: a set of some of them ends."""


@settings(max_examples=examples(60), deadline=None)
@given(
    st.sampled_from(("best-of-3", "best-of-5", "rounds-2", "rounds-4", "double-or-nothing-2", "double-or-nothing")),
    st.sampled_from((None, (20, 40))),
    st.lists(ONE.map(lambda one: (one,)) | A_ROUND, max_size=40).map(chain.from_iterable).map(list),
)
def test_set_agrees_with_its_rounds_after_any_actions(
    series: str, handicap: tuple[int, int] | None, actions: list[tuple[K, int, int]]
) -> None:
    duel = Duel(BLOCKS, option="HCAP" if handicap else "", series=series, handicap=handicap)
    start = duel.session.game.start(duel.session.match, duel.engine.shape)
    for kind, player, a in actions:
        before = duel.state
        state = duel.do(player, kind, a).state
        assert state.series.text == parse_series(series).text
        assert state.series.wins == tuple(side.wins for side in state.sides)
        assert len(state.series.results) == state.round - (state.phase is not RoundPhase.OVER)
        assert from_json(type(state), to_json(state)) == state
        check_contest(state, start, duel.engine.shape)
        if before.series.over:  # only another set can follow a set
            assert state.series == before.series or state.series.results == ()
        if handicap:
            assert [side.quota for side in state.sides] == list(handicap)
