"""Makes the texts that on-line play shows about seats, results and leaving, and cleans texts by other people."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from gpulife.seats import LEVEL_TITLES, NOBODY, PERSON, level_title, parse_level

# Text from strangers is cut to one short line without invisible or direction-changing characters. Servers clean chat
# before storing or sending it; clients clean everything from a server before showing it.

_MAX_MARKS = 2
SEATS_SHOWN_SINGLY = 6
"""Maximum number of seats that lists and forms show one by one. For more seats, they show only how many are free."""
UNSEEN = re.compile(
    "[\0-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Matches a character that must not be shown: control characters, direction controls and invisible characters.

Invisible characters are those with Unicode's property Default_Ignorable_Code_Point, and Braille's blank.
"""


def shown_text(text: str, limit: int) -> str:
    """Clean a text for display: drop control and invisible characters, and limit combining marks.

    Blanks of all kinds become single spaces. At most ``limit`` characters are kept, and at most ``_MAX_MARKS``
    combining marks on a letter. A clean text is returned unchanged.
    """
    spaced = "".join(
        letter if letter.isprintable() else " " if letter.isspace() else "" for letter in text[: 4 * limit]
    )
    plain = " ".join(UNSEEN.sub("", unicodedata.normalize("NFC", spaced)).split())
    kept: list[str] = []
    marks = _MAX_MARKS  # combining marks at the start would attach to the text before
    for letter in plain:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= _MAX_MARKS:
            kept.append(letter)
    short = "".join(kept)
    return short if len(short) <= limit else short[: limit - 1].rstrip() + "\u2026"


def said_text(text: str, limit: int) -> str:
    """Clean a chat message as :func:`shown_text` does, but turn each control character into a space."""
    return shown_text("".join(" " if unicodedata.category(letter) == "Cc" else letter for letter in text), limit)


def shown_beside_controls(text: str, limit: int) -> str:
    """Clean a text that is shown together with placeholders for controls, such as {trigger}.

    Braces in the text become parentheses, so that a name cannot look like a placeholder.
    """
    return shown_text(text, limit).replace("{", "(").replace("}", ")")


# The occupants of seats, as servers send them: a name, "" for a free seat, "computer:1" to "computer:4", or "nobody".

_COMPUTER = re.compile("computer:[1-4]")


def told_seats(kinds: Sequence[str], names: Mapping[int, str]) -> tuple[str, ...]:
    """Return who has each seat of a match, as servers send it.

    Each item is a person's name, "" for a free seat, "computer:N" for a computer player of level N, or "nobody" for a
    closed seat.

    Args:
        kinds: kind of each seat: "person", "computer:N" or "nobody".
        names: names of the people, keyed by seat.
    """
    return tuple(names.get(seat, "") if kind == PERSON else kind for seat, kind in enumerate(kinds))


def computer_level(text: str) -> int:
    """Return the level of the computer player in ``text``, such as 2 for "computer:2"; 0 for any other text."""
    return parse_level(text) if _COMPUTER.fullmatch(text) else 0


def seat_title(text: str, titles: Sequence[str] = LEVEL_TITLES) -> str:
    """Return the name of the person or computer player on a seat; "" if the seat is free or closed.

    Args:
        text: who has the seat, as :func:`told_seats` returns it.
        titles: names of the computer players' levels in the game.
    """
    if level := computer_level(text):
        return level_title(level, titles)
    return "" if text == NOBODY else text


def seat_titles(texts: Sequence[str], titles: Sequence[str] = LEVEL_TITLES) -> tuple[str, ...]:
    """Return the titles of all seats, as :func:`seat_title` does, with a number for each further computer of a level.

    So two computers of one level are called "Gardener" and "Gardener 2", as in the window.
    """
    return tuple(
        f"{seat_title(text, titles)} {earlier + 1}"
        if computer_level(text) and (earlier := texts[:place].count(text))
        else seat_title(text, titles)
        for place, text in enumerate(texts)
    )


def seat_words(text: str, limit: int, titles: Sequence[str] = LEVEL_TITLES) -> str:
    """Return the name of the person or computer player on a seat for display, or else "free" or "closed".

    Args:
        text: who has the seat, as :func:`told_seats` returns it.
        limit: maximum length of the name, in characters; a longer name is cut.
        titles: names of the computer players' levels in the game.
    """
    if text == NOBODY:
        return "closed"
    return shown_text(seat_title(text, titles), limit) if text else "free"


# The result of a finished game in one line, for servers, windows and pages.


class Placed(Protocol):
    """A player's place in a finished game: the fields that stored results and those sent to clients have in common."""

    @property
    def seat(self) -> int:
        """Number of the seat, from 0."""

    @property
    def name(self) -> str:
        """Name of the player; "" if no named person had the seat."""

    @property
    def place(self) -> int:
        """Place in the result: 1 for the winner. Players may share a place."""

    @property
    def quit(self) -> bool:
        """True if the player left before the game ended."""

    @property
    def rating(self) -> tuple[float, float] | None:
        """(rating before the game, rating after); None if the game was not rated."""


def placed_line(players: Iterable[Placed], shown: Callable[[str], str] = str) -> str:
    """Return the result of a game in one line, the winner first.

    Args:
        players: the players.
        shown: function that cleans a name for display.
    """
    placed = sorted(players, key=lambda player: (player.place, player.seat))
    return "   ".join(f"{player.place}. {_player(player, shown)}" for player in placed) or "Nobody"


def result_sentences(players: Iterable[Placed], *, tells_ratings: bool = True) -> list[str]:
    """Return the result of a game in words: who has won, who left early, and, if wanted, the players' new ratings."""
    placed = sorted(players, key=lambda player: (player.place, player.seat))
    first = [_name(player) for player in placed if player.place == 1]
    others = [_name(player) for player in placed if player.place > 1]
    if not placed:
        return ["Nobody has played."]
    if len(first) > 1:
        told = f"{listed(first)} share the first place" if others else f"{listed(first)} have tied"
    else:
        told = f"{first[0]} beats {others[0]}" if len(placed) == 2 else f"{first[0]} has won"
    sentences = [f"{told}, before {listed(others)}." if others and len(placed) > 2 else f"{told}."]
    sentences += [f"{_name(player)} left before the end." for player in placed if player.quit]
    rated = [f"{_name(player)} {_rating(player.rating)}" for player in placed if tells_ratings and player.rating]
    return [*sentences, *([f"New ratings: {', '.join(rated)}."] if rated else [])]


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence, such as "Ada, Bob and Cy"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _name(player: Placed) -> str:
    return player.name or f"Seat {player.seat + 1}"


def _rating(rating: tuple[float, float]) -> str:
    before, after = map(round, rating)
    return f"{after} ({after - before:+d})"


def _player(player: Placed, shown: Callable[[str], str]) -> str:
    change = "" if player.rating is None else f" {_rating(player.rating)}"
    return f"{shown(player.name) or f'Seat {player.seat + 1}'}{change}{', quit' if player.quit else ''}"


# Warnings in windows and pages before somebody leaves an on-line match.

WATCHES = "You will leave the on-line match."
LEAVES = f"{WATCHES[:-1]}, and somebody else may take your seat."
LOSES = f"{WATCHES} This counts as losing the game, and you cannot return before it is over."


def leaving_text(*, has_begun: bool, is_over: bool) -> str:
    """Return the warning for a player who is about to leave a match for good.

    Args:
        has_begun: True if a game of the match has begun.
        is_over: True if the latest game is over.
    """
    return LOSES if has_begun and not is_over else LEAVES
