"""Matches, actions and a clock for storage tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gpulife.games.core.game import Action, ActionKind, Match
from gpulife.games.matches import default_rule, new_match
from gpulife.online.storage import Database, MatchResult, Placement


class Clock:
    """A clock that tests advance."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def a_match(game: str = "biowar", seed: int = 1) -> Match:
    return new_match(game, default_rule(game), (60, 80), seed)


def stick(player: int = 0, a: int = 1) -> Action:
    return Action(player, ActionKind.STICK, a)


def say(text: str, player: int = 0) -> Action:
    return Action(player, ActionKind.SAY, data=text)


def open_quiet(location: str | Path, clock: Clock, address: str = "") -> Database:
    """Open a database that writes only when told to, with all its clocks simulated."""
    return Database.open(location, address, clock=clock, monotonic=clock, threaded=False)


def finish_match(
    database: Database,
    match_id: int,
    placements: Sequence[Placement],
    *,
    ticks: int,
    outcome: dict[str, Any] | None = None,
    replay: bytes = b"",
) -> MatchResult:
    """Store the only game of a match, and end the match, as a server does."""
    result = database.endings.keep_result(match_id, placements, number=1, began=0, ticks=ticks, replay=replay)
    database.endings.end_match(match_id, outcome)
    return result
