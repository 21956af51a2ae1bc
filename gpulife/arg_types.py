"""What the commands' options take: converters for argparse, which say in the user's words what would be right."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from gpulife.errors import GpulifeError

if TYPE_CHECKING:
    from gpulife.patterns.soup import SoupSpec

MAX_SEED = 2**64 - 1
_Number = TypeVar("_Number", int, float)
_Value = TypeVar("_Value")


def bad(text: str, right: str) -> argparse.ArgumentTypeError:
    """The error for an option's text that is not ``right``."""
    return argparse.ArgumentTypeError(f"{text[:40]!r} is not {right}")


def number(kind: Callable[[str], _Number], least: float, most: float, right: str) -> Callable[[str], _Number]:
    """A converter for numbers from ``least`` to ``most``; ``right`` are the words for them."""

    def convert(text: str) -> _Number:
        try:
            value = kind(text)
        except ValueError:
            raise bad(text, right) from None
        if not least <= value <= most:
            raise bad(text, right)
        return value

    return convert


def whole(what: str, least: int, most: int) -> Callable[[str], int]:
    """A converter for so many of something."""
    return number(int, least, most, f"a number of {what} from {least} to {most}")


def read_with(reader: Callable[[str], _Value], text: str) -> _Value:
    """What ``reader`` makes of an option's text; its error becomes argparse's, which names the option."""
    try:
        return reader(text)
    except GpulifeError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


seed = number(int, 0, MAX_SEED, f"a whole number from 0 to {MAX_SEED}")


def size(text: str) -> tuple[int, int]:
    """(rows, columns) of WIDTHxHEIGHT."""
    from gpulife.patterns.board_sizes import parse_size

    return read_with(parse_size, text)


def soup(text: str) -> SoupSpec:
    """WIDTHxHEIGHT:DENSITY and more."""
    from gpulife.patterns.soup import parse_soup

    return read_with(parse_soup, text)


def seat(text: str) -> int:
    """The level of who plays: ``person`` or ``computer:N``."""
    from gpulife.seats import parse_level

    return read_with(parse_level, text)
