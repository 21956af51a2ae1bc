"""The line with a game's result, the same on servers, in windows and on pages."""

from __future__ import annotations

from typing import Any

import pytest

from gpulife.online.client.server_records import RecordedPlayer
from gpulife.online.server._records import result_line
from gpulife.online.shown_text import placed_line, result_sentences
from gpulife.online.storage import MatchResult, PlacedPlayer
from gpulife.window.online.results_page import placed

PLAYERS = (
    PlacedPlayer(0, "Ada", 2, quit=True, rating=(1500.0, 1488.6)),
    PlacedPlayer(1, "Bob", 1, quit=False, rating=(1499.6, 1512.4)),
    PlacedPlayer(2, "", 2, quit=False, rating=None),
)
LINE = "1. Bob 1512 (+12)   2. Ada 1489 (-11), quit   2. Seat 3"


def test_server_and_window_show_the_same_line() -> None:
    assert placed_line(PLAYERS) == LINE
    told: dict[str, Any] = {"match_id": 1, "number": 1, "name": "", "game": "biowar", "began": 0, "ended": 0.0}
    result = MatchResult(
        **told, ticks=9, rated=False, why_not="the computer plays", replay_id=None, secret=b"", players=PLAYERS
    )
    words = "Bob has won, before Ada and Seat 3.", "Ada left before the end."
    ratings = "New ratings: Bob 1512 (+12), Ada 1489 (-11)."
    assert result_line(result) == "   ".join((*words, ratings, "Not rated: the computer plays."))
    assert result_line(result, tells_ratings=False) == "   ".join(words)
    sent = (
        RecordedPlayer(each.seat, each.name, each.place, each.quit, each.rating and tuple(map(round, each.rating)))
        for each in PLAYERS
    )
    assert placed(tuple(sent)) == LINE


def test_line_without_players() -> None:
    assert placed_line(()) == "Nobody"
    assert result_sentences(()) == ["Nobody has played."]


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ((1, 1), "Ada and Bob have tied."),
        ((1, 1, 3), "Ada and Bob share the first place, before Cy."),
        ((2, 1), "Bob beats Ada."),
        ((2, 1, 3), "Bob has won, before Ada and Cy."),
        ((1,), "Ada has won."),
    ],
)
def test_result_in_words(places: tuple[int, ...], words: str) -> None:
    names = ("Ada", "Bob", "Cy")
    players = [PlacedPlayer(seat, names[seat], place, quit=False, rating=None) for seat, place in enumerate(places)]
    assert result_sentences(players) == [words]
