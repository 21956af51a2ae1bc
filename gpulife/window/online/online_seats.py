"""Converts the seats of an on-line match to the form that panels and HUDs show."""

from collections.abc import Sequence

from gpulife.online.shown_text import computer_level, shown_beside_controls
from gpulife.seats import MAX_LETTERS, NOBODY, Seat, Seats


def online_seats(seats: Seats, names: Sequence[str], *, keeps_names: bool = False) -> Seats:
    """Return this machine's seats, occupied by the people of an on-line match.

    Args:
        seats: the seats of this machine, for their number and colours.
        names: the server's entry for each seat: a person's name, "" if free, "computer:N" or "nobody".
        keeps_names: True to keep the names that seats already have, because the result on screen belongs to these
            people.
    """
    shown = [*names, *[NOBODY] * len(seats.seats)]
    return Seats(
        tuple(
            seat if keeps_names and seat.name else _seat(name, seat.colour)
            for name, seat in zip(shown, seats.seats, strict=False)
        )
    )


def _seat(name: str, colour: str) -> Seat:
    if name == NOBODY:
        return Seat(colour=colour, closed=True)
    if level := computer_level(name):
        return Seat(level, colour=colour)
    return Seat(name=shown_beside_controls(name, MAX_LETTERS), colour=colour)
