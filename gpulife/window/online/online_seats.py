"""Who has which seat in an on-line match, in the form that panels and HUDs show."""

from collections.abc import Sequence

from gpulife.online.shown_text import computer_level, shown_beside_controls
from gpulife.seats import MAX_LETTERS, NOBODY, Seat, Seats


def online_seats(seats: Seats, names: Sequence[str], *, keeps_names: bool = False) -> Seats:
    """Return this machine's seats, with the people of an on-line match on them.

    Args:
        seats: the seats of this machine, for their number and colours.
        names: for each seat of the match the server's name for it: a person, "" if free, "computer:N" or "nobody".
        keeps_names: whether seats keep the names that they have, because the result on screen is those people's.
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
