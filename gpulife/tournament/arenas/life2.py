"""LIFE-2 between two levels: until somebody has no live pieces, or so many turns; then whoever has more of them."""

from __future__ import annotations

from gpulife.engines.batch import OpenBatch
from gpulife.games import find_game, law_of, new_match
from gpulife.games.base import NOBODY, TICKS_A_SECOND, Action, ActionKind, Match
from gpulife.games.life2 import Life2
from gpulife.games.life2_state import Life2State, Phase
from gpulife.players.base import Player
from gpulife.players.computer import computer_player
from gpulife.tournament.arenas.base import Arena, Census, Limit, Scores, Shape, Verdict
from gpulife.tournament.limits import limit_of

_TURN_SECONDS = 60
"""Far more than a level takes to choose."""


def _match(shape: Shape, seed: int, option: str, limit: int) -> Match:
    del limit
    return new_match(Life2.name, law_of(Life2.name), shape, seed, option)


def _player(seat: int, level: int, seed: int, lookahead: OpenBatch) -> Player:
    return computer_player(seat, level, seed, lookahead, Life2.name)


def _verdict(state: Life2State) -> Verdict | None:
    return Verdict(state.winner, str(state.ending)) if state.phase is Phase.OVER else None


def _reached(state: Life2State, limit: int) -> bool:
    return state.turn > limit


def _scores(state: Life2State, census: Census) -> Scores:
    del state
    return int(census[0]), int(census[1])


def _ticks(limit: int, option: str) -> int:
    del option
    return TICKS_A_SECOND * _TURN_SECONDS * limit


LIFE_2 = Arena(
    _match,
    _player,
    _verdict,
    _scores,
    find_game(Life2.name).shape,
    begin=(Action(NOBODY, ActionKind.START),),
    limit=Limit("turns", limit_of(Life2.name), _ticks, _reached),
    batches=True,
)
