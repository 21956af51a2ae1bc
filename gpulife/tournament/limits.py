"""After how many turns or generations a game of a tournament is stopped: plain numbers, for help and arenas alike."""

from __future__ import annotations

from types import MappingProxyType

LIMITS: MappingProxyType[str, int | None] = MappingProxyType(
    {"seed-list": None, "one-seed": None, "biowar": 20, "realtime": 50, "life-2": 100}
)
"""By game, the default first: turns, of realtime generations; None where a clock ends the game."""


def limit_of(game: str) -> int:
    """Of a game that has one; 0 for others."""
    return LIMITS[game] or 0
