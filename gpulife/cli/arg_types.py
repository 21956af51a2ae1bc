"""Converters for argparse: they parse the text of an option, and their errors say what is expected."""

import argparse
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from secrets import randbits
from typing import TYPE_CHECKING, TypeVar

from gpulife.errors import GpulifeError
from gpulife.patterns.board_sizes import parse_size
from gpulife.seats import parse_level

if TYPE_CHECKING:
    from gpulife.patterns.soup import SoupSpec

MAX_SEED = 2**64 - 1
MAX_GENERATIONS = 10**15
_MAX_TIME_DIGITS = 6
_Number = TypeVar("_Number", int, float)
_Value = TypeVar("_Value")
_Given = TypeVar("_Given")


def invalid(text: str, expected: str) -> argparse.ArgumentTypeError:
    """Return the error for an option's text that is not what is ``expected``."""
    return argparse.ArgumentTypeError(f"{text[:40]!r} is not {expected}")


def number(kind: Callable[[str], _Number], minimum: float, maximum: float, expected: str) -> Callable[[str], _Number]:
    """Return a converter for numbers from ``minimum`` to ``maximum``; ``expected`` describes them in the error."""

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
    """Return a converter for a count of something, such as "turns"."""
    return number(int, minimum, maximum, f"a number of {what} from {minimum} to {maximum}")


def converter(parse: Callable[[_Given], _Value]) -> Callable[[_Given], _Value]:
    """Return a converter that calls ``parse`` and raises its errors for argparse, which names the option."""

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


@dataclass(frozen=True, slots=True)
class Every:
    """How often something is done: after some seconds, or when the generation is a multiple of a number.

    Attributes:
        text: as people write it.
        seconds: None where generations count.
        generations: None where time counts.
    """

    text: str
    seconds: int | None = None
    generations: int | None = None

    def __str__(self) -> str:
        return self.text


EVERY_FIVE_MINUTES = Every("5m", seconds=300)
_SECONDS = {"s": 1, "m": 60, "h": 3600}


def every(text: str) -> Every:
    """Convert 30s, 5m or 2h, or a number of generations."""
    match = re.fullmatch(r"([1-9][0-9]{0,14})([smh]?)", text, re.ASCII)
    if match is None or (match[2] and len(match[1]) > _MAX_TIME_DIGITS):
        raise invalid(text, "a time, such as 30s, 5m or 2h, or a number of generations, such as 1000")
    count = int(match[1])
    return Every(text, seconds=count * _SECONDS[match[2]]) if match[2] else Every(text, generations=count)


def square_or_size(text: str) -> tuple[int, int]:
    """Convert WIDTHxHEIGHT, or one number for both, to (rows, columns)."""
    return size(f"{text}x{text}" if text.isdecimal() else text)


def soup(text: str) -> "SoupSpec":
    """Convert WIDTHxHEIGHT:DENSITY, to which the shares of the species may be added, to a soup."""
    from gpulife.patterns.soup import parse_soup

    return converter(parse_soup)(text)


def rule_name(text: str) -> str:
    """Return the name of a rule as it is, or, of a ``.rule`` file with or without a suffix, the rule's full name."""
    file = re.fullmatch(r"(.*\.rule)(:[^/\\]*)?", text, re.IGNORECASE | re.DOTALL)
    if file is None:
        return text
    from gpulife.resources import user_path
    from gpulife.rules.tables.known_rules import read_rule_file

    return converter(read_rule_file)(user_path(file[1])).file.content_name + (file[2] or "")


def seed_or_random(seed: int | None) -> int:
    """Return ``seed``, or a random one if the option was not given."""
    return randbits(32) if seed is None else seed


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Join words as in a sentence: "one, two and three"."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1])))
