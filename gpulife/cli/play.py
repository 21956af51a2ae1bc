"""``gpulife play``: the window with a match that has begun."""

import argparse

from gpulife.cli.arg_types import converter, invalid, join_words, seat, seed, seed_or_random, size
from gpulife.cli.options import FULLSCREEN, MONITOR, MUTE, RECORD, CommandLine, choice, option
from gpulife.cli.play_by_mail.command import new_game_options
from gpulife.errors import UsageError
from gpulife.games.core.series import SERIES, parse_series
from gpulife.games.registry import DEFAULT_GAME, GAMES, games_with
from gpulife.games.survival1982.handicap_presets import parse_handicap
from gpulife.resources import has_display
from gpulife.seats import require_name, require_seat


def _options_of_games() -> str:
    """Return the options of the default game, and of the games that have others, for the help."""
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
        raise invalid(text, "two names, as in Ada,Grace")
    return names


COMMAND_LINE = CommandLine(
    usage="gpulife play [GAME] [options]",
    description=(
        "Open the window in a game and start it. Without GAME: seed-list.\n"
        "Players and names that are not given are those of the settings."
    ),
    epilog=(
        "examples:\n"
        "  gpulife play --right computer:3\n"
        "  gpulife play one-seed --option WILD --names Ada,Grace --size 320x192\n"
        "  gpulife play seed-list --left computer:4 --right computer:4 --fullscreen\n"
        "  gpulife play seed-list --series best-of-5 --handicap 20:40\n"
        "  gpulife play biowar --seats person,person,computer:2,computer:1 --option FAST\n"
        "  gpulife play survivor --level 1\n"
        "  gpulife play realtime --seats person,person,computer:3 --tick 10s --limit 20\n"
        "  gpulife play life-2 --option CODED --right computer:2"
    ),
    options={
        "the game": [
            option("game", "GAME", "one of gpulife list games (default: %(default)s)", nargs="?", default=DEFAULT_GAME),
            option("--option", "NAME", _options_of_games()),
            option(
                "--handicap",
                "L:R",
                "seeds of the left and the right player, fewer for the stronger one, such as 20:40; or a name of\n"
                "gpulife list handicaps; of study, one-seed and seed-list, with HCAP",
                type=converter(parse_handicap),
            ),
            option(
                "--series",
                "SET",
                "rounds that belong together: best-of-3, rounds-4 or double-or-nothing, any number after "
                "the dash;\n"
                f"of {join_words(games_with(SERIES))}",
                type=converter(lambda text: parse_series(text).text),
            ),
            option(
                "--level", "LEVEL", "of survivor: a number, a name, or a .toml file (default: choose in the window)"
            ),
            option("--size", "WxH", "cells of the board (default: the game's own)", type=size),
            choice(
                "--edges",
                ["torus", "dead"],
                "edges: wrap around (torus), or dead (default: the game's own)",
            ),
            option("--seed", "N", "seed of all random choices (default: random)", type=seed),
        ],
        "who plays": [
            option("--left", "WHO", "the left player: person, or computer:1 to computer:4", type=seat),
            option("--right", "WHO", "the same for the right player", type=seat),
            option(
                "--seats",
                "WHO,WHO,...",
                "in games for more than two: each person or computer:1 to computer:4; in biowar also "
                "nobody, or unseen, "
                "a person whose new cells are grey until they grow",
                type=_seats,
            ),
            option("--names", "A,B", "names of the players, the left one or the first seat first", type=_names),
        ],
        "Real-Time Life only": [
            *new_game_options(players_default="all seats", tick_default="0.25s, a generation in 3 s"),
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
    """Open the window in a game and return the exit status.

    Raises:
        GpulifeError: the match is not possible, or there is no display.
    """
    from dataclasses import replace

    from gpulife.cli.play_match import requested_match
    from gpulife.games.core.game import NOBODY, Action, ActionKind
    from gpulife.games.realtime.match_settings import SEATS
    from gpulife.games.survivor.rules import LEVEL
    from gpulife.storage.atomic_io import require_writable

    match = requested_match(arguments)
    if not has_display():
        raise UsageError("there is no display for a window, which gpulife play needs")
    require_writable(arguments.record)
    from gpulife.window.main import WindowOptions, run_window

    first_actions: tuple[Action, ...] = (Action(NOBODY, ActionKind.START),)
    left, right, names = arguments.left, arguments.right, arguments.names
    if LEVEL in GAMES[match.game].settings:
        # A level begins by itself, and a person plays it, whoever had the left seat in the last match.
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
