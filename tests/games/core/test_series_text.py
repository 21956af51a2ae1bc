"""Texts on the score of a set: during a round, between rounds, and at the end."""

from __future__ import annotations

import pytest

from gpulife.games.core.series import parse_series
from gpulife.games.core.shared_texts import next_round_text, result_text, series_data, standing_text, terms_text

NAMES = ("Ada", "Grace")
A, G, TIE = 0, 1, None


@pytest.mark.parametrize(
    ("text", "rounds", "now", "stands", "follows"),
    [
        ("best-of-5", (), "0 : 0, best of 5", "0 : 0 in the set", "round 1"),
        ("best-of-5", (A, G, A), "2 : 1, best of 5", "Ada leads 2 : 1", "round 4"),
        ("best-of-5", (A, G, TIE, G), "1 : 2, best of 5", "Grace leads 2 : 1", "round 5"),
        ("best-of-3", (A, G), "1 : 1, best of 3", "1 : 1 in the set", "round 3, which decides the set"),
        ("best-of-3", (G, A, G), "1 : 2, best of 3", "Grace wins the set 2 : 1", "another set"),
        ("rounds-3", (A,), "1 : 0, round 2 of 3", "Ada leads 1 : 0", "round 2 of 3"),
        ("rounds-3", (A, TIE, TIE), "1 : 0, round 3 of 3", "Ada wins the set 1 : 0", "another set"),
        ("rounds-2", (A, G), "1 : 1, round 2 of 2", "The set is tied, 1 : 1", "another set"),
        ("double-or-nothing", (), "0 : 0, this round is worth 1, double or nothing (a lead of 8 wins)",
         "0 : 0 in the set", "round 1, worth 1 point"),
        ("double-or-nothing", (A, A), "2 : 0, this round is worth 2, double or nothing (a lead of 8 wins)",
         "Ada is 2 ahead", "round 3, worth 2 points: double or nothing for Grace"),
        ("double-or-nothing-2", (G, G), "0 : 2, this round is worth 2, double or nothing (a lead of 2 wins)",
         "Grace wins the set, 2 ahead", "another set"),
    ],
)  # fmt: skip
def test_series_texts(text: str, rounds: tuple[int | None, ...], now: str, stands: str, follows: str) -> None:
    series = parse_series(text)
    for winner in rounds:
        series = series.with_round(winner)
    assert result_text(series, NAMES) == stands
    assert next_round_text(series, NAMES) == follows
    assert standing_text(series) == now


def test_giving_player_is_named() -> None:
    series = parse_series("double-or-nothing").with_round(A).with_round(A).given_up(G)
    assert result_text(series, NAMES) == "Grace gives up: Ada wins the set, 2 ahead"
    assert terms_text(series) == "double or nothing (a lead of 8 wins)"
    assert series_data(series) == {
        "terms": "double-or-nothing-8", "results": [0, 0], "points": [2, 0], "stake": 2, "gave_up": 1, "over": True,
        "winner": 0,
    }  # fmt: skip
    assert series_data(None) is None
