"""Games: rules of play as plain state machines, no GL, no clock, no files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

from gpulife.games.base import Game, GameError, Match
from gpulife.games.biowar import BioWar
from gpulife.games.fanfare import FANFARE, Fanfare
from gpulife.games.handicap_presets import HANDICAP
from gpulife.games.life2 import Life2
from gpulife.games.life2_state import LIFE2_OPTIONS
from gpulife.games.options import OPTIONS
from gpulife.games.realtime import RealTime
from gpulife.games.realtime_settings import around_one_screen
from gpulife.games.study import Study
from gpulife.games.survival import OneSeed, SeedList
from gpulife.games.survivor import Survivor
from gpulife.rules import Edges, Rule, parse_rule
from gpulife.rules.families import biowar, realtime, survivor

GAMES: MappingProxyType[str, Game] = MappingProxyType(
    {game.name: game for game in (Study(), OneSeed(), SeedList(), BioWar(), Survivor(), RealTime(), Life2())}
)
"""Every game that people play by name, in the order of the select key."""

ABOUT: MappingProxyType[str, str] = MappingProxyType(
    {
        "study": "draw, plant and watch: no clock, no border, no winner",
        "one-seed": "two players, a border and a shot clock, single cells only",
        "seed-list": "the same with ten shapes to plant, on 160x88",
        "biowar": "up to six players, in turns: place cells, then watch them grow; on 24x11",
        "survivor": "one player, turn by turn: pawns and shelters against traps, five levels",
        "realtime": "Real-Time Life: up to 26 players move their cells by points, twelve ticks a generation",
        "life-2": "two players on 5x5, who place pieces in secret, one a turn: the game of 1978",
    }
)
"""One line for people about each of GAMES."""

_ALL: MappingProxyType[str, Game] = MappingProxyType({**GAMES, FANFARE: Fanfare()})

LAWS: MappingProxyType[str, str] = MappingProxyType(
    {"biowar": "BioWar:6", "survivor": "Survivor", "realtime": "RealTime:26", "life-2": "Immigration:P5,5"}
)
"""Games that have a law or edges of their own: the rule's name. The others begin with Immigration on a torus."""

_FAMILIES = (biowar.FAMILY, realtime.FAMILY, survivor.FAMILY)
"""Of laws that were made for one game, which makes no sense by others."""
_MATCHES: MappingProxyType[str, Callable[[int], Match]] = MappingProxyType({RealTime.name: around_one_screen})
"""What makes a match of a game that needs more than rule, board and option, with everything random from a seed."""
_LAW = "Immigration"
_EDGES = "edges"
"""Setting of a match with WALL: what its edges are without."""

__all__ = [
    "ABOUT",
    "GAMES",
    "about_option",
    "find_game",
    "law_of",
    "new_match",
    "next_game",
    "next_option",
    "require_playable",
]


def find_game(name: str) -> Game:
    """The game called ``name``.

    Raises:
        GameError: there is none.
    """
    game = _ALL.get(name)
    if game is None:
        raise GameError(f"unknown game {name[:40]!r}: use one of {', '.join(GAMES)}")
    return game


def require_playable(match: Match) -> None:
    """Find out whether ``match``, which comes from a file, can be begun.

    Raises:
        RuleError: its rule is none.
        GameError: its rule fixes no board, or there is no such game, option or setting.
    """
    rule = parse_rule(match.rule)
    if rule.size is None or str(rule) != match.rule:
        raise GameError(f"rule {match.rule[:60]!r} fixes no board")
    edges = match.settings.get(_EDGES, rule.edges)
    if edges not in Edges.__members__.values():
        raise GameError(f"{_EDGES} is {edges!r:.40}: use one of {', '.join(Edges)}")
    find_game(match.game).start(match, rule.size)  # it knows its options and further settings


def law_of(game: str) -> Rule:
    """The rule that a game is played by unless somebody asks for another, with the edges that it has by itself."""
    return parse_rule(LAWS.get(game, _LAW))


def about_option(game: str, option: str) -> str:
    """One line for people about an option that a game has."""
    return LIFE2_OPTIONS[option].about if game == Life2.name else OPTIONS[option].about


def new_match(game: str, rule: Rule, shape: tuple[int, int], seed: int, option: str = "") -> Match:
    """A match on a board of ``shape`` (rows, columns), with the edges that rule and option give it.

    Raises:
        GameError: no such game, an option that it does not have, or a rule with too few species for it or of another
            family than its own.
    """
    options = find_game(game).options
    law = law_of(game)
    if law.family in _FAMILIES and rule.family is not law.family:
        raise GameError(f"{game} is played by {LAWS[game]}, not by {rule.law[:40]}")
    least = find_game(game).least_species
    if rule.species < least:
        raise GameError(f"{game} needs a rule with at least {least} species, not {rule.law[:40]}")
    option = option or next(iter(options), "")
    if option and option not in options:
        raise GameError(f"{game} has no option {option[:40]!r}: use one of {', '.join(options) or 'none'}")
    match = Match(game, str(rule.on_board(shape)), seed)
    if game in _MATCHES:
        GAMES[game].start(match, shape)  # says what is wrong with the rule
    return _with_option(match, option)


def next_game(match: Match) -> Match:
    """What the select key makes of ``match``; its owner begins a session of it.

    Games for which the rule has too few species are left out. The option stays if there is it, and so does the size of
    the board, unless it is the one that the game was made for: then the next game has its own. A game with a law of its
    own always begins with that, on its own board, and leaves neither to the next.
    """
    rule = parse_rule(match.rule)
    names = [
        name for name, game in GAMES.items() if rule.species >= game.least_species or name == match.game or name in LAWS
    ]
    # After the title comes the first game.
    game = GAMES[names[(names.index(match.game) + 1) % len(names) if match.game in names else 0]]
    if game.name in _MATCHES:
        return _MATCHES[game.name](match.seed)
    if game.name in LAWS or match.game in LAWS:
        rule = law_of(game.name).on_board(game.shape)
        match = replace(match, settings={})
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
    if option not in OPTIONS or not OPTIONS[option].handicap:
        settings.pop(HANDICAP, None)
    return replace(match, rule=str(replace(rule, edges=edges)), option=option, settings=settings)
