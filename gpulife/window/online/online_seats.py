"""Who sits where in an on-line match, as the window's panels and HUDs show it."""

from collections.abc import Sequence

from gpulife.online.shown_text import computer_level, shown_beside_controls
from gpulife.seats import MAX_LETTERS, NOBODY, Seat, Seats


def online_seats(seats: Seats, names: Sequence[str], *, keeps_names: bool = False) -> Seats:
    """Return seats, as many and in the same colours, with those who sit at a match.

    Args:
        seats: the seats of this machine, for their number and colours.
        names: for each seat of the match a name, "" for a free one, "computer:N" or "nobody", from the server.
        keeps_names: whether seats keep the names that they have, as a result is shown of those who had them.
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
