"""The options of commands as data: each command lists its own in groups; those that several share are here."""

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpulife.cli.arg_types import count, rule_name, soup
from gpulife.printing import STANDARD_OUTPUT


@dataclass(frozen=True, slots=True)
class Option:
    """An option or a positional argument.

    Attributes:
        names: names, as ``argparse.ArgumentParser.add_argument`` takes them.
        settings: keyword arguments for the same method.
    """

    names: tuple[str, ...]
    settings: Mapping[str, Any]

    @property
    def takes_value(self) -> bool:
        """Whether a value follows the name."""
        return "action" not in self.settings


Groups = Mapping[str, Iterable[Option | tuple[Option, ...]]]
"""Options by the title of their group in the help, "" for those without one; at most one of a tuple may be given."""


def option(names: str, metavar: str, about: str, **settings: Any) -> Option:
    """Describe an option.

    Args:
        names: such as "-o --output"; one without a dash is a positional argument.
        metavar: name of the value in the help.
        about: help.
        settings: for ``argparse.ArgumentParser.add_argument``.
    """
    return Option(tuple(names.split()), {"metavar": metavar, "help": about, **settings})


def choice(names: str, choices: Sequence[str], about: str, default: str | None = None) -> Option:
    """Describe an option whose value is one of ``choices``."""
    return Option((names,), {"choices": choices, "help": about, "default": default})


def json_file(about: str) -> Option:
    """Describe the option that writes JSON to a file, or to standard output where none is named."""
    return option("--json", "FILE", about, nargs="?", const=STANDARD_OUTPUT, type=Path)


def flag(names: str, about: str, default: bool | None = False) -> Option:
    """Describe an option without a value, which is True if it is given."""
    return Option(tuple(names.split()), {"action": "store_true", "help": about, "default": default})


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLine:
    """The options and the help of a command.

    Attributes:
        description: what the command does.
        options: options by group.
        usage: usage line; None for one made of the options.
        epilog: text after the options, such as examples.
        prefix: beginning of the names of the options' values in the parsed arguments.
    """

    description: str
    options: Groups
    usage: str | None = None
    epilog: str | None = None
    prefix: str = ""

    def all_options(self) -> Iterator[Option]:
        """Yield all options."""
        for members in self.options.values():
            for member in members:
                yield from (member,) if isinstance(member, Option) else member

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        """Add these texts and options to a parser; if it has an epilog already, that one stays."""
        parser.description = self.description
        parser.usage = self.usage
        parser.epilog = parser.epilog or self.epilog
        for title, members in self.options.items():
            group = parser.add_argument_group(title) if title else parser
            for member in members:
                alternatives = (member,) if isinstance(member, Option) else member
                place = group if isinstance(member, Option) else group.add_mutually_exclusive_group()
                for alternative in alternatives:
                    action = place.add_argument(*alternative.names, **alternative.settings)
                    action.dest = self.prefix + action.dest


SOUP = option(
    "--soup", "WxH:D", "random cells of density D; in WxH:D:3,1 there are three cells of A for each of B", type=soup
)
TEXT = option("--text", "TEXT", "a text, drawn in cells")
PATTERN_RULE = option(
    "--rule",
    "NAME",
    "the rule (default: the pattern's own, else Life; see gpulife list rules), or a .rule file of Golly's format",
    type=rule_name,
)
EDGES = choice("--edges", ["torus", "dead"], "edges of the board: wrap around (torus), or dead")
PATTERN_EDGES = choice("--edges", ["torus", "dead"], "edges where the rule does not say: wrap around (torus), or dead")
ENGINE = option("--engine", "NAME", "auto, planes, gl or numpy (default: auto)", default="auto")

MEASURED_RULE = option(
    "--rule", "NAME", "the rule, or a .rule file (default: Immigration)", default="Immigration", type=rule_name
)
MEASURED_ENGINE = option("--engine", "NAME", "see gpulife list engines (default: auto)", default="auto")
MASSIVE_BOARD_OPTIONS = (
    flag("--no-tune", "massive boards: don't search for the fastest passes (done once for each device)"),
    choice(
        "--memory",
        ["auto", "full", "lean"],
        "bit planes: keep a second copy of the board (full), or one spare band, which is slower (lean);\n"
        "auto is lean where nothing else fits; before OpenGL 4.3 always full (default: auto)",
        default="auto",
    ),
)
"""Options about massive boards."""
RANKS = option(
    "--ranks",
    "N",
    "compute on N processes, by MPI (see gpulife doctor)",
    type=count("ranks", 1, 4096),
)
RESTARTS = option(
    "--restarts",
    "K",
    "up to K times, start from --checkpoint when one of them dies",
    type=count("restarts", 0, 1_000_000),
)

FULLSCREEN = flag("--fullscreen", "fill a monitor", default=None)
MONITOR = option("--monitor", "NAME|N", "fill that monitor")
RECORD = option("--record", "FILE", "write the replay of the session", type=Path)
MUTE = flag("--mute", "begin without sound; M switches it on", default=None)
