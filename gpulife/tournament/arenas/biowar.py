"""BioWar between two levels: so many turns, or until one of them has no cells left; then points decide.

Who is alone earns none, so that the points would stay as they are until the last turn.
"""

from __future__ import annotations

from gpulife.engines.batch import OpenBatch
from gpulife.games import find_game, new_match
from gpulife.games.base import TICKS_A_SECOND, Match
from gpulife.games.biowar import BioWar
from gpulife.games.biowar_state import BioWarState, Standing, find_option
from gpulife.players.base import Player
from gpulife.players.biowar import biowar_player
from gpulife.rules import parse_rule
from gpulife.tournament.arenas.base import Arena, Census, Limit, Scores, Shape, Verdict, leading
from gpulife.tournament.limits import limit_of

_RULE = "BioWar:2"
_GROWTH_SECONDS, _JOINING_SECONDS = 2, 60


def _match(shape: Shape, seed: int, option: str, limit: int) -> Match:
    del limit
    return new_match(BioWar.name, parse_rule(_RULE), shape, seed, option)


def _player(seat: int, level: int, seed: int, lookahead: OpenBatch) -> Player:
    del lookahead  # it steps its small boards itself
    return biowar_player(seat, level, seed)


def _verdict(state: BioWarState) -> Verdict | None:
    out = any(side.standing is Standing.OUT for side in state.sides)
    return Verdict(leading(_points(state)), "out") if out else None


def _reached(state: BioWarState, limit: int) -> bool:
    return state.turn > limit


def _points(state: BioWarState) -> Scores:
    left, right = state.sides
    return left.score, right.score


def _scores(state: BioWarState, census: Census) -> Scores:
    del census
    return _points(state)


def _ticks(limit: int, option: str) -> int:
    """Every phase to its last second, and time to come in."""
    return TICKS_A_SECOND * (_JOINING_SECONDS + limit * (find_option(option).seconds + _GROWTH_SECONDS))


BIOWAR = Arena(
    _match,
    _player,
    _verdict,
    _scores,
    find_game(BioWar.name).shape,
    limit=Limit("turns", limit_of(BioWar.name), _ticks, _reached),
)
