"""Texts of on-line play as people read them: strangers' own, who sits where, who came where, and who leaves."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from gpulife.seats import NOBODY, PERSON, parse_level

# Text from strangers: short, in one line, and nothing that cannot be seen or turns what follows.
#
# Servers clean what people say before anybody hears or stores it, and programs what servers send them before it is
# shown.

_MAX_MARKS = 2
UNSEEN = re.compile(
    "[\0-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Controls, also of direction, and letters without ink: Unicode's Default_Ignorable_Code_Point, and the blank of
Braille."""


def shown_text(text: str, limit: int) -> str:
    """Return what is shown of a text: at most ``limit`` letters, without controls, and without stacks of marks.

    Controls of direction and of terminals are controls, too, and so is what has no width or no ink; blanks of all kinds
    become single spaces. A text that was cleaned so stays as it is.
    """
    spaced = "".join(
        letter if letter.isprintable() else " " if letter.isspace() else "" for letter in text[: 4 * limit]
    )
    plain = " ".join(UNSEEN.sub("", unicodedata.normalize("NFC", spaced)).split())
    kept: list[str] = []
    marks = _MAX_MARKS  # those at the beginning would stand on what is before the text
    for letter in plain:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= _MAX_MARKS:
            kept.append(letter)
    short = "".join(kept)
    return short if len(short) <= limit else short[: limit - 1].rstrip() + "\u2026"


def said_text(text: str, limit: int) -> str:
    """Return the same of what somebody says, for everybody: words stay apart where controls were."""
    return shown_text("".join(" " if unicodedata.category(letter) == "Cc" else letter for letter in text), limit)


def shown_beside_controls(text: str, limit: int) -> str:
    """Return the same for texts that name controls in braces: nobody's name is to be taken for a control."""
    return shown_text(text, limit).replace("{", "(").replace("}", ")")


# Who sits on a seat, as servers tell it: a name, "" for a free seat, "computer:1" to "computer:4", or "nobody".

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


# Who came where in a game that is over, in one line, as servers, windows and pages say it.


class Placed(Protocol):
    """Where a player came: what servers store and send of it has further fields."""

    @property
    def seat(self) -> int:
        """Number of the seat, from 0."""

    @property
    def name(self) -> str:
        """Name; "" if nobody with a name sat there."""

    @property
    def place(self) -> int:
        """1 for the first; several may share one."""

    @property
    def quit(self) -> bool:
        """Whether the player left before the end."""

    @property
    def rating(self) -> tuple[float, float] | None:
        """Rating before and after; None if it was not rated."""


def placed_line(players: Iterable[Placed], shown: Callable[[str], str] = str) -> str:
    """Return who came where, the first one first.

    Args:
        players: the players.
        shown: function that makes a name fit to be shown.
    """
    placed = sorted(players, key=lambda player: (player.place, player.seat))
    return "   ".join(f"{player.place}. {_player(player, shown)}" for player in placed) or "Nobody"


def _player(player: Placed, shown: Callable[[str], str]) -> str:
    change = ""
    if player.rating is not None:
        before, after = map(round, player.rating)
        change = f" {after} ({after - before:+d})"
    return f"{shown(player.name) or f'Seat {player.seat + 1}'}{change}{', quit' if player.quit else ''}"


# What windows and pages say to whoever is about to leave an on-line match.

WATCHES = "You would leave the on-line match."
LEAVES = f"{WATCHES[:-1]}, and somebody else could take your seat."
LOSES = f"{WATCHES} That counts as losing the game, and you could not come back before it is over."


def leaving_text(*, has_begun: bool, is_over: bool) -> str:
    """Return what it means for a player to leave a match for good.

    Args:
        has_begun: whether a game of it has begun.
        is_over: whether that is over.
    """
    return LOSES if has_begun and not is_over else LEAVES
