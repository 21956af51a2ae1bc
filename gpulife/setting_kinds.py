"""Which values a setting may have: each kind accepts what is right, and says what that is where something is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from gpulife.lineup import MOST_LETTERS, SEAT_FORM, LineupError, parse_colour, parse_seat, require_name, seat_text
from gpulife.party import DEFAULT, parse_party, require_party
from gpulife.timetable import TimetableError, parse_timetable


@dataclass(frozen=True, slots=True)
class Kind:
    """Which values are right, and how a message says it."""

    right: str
    accept: Callable[[Any], Any]
    """The value as the dataclass holds it; raises ValueError if it is not right."""


def flag() -> Kind:
    """On or off."""
    return Kind("true or false", lambda value: value if isinstance(value, bool) else _refuse())


def text(right: str) -> Kind:
    """A line of text."""

    def accept(value: Any) -> str:
        return str(value) if isinstance(value, str) and value.isprintable() else _refuse()

    return Kind(right, accept)


def whole(least: int, most: int, note: str = "") -> Kind:
    """A whole number within limits."""

    def accept(value: Any) -> int:
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        return int(value) if is_whole and least <= value <= most else _refuse()

    return Kind(f"a whole number from {least} to {most}{note}", accept)


def number(least: float, most: float, note: str = "") -> Kind:
    """A number within limits."""

    def accept(value: Any) -> float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return float(value) if is_number and least <= value <= most else _refuse()

    return Kind(f"a number from {least:g} to {most:g}{note}", accept)


def texts() -> Kind:
    """A list of texts."""

    def accept(value: Any) -> tuple[str, ...]:
        is_list = isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
        return tuple(map(str, value)) if is_list else _refuse()

    return Kind('a list of texts, as in ["rule", "history"]', accept)


def one_of(*names: str) -> Kind:
    """One of a few words."""
    return Kind(" or ".join(f'"{name}"' for name in names), lambda value: value if value in names else _refuse())


def bindings() -> Kind:
    """What is bound to what."""

    def accept(value: Any) -> Mapping[str, tuple[str, ...]]:
        if not isinstance(value, Mapping):
            raise ValueError  # noqa: TRY004 - a wrong setting, not a wrong call
        lists = {str(name): [item] if isinstance(item, str) else item for name, item in value.items()}
        return MappingProxyType({name: texts().accept(items) for name, items in lists.items()})

    return Kind('inputs by control, as in halt = ["key:Space", "pad:rt"]', accept)


def of_lineup(right: str, read: Callable[[str], str]) -> Kind:
    """A text that ``lineup`` judges."""

    def accept(value: Any) -> str:
        try:
            return read(value) if isinstance(value, str) else _refuse()
        except LineupError as error:
            raise ValueError from error

    return Kind(right, accept)


def seat() -> Kind:
    """Who sits on a seat of two."""
    return of_lineup(SEAT_FORM, lambda text: seat_text(parse_seat(text)))


def name() -> Kind:
    """A player's."""
    return of_lineup(f"a name of at most {MOST_LETTERS} letters", require_name)


def colour() -> Kind:
    """A player's, or that of the scheme."""

    def read(text: str) -> str:
        parse_colour(text)
        return text

    return of_lineup('"#rrggbb", or "" for the colour of the scheme', read)


def party() -> Kind:
    """Who sits on up to six seats."""
    return of_texts('up to six of "person", "nobody" and "computer:1" to "computer:4"', require_party)


def party_names() -> Kind:
    """What they are called."""

    def read(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(seat.name for seat in parse_party(DEFAULT, texts).seats)

    return of_texts(f"up to six names of at most {MOST_LETTERS} letters", read)


def of_texts(right: str, read: Callable[[tuple[str, ...]], tuple[str, ...]]) -> Kind:
    """Texts that ``party`` judges."""
    as_list = texts()

    def accept(value: Any) -> tuple[str, ...]:
        try:
            return read(as_list.accept(value))
        except LineupError as error:
            raise ValueError from error

    return Kind(right, accept)


def timetable(least: float, most: float, example: str) -> Kind:
    """A text that ``timetable`` judges."""

    def accept(value: Any) -> str:
        try:
            parse_timetable(value if isinstance(value, str) else _refuse(), least, most)
        except TimetableError as error:
            raise ValueError from error
        return str(value)

    return Kind(f'numbers from {least:g} to {most:g} by the time of day, as in "{example}"', accept)


def _refuse() -> Any:
    raise ValueError
