"""Classes and converters for the options of commands, and the options that several commands share."""

import argparse
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Any, TypeVar

from gpulife.errors import GpulifeError
from gpulife.patterns.board_sizes import parse_size
from gpulife.printing import STANDARD_OUTPUT
from gpulife.seats import parse_level

if TYPE_CHECKING:
    from gpulife.patterns.soup import SoupSpec


# Converters for argparse: they parse the text of an option, and their errors say what is expected.

MAX_SEED = 2**64 - 1
MAX_GENERATIONS = 10**15
MAX_STEP_POWER = 49
"""The longest step, 2**49 generations, is about half of MAX_GENERATIONS."""
_MAX_TIME_DIGITS = 6
_Number = TypeVar("_Number", int, float)
_Value = TypeVar("_Value")
_Given = TypeVar("_Given")


def invalid(text: str, expected: str) -> argparse.ArgumentTypeError:
    """Return the error for an invalid value ``text`` of an option; ``expected`` describes the valid values."""
    return argparse.ArgumentTypeError(f"{text[:40]!r} is not {expected}")


def number(kind: Callable[[str], _Number], minimum: float, maximum: float, expected: str) -> Callable[[str], _Number]:
    """Return a converter for numbers from ``minimum`` to ``maximum``; ``expected`` describes them in error messages."""

    def convert(text: str) -> _Number:
        try:
            value = kind(text)
        except ValueError:
            raise invalid(text, expected) from None
        if not minimum <= value <= maximum:
            raise invalid(text, expected)
        return value

    return convert


def count(what: str, minimum: int, maximum: int) -> Callable[[str], int]:
    """Return a converter for a number of ``what``, such as "turns", from ``minimum`` to ``maximum``."""
    return number(int, minimum, maximum, f"a number of {what} from {minimum} to {maximum}")


def converter(parse: Callable[[_Given], _Value]) -> Callable[[_Given], _Value]:
    """Return a converter that calls ``parse`` and turns its errors into errors that argparse reports for the option."""

    def convert(text: _Given) -> _Value:
        try:
            return parse(text)
        except GpulifeError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return convert


seat = converter(parse_level)
"""Converts ``computer:N`` to the level N, and ``person`` to 0."""
size = converter(parse_size)
"""Converts WIDTHxHEIGHT to (rows, columns)."""
seed = number(int, 0, MAX_SEED, f"a whole number from 0 to {MAX_SEED}")
density = number(float, 0, 1, "a number from 0 to 1")
generations = number(int, 0, MAX_GENERATIONS, "a number of generations, 0 or more")
positive_generations = number(int, 1, MAX_GENERATIONS, "a number of generations, 1 or more")


def step_power(text: str) -> int:
    """Convert a power of two, such as ``1024`` or ``2^10``, to its exponent.

    Raises:
        argparse.ArgumentTypeError: the text is not a power of two from 1 to 2^MAX_STEP_POWER.
    """
    base, caret, exponent = text.partition("^")
    with suppress(ValueError):
        value = int(exponent) if caret and base == "2" else int(text).bit_length() - 1
        if 0 <= value <= MAX_STEP_POWER and (caret or 1 << value == int(text)):
            return value
    raise invalid(text, f"a power of two from 1 to 2^{MAX_STEP_POWER}, such as 1024 or 2^10")


@dataclass(frozen=True, slots=True)
class Every:
    """How often to do something: a number of seconds or of generations.

    Attributes:
        text: the text of the option.
        seconds: time between two actions, in seconds; None if the option gives generations.
        generations: to act whenever the generation is a multiple of this number; None if the option gives a time.
    """

    text: str
    seconds: int | None = None
    generations: int | None = None

    def __str__(self) -> str:
        return self.text


EVERY_FIVE_MINUTES = Every("5m", seconds=300)
_SECONDS = {"s": 1, "m": 60, "h": 3600}


def every(text: str) -> Every:
    """Convert the interval between two actions: a time (30s, 5m, 2h), or a number of generations."""
    match = re.fullmatch(r"([1-9][0-9]{0,14})([smh]?)", text, re.ASCII)
    if match is None or (match[2] and len(match[1]) > _MAX_TIME_DIGITS):
        raise invalid(text, "a time, such as 30s, 5m or 2h, or a number of generations, such as 1000")
    count = int(match[1])
    return Every(text, seconds=count * _SECONDS[match[2]]) if match[2] else Every(text, generations=count)


def square_or_size(text: str) -> tuple[int, int]:
    """Convert WIDTHxHEIGHT, or one number for both sides, to (rows, columns)."""
    return size(f"{text}x{text}" if text.isdecimal() else text)


def soup(text: str) -> "SoupSpec":
    """Convert WIDTHxHEIGHT:DENSITY to a soup. The shares of the species may follow, as in 160x96:0.35:3,1."""
    from gpulife.patterns.soup import parse_soup

    return converter(parse_soup)(text)


def rule_name(text: str) -> str:
    """Return the name of a rule; ``text`` is the name itself or the path of a ``.rule`` file.

    A name is returned unchanged. A path is replaced by the name of the rule in the file; a suffix after the path, such
    as ":T100", is kept.
    """
    file = re.fullmatch(r"(.*\.rule)(:[^/\\]*)?", text, re.IGNORECASE | re.DOTALL)
    if file is None:
        return text
    from gpulife.resources import user_path
    from gpulife.rules.known_tables import read_rule_file

    return converter(read_rule_file)(user_path(file[1])).file.content_name + (file[2] or "")


def seed_or_random(seed: int | None) -> int:
    """Return ``seed``, or a random seed if it is None."""
    return randbits(32) if seed is None else seed


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Join words as in a sentence: "one, two and three"."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1])))


# Classes for options, and the options that several commands share.


@dataclass(frozen=True, slots=True)
class Option:
    """An option or positional argument.

    Attributes:
        names: its names, for ``argparse.ArgumentParser.add_argument``.
        settings: keyword arguments for that method.
    """

    names: tuple[str, ...]
    settings: Mapping[str, Any]

    @property
    def takes_value(self) -> bool:
        """True if a value follows the option's name."""
        return "action" not in self.settings


Groups = Mapping[str, Iterable[Option | tuple[Option, ...]]]
"""Maps the title of each group in the help ("" for no group) to its options. Options in a tuple exclude each other."""


def option(names: str, metavar: str, about: str, **settings: Any) -> Option:
    """Describe an option with a value, or a positional argument.

    Args:
        names: the option's names, such as "-o --output"; a name without a dash is a positional argument.
        metavar: name of the value in the help.
        about: help text.
        settings: more keyword arguments for ``argparse.ArgumentParser.add_argument``.
    """
    return Option(tuple(names.split()), {"metavar": metavar, "help": about, **settings})


def choice(names: str, choices: Sequence[str], about: str, default: str | None = None) -> Option:
    """Describe an option whose value is one of ``choices``."""
    return Option((names,), {"choices": choices, "help": about, "default": default})


def json_file(about: str) -> Option:
    """Describe the option ``--json [FILE]``, which writes JSON to a file; without FILE, to standard output."""
    return option("--json", "FILE", about, nargs="?", const=STANDARD_OUTPUT, type=Path)


def flag(names: str, about: str, default: bool | None = False) -> Option:
    """Describe an option without a value: True if given."""
    return Option(tuple(names.split()), {"action": "store_true", "help": about, "default": default})


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLine:
    """The options and the help of a command.

    Attributes:
        description: what the command does.
        options: the options by group.
        usage: the usage line; None to make it from the options.
        epilog: text after the options, such as examples.
        prefix: text put before the options' names in the parsed arguments; "" for none.
    """

    description: str
    options: Groups
    usage: str | None = None
    epilog: str | None = None
    prefix: str = ""

    def all_options(self) -> Iterator[Option]:
        """Yield every option and positional argument."""
        for members in self.options.values():
            for member in members:
                yield from (member,) if isinstance(member, Option) else member

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        """Add these options and texts to a parser. If the parser has an epilog already, the epilog stays."""
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
    "--soup", "WxH:D", "random cells of density D; WxH:D:3,1 means three cells of species A to one of B", type=soup
)
TEXT = option("--text", "TEXT", "a text, drawn in cells")
PATTERN_RULE = option(
    "--rule",
    "NAME",
    "the rule (default: the pattern's own, else Life; see gpulife list rules), or a Golly .rule file",
    type=rule_name,
)
TORUS_OR_DEAD = choice("--edges", ["torus", "dead"], "edges of the board: wrap around (torus), or dead")
_EDGES = ["torus", "dead", "klein", "cross", "sphere"]  # the keys of gpulife.rules.EDGES
EDGES = option("--edges", "EDGES", "edges of the board: torus, dead, klein, cross or sphere", choices=_EDGES)
PATTERN_EDGES = option(
    "--edges", "EDGES", "edges if the rule fixes none: torus, dead, klein, cross, sphere", choices=_EDGES
)
ENGINE = option("--engine", "NAME", "a name from gpulife list engines (default: auto)", default="auto")

MEASURED_RULE = option(
    "--rule", "NAME", "the rule, or a .rule file (default: Immigration)", default="Immigration", type=rule_name
)
MASSIVE_BOARD_OPTIONS = (
    flag("--no-tune", "massive boards: do not search for the fastest shaders"),
    choice(
        "--memory",
        ["auto", "full", "lean"],
        "bit planes: keep a second copy of the board (full), or a spare\n"
        "band, slower (lean); auto: lean if full does not fit (default)",
        default="auto",
    ),
)
"""Options about massive boards."""
RANKS = option(
    "--ranks",
    "N",
    "compute on N processes with MPI (see gpulife doctor)",
    type=count("ranks", 1, 4096),
)
RESTARTS = option(
    "--restarts",
    "K",
    "restart from --checkpoint up to K times if a rank dies",
    type=count("restarts", 0, 1_000_000),
)

FULLSCREEN = flag("--fullscreen", "fill the monitor", default=None)
MONITOR = option("--monitor", "NAME|N", "fill this monitor")
RECORD = option("--record", "FILE", "save a replay of the session", type=Path)
MUTE = flag("--mute", "start without sound; M switches it on", default=None)
