"""One Seed and Seed List between two levels, by the rules and the clock of 1982."""

from __future__ import annotations

from gpulife.engines.batch import OpenBatch
from gpulife.games import find_game, new_match
from gpulife.games.base import NOBODY, Action, ActionKind, Match
from gpulife.games.contest import ContestState, Phase
from gpulife.players.base import Player
from gpulife.players.computer import computer_player
from gpulife.rules import parse_rule
from gpulife.tournament.arenas.base import Arena, Census, Scores, Shape, Verdict

_RULE = "Immigration"


def survival_arena(game: str) -> Arena:
    """The arena of ``one-seed`` or ``seed-list``."""

    def match(shape: Shape, seed: int, option: str, limit: int) -> Match:
        del limit
        return new_match(game, parse_rule(_RULE), shape, seed, option)

    def player(seat: int, level: int, seed: int, lookahead: OpenBatch) -> Player:
        return computer_player(seat, level, seed, lookahead, game)

    begin = (Action(NOBODY, ActionKind.START),)
    return Arena(match, player, _verdict, _scores, find_game(game).shape, begin, batches=True)


def _verdict(state: ContestState) -> Verdict | None:
    return Verdict(state.winner, str(state.ending)) if state.phase is Phase.OVER else None


def _scores(state: ContestState, census: Census) -> Scores:
    del census
    return state.scores[0], state.scores[1]
