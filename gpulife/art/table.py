"""Reads values out of a TOML table and says in one line what is wrong with one: file, scene and key, and what is right.

Whatever nobody has asked for when :meth:`Table.finish` is called is an unknown key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import time
from difflib import get_close_matches
from typing import Any, TypeVar

from gpulife.art.programme import ProgrammeError
from gpulife.errors import GpulifeError
from gpulife.patterns.sizes import brief

_Value = TypeVar("_Value")
_DURATION = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(s|min|h)\s*")
_SECONDS = {"s": 1, "min": 60, "h": 3600}
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::00)?")
_MISSING = object()


class Table:
    """One table of a programme's file.

    Args:
        values: as TOML gives them.
        place: what comes before a colon in messages: the file, and the scene in it.
        path: dotted names of the tables around it, each with its dot; "" at the top.
    """

    def __init__(self, values: Mapping[str, Any], place: str, path: str = "") -> None:
        self._values = values
        self.place = place
        self._path = path
        self._asked: dict[str, None] = {}

    def wrong(self, key: str, right: str) -> ProgrammeError:
        """The error that says what the value of ``key`` should be."""
        return ProgrammeError(f"{self.place}: {self._path}{key} = {_shown(self._values.get(key))} should be {right}")

    def wrong_table(self, right: str) -> ProgrammeError:
        """The error that says what the table should have."""
        return ProgrammeError(f"{self.place}: {self._path.rstrip('.')} should have {right}")

    def located(self, place: str, path: str) -> Table:
        """The same table, called otherwise in messages."""
        return Table(self._values, place, path)

    def know(self, *keys: str) -> None:
        """These are keys, though nobody asks for their values."""
        self._asked.update(dict.fromkeys(keys))

    def nothing(self, key: str, value: _Value) -> _Value:
        """``value``, for a key that the file does not have."""
        self.know(key)
        return value

    def has(self, key: str) -> bool:
        """Whether the file says something of ``key``."""
        return key in self._values

    def table(self, key: str) -> Table:
        """A table inside, empty if there is none."""
        value = self._take(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, f"a table, as in [scene.{key}]")
        return Table(value, self.place, f"{self._path}{key}.")

    def tables(self, key: str, example: str) -> list[Table]:
        """A list of tables inside, empty if there is none; messages count them from 1."""
        value = self._take(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.wrong(key, f"a list of tables, as in {example}")
        return [Table(item, self.place, f"{self._path}{key} {number}.") for number, item in enumerate(value, 1)]

    def text(self, key: str, default: Any = _MISSING, *, longest: int = 200) -> str:
        """A text on one line that is not empty."""
        value = self._take(key, default)
        if value is default:
            return str(value)
        right = f"a text on one line, of at most {longest} letters"
        if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > longest:
            raise self.wrong(key, right)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """One text, or a list of texts; empty if there is none. A text may have several lines."""
        value = self._take(key, [])
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list) or not all(isinstance(item, str) and item.strip() for item in items):
            raise self.wrong(key, 'a text or a list of texts, as in ["Ada", "Grace"]')
        return tuple(items)

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        value = self._take(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def number(self, key: str, least: float, most: float, default: Any = _MISSING) -> float:
        """A number in a range."""
        value = self._take(key, default)
        if not _is_number(value) or not least <= value <= most:
            raise self.wrong(key, f"a number from {least:g} to {most:g}")
        return float(value)

    def whole(self, key: str, least: int, most: int, default: Any = _MISSING) -> int:
        """A whole number in a range."""
        value = self._take(key, default)
        if not _is_whole(value) or not least <= value <= most:
            raise self.wrong(key, f"a whole number from {least} to {most}")
        return int(value)

    def numbers(self, key: str, least: float, most: float, count: int) -> tuple[float, ...]:
        """A list of ``count`` numbers in a range; empty if there is none."""
        value = self._take(key, [])
        good = isinstance(value, list) and all(_is_number(item) and least <= item <= most for item in value)
        if not good or (self.has(key) and len(value) != count):
            raise self.wrong(key, f"a list of {count} numbers from {least:g} to {most:g}")
        return tuple(float(item) for item in value)

    def wholes(self, key: str, least: int, most: int, default: tuple[int, ...]) -> tuple[int, ...]:
        """One whole number in a range, or a list of them."""
        value = self._take(key, list(default))
        items = value if isinstance(value, list) else [value]
        if not items or not all(_is_whole(item) and least <= item <= most for item in items):
            raise self.wrong(key, f"a whole number from {least} to {most}, or a list of such numbers")
        return tuple(items)

    def seconds(self, key: str, least: float, most: float, default: Any = _MISSING) -> float:
        """A time in seconds, as a number or as in "5 min"."""
        value = self._take(key, default)
        if isinstance(value, str) and (match := _DURATION.fullmatch(value)):
            value = float(match[1]) * _SECONDS[match[2]]
        if not _is_number(value) or not least <= value <= most:
            raise self.wrong(
                key,
                f'{_time_shown(least)} to {_time_shown(most)}: a number of seconds, or as in "5 min", "90 s", "1 h"',
            )
        return float(value)

    def minute(self, key: str) -> int:
        """A time of day in minutes since midnight; 24:00 is the end of the day."""
        value = self._take(key, _MISSING)
        if isinstance(value, time) and not value.second and not value.microsecond:
            return value.hour * 60 + value.minute
        if isinstance(value, str) and (match := _TIME.fullmatch(value.strip())):
            hours, minutes = int(match[1]), int(match[2])
            if (hours < 24 and minutes < 60) or (hours, minutes) == (24, 0):
                return hours * 60 + minutes
        raise self.wrong(key, 'a time of day from "00:00" to "24:00", as in "22:30"')

    def choice(self, key: str, names: Iterable[str], default: Any = _MISSING) -> str:
        """One of some names; upper and lower case are alike."""
        value = self._take(key, default)
        known = {name.lower(): name for name in names}
        if not isinstance(value, str) or value.lower() not in known:
            raise self.wrong(key, _nearest(value, known))
        return known[value.lower()]

    def choices(self, key: str, names: Iterable[str], default: tuple[str, ...]) -> tuple[str, ...]:
        """A list of some of the names, or one of them; none twice."""
        value = self._take(key, list(default))
        items = [value] if isinstance(value, str) else value
        known = {name.lower(): name for name in names}
        if not isinstance(items, list):
            raise self.wrong(key, f"a list out of {', '.join(known.values())}")
        for item in items:
            if not isinstance(item, str) or item.lower() not in known:
                raise ProgrammeError(
                    f"{self.place}: {self._path}{key} has {_shown(item)}, which should be {_nearest(item, known)}"
                )
        return tuple(dict.fromkeys(known[item.lower()] for item in items))

    def read(self, key: str, reader: Callable[[str], _Value], what: str) -> _Value:
        """What ``reader`` makes of a text; its error gets the place in front."""
        value = self._take(key, _MISSING)
        if not isinstance(value, str):
            raise self.wrong(key, what)
        return self.checked(key, lambda: reader(value))

    def checked(self, key: str, work: Callable[[], _Value]) -> _Value:
        """What ``work`` returns; its error gets the place in front."""
        try:
            return work()
        except GpulifeError as error:
            raise ProgrammeError(f"{self.place}: {self._path}{key}: {error}") from error

    def finish(self) -> None:
        """Complain of the first key that nobody has asked for."""
        for key in self._values:
            if key not in self._asked:
                close = get_close_matches(key.lower(), self._asked, n=1, cutoff=0.5)
                hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(self._asked)}"
                raise ProgrammeError(f"{self.place}: unknown key {self._path}{brief(key)[1:-1]}: {hint}")

    def _take(self, key: str, default: Any) -> Any:
        self._asked[key] = None
        value = self._values.get(key, default)
        if value is _MISSING:
            raise ProgrammeError(f"{self.place}: {self._path}{key} is missing")
        return value


def _nearest(value: Any, known: Mapping[str, str]) -> str:
    close = get_close_matches(value.lower(), known, n=3, cutoff=0.5) if isinstance(value, str) else []
    if close:
        names = " or ".join(repr(known[name]) for name in close)
        return f"one of {len(known)} names; did you mean {names}?" if len(known) > 12 else f"{names}"
    return f"one of {', '.join(known.values())}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _time_shown(seconds: float) -> str:
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= length and seconds % length == 0:
            return f"{seconds / length:g} {unit}"
    return f"{seconds:g} s"


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()  # as TOML writes it
    if isinstance(value, str):
        return brief(value)
    try:
        return brief(str(value), 60)[1:-1]
    except ValueError:  # Python's own limit
        return "a number of thousands of digits"
