"""Games: rules of play as plain state machines, no GL, no clock, no files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

from gpulife.games.base import Game, GameError, Match
from gpulife.games.fanfare import FANFARE, Fanfare
from gpulife.games.options import OPTIONS
from gpulife.games.realtime import RealTime
from gpulife.games.realtime_settings import around_one_screen
from gpulife.games.study import Study
from gpulife.games.survival import OneSeed, SeedList
from gpulife.rules import Edges, Rule, parse_rule

GAMES: MappingProxyType[str, Game] = MappingProxyType(
    {game.name: game for game in (Study(), OneSeed(), SeedList(), RealTime())}
)
"""Every game that people play by name, in the order of the select key."""

ABOUT: MappingProxyType[str, str] = MappingProxyType(
    {
        "study": "draw, plant and watch: no clock, no border, no winner",
        "one-seed": "two players, a border and a shot clock, single cells only",
        "seed-list": "the same with ten shapes to plant, on 160x88",
        "realtime": "Real-Time Life: up to 26 players move their cells by points, twelve ticks a generation",
    }
)
"""One line for people about each of GAMES."""

_ALL: MappingProxyType[str, Game] = MappingProxyType({**GAMES, FANFARE: Fanfare()})

_OWN: MappingProxyType[str, Callable[[int], Match]] = MappingProxyType({RealTime.name: around_one_screen})
"""Games with a rule of their own: what makes a match of each, with everything random from a seed."""

_EDGES = "edges"
"""Setting of a match with WALL: what its edges are without."""

__all__ = ["ABOUT", "GAMES", "find_game", "new_match", "next_game", "next_option"]


def find_game(name: str) -> Game:
    """The game called ``name``.

    Raises:
        GameError: there is none.
    """
    game = _ALL.get(name)
    if game is None:
        raise GameError(f"unknown game {name[:40]!r}: use one of {', '.join(GAMES)}")
    return game


def new_match(game: str, rule: Rule, shape: tuple[int, int], seed: int, option: str = "") -> Match:
    """A match on a board of ``shape`` (rows, columns), with the edges that rule and option give it.

    Raises:
        GameError: no such game, an option that it does not have, or a rule with too few species for it.
    """
    options = find_game(game).options
    least = find_game(game).least_species
    if rule.species < least:
        raise GameError(f"{game} needs a rule with at least {least} species, not {rule.law[:40]}")
    option = option or next(iter(options), "")
    if option and option not in options:
        raise GameError(f"{game} has no option {option[:40]!r}: use one of {', '.join(options)}")
    match = Match(game, str(rule.on_board(shape)), seed)
    if game in _OWN:
        GAMES[game].start(match, shape)  # says what is wrong with the rule
    return _with_option(match, option)


def next_game(match: Match) -> Match:
    """What the select key makes of ``match``; its owner begins a session of it.

    Games for which the rule has too few species are left out. The option stays if there is it, and so does the size of
    the board, unless it is the one that the game was made for: then the next game has its own. A game with a rule of
    its own begins with that, and leaves Immigration to the next.
    """
    rule = parse_rule(match.rule)
    if match.game in _OWN:
        rule = parse_rule("Immigration").on_board(find_game(match.game).shape)
    names = [
        name for name, game in GAMES.items() if rule.species >= game.least_species or name == match.game or name in _OWN
    ]
    # After the title comes the first game.
    game = GAMES[names[(names.index(match.game) + 1) % len(names) if match.game in names else 0]]
    if game.name in _OWN:
        return _OWN[game.name](match.seed)
    if rule.size == find_game(match.game).shape:
        rule = rule.on_board(game.shape)
    option = match.option if match.option in game.options else next(iter(game.options), "")
    settings = {} if match.game in _OWN else match.settings
    return _with_option(replace(match, game=game.name, rule=str(rule), settings=settings), option)


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
