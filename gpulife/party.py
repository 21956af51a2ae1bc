"""Who plays games for up to six: the seats as plain data, each with a name, and a person, a computer or nobody in it.

As ``lineup`` for games between two. Settings keep it, the command line overrides it, panels show it; ``app`` puts the
computers on their seats.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from gpulife.lineup import PERSON, LineupError, parse_seat, require_name, seat_text

SEATS = 6
NOBODY_SITS = "nobody"
CLOSED = -1
"""Level of a seat that nobody may take."""
UNSEEN = "unseen"
"""Text of a seat for a person who places cells unseen (BioWar)."""
FORM = "person, unseen, nobody, or computer:1 to computer:4"
"""What a seat may be, for messages."""
DEFAULT = (PERSON, PERSON, "computer:2", "computer:1", PERSON, PERSON)


@dataclass(frozen=True, slots=True)
class PartySeat:
    """One seat.

    Attributes:
        level: of the computer that sits there, 0 for a person, CLOSED for nobody.
        name: as typed; "" for none.
        hides: whether who sits there places cells unseen.
    """

    level: int = 0
    name: str = ""
    hides: bool = False


@dataclass(frozen=True, slots=True)
class Party:
    """All six seats; a game for fewer uses the first ones."""

    seats: tuple[PartySeat, ...] = (PartySeat(),) * SEATS

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called: as typed, else by number; computers as such. All different."""
        called = [_called(seat, number) for number, seat in enumerate(self.seats, start=1)]
        return tuple(
            name if called.count(name) == 1 else f"{name} ({number})" for number, name in enumerate(called, start=1)
        )

    @property
    def computers(self) -> frozenset[int]:
        """The players that the computer is."""
        return frozenset(player for player, seat in enumerate(self.seats) if seat.level > 0)

    @property
    def people(self) -> frozenset[int]:
        """The seats for people."""
        return frozenset(player for player, seat in enumerate(self.seats) if seat.level == 0)

    @property
    def taken(self) -> frozenset[int]:
        """The seats that nobody can sit down on."""
        return frozenset(range(len(self.seats))) - self.people

    @property
    def texts(self) -> tuple[str, ...]:
        """The seats as settings and command line have them."""
        return tuple(_text(seat) for seat in self.seats)

    def with_seat(self, player: int, **changes: Any) -> Party:
        """The same with another level, name or way of placing cells in one seat."""
        seat = replace(self.seats[player], **changes)
        return Party((*self.seats[:player], seat, *self.seats[player + 1 :]))


def parse_party(texts: Iterable[str], names: Iterable[str] = ()) -> Party:
    """The party of up to six seats' texts and names; seats that are not given are nobody's.

    Raises:
        LineupError: one of them is no seat or no name, or there are too many.
    """
    seats = [_seat(text.strip()) for text in texts]
    typed = [require_name(name) for name in names]
    if not 1 <= len(seats) <= SEATS or len(typed) > SEATS:
        raise LineupError(f"{max(len(seats), len(typed))} seats: there can be 1 to {SEATS}")
    seats += [PartySeat(CLOSED)] * (SEATS - len(seats))
    typed += [""] * (SEATS - len(typed))
    return Party(tuple(replace(seat, name=name) for seat, name in zip(seats, typed, strict=True)))


def require_party(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts of seats in their canonical form.

    Raises:
        LineupError: as :func:`parse_party`.
    """
    return parse_party(texts).texts


def require_seat(text: str) -> str:
    """The text of one seat in its canonical form.

    Raises:
        LineupError: it is none.
    """
    return _text(_seat(text.strip()))


def _text(seat: PartySeat) -> str:
    if seat.level == CLOSED:
        return NOBODY_SITS
    return UNSEEN if seat.hides and not seat.level else seat_text(seat.level)


def _seat(text: str) -> PartySeat:
    if text == NOBODY_SITS:
        return PartySeat(CLOSED)
    if text == UNSEEN:
        return PartySeat(hides=True)
    try:
        return PartySeat(parse_seat(text))
    except LineupError:
        raise LineupError(f"seat {text[:40]!r} should be {FORM}") from None


def _called(seat: PartySeat, number: int) -> str:
    if seat.level <= 0:
        return seat.name or f"Player {number}"
    computer = f"Computer {seat.level}"
    return f"{seat.name} ({computer})" if seat.name else computer
