"""``gpulife list``: what there is to choose from, for people as a table and for other programs as plain lines."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gpulife.art.playlist import list_programmes
from gpulife.cli.options import KINDS
from gpulife.engines import ENGINES
from gpulife.games.core.credits import CREDITS
from gpulife.games.registry import GAMES
from gpulife.games.survival1982.handicap_presets import PRESETS
from gpulife.patterns.builtin import built_in_patterns
from gpulife.printing import printable, say
from gpulife.rules import RULE_NAMES


def list_kinds(kind: str | None, console: Console) -> None:
    """Print what there is of a kind; of every kind, each under its name, if none is given.

    Args:
        kind: one of ``KINDS``, or None.
        console: where. One that is no terminal gets a line each, the name first.
    """
    kinds = KINDS if kind is None else (kind,)
    for number, each in enumerate(kinds):
        lines = _lines(each)
        if number:
            console.print()
        if console.is_terminal:
            console.print(_table(each, lines))
            continue
        if kind is None:
            say(f"{each}:")
        width = max(map(len, lines))
        say(*(f"{name:<{width}}  {description}" for name, description in lines.items()))


def _lines(kind: str) -> Mapping[str, str]:
    """The names of a kind, each with what it is: one line whatever is in them, as programmes are anybody's files."""
    return {printable(name): printable(about) for name, about in _names(kind).items()}


def _names(kind: str) -> Mapping[str, str]:
    match kind:
        case "patterns":
            return built_in_patterns()
        case "programmes":
            return list_programmes()
        case "handicaps":
            return {name: preset.about for name, preset in PRESETS.items()}
        case "credits":
            return {credit.title: f"{credit.year}, {credit.by}; {credit.on}" for credit in CREDITS}
        case "games":
            return {name: spec.about for name, spec in GAMES.items()}
    known: dict[str, Mapping[str, str]] = {"rules": RULE_NAMES, "engines": ENGINES}
    return known[kind]


def _table(kind: str, lines: Mapping[str, str]) -> Table:
    table = Table(kind.removesuffix("s"), "what it is", box=None, header_style="bold", pad_edge=False)
    for name, description in lines.items():
        table.add_row(Text(name, style="cyan"), Text(description))
    return table
