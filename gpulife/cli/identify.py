"""``gpulife identify``: run a pattern in memory and say what it is."""

import argparse
from typing import TYPE_CHECKING

from gpulife.cli.options import PATTERN_RULE, CommandLine, flag, number, option
from gpulife.printing import say, write_json

if TYPE_CHECKING:
    from gpulife.patterns.identify import Search

_SECONDS_BETWEEN = 0.2
"""Seconds between two updates of the progress line."""

COMMAND_LINE = CommandLine(
    usage="gpulife identify PATTERN [options]",
    description=(
        "Run a pattern on an endless plane and say what it is: a still life, an oscillator, a spaceship,\n"
        "a gun, a puffer, a methuselah or none of these; its period, its speed, its cells and what it\n"
        "ends in. Ctrl-C ends the search and prints what is known so far."
    ),
    epilog="examples:\n  gpulife identify acorn\n  gpulife identify mystery.rle --rule B36/S23 --json",
    options={
        "": [
            option(
                "pattern",
                "PATTERN",
                "a file (.rle, .mc, .cells, .lif, .npz, a picture), - for standard input, or a name "
                "from gpulife list patterns",
            ),
            PATTERN_RULE,
            option(
                "--generations",
                "N",
                "generations after which to give up (default: 30000)",
                type=number(int, 1, 10_000_000, "a whole number from 1 to 10000000"),
                default=30_000,
            ),
            option(
                "--seconds",
                "S",
                "seconds after which to give up (default: 300 for Life-like rules, else 30)",
                type=number(float, 0.1, 1e6, "a number of seconds from 0.1 to 1000000"),
            ),
            flag("--json", "print the answer as JSON"),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Print what the pattern is and return the exit status."""
    from dataclasses import asdict
    from math import prod

    from gpulife.errors import PatternError
    from gpulife.patterns.identify import MAX_CELLS, Limits, Search, patience
    from gpulife.patterns.loading import open_pattern
    from gpulife.rules import parse_rule
    from gpulife.signals import Stop, interrupted_by_signals

    rule = None if arguments.rule is None else parse_rule(arguments.rule)
    pattern = open_pattern(arguments.pattern, rule=rule)
    if prod(pattern.shape) > MAX_CELLS:
        rows, columns = pattern.shape
        raise PatternError(
            f"{pattern.source}: {columns}x{rows} cells are too many to identify; the limit is {MAX_CELLS}"
        )
    law = rule or pattern.rule or parse_rule("Life")
    search = Search(
        pattern.whole().cells, law, Limits(arguments.generations, seconds=arguments.seconds or patience(law))
    )
    stop = Stop()
    with interrupted_by_signals(stop):
        _show_progress(search)
    found = search.found or search.so_far("stopped before the answer was known")
    if arguments.json:
        write_json({**asdict(found), "kind": str(found.kind), "speed": found.speed, "summary": found.headline()})
        return stop.exit_status
    facts = found.facts()
    width = max((len(title) for title, _ in facts), default=0)
    say(found.headline(), *(f"  {title:<{width}}  {text}" for title, text in facts))
    return stop.exit_status


def _show_progress(search: "Search") -> None:
    """Run the search to its end. If it takes longer than a second, show its progress on a terminal."""
    import time

    from gpulife.rich_console import PlainConsole

    console, began, shown = PlainConsole(stderr=True), time.monotonic(), 0.0
    if not console.is_terminal:
        for _ in search:
            pass
        return
    status = console.status("identifying the pattern")
    try:
        for generation in search:
            now = time.monotonic()
            if now - began < 1 or now - shown < _SECONDS_BETWEEN:
                continue
            shown = now
            status.update(f"identifying: generation {generation:,}, {search.population:,} cells (Ctrl-C ends it)")
            status.start()
    finally:
        status.stop()
