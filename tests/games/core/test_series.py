"""Sets of rounds: the invariants of each kind, and the possible terms."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.games.core.consent import consent_of
from gpulife.games.core.dataclass_json import RecordError, from_json, to_json
from gpulife.games.core.game import GameError, Match
from gpulife.games.core.series import Series, SeriesKind, parse_series, series_of
from gpulife.games.matches import new_match, require_playable, with_series
from gpulife.rules import parse_rule

LEFT, RIGHT, TIE = 0, 1, None
NUMBERS = {
    SeriesKind.BEST_OF: range(3, 100, 2),
    SeriesKind.ROUNDS: range(2, 100),
    SeriesKind.DOUBLE: (2, 4, 8, 16, 32, 64),
}
WINNERS = st.sampled_from((LEFT, RIGHT, TIE))
TERMS = st.sampled_from(SeriesKind).flatmap(
    lambda kind: st.builds(Series, st.just(kind), st.sampled_from(NUMBERS[kind]))
)


def played(text: str, *winners: int | None) -> Series:
    series = parse_series(text)
    for winner in winners:
        series = series.with_round(winner)
    return series


@given(TERMS, st.lists(WINNERS, max_size=120))
def test_finished_set_never_changes(series: Series, winners: list[int | None]) -> None:
    for winner in winners:
        before, series = series, series.with_round(winner)
        assert series is before if before.over else series.results == (*before.results, winner)
    assert len(series.results) <= len(winners)
    assert series.new_set() == parse_series(series.text)
    assert from_json(Series, to_json(series)) == series
    assert series.winner is None or series.over
    assert 0 in series.points or series.kind is not SeriesKind.DOUBLE


@given(st.integers(1, 49).map(lambda half: 2 * half + 1), st.lists(WINNERS, max_size=120))
def test_best_of_n_ends_with_more_than_half(number: int, winners: list[int | None]) -> None:
    series = Series(SeriesKind.BEST_OF, number)
    for winner in winners:
        assert series.over == any(wins > number / 2 for wins in series.wins)
        series = series.with_round(winner)
    assert sum(series.wins) <= number
    assert series.winner == (max((0, 1), key=lambda player: series.wins[player]) if series.over else None)


@given(st.integers(2, 99), st.lists(WINNERS, max_size=120))
def test_agreed_rounds_count_ties(number: int, winners: list[int | None]) -> None:
    series = Series(SeriesKind.ROUNDS, number)
    for winner in winners:
        assert series.over == (len(series.results) == number)
        series = series.with_round(winner)
    assert len(series.results) == min(number, len(winners))
    left, right = series.wins
    assert series.winner == (None if left == right or not series.over else int(right > left))


@given(st.sampled_from(NUMBERS[SeriesKind.DOUBLE]), st.lists(WINNERS, max_size=120))
def test_double_or_nothing_points(number: int, winners: list[int | None]) -> None:
    series = Series(SeriesKind.DOUBLE, number)
    for winner in winners:
        before = series
        series = before.with_round(winner)
        if before.over:
            break
        assert before.stake == max(1, *before.points)
        if winner is TIE:
            assert series.points == before.points
        elif before.leader is None:
            assert series.points[winner] == 1
        elif winner == before.leader:
            assert series.points[winner] == 2 * before.points[winner]
        else:
            assert series.points == (0, 0)
        assert series.over == (max(series.points) == number)


def test_only_the_player_behind_may_give_up() -> None:
    series = played("double-or-nothing", LEFT, LEFT)
    assert (series.points, series.stake) == ((2, 0), 2)
    assert series.given_up(LEFT) is series
    over = series.given_up(RIGHT)
    assert (over.over, over.winner) == (True, LEFT)
    assert over.given_up(RIGHT) is over
    assert over.with_round(RIGHT) is over
    even = played("double-or-nothing", LEFT, RIGHT)
    assert even.given_up(LEFT) is even.given_up(RIGHT) is even
    other = played("best-of-5", LEFT)
    assert other.given_up(RIGHT) is other


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("best-of-3", "best-of-3"),
        ("best-of", "best-of-3"),
        ("best-of-99", "best-of-99"),
        ("rounds", "rounds-3"),
        ("rounds-2", "rounds-2"),
        ("double-or-nothing", "double-or-nothing-8"),
        ("double-or-nothing-64", "double-or-nothing-64"),
    ],
)
def test_valid_series_texts(text: str, canonical: str) -> None:
    assert parse_series(text).text == canonical


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "best-of-3"),
        ("best of 3", "best-of-3"),
        ("best-of-4", "odd"),
        ("best-of-1", "odd"),
        ("best-of-101", "best-of-3"),
        ("best-of-٣", "best-of-3"),
        ("rounds-1", "2 to 99"),
        ("double-or-nothing-3", "64"),
        ("double-or-nothing-1", "64"),
        ("best-of-3\n", "best-of-3"),
    ],
)
def test_invalid_series_texts(text: str, named: str) -> None:
    with pytest.raises(GameError, match=named) as told:
        parse_series(text)
    assert len(str(told.value).splitlines()) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"number": 4},
        {"results": [0, 0, 1]},
        {"results": [2]},
        {"results": [-1]},
        {"gave_up": 1},
        {"kind": "double-or-nothing", "number": 8, "results": [0], "gave_up": 0},
        {"results": [None] * 100_000 + [0, 0, 0]},
    ],
)
def test_impossible_series_is_refused_on_reading(changes: dict[str, object]) -> None:
    data = {"kind": "best-of", "number": 3, "results": [], "gave_up": None}
    with pytest.raises(RecordError):
        from_json(Series, data | changes)


def match_of(game: str) -> Match:
    return new_match(game, parse_rule("Immigration"), (24, 40), 1)


def test_set_requires_consent() -> None:
    match = with_series(match_of("one-seed"), "best-of")
    assert series_of(match) == Series(SeriesKind.BEST_OF, 3)
    assert match.settings["series"] == "best-of-3"
    consent = consent_of(match)
    assert consent is not None
    assert consent.people
    assert series_of(match_of("one-seed")) is None
    assert series_of(replace(match, rulings=1)) is None


def test_games_without_rounds_have_no_sets() -> None:
    with pytest.raises(GameError, match="study"):
        with_series(match_of("study"), "best-of-3")


@pytest.mark.parametrize("setting", ["best-of-2", 3, ["best-of-3"], {}])
def test_impossible_set_in_a_file(setting: object) -> None:
    match = replace(match_of("one-seed"), settings={"series": setting})
    with pytest.raises(GameError):
        require_playable(match)
