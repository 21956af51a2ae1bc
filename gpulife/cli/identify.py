"""``gpulife identify``: what a pattern is, found out by running it aside."""

import argparse

from gpulife.cli.arg_types import number
from gpulife.cli.options import PATTERN_RULE, CommandLine, flag, option
from gpulife.printing import say, write_json

COMMAND_LINE = CommandLine(
    usage="gpulife identify PATTERN [options]",
    description=(
        "Run a pattern aside, on an endless plane, and say what it is: a still life, an oscillator, a spaceship, a\n"
        "gun, a puffer, a methuselah or none of these; its period, speed, cells and what it is made of in the end."
    ),
    epilog="examples:\n  gpulife identify acorn\n  gpulife identify mystery.rle --rule B36/S23 --json",
    options={
        "": [
            option(
                "pattern",
                "PATTERN",
                "a file (.rle, .mc, .cells, .lif, .npz, a picture), - for standard input, or a name "
                "of gpulife list patterns",
            ),
            PATTERN_RULE,
            option(
                "--generations",
                "N",
                "when to give up (default: 30000)",
                type=number(int, 1, 10_000_000, "a whole number from 1 to 10000000"),
                default=30_000,
            ),
            flag("--json", "the answer as JSON"),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Print what the pattern is and return the exit status."""
    from dataclasses import asdict
    from math import prod

    from gpulife.errors import PatternError
    from gpulife.patterns.identify.search import MAX_CELLS, Limits, identify
    from gpulife.patterns.loading import open_pattern
    from gpulife.rules import parse_rule

    rule = None if arguments.rule is None else parse_rule(arguments.rule)
    pattern = open_pattern(arguments.pattern, rule=rule)
    if prod(pattern.shape) > MAX_CELLS:
        rows, columns = pattern.shape
        raise PatternError(f"{pattern.source}: {columns}x{rows} cells are too many to run aside; {MAX_CELLS} are not")
    law = rule or pattern.rule or parse_rule("Life")
    found = identify(pattern.whole().cells, law, Limits(arguments.generations))
    if arguments.json:
        write_json({**asdict(found), "kind": str(found.kind), "speed": found.speed, "summary": found.headline()})
        return 0
    facts = found.facts()
    width = max((len(title) for title, _ in facts), default=0)
    say(found.headline(), *(f"  {title:<{width}}  {text}" for title, text in facts))
    return 0
