"""The line with a game's result, the same on servers, in windows and on pages."""

from __future__ import annotations

from typing import Any

from gpulife.online.client.server_records import RecordedPlayer
from gpulife.online.server._records import result_line
from gpulife.online.shown_text import placed_line
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
    assert result_line(result) == f"{LINE}   Not rated: the computer plays"
    sent = (
        RecordedPlayer(each.seat, each.name, each.place, each.quit, each.rating and tuple(map(round, each.rating)))
        for each in PLAYERS
    )
    assert placed(tuple(sent)) == LINE


def test_line_without_players() -> None:
    assert placed_line(()) == "Nobody"
