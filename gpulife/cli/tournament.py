"""``gpulife tournament``: let computer players of different levels play against each other, without a window."""

import argparse
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from gpulife.cli.options import CommandLine, choice, count, invalid, json_file, number, option, size
from gpulife.games.core.game_spec import Tournament
from gpulife.games.registry import DEFAULT_GAME, GAMES, find_game
from gpulife.printing import STANDARD_OUTPUT, write_json
from gpulife.seats import LEVELS

_MAX_SEED = 2**63  # the next games use the next seeds


def _tournaments() -> dict[str, Tournament[Any]]:
    """Map the name of each game that has tournaments to its tournament rules. The default game comes first."""
    names = sorted(GAMES, key=lambda name: name != DEFAULT_GAME)
    return {name: rules for name in names if (rules := GAMES[name].tournament) is not None}


def _ending_lines() -> str:
    """Return the lines of the help that say when each game ends."""
    names: dict[str, list[str]] = {}
    for name, rules in _tournaments().items():
        names.setdefault(rules.end_text.format(limit=rules.limit), []).append(name)
    width = max(len(", ".join(group)) for group in names.values())
    return "\n".join(f"  {', '.join(group):<{width}}  {ends}" for ends, group in names.items())


def _game(text: str) -> str:
    if text not in _tournaments():
        raise argparse.ArgumentTypeError(f"invalid choice: {text[:40]!r} (choose from {', '.join(_tournaments())})")
    return text


def _level(text: str) -> int:
    if text not in map(str, LEVELS):
        raise invalid(text, f"a level: use {', '.join(map(str, LEVELS))}")
    return int(text)


def _levels(text: str) -> tuple[int, ...]:
    levels = tuple(sorted({_level(part.strip()) for part in text.split(",")}))
    if len(levels) < 2:
        raise invalid(text, "two levels or more, such as 1,2,4")
    return levels


def _pair(text: str) -> tuple[int, int]:
    first, colon, second = text.partition(":")
    if not colon:
        raise invalid(text, "two levels with a colon between, such as 4:1")
    return _level(first), _level(second)


COMMAND_LINE = CommandLine(
    description=(
        "Let computer levels play a game against each other, two at a time, without a window. Every\n"
        "pairing plays the same number of games and swaps sides after each. Games keep the pace and the\n"
        "reaction times of real play, but are computed faster than real time."
    ),
    epilog=(
        "examples:\n"
        "  gpulife tournament --games 10\n"
        "  gpulife tournament --pair 4:1 --pair 4:3 --game one-seed --json result.json\n"
        "  gpulife tournament --game biowar --pair 2:1 --limit 30\n\n"
        "a game ends (a tie counts for nobody):\n"
        f"{_ending_lines()}\n\n"
        "The same options give the same games on every engine. Ctrl-C ends early and prints the results."
    ),
    options={
        "": [
            option(
                "--games",
                "N",
                "number of games for each pairing (default: 100)",
                type=count("games", 1, 100_000),
                default=100,
            ),
            (
                option("--levels", "L,L", "play every pairing of these levels (default: 1,2,3,4)", type=_levels),
                option(
                    "--pair",
                    "A:B",
                    "play level A against B; may be repeated",
                    type=_pair,
                    action="append",
                    dest="pairs",
                ),
            ),
            option("--game", "GAME", "one of the games below (default: %(default)s)", type=_game, default=DEFAULT_GAME),
            option(
                "--option",
                "NAME",
                "option of the game, such as FAST; realtime has none (default: the first)",
                default="",
            ),
            option(
                "--limit",
                "N",
                "maximum number of turns or generations, for games that count them",
                type=count("turns or generations", 1, 1_000_000),
            ),
            option("--size", "WxH", "size of the board in cells (default: depends on the game)", type=size),
            option(
                "--seed",
                "N",
                "seed of the first game; the next games use the next numbers (default: 1)",
                type=number(int, 0, _MAX_SEED, f"a whole number from 0 to {_MAX_SEED}"),
                default=1,
            ),
            choice(
                "--engine",
                ["auto", "gl", "numpy"],
                "the engine that computer players use to look ahead (default: auto)",
                default="auto",
            ),
            option(
                "--jobs",
                "N",
                "number of games to play at the same time (default: one per CPU)",
                type=count("jobs", 1, 256),
            ),
            json_file("write all games as JSON to FILE; without FILE, print JSON instead of the table"),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Play, print the table or write JSON, and return the exit status.

    Raises:
        GpulifeError: the game, option or level does not exist, or the file cannot be written.
    """
    from gpulife.rich_console import PlainConsole
    from gpulife.storage.atomic_io import require_writable
    from gpulife.tools.tournament import as_json, fixtures, run_tournament, time_lines, tournament_table

    require_writable(None if arguments.json == STANDARD_OUTPUT else arguments.json)
    pairs = arguments.pairs or every_pair(arguments.levels or range(1, 1 + len(find_game(arguments.game).levels)))
    games = fixtures(
        list(dict.fromkeys(pairs)), arguments.games, arguments.seed, arguments.game, arguments.option,
        arguments.size, arguments.engine, arguments.limit,
    )  # fmt: skip
    played, status = run_tournament(games, arguments.jobs, PlainConsole(stderr=True))
    write_json(as_json(games, played), arguments.json)
    if arguments.json == STANDARD_OUTPUT:
        return status
    console = PlainConsole()
    if played:
        console.print(tournament_table(played))
        for line in time_lines(arguments.game, played):
            console.print(line, soft_wrap=True)
    if status:
        console.print(f"interrupted: {len(played)} of {len(games)} games were played")
    return status


def every_pair(levels: Sequence[int]) -> list[tuple[int, int]]:
    """Return all pairs (higher level, lower level). Pairs of close levels come first."""
    pairs = combinations(sorted(levels, reverse=True), 2)
    return sorted(pairs, key=lambda pair: (pair[0] - pair[1], pair))
