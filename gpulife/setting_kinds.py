"""What some settings may be, as types for msgspec: those that other modules judge, and lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, TypeVar

from msgspec import Meta

from gpulife.errors import GpulifeError
from gpulife.forms import described
from gpulife.lineup import MOST_LETTERS, SEAT_FORM, parse_colour, parse_seat, require_name, seat_text
from gpulife.party import DEFAULT, parse_party, require_party
from gpulife.timetable import parse_timetable

_Value = TypeVar("_Value")

TEXTS = described('a list of texts, as in ["rule", "history"]')


def judged(right: str, read: Callable[[_Value], _Value]) -> Meta:
    """What ``read`` accepts; the words are ``right``, not those of its error."""

    def accept(value: _Value) -> _Value:
        try:
            return read(value)
        except GpulifeError as error:
            raise ValueError from error

    return described(right, accept)


def _colour(text: str) -> str:
    parse_colour(text)
    return text


def _party_names(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(seat.name for seat in parse_party(DEFAULT, texts).seats)


def _brightness(text: str) -> str:
    parse_timetable(text, 0, 1)
    return text


def _bindings(value: dict[str, str | tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    lists = {name: (item,) if isinstance(item, str) else item for name, item in value.items()}
    return MappingProxyType(lists)


SEAT = judged(SEAT_FORM, lambda text: seat_text(parse_seat(text)))
NAME = judged(f"a name of at most {MOST_LETTERS} letters", require_name)
COLOUR = judged('"#rrggbb", or "" for the colour of the scheme', _colour)
PARTY = judged('up to six of "person", "unseen", "nobody" and "computer:1" to "computer:4"', require_party)
PARTY_NAMES = judged(f"up to six names of at most {MOST_LETTERS} letters", _party_names)
BINDINGS = Annotated[
    dict[str, str | tuple[str, ...]],
    described('inputs by control, as in halt = ["key:Space", "pad:rt"]', _bindings),
]
"""A type, since the file may say "key:H" for a list of one."""
BRIGHTNESS = judged('numbers from 0 to 1 by the time of day, as in "08:00=1, 23:00=0.2"', _brightness)
