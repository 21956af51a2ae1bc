"""Games: rules of play as plain state machines, no GL, no clock, no files."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from gpulife.games.base import Game, GameError, Match
from gpulife.games.biowar import BioWar
from gpulife.games.fanfare import FANFARE, Fanfare
from gpulife.games.options import OPTIONS
from gpulife.games.study import Study
from gpulife.games.survival import OneSeed, SeedList
from gpulife.rules import Edges, Rule, parse_rule

GAMES: MappingProxyType[str, Game] = MappingProxyType(
    {game.name: game for game in (Study(), OneSeed(), SeedList(), BioWar())}
)
"""Every game that people play by name, in the order of the select key."""

ABOUT: MappingProxyType[str, str] = MappingProxyType(
    {
        "study": "draw, plant and watch: no clock, no border, no winner",
        "one-seed": "two players, a border and a shot clock, single cells only",
        "seed-list": "the same with ten shapes to plant, on 160x88",
        "biowar": "up to six players, in turns: place cells, then watch them grow; on 24x11",
    }
)
"""One line for people about each of GAMES."""

_ALL: MappingProxyType[str, Game] = MappingProxyType({**GAMES, FANFARE: Fanfare()})

LAWS: MappingProxyType[str, str] = MappingProxyType({"biowar": "BioWar:6"})
"""Games that are played by a law of their own, and its name; the others are played by any Life-like rule."""

_LAW = "Immigration"
_EDGES = "edges"
"""Setting of a match with WALL: what its edges are without."""

__all__ = ["ABOUT", "GAMES", "find_game", "law_of", "new_match", "next_game", "next_option"]


def find_game(name: str) -> Game:
    """The game called ``name``.

    Raises:
        GameError: there is none.
    """
    game = _ALL.get(name)
    if game is None:
        raise GameError(f"unknown game {name[:40]!r}: use one of {', '.join(GAMES)}")
    return game


def law_of(game: str) -> Rule:
    """The rule that a game is played by unless somebody asks for another, with the edges that it has by itself."""
    return parse_rule(LAWS.get(game, _LAW))


def new_match(game: str, rule: Rule, shape: tuple[int, int], seed: int, option: str = "") -> Match:
    """A match on a board of ``shape`` (rows, columns), with the edges that rule and option give it.

    Raises:
        GameError: no such game, an option that it does not have, or a rule with too few species or of another family.
    """
    options = find_game(game).options
    least = find_game(game).least_species
    if rule.species < least:
        raise GameError(f"{game} needs a rule with at least {least} species, not {rule.law[:40]}")
    if game in LAWS and rule.policy is not law_of(game).policy:
        raise GameError(f"{game} is played by rules such as {LAWS[game]}, not by {rule.law[:40]}")
    option = option or next(iter(options), "")
    if option and option not in options:
        raise GameError(f"{game} has no option {option[:40]!r}: use one of {', '.join(options)}")
    return _with_option(Match(game, str(rule.on_board(shape)), seed), option)


def next_game(match: Match) -> Match:
    """What the select key makes of ``match``; its owner begins a session of it.

    Games for which the rule has too few species are left out. The option stays if there is it, and so does the size of
    the board, unless it is the one that the game was made for: then the next game has its own. A game with a law of its
    own always has its own board, too.
    """
    rule = parse_rule(match.rule)
    names = [name for name, game in GAMES.items() if rule.species >= game.least_species or name == match.game]
    # After the title comes the first game.
    game = GAMES[names[(names.index(match.game) + 1) % len(names) if match.game in names else 0]]
    if game.name in LAWS or match.game in LAWS:
        rule = law_of(game.name).on_board(game.shape)
        match = replace(match, settings={name: value for name, value in match.settings.items() if name != _EDGES})
    elif rule.size == find_game(match.game).shape:
        rule = rule.on_board(game.shape)
    option = match.option if match.option in game.options else next(iter(game.options), "")
    return _with_option(replace(match, game=game.name, rule=str(rule)), option)


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
