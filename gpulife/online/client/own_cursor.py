"""The cursor of a seat, put from one state of a game into another: where only the cursor is predicted."""

from dataclasses import replace
from typing import Any

_SEATS = ("sides", "hands", "seats")
"""Fields of games' states with an item for each seat, of which each has a cursor."""


def with_cursor_of(state: Any, other: Any, seat: int) -> Any:
    """Return ``state`` with the cursor that a seat has in ``other``, a state of the same game."""
    for name in _SEATS:
        ours, theirs = getattr(state, name, ()), getattr(other, name, ())
        if 0 <= seat < min(len(ours), len(theirs)) and hasattr(ours[seat], "cursor"):
            moved = replace(ours[seat], cursor=theirs[seat].cursor)
            return replace(state, **{name: (*ours[:seat], moved, *ours[seat + 1 :])})
    return state
