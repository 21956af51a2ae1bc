"""``gpulife play``: open the window and start a match in it."""

import argparse
from dataclasses import replace
from typing import Any

from gpulife.cli.options import (
    FULLSCREEN,
    MONITOR,
    MUTE,
    RECORD,
    CommandLine,
    choice,
    converter,
    invalid,
    join_words,
    option,
    seat,
    seed,
    seed_or_random,
    size,
)
from gpulife.cli.play_by_mail.command import REALTIME_OPTIONS, new_game_options
from gpulife.errors import UsageError
from gpulife.games.core.game import GameError, Match
from gpulife.games.core.game_spec import LIMIT, GameSpec
from gpulife.games.core.series import SERIES, parse_series
from gpulife.games.matches import new_match, with_series
from gpulife.games.realtime.match_settings import LOCAL_SEATS, SEATS, is_practice, near_shape, new_local_match
from gpulife.games.registry import DEFAULT_GAME, GAMES, games_with
from gpulife.games.survival1982.state import HANDICAP, HANDICAP_OPTION, parse_handicap, with_handicap
from gpulife.games.survivor.level_files import find_unlocked_level, level_match, load_progress
from gpulife.games.survivor.rules import LEVEL
from gpulife.resources import has_display
from gpulife.rules import Edges, parse_rule
from gpulife.seats import level_text, parse_levels, parse_seats, require_name, require_seat
from gpulife.storage.folders import data_folder


def _options_of_games() -> str:
    """Return the help text of ``--option``. It lists the options of each game, beginning with the default game."""
    games: dict[str, list[str]] = {}
    for name in sorted(GAMES, key=lambda name: name != DEFAULT_GAME):
        if options := list(GAMES[name].options):
            games.setdefault(join_words([f"{options[0]} (default)", *options[1:]], "or"), []).append(name)
    return "; ".join(
        options if DEFAULT_GAME in names else f"of {join_words(names)}: {options}" for options, names in games.items()
    )


def _seats(text: str) -> tuple[str, ...]:
    return tuple(converter(require_seat)(part) for part in text.split(","))


def _names(text: str) -> tuple[str, ...]:
    names = tuple(converter(require_name)(name) for name in text.split(","))
    if len(names) < 2:
        raise invalid(text, "two or more names, such as Ada,Grace")
    return names


COMMAND_LINE = CommandLine(
    usage="gpulife play [GAME] [options]",
    description=(
        "Open the window and start a game in it. Without GAME: seed-list.\n"
        "Players and names that are not given come from the settings."
    ),
    epilog=(
        "examples:\n"
        "  gpulife play --right computer:3\n"
        "  gpulife play one-seed --option WILD --names Ada,Grace --size 320x192\n"
        "  gpulife play seed-list --left computer:4 --right computer:4 --fullscreen\n"
        "  gpulife play seed-list --series best-of-5 --handicap 20:40\n"
        "  gpulife play biowar --seats person,person,computer:2,computer:1 --option FAST --limit 10\n"
        "  gpulife play survivor --level 1\n"
        "  gpulife play realtime --seats person,person,computer:3 --tick 10s --limit 20\n"
        "  gpulife play life-2 --option CODED --right computer:2"
    ),
    options={
        "the game": [
            option(
                "game",
                "GAME",
                "a name from gpulife list games (default: %(default)s)",
                nargs="?",
                default=DEFAULT_GAME,
            ),
            option("--option", "NAME", _options_of_games()),
            option(
                "--handicap",
                "L:R",
                "seeds of the left and the right player (fewer for the stronger one), such as 20:40, or a name from\n"
                "gpulife list handicaps; for study, one-seed and seed-list with option HCAP",
                type=converter(parse_handicap),
            ),
            option(
                "--series",
                "SET",
                "play a set of rounds: best-of-3, rounds-4 or double-or-nothing, with any number after "
                "the dash;\n"
                f"for {join_words(games_with(SERIES))}",
                type=converter(lambda text: parse_series(text).text),
            ),
            option(
                "--level",
                "LEVEL",
                "for survivor: a level's number or name, or its .toml file (default: choose in the window)",
            ),
            option("--size", "WxH", "size of the board in cells (default: depends on the game)", type=size),
            choice(
                "--edges",
                ["torus", "dead"],
                "edges of the board: wrap around (torus), or dead (default: depends on the game)",
            ),
            option("--seed", "N", "seed of all random choices (default: random)", type=seed),
        ],
        "the players": [
            option("--left", "WHO", "the left player: person, or computer:1 to computer:4", type=seat),
            option("--right", "WHO", "the right player: person, or computer:1 to computer:4", type=seat),
            option(
                "--seats",
                "WHO,WHO,...",
                "for games with more than two seats, each seat: person, or computer:1 to computer:4; in biowar also "
                "nobody, or unseen (a person whose new cells stay grey until the next generation)",
                type=_seats,
            ),
            option("--names", "A,B", "names of the players, starting with the left player or first seat", type=_names),
        ],
        "Real-Time Life only": [
            *new_game_options(
                players_default="all seats",
                tick_default="1s, a generation in 12 s",
                limited="generations (in biowar: turns)",
            ),
        ],
        "the window": [
            FULLSCREEN,
            MONITOR,
            RECORD,
            MUTE,
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Start a match in the window and return the exit status.

    Raises:
        GpulifeError: the match is not possible, or there is no display.
    """
    from dataclasses import replace

    from gpulife.games.core.game import NOBODY, Action, ActionKind
    from gpulife.storage.atomic_io import require_writable

    match = requested_match(arguments)
    if not has_display():
        raise UsageError("there is no display: gpulife play needs a window")
    require_writable(arguments.record)
    from gpulife.window.main import WindowOptions, run_window

    first_actions: tuple[Action, ...] = (Action(NOBODY, ActionKind.START),)
    left, right, names = arguments.left, arguments.right, arguments.names
    if LEVEL in GAMES[match.game].settings:
        # A level starts by itself, and a person plays it even if a computer player had the left seat in the last match.
        first_actions, left = (), left or 0
    if SEATS in match.settings:  # the match says who plays
        left = right = names = arguments.seats = None
    return run_window(
        WindowOptions(
            match=replace(match, seed=seed_or_random(arguments.seed)),
            first_actions=first_actions,
            fullscreen=arguments.fullscreen,
            monitor=arguments.monitor,
            record=arguments.record,
            mute=bool(arguments.mute),
            levels=(left, right),
            names=names,
            seats=arguments.seats,
        )
    )


# The match that the options of ``gpulife play`` describe.

_NUMBER_WORDS = {1: "one", 2: "two", 6: "six"}


def requested_match(arguments: argparse.Namespace) -> Match:
    """Return the match that the arguments of ``gpulife play`` ask for. Its seed is 0; the caller replaces it.

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
    given = (name for name in REALTIME_OPTIONS if getattr(arguments, name) is not None and name not in spec.settings)
    if stray := next(given, None):
        known = games_with(LIMIT if stray == LIMIT else SEATS)
        raise UsageError(f"--{stray} is for gpulife play {join_words(known)}, not for {game}")
    shape = arguments.size or spec.shape
    law = parse_rule(spec.rule)
    rule = law.on_board(shape, Edges(arguments.edges or law.edges))
    if arguments.level is not None:
        folder = data_folder()
        # Raises an error for a locked level.
        level = find_unlocked_level(arguments.level, folder, load_progress(folder)).level
        return level_match(level, 0, arguments.size, rule.edges)
    option = (arguments.option or ("" if arguments.handicap is None else HANDICAP_OPTION)).upper()
    if arguments.handicap is not None and option != HANDICAP_OPTION:
        raise UsageError(f"--handicap works only with --option {HANDICAP_OPTION}, not with {option[:40]}")
    match = new_match(game, rule, shape, 0, option)
    match = match if arguments.handicap is None else with_handicap(match, arguments.handicap)
    if arguments.limit is not None:
        match = replace(match, settings={**match.settings, LIMIT: arguments.limit})
        spec.require_settings(match.settings)
    return match if arguments.series is None else with_series(match, arguments.series)


def _require_seats_of(arguments: argparse.Namespace, spec: GameSpec[Any]) -> None:
    """Raise UsageError if options are about players or seats that the game does not have."""
    game, names, players = arguments.game, arguments.names, spec.players
    if players == 1 and arguments.right is not None:
        raise UsageError(f"--right is for games with two players, and {game} has one: use --left")
    if LEVEL in spec.settings and arguments.left and arguments.level is None:
        raise UsageError(f"--left {level_text(arguments.left)} needs a level of {game} to play: give --level")
    if not spec.levels and (arguments.left or arguments.right):
        played = (name for name, game_spec in GAMES.items() if game_spec.levels and game_spec.is_duel)
        known = sorted(played, key=lambda name: name != DEFAULT_GAME)
        raise UsageError(f"the computer does not play {game}: use one of {join_words(known)}")
    if players > 2:
        for name in ("left", "right"):
            if getattr(arguments, name) is not None:
                raise UsageError(f"--{name} is for games with two players: for {game} use --seats")
    elif arguments.seats is not None:
        raise UsageError(f"--seats is for games with more than two players: for {game} use --left and --right")
    if names is not None and (len(names) > players or len(names) < players <= 2):
        raise UsageError(f"{game} takes {_NUMBER_WORDS.get(players, players)} names, not {len(names)}")
    if arguments.seats is not None:
        parse_seats(arguments.seats)


def _realtime_match(arguments: argparse.Namespace) -> Match:
    game = arguments.game
    if arguments.option is not None:
        raise UsageError(f"{game} has no option {arguments.option[:40]!r}: see gpulife play --help")
    if arguments.edges is not None:
        raise UsageError(f"--edges does not apply to {game}, whose edges are always dead")
    seats = list(LOCAL_SEATS if arguments.seats is None else parse_levels(",".join(arguments.seats)))
    for place, level in enumerate((arguments.left, arguments.right)):
        if level is not None:
            seats[place : place + 1] = [level] if place < len(seats) else [*[0] * (place - len(seats)), level]
    names = [name if name.strip() else "" for name in arguments.names or ()]
    practice = arguments.players is None and is_practice(seats)
    shape = arguments.size or (near_shape(len(seats)) if practice else None)
    given = {"tick_seconds": arguments.tick, "limit": arguments.limit, "shape": shape}
    return new_local_match(
        0,
        players=arguments.players,
        seats=seats,
        names=names,
        practice=practice,
        **{name: value for name, value in given.items() if value is not None},
    )
