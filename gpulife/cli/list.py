"""``gpulife list``: list the rules, patterns, engines and so on, as a table or as plain lines."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from gpulife.cli.options import CommandLine, option
from gpulife.printing import printable, say

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

KINDS = ("rules", "patterns", "engines", "games", "handicaps", "looks", "programmes", "credits")
"""The kinds of things that can be listed, in the order in which ``gpulife list`` prints them."""


COMMAND_LINE = CommandLine(
    usage="gpulife list [KIND] [options]",
    description="List what gpulife offers. Each line begins with a name. Without KIND, all kinds are listed.",
    epilog="example:\n  gpulife list patterns | grep -i glider",
    options={
        "": [
            option("what", "KIND", f"{', '.join(KINDS[:-1])} or {KINDS[-1]} (default: all)", nargs="?", choices=KINDS),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Print the list and return the exit status."""
    from gpulife.rich_console import PlainConsole

    list_kinds(arguments.what, PlainConsole())
    return 0


def list_kinds(kind: str | None, console: "Console") -> None:
    """Print all entries of one kind, or those of every kind, each kind under its heading.

    Args:
        kind: one of ``KINDS``, or None for every kind.
        console: the console to print on. If it is not a terminal, each entry is a plain line that begins with its name.
    """
    for number, listed in enumerate(KINDS if kind is None else (kind,)):
        # Programmes may come from anybody, so their texts are made printable.
        lines = {printable(name): printable(about) for name, about in _descriptions(listed).items()}
        if number:
            console.print()
        if console.is_terminal:
            console.print(_table(listed, lines))
            continue
        if kind is None:
            say(f"{listed}:")
        width = max(map(len, lines))
        say(*(f"{name:<{width}}  {description}" for name, description in lines.items()))


def _descriptions(kind: str) -> Mapping[str, str]:
    # Each kind imports what it needs, as all of it together takes a second.
    match kind:
        case "rules":
            from gpulife.rules import described_rules

            return described_rules()
        case "patterns":
            from gpulife.patterns.library import built_in_patterns

            return built_in_patterns()
        case "engines":
            from gpulife.engines.registry import described_engines

            return described_engines()
        case "games":
            from gpulife.games.registry import GAMES

            return {name: spec.about for name, spec in GAMES.items()}
        case "handicaps":
            from gpulife.games.survival1982.state import PRESETS

            return {name: preset.about for name, preset in PRESETS.items()}
        case "looks":
            from gpulife.view.pictures import described_pictures

            return described_pictures()
        case "programmes":
            from gpulife.art.playlist import list_programmes

            return list_programmes()
        case _:
            from gpulife.games.registry import all_credits

            return {credit.title: f"{credit.year}, {credit.makers}; {credit.platform}" for credit in all_credits()}


def _table(kind: str, lines: Mapping[str, str]) -> "Table":
    from rich.text import Text

    from gpulife.rich_console import plain_table

    table = plain_table(kind.removesuffix("s"), "what it is")
    for name, description in lines.items():
        table.add_row(Text(name, style="cyan"), Text(description))
    return table
