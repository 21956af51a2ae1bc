"""Who sits where: the seats of a game as plain data, each with a person, a computer or nobody in it.

Settings keep them, the command line overrides them, panels show them; ``window.play.seating`` puts players on
the seats. A seat is written as ``person``, ``computer:1`` to ``computer:4``, and in games for more than two also
``unseen`` or ``nobody``.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from gpulife.errors import GpulifeError

PERSON, UNSEEN, NOBODY = "person", "unseen", "nobody"
MAX_LETTERS = 16
"""Limit on the letters of a name: what the line of figures has room for."""
LEVELS = (1, 2, 3, 4)
"""The levels of the computer."""
SIDES = ("Left", "Right")
YOU = "You"
"""What a lone person without a name is called where only computers play besides."""
MAX_LOCAL_SEATS = 6
"""Limit on the seats at one computer, which every game for more than two has there."""
SEAT_FORM = "person, or computer:1 to computer:4"
"""What a seat in a game for two may be, for messages."""
DEFAULT_SEATS = (PERSON, "computer:2", "computer:1", "computer:2", "computer:1", "computer:1")
"""The texts of six seats where nobody has set any: somebody alone has others to play with."""


def with_verb(name: str, verb: str) -> str:
    """Return a player's name with a verb: ``with_verb("Ada", "win") == "Ada wins"``, but "You win"."""
    irregular = {"have": ("have", "has"), "be": ("are", "is")}
    mine, theirs = irregular.get(verb, (verb, f"{verb}s"))
    return f"{name} {mine if name == YOU else theirs}"


def mid_sentence(sentence: str) -> str:
    """Return a sentence for the middle of another one: "You resign." becomes "you resign", names stay."""
    words = sentence.removesuffix(".")
    return words.replace(YOU, YOU.lower(), 1) if words.startswith(f"{YOU} ") else words


class SeatError(GpulifeError):
    """A seat, name or colour that cannot be."""


def parse_level(text: str) -> int:
    """Return the computer's level that a seat's text asks for, 0 for a person; ``computer`` alone is its third level.

    Raises:
        SeatError: it is no seat.
    """
    if text == PERSON:
        return 0
    match = re.fullmatch(r"computer(?::([1-4]))?", text)
    if match is None:
        raise SeatError(f"seat {text[:40]!r} should be {SEAT_FORM}")
    return int(match[1] or 3)


def level_text(level: int) -> str:
    """Return the text of a seat with the computer of a level, or with a person at level 0."""
    return f"computer:{level}" if level else PERSON


def parse_levels(text: str) -> tuple[int, ...]:
    """Return the levels that a list of seats asks for, such as "person,computer:2": 0 for a person.

    Raises:
        SeatError: one is no seat.
    """
    return tuple(parse_level(part.strip()) for part in text.split(",")) if text else ()


def require_name(text: str) -> str:
    """Return a name without blanks around it.

    Raises:
        SeatError: too long, or not printable.
    """
    name = text.strip()
    if len(name) > MAX_LETTERS or not name.isprintable():
        raise SeatError(f"name {text[:40]!r} should have at most {MAX_LETTERS} printable letters")
    return name


def parse_colour(text: str) -> tuple[int, int, int] | None:
    """Return the sRGB colour of ``#rrggbb``, or None for "", which means the colour scheme's.

    Raises:
        SeatError: it is neither.
    """
    if not text:
        return None
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise SeatError(f'colour {text[:40]!r} should be "#rrggbb", or "" for that of the colour scheme')
    red, green, blue = bytes.fromhex(text[1:])
    return red, green, blue


def colour_text(rgb: tuple[int, int, int]) -> str:
    """Return an sRGB colour as ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*rgb)


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat.

    Attributes:
        level: level of the computer that sits there, 0 for a person.
        name: name as typed; "" for none.
        colour: "#rrggbb", or "" for the colour scheme's.
        hides: whether a person who sits there places cells unseen.
        closed: whether nobody may sit there.
    """

    level: int = 0
    name: str = ""
    colour: str = ""
    hides: bool = False
    closed: bool = False

    @property
    def text(self) -> str:
        """The seat as settings and the command line write it."""
        return NOBODY if self.closed else UNSEEN if self.hides and not self.level else level_text(self.level)

    @property
    def is_free(self) -> bool:
        """Whether a person may sit down."""
        return not (self.level or self.closed)

    def display_name(self, place: str) -> str:
        """Return the player's name; a person without one is called by the place."""
        if not self.level:
            return self.name or place
        computer = f"Computer {self.level}"
        return f"{self.name} ({computer})" if self.name else computer


@dataclass(frozen=True, slots=True)
class Seats:
    """All seats of a game, for two the left one first; a game for fewer uses the first ones."""

    seats: tuple[Seat, ...] = (Seat(), Seat())

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the seats: sides, or numbers."""
        if len(self.seats) == len(SIDES):
            return SIDES
        return tuple(str(number) for number in range(1, len(self.seats) + 1))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, all different: as typed, else by side or number; computers say what they are."""
        names = [
            seat.display_name(f"Player {place}" if place.isdecimal() else place)
            for seat, place in zip(self.seats, self.places, strict=True)
        ]
        return tuple(
            name if names.count(name) == 1 else f"{name} ({place.lower()})"
            for name, place in zip(names, self.places, strict=True)
        )

    @property
    def levels(self) -> tuple[int, ...]:
        """The computer's level for each seat; 0 where there is none."""
        return tuple(seat.level for seat in self.seats)

    @property
    def computers(self) -> frozenset[int]:
        """The seats of computers."""
        return frozenset(player for player, seat in enumerate(self.seats) if seat.level)

    @property
    def people(self) -> frozenset[int]:
        """The seats for people."""
        return frozenset(player for player, seat in enumerate(self.seats) if seat.is_free)

    @property
    def taken(self) -> frozenset[int]:
        """The seats on which nobody can sit down."""
        return frozenset(range(len(self.seats))) - self.people

    @property
    def texts(self) -> tuple[str, ...]:
        """The seats as settings and the command line write them."""
        return tuple(seat.text for seat in self.seats)

    def with_seat(self, player: int, **changes: Any) -> "Seats":
        """Return these seats with fields of one seat changed; a level opens a closed one."""
        if "level" in changes:
            changes = {"closed": False} | changes
        seat = replace(self.seats[player], **changes)
        return Seats((*self.seats[:player], seat, *self.seats[player + 1 :]))

    def in_colours_of(self, others: "Seats") -> "Seats":
        """Return these seats in the colours of others, as far as there are others."""
        colours = [seat.colour for seat in others.seats] + [seat.colour for seat in self.seats[len(others.seats) :]]
        return Seats(tuple(replace(seat, colour=colour) for seat, colour in zip(self.seats, colours, strict=True)))

    def with_max_level(self, level: int) -> "Seats":
        """Return the same seats with computers of at most ``level``."""
        return Seats(tuple(replace(seat, level=min(seat.level, level)) for seat in self.seats))

    def with_levels(self, *levels: int) -> "Seats":
        """Return these seats with other levels in the first ones."""
        seats = self
        for player, level in enumerate(levels):
            seats = seats.with_seat(player, level=level)
        return seats

    def against(self, level: int) -> "Seats":
        """Return two seats with one person, who stays where one sits, against a computer of a level."""
        return self.with_levels(level, 0) if self.computers == {0} else self.with_levels(0, level)

    def swapped(self) -> "Seats":
        """Return the seats in reverse order."""
        return Seats(self.seats[::-1])


def parse_seats(texts: Iterable[str], names: Iterable[str] = ()) -> Seats:
    """Return six seats made of texts and names; those that are not given are closed.

    Raises:
        SeatError: one of them is no seat or no name, or there are too many.
    """
    seats = [_parse_seat(text.strip()) for text in texts]
    typed = [require_name(name) for name in names]
    if not 1 <= len(seats) <= MAX_LOCAL_SEATS or len(typed) > MAX_LOCAL_SEATS:
        raise SeatError(f"{max(len(seats), len(typed))} seats: there can be 1 to {MAX_LOCAL_SEATS}")
    seats += [Seat(closed=True)] * (MAX_LOCAL_SEATS - len(seats))
    typed += [""] * (MAX_LOCAL_SEATS - len(typed))
    return Seats(tuple(replace(seat, name=name) for seat, name in zip(seats, typed, strict=True)))


def require_seat(text: str) -> str:
    """Return the text of one seat in its canonical form.

    Raises:
        SeatError: it is none.
    """
    return _parse_seat(text.strip()).text


def _parse_seat(text: str) -> Seat:
    if text in (NOBODY, UNSEEN):
        return Seat(closed=text == NOBODY, hides=text == UNSEEN)
    try:
        return Seat(parse_level(text))
    except SeatError:
        raise SeatError(
            f"seat {text[:40]!r} should be {PERSON}, {UNSEEN}, {NOBODY}, or computer:1 to computer:4"
        ) from None
