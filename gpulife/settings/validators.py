"""What those settings may be that other modules know about: seats, names, colours, bindings, times of day."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

from msgspec import Meta

from gpulife.errors import GpulifeError
from gpulife.seats import (
    DEFAULT_SEATS,
    MAX_LETTERS,
    SEAT_FORM,
    level_text,
    parse_colour,
    parse_level,
    parse_seats,
    require_name,
)
from gpulife.settings.daily_schedule import parse_daily_schedule
from gpulife.storage.schema import described

_Value = TypeVar("_Value")

TEXTS = described('a list of texts, as in ["rule", "history"]')


def accepted_by(expected: str, read: Callable[[_Value], _Value]) -> Meta:
    """Accept what ``read`` accepts; messages say ``expected``, not what its error says."""

    def accept(value: _Value) -> _Value:
        try:
            return read(value)
        except GpulifeError as error:
            raise ValueError from error

    return described(expected, accept)


def _colour(text: str) -> str:
    parse_colour(text)
    return text


def _brightness(text: str) -> str:
    parse_daily_schedule(text, 0, 1)
    return text


def _bindings(value: dict[str, str | tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    return MappingProxyType({name: (item,) if isinstance(item, str) else item for name, item in value.items()})


SEAT = accepted_by(SEAT_FORM, lambda text: level_text(parse_level(text)))
NAME = accepted_by(f"a name of at most {MAX_LETTERS} letters", require_name)
COLOUR = accepted_by('"#rrggbb", or "" for the colour of the scheme', _colour)
PARTY = accepted_by(
    'up to six of "person", "unseen", "nobody" and "computer:1" to "computer:4"', lambda texts: parse_seats(texts).texts
)
PARTY_NAMES = accepted_by(
    f"up to six names of at most {MAX_LETTERS} letters",
    lambda texts: tuple(seat.name for seat in parse_seats(DEFAULT_SEATS, texts).seats),
)
BINDINGS = described(
    'inputs by control, as in halt = ["key:Space", "pad:rt"]', _bindings, of=dict[str, str | tuple[str, ...]]
)
BRIGHTNESS = accepted_by('numbers from 0 to 1 by the time of day, as in "08:00=1, 23:00=0.2"', _brightness)
