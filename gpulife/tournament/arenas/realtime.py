"""Real-Time Life between two levels, with ticks as long as in a window: until one has died out, or to its own limit.

The board is the one for two players, which does not grow.
"""

from __future__ import annotations

from gpulife.engines.batch import OpenBatch
from gpulife.games.base import TICKS_A_SECOND, GameError, Match
from gpulife.games.realtime import RealTime
from gpulife.games.realtime_settings import LOCAL_TICK_SECONDS, growing_shape, new_realtime
from gpulife.games.realtime_state import TICKS_A_GENERATION, Phase, RealTimeState
from gpulife.players.base import Player
from gpulife.players.realtime import realtime_player
from gpulife.tournament.arenas.base import Arena, Census, Limit, Scores, Shape, Verdict
from gpulife.tournament.limits import limit_of

_SEATS = 2
_MORE = 10
"""Ticks to join in, and to count after the last generation."""


def _match(shape: Shape, seed: int, option: str, limit: int) -> Match:
    if option:
        raise GameError(f"{RealTime.name} has no option {option[:40]!r}: it has none")
    size = None if shape == growing_shape(_SEATS) else shape
    return new_realtime(seed, letters=_SEATS, players=_SEATS, tick_seconds=LOCAL_TICK_SECONDS, limit=limit, shape=size)


def _player(seat: int, level: int, seed: int, lookahead: OpenBatch) -> Player:
    del lookahead  # it looks into windows of a few cells by itself
    return realtime_player(seat, level, seed)


def _verdict(state: RealTimeState) -> Verdict | None:
    return Verdict(state.winner, str(state.ending)) if state.phase is Phase.OVER else None


def _reached(state: RealTimeState, limit: int) -> bool:
    """Never: the game itself knows its limit."""
    del state, limit
    return False


def _scores(state: RealTimeState, census: Census) -> Scores:
    del census
    left, right = state.seats
    return left.score, right.score


def _ticks(limit: int, option: str) -> int:
    del option
    return TICKS_A_SECOND * LOCAL_TICK_SECONDS * TICKS_A_GENERATION * limit + _MORE


REALTIME = Arena(
    _match,
    _player,
    _verdict,
    _scores,
    growing_shape(_SEATS),
    limit=Limit("generations", limit_of(RealTime.name), _ticks, _reached),
    at_once=True,
)
