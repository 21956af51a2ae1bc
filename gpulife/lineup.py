"""Who sits where: the two seats of a game as plain data, with names, colours, and a person or the computer in each.

Settings keep it, the command line overrides it, panels show it; ``app`` puts the players on the seats.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gpulife.errors import GpulifeError

PERSON = "person"
MOST_LETTERS = 16
"""Of a name: what the line of figures has room for."""
LEVELS = (1, 2, 3, 4)
"""Of the computer."""
SIDES = ("Left", "Right")
SEAT_FORM = "person, or computer:1 to computer:4"
"""What a seat may be, for messages."""

_COMPUTER = re.compile(r"computer(?::([1-4]))?")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class LineupError(GpulifeError):
    """A seat, name or colour that cannot be."""


def parse_seat(text: str) -> int:
    """The computer's level that a seat's text asks for, 0 for a person; ``computer`` alone is its third level.

    Raises:
        LineupError: it is no seat.
    """
    if text == PERSON:
        return 0
    match = _COMPUTER.fullmatch(text)
    if match is None:
        raise LineupError(f"seat {text[:40]!r} should be {SEAT_FORM}")
    return int(match[1] or 3)


def seat_text(level: int) -> str:
    """The text of a seat, as settings and command line have it."""
    return f"computer:{level}" if level else PERSON


def read_seats(text: str) -> tuple[int, ...]:
    """The levels that a list of seats asks for, such as "person,computer:2": 0 for a person.

    Raises:
        LineupError: one is no seat.
    """
    return tuple(parse_seat(part.strip()) for part in text.split(",")) if text else ()


def require_name(text: str) -> str:
    """``text`` without blanks around it.

    Raises:
        LineupError: too long, or not printable.
    """
    name = text.strip()
    if len(name) > MOST_LETTERS or not name.isprintable():
        raise LineupError(f"name {text[:40]!r} should have at most {MOST_LETTERS} printable letters")
    return name


def parse_colour(text: str) -> tuple[int, int, int] | None:
    """The sRGB colour of ``#rrggbb``, None for "", which is that of the colour scheme.

    Raises:
        LineupError: it is neither.
    """
    if not text:
        return None
    if not _COLOUR.fullmatch(text):
        raise LineupError(f'colour {text[:40]!r} should be "#rrggbb", or "" for that of the colour scheme')
    red, green, blue = (int(text[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue


def colour_text(rgb: tuple[int, int, int]) -> str:
    """The text of an sRGB colour."""
    return "#{:02x}{:02x}{:02x}".format(*rgb)


@dataclass(frozen=True, slots=True)
class Seat:
    """One of the two seats.

    Attributes:
        level: of the computer that sits there, 0 for a person.
        name: as typed; "" for none.
        colour: "#rrggbb" whatever the scheme, or "".
    """

    level: int = 0
    name: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Lineup:
    """Both seats, the left one first."""

    seats: tuple[Seat, Seat] = (Seat(), Seat())

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called: as typed, else by side, and computers as such."""
        left, right = (_called(seat, side) for seat, side in zip(self.seats, SIDES, strict=True))
        if left == right:
            left, right = f"{left} (left)", f"{right} (right)"
        return left, right

    @property
    def computers(self) -> frozenset[int]:
        """The players that the computer is."""
        return frozenset(player for player, seat in enumerate(self.seats) if seat.level)

    def with_seat(self, player: int, seat: Seat) -> Lineup:
        """The same with another seat for one player."""
        left, right = self.seats
        return Lineup((seat, right) if player == 0 else (left, seat))

    def with_level(self, player: int, level: int) -> Lineup:
        """The same names and colours, with another level for one player."""
        return self.with_seat(player, replace(self.seats[player], level=level))

    def with_levels(self, left: int, right: int) -> Lineup:
        """The same names and colours, with these in the seats."""
        return self.with_level(0, left).with_level(1, right)

    def against(self, level: int) -> Lineup:
        """One person, who stays where one sits, against the computer."""
        return self.with_levels(level, 0) if self.computers == {0} else self.with_levels(0, level)


def _called(seat: Seat, side: str) -> str:
    if not seat.level:
        return seat.name or side
    computer = f"Computer {seat.level}"
    return f"{seat.name} ({computer})" if seat.name else computer
