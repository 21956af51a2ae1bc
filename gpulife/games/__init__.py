"""Games: rules of play as plain state machines, no GL, no clock, no files."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from gpulife.games.base import Game, GameError, Match
from gpulife.games.options import OPTIONS
from gpulife.games.study import Study
from gpulife.rules import Edges, Rule, parse_rule

GAMES: MappingProxyType[str, Game] = MappingProxyType({game.name: game for game in (Study(),)})
"""Every game by name, in the order of the select key."""

_EDGES = "edges"
"""Setting of a match with WALL: what its edges are without."""

__all__ = ["GAMES", "find_game", "new_match", "next_game", "next_option"]


def find_game(name: str) -> Game:
    """The game called ``name``.

    Raises:
        GameError: there is none.
    """
    game = GAMES.get(name)
    if game is None:
        raise GameError(f"unknown game {name[:40]!r}: use one of {', '.join(GAMES)}")
    return game


def new_match(game: str, rule: Rule, shape: tuple[int, int], seed: int, option: str = "") -> Match:
    """A match on a board of ``shape`` (rows, columns), with the edges that rule and option give it.

    Raises:
        GameError: no such game, or an option that it does not have.
    """
    options = find_game(game).options
    option = option or next(iter(options), "")
    if option and option not in options:
        raise GameError(f"{game} has no option {option[:40]!r}: use one of {', '.join(options)}")
    return _with_option(Match(game, str(rule.on_board(shape)), seed), option)


def next_game(match: Match) -> Match:
    """What the select key makes of ``match``; its owner begins a session of it. The option stays if there is it."""
    names = list(GAMES)
    game = GAMES[names[(names.index(match.game) + 1) % len(names)]]
    option = match.option if match.option in game.options else next(iter(game.options), "")
    return _with_option(replace(match, game=game.name), option)


def next_option(match: Match) -> Match:
    """What the option key makes of ``match``; its owner begins a session of it. WALL changes the rule's edges."""
    options = find_game(match.game).options
    if not options:
        return match
    place = options.index(match.option) if match.option in options else 0
    return _with_option(match, options[(place + 1) % len(options)])


def _with_option(match: Match, option: str) -> Match:
    rule = parse_rule(match.rule)
    settings = dict(match.settings)
    edges = Edges(settings.pop(_EDGES, rule.edges))
    if option in OPTIONS and OPTIONS[option].dead_edges:
        settings[_EDGES] = str(edges)
        edges = Edges.DEAD
    return replace(match, rule=str(replace(rule, edges=edges)), option=option, settings=settings)
