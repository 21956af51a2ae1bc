"""Converters for argparse: they parse the text of an option, and say in the user's words what is expected."""

import argparse
from collections.abc import Callable, Sequence
from secrets import randbits
from typing import TYPE_CHECKING, TypeVar

from gpulife.errors import GpulifeError
from gpulife.patterns.board_sizes import parse_size
from gpulife.seats import parse_level

if TYPE_CHECKING:
    from gpulife.patterns.soup import SoupSpec

MAX_SEED = 2**64 - 1
MAX_GENERATIONS = 10**15
_Number = TypeVar("_Number", int, float)
_Value = TypeVar("_Value")


def invalid(text: str, expected: str) -> argparse.ArgumentTypeError:
    """Return the error for an option's text that is not what is ``expected``."""
    return argparse.ArgumentTypeError(f"{text[:40]!r} is not {expected}")


def number(kind: Callable[[str], _Number], minimum: float, maximum: float, expected: str) -> Callable[[str], _Number]:
    """Return a converter for numbers from ``minimum`` to ``maximum``; ``expected`` says in words which these are."""

    def convert(text: str) -> _Number:
        try:
            value = kind(text)
        except ValueError:
            raise invalid(text, expected) from None
        if not minimum <= value <= maximum:
            raise invalid(text, expected)
        return value

    return convert


def whole(what: str, minimum: int, maximum: int) -> Callable[[str], int]:
    """Return a converter for a count of something, such as "turns"."""
    return number(int, minimum, maximum, f"a number of {what} from {minimum} to {maximum}")


def reader(parse: Callable[[str], _Value]) -> Callable[[str], _Value]:
    """Return a converter that calls ``parse``, and makes its error argparse's, which names the option."""

    def convert(text: str) -> _Value:
        try:
            return parse(text)
        except GpulifeError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return convert


seat = reader(parse_level)
"""The computer's level of ``computer:N``, and 0 of ``person``."""
size = reader(parse_size)
"""(rows, columns) of WIDTHxHEIGHT."""
seed = number(int, 0, MAX_SEED, f"a whole number from 0 to {MAX_SEED}")
density = number(float, 0, 1, "a number from 0 to 1")
generations = number(int, 0, MAX_GENERATIONS, "a number of generations, 0 or more")
positive_generations = number(int, 1, MAX_GENERATIONS, "a number of generations, 1 or more")


def square_or_size(text: str) -> tuple[int, int]:
    """Return (rows, columns) of WIDTHxHEIGHT, or of the one number that is both."""
    return size(f"{text}x{text}" if text.isdecimal() else text)


def soup(text: str) -> "SoupSpec":
    """Return the soup that WIDTHxHEIGHT:DENSITY, with shares of the species behind it or without, describes."""
    from gpulife.patterns.soup import parse_soup

    return reader(parse_soup)(text)


def chosen_seed(given: int | None) -> int:
    """Return the seed that an option gave, or another one each time."""
    return randbits(32) if given is None else given


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Join words as in a sentence: "one, two and three"."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1])))
