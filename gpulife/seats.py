"""The seats of a game as plain data. On each seat is a person, a computer or nobody.

Settings and the command line give the seats as text: ``person``, or ``computer:`` and a level, 1 to 4; in games with
more than two seats also ``unseen`` (a person who places cells in secret) or ``nobody``. ``window.play.seating`` makes
the players.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gpulife.errors import GpulifeError

PERSON, UNSEEN, NOBODY = "person", "unseen", "nobody"
MAX_LETTERS = 16
"""Maximum number of characters in a player's name; longer names would not fit beside the scores."""
LEVELS = (1, 2, 3, 4)
"""The levels of the computer, from the weakest to the strongest."""
LEVEL_TITLES = ("Beginner", "Gardener", "Rival", "Survivor")
"""Names of the levels in most games. A game's own names are in ``GameSpec.levels``."""
SIDES = ("Left", "Right")
YOU = "You"
"""Name of a person who plays alone against computers and has given no name."""
MAX_LOCAL_SEATS = 6
"""Maximum number of seats in a match on one machine. Games for more than two players have this number of seats."""
SEAT_FORM = "person, or computer:1 to computer:4"
"""The values that users may give for a seat, as help and error messages list them."""
DEFAULT_SEATS = (PERSON, "computer:1", "computer:1", "computer:1", NOBODY, NOBODY)
"""The default seats of a game for six: a person against three of the weakest computers."""


def level_title(level: int, titles: Sequence[str] = LEVEL_TITLES) -> str:
    """Return the name of a computer of ``level`` (1 is the weakest) in a game whose levels have these ``titles``."""
    return titles[level - 1] if level <= len(titles) else f"Computer {level}"


def with_verb(name: str, verb: str) -> str:
    """Return a player's name and a verb in the right form: "Ada wins", but "You win".

    Pass the plain form of the verb in both cases, such as "win".
    """
    irregular = {"have": ("have", "has"), "be": ("are", "is")}
    mine, theirs = irregular.get(verb, (verb, f"{verb}s"))
    return f"{name} {mine if name == YOU else theirs}"


def mid_sentence(sentence: str) -> str:
    """Return a sentence as it is written within another: "You resign." becomes "you resign".

    A name at its beginning keeps the capital letter.
    """
    words = sentence.removesuffix(".")
    return words.replace(YOU, YOU.lower(), 1) if words.startswith(f"{YOU} ") else words


class SeatError(GpulifeError):
    """A seat, name or colour is invalid."""


def parse_level(text: str) -> int:
    """Parse the text of a seat. Return the level of its computer: 1 to 4, or 3 for "computer" alone; 0 for a person.

    Raises:
        SeatError: the text is not a seat.
    """
    if text == PERSON:
        return 0
    match = re.fullmatch(r"computer(?::([1-4]))?", text)
    if match is None:
        raise SeatError(f"seat {text[:40]!r} should be {SEAT_FORM}")
    return int(match[1] or 3)


def level_text(level: int) -> str:
    """Return the text of a seat with a computer of ``level``; with a person if ``level`` is 0."""
    return f"computer:{level}" if level else PERSON


def parse_levels(text: str) -> tuple[int, ...]:
    """Return the levels for a list of seats, such as "person,computer:2"; 0 is a person.

    Raises:
        SeatError: one of the texts is not a seat.
    """
    return tuple(parse_level(part.strip()) for part in text.split(",")) if text else ()


def require_name(text: str) -> str:
    """Check a player's name; return it without leading and trailing spaces.

    Raises:
        SeatError: the name is too long or not printable.
    """
    name = text.strip()
    if len(name) > MAX_LETTERS or not name.isprintable():
        raise SeatError(f"name {text[:40]!r} should have at most {MAX_LETTERS} printable characters")
    return name


def parse_colour(text: str) -> tuple[int, int, int] | None:
    """Return the colour in ``#rrggbb`` as (red, green, blue), sRGB; None for "", which means the scheme's colour.

    Raises:
        SeatError: the text is not a colour.
    """
    if not text:
        return None
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise SeatError(f'colour {text[:40]!r} should be "#rrggbb", or "" for the colour of the scheme')
    red, green, blue = bytes.fromhex(text[1:])
    return red, green, blue


def colour_text(rgb: tuple[int, int, int]) -> str:
    """Format an sRGB colour as ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*rgb)


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat.

    Attributes:
        level: level of the computer on the seat; 0 for a person.
        name: the player's name as typed; "" for none.
        colour: "#rrggbb", or "" for the colour of the scheme.
        hides: True if a person on this seat places cells in secret from the other players.
        closed: True if nobody may take the seat, neither a person nor a computer.
    """

    level: int = 0
    name: str = ""
    colour: str = ""
    hides: bool = False
    closed: bool = False

    @property
    def text(self) -> str:
        """The seat as written in settings and on the command line."""
        return NOBODY if self.closed else UNSEEN if self.hides and not self.level else level_text(self.level)

    @property
    def is_free(self) -> bool:
        """True if a person may take the seat."""
        return not (self.level or self.closed)

    def display_name(self, place: str, titles: Sequence[str] = LEVEL_TITLES) -> str:
        """Return the player's name to display.

        Args:
            place: name of the seat; displayed if a person has typed no name.
            titles: the names of the computer's levels in the game.
        """
        if not self.level:
            return self.name or place
        computer = level_title(self.level, titles)
        return f"{self.name} ({computer})" if self.name else computer


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of a game: up to six. In a game for two, the first seat is the left one."""

    seats: tuple[Seat, ...] = (Seat(), Seat())

    @property
    def places(self) -> tuple[str, ...]:
        """Names of the seats: "Left" and "Right" if there are two, else numbers."""
        if len(self.seats) == len(SIDES):
            return SIDES
        return tuple(str(number) for number in range(1, len(self.seats) + 1))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players on all seats. Computers are named after their levels, with LEVEL_TITLES."""
        return self.names_for(LEVEL_TITLES)

    def names_for(self, titles: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the players on all seats, no two the same.

        A person who has typed no name is named after the seat, and a computer after its level: "Gardener", and
        "Gardener 2" for the second one. ``titles`` are the names of the levels in the game.
        """
        names: list[str] = []
        for seat, place in zip(self.seats, self.places, strict=True):
            name = seat.display_name(f"Player {place}" if place.isdecimal() else place, titles)
            earlier = sum(other.level == seat.level and not other.name for other in self.seats[: len(names)])
            is_nameless = bool(seat.level) and not seat.name
            names.append(f"{name} {earlier + 1}" if is_nameless and earlier else name)
        return tuple(
            name if names.count(name) == 1 else f"{name} ({place.lower()})"
            for name, place in zip(names, self.places, strict=True)
        )

    @property
    def levels(self) -> tuple[int, ...]:
        """For each seat, the level of the computer on it; 0 if there is no computer."""
        return tuple(seat.level for seat in self.seats)

    @property
    def computers(self) -> frozenset[int]:
        """Numbers, from 0, of the seats with computers."""
        return frozenset(player for player, seat in enumerate(self.seats) if seat.level)

    @property
    def people(self) -> frozenset[int]:
        """Numbers, from 0, of the seats for people."""
        return frozenset(player for player, seat in enumerate(self.seats) if seat.is_free)

    @property
    def taken(self) -> frozenset[int]:
        """Numbers, from 0, of the seats that no person can take."""
        return frozenset(range(len(self.seats))) - self.people

    @property
    def texts(self) -> tuple[str, ...]:
        """The seats as written in settings and on the command line."""
        return tuple(seat.text for seat in self.seats)

    def with_seat(self, player: int, **changes: Any) -> "Seats":
        """Return a copy in which attributes of seat ``player`` are changed. A new level also opens a closed seat."""
        if "level" in changes:
            changes = {"closed": False} | changes
        seat = replace(self.seats[player], **changes)
        return Seats((*self.seats[:player], seat, *self.seats[player + 1 :]))

    def in_colours_of(self, others: "Seats") -> "Seats":
        """Return a copy with the colours of ``others``. Seats that ``others`` does not have keep their colours."""
        colours = [seat.colour for seat in others.seats] + [seat.colour for seat in self.seats[len(others.seats) :]]
        return Seats(tuple(replace(seat, colour=colour) for seat, colour in zip(self.seats, colours, strict=True)))

    def with_max_level(self, level: int) -> "Seats":
        """Return a copy in which no computer has a level above ``level``."""
        return Seats(tuple(replace(seat, level=min(seat.level, level)) for seat in self.seats))

    def with_levels(self, *levels: int) -> "Seats":
        """Return a copy with computers of these levels on the first seats; level 0 puts a person on a seat."""
        seats = self
        for player, level in enumerate(levels):
            seats = seats.with_seat(player, level=level)
        return seats

    def against(self, level: int) -> "Seats":
        """Return a copy with a person and a computer of ``level`` on the first two seats.

        The computer is on the left if only the left seat had a computer before, otherwise on the right.
        """
        return self.with_levels(level, 0) if self.computers == {0} else self.with_levels(0, level)

    def swapped(self) -> "Seats":
        """Return a copy with the seats in reverse order."""
        return Seats(self.seats[::-1])


def parse_seats(texts: Iterable[str], names: Iterable[str] = ()) -> Seats:
    """Return six seats with the given texts and players' names. Seats after the last text are closed.

    Raises:
        SeatError: a seat or name is invalid, or there are too many.
    """
    seats = [_parse_seat(text.strip()) for text in texts]
    typed = [require_name(name) for name in names]
    if not 1 <= len(seats) <= MAX_LOCAL_SEATS or len(typed) > MAX_LOCAL_SEATS:
        raise SeatError(f"{max(len(seats), len(typed))} seats: there should be 1 to {MAX_LOCAL_SEATS}")
    seats += [Seat(closed=True)] * (MAX_LOCAL_SEATS - len(seats))
    typed += [""] * (MAX_LOCAL_SEATS - len(typed))
    return Seats(tuple(replace(seat, name=name) for seat, name in zip(seats, typed, strict=True)))


def require_seat(text: str) -> str:
    """Return the text of a seat as settings store it: ``computer`` becomes ``computer:3``.

    Raises:
        SeatError: the text is not a seat.
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
