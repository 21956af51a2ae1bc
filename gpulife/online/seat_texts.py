"""Who sits on a seat, as servers tell it: a name, "" for a free seat, "computer:1" to "computer:4", or "nobody"."""

import re
from collections.abc import Mapping, Sequence

from gpulife.online.shown_text import shown_text
from gpulife.seats import NOBODY, PERSON, parse_level

_COMPUTER = re.compile("computer:[1-4]")


def told_seats(kinds: Sequence[str], names: Mapping[int, str]) -> tuple[str, ...]:
    """Return who sits on each seat of a match.

    Args:
        kinds: who may sit on each seat: "person", "computer:N" or "nobody".
        names: names of the people by their seats.
    """
    return tuple(names.get(seat, "") if kind == PERSON else kind for seat, kind in enumerate(kinds))


def computer_level(text: str) -> int:
    """Return the level of the computer that sits on a seat; 0 if none does."""
    return parse_level(text) if _COMPUTER.fullmatch(text) else 0


def seat_title(text: str) -> str:
    """Return what lists call who sits on a seat; "" where nobody does."""
    if level := computer_level(text):
        return f"Computer {level}"
    return "" if text == NOBODY else text


def seat_words(text: str, limit: int) -> str:
    """Return who sits on a seat, or why nobody does; of a stranger's name at most ``limit`` letters."""
    if text == NOBODY:
        return "closed"
    return shown_text(seat_title(text), limit) if text else "free"
