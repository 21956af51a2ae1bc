"""The match that the options of ``gpulife play`` describe."""

import argparse
from typing import Any

from gpulife.cli.arg_types import join_words
from gpulife.cli.play_by_mail.command import REALTIME_OPTIONS
from gpulife.errors import UsageError
from gpulife.games.core.game import GameError, Match
from gpulife.games.core.game_spec import GameSpec
from gpulife.games.core.series import SERIES
from gpulife.games.matches import new_match, with_series
from gpulife.games.realtime.match_settings import LOCAL_SEATS, SEATS, new_local_match
from gpulife.games.registry import DEFAULT_GAME, GAMES, games_with
from gpulife.games.survival1982.handicap_presets import HANDICAP, HANDICAP_OPTION, with_handicap
from gpulife.games.survivor.level_choice import find_unlocked_level, level_match
from gpulife.games.survivor.progress_files import load_progress
from gpulife.games.survivor.rules import LEVEL
from gpulife.rules import Edges, parse_rule
from gpulife.seats import level_text, parse_levels, parse_seats
from gpulife.settings import data_folder

_NUMBER_WORDS = {1: "one", 2: "two", 6: "six"}


def requested_match(arguments: argparse.Namespace) -> Match:
    """Return the match that the arguments of ``gpulife play`` ask for, with seed 0.

    Raises:
        GpulifeError: the match is not possible.
    """
    game = arguments.game
    if game not in GAMES:
        raise GameError(f"unknown game {game[:40]!r}: use one of {', '.join(GAMES)}")
    spec = GAMES[game]
    if arguments.level is not None and LEVEL not in spec.settings:
        raise UsageError(f"--level is for {', '.join(games_with(LEVEL))}, not for {game}")
    if arguments.handicap is not None and HANDICAP not in spec.settings:
        raise UsageError(f"--handicap is for {join_words(games_with(HANDICAP))}, not for {game}")
    if arguments.series is not None and SERIES not in spec.settings:
        raise UsageError(f"--series is for {', '.join(games_with(SERIES))}, not for {game}")
    if SEATS in spec.settings:
        return _realtime_match(arguments)
    _require_seats_of(arguments, spec)
    if stray := next((name for name in REALTIME_OPTIONS if getattr(arguments, name) is not None), None):
        raise UsageError(f"--{stray} is for gpulife play {', '.join(games_with(SEATS))}, not for {game}")
    shape = arguments.size or spec.shape
    law = parse_rule(spec.rule)
    rule = law.on_board(shape, Edges(arguments.edges or law.edges))
    if arguments.level is not None:
        folder = data_folder()
        level = find_unlocked_level(arguments.level, folder, load_progress(folder)).level  # it is unlocked
        return level_match(level, 0, arguments.size, rule.edges)
    option = (arguments.option or ("" if arguments.handicap is None else HANDICAP_OPTION)).upper()
    if arguments.handicap is not None and option != HANDICAP_OPTION:
        raise UsageError(f"--handicap is for option {HANDICAP_OPTION}, not for {option[:40]}")
    match = new_match(game, rule, shape, 0, option)
    match = match if arguments.handicap is None else with_handicap(match, arguments.handicap)
    return match if arguments.series is None else with_series(match, arguments.series)


def _require_seats_of(arguments: argparse.Namespace, spec: GameSpec[Any]) -> None:
    """Refuse options about seats that a game does not have."""
    game, names, players = arguments.game, arguments.names, spec.players
    if players == 1 and arguments.right is not None:
        raise UsageError(f"--right is for games between two, and {game} is for one: give --left")
    if LEVEL in spec.settings and arguments.left and arguments.level is None:
        raise UsageError(f"--left {level_text(arguments.left)} needs a level to be shown: give --level")
    if not spec.levels and (arguments.left or arguments.right):
        played = (name for name, game_spec in GAMES.items() if game_spec.levels and game_spec.is_duel)
        known = sorted(played, key=lambda name: name != DEFAULT_GAME)
        raise UsageError(f"the computer does not play {game}: use one of {join_words(known)}")
    if players > 2:
        for name in ("left", "right"):
            if getattr(arguments, name) is not None:
                raise UsageError(f"--{name} is for games between two: for {game} give --seats")
    elif arguments.seats is not None:
        raise UsageError(f"--seats is for games for more than two: for {game} give --left and --right")
    if names is not None and (len(names) > players or len(names) < players <= 2):
        raise UsageError(f"{game} is for {_NUMBER_WORDS.get(players, players)}, not for {len(names)} names")
    if arguments.seats is not None:
        parse_seats(arguments.seats)


def _realtime_match(arguments: argparse.Namespace) -> Match:
    game = arguments.game
    if arguments.option is not None:
        raise UsageError(f"{game} has no option {arguments.option[:40]!r}: see gpulife play --help")
    if arguments.edges is not None:
        raise UsageError(f"--edges is for other games: beyond the edges of {game} all is dead")
    seats = list(LOCAL_SEATS if arguments.seats is None else parse_levels(",".join(arguments.seats)))
    for seat, level in enumerate((arguments.left, arguments.right)):
        if level is not None:
            seats[seat : seat + 1] = [level] if seat < len(seats) else [*[0] * (seat - len(seats)), level]
    names = [name if name.strip() else "" for name in arguments.names or ()]
    given = {"tick_seconds": arguments.tick, "limit": arguments.limit, "shape": arguments.size}
    return new_local_match(
        0,
        players=arguments.players,
        seats=seats,
        names=names,
        **{name: value for name, value in given.items() if value is not None},
    )
