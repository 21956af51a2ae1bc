"""A line of a server's list of matches as it is shown: a server is a stranger, so that its texts are only text."""

from collections.abc import Iterable
from dataclasses import dataclass

from gpulife.games.core.option_title import option_title
from gpulife.games.registry import GAMES
from gpulife.online.protocol import PROTOCOL, ListedMatch
from gpulife.online.shown_text import seat_words, shown_text
from gpulife.seats import MAX_LETTERS, NOBODY
from gpulife.window.panels.board_title import saved_board_title

_MANY = 6
"""Seats up to which each is shown."""


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match that one could join.

    Attributes:
        id: identity of the match.
        title: what it is called: the host's words, or the game.
        about: game, option and rule.
        seats: who sits where, in words; of many seats those that are free only by their number.
        free: number of seats that are free.
        watching: number of spectators.
        state: "Waiting for players", "About to begin", "Playing" or "Over".
        problem: one line that says why this gpulife cannot play it; "" if it can.
    """

    id: str
    title: str
    about: str
    seats: tuple[str, ...]
    free: int
    watching: int
    state: str
    problem: str

    @property
    def may_join(self) -> bool:
        """Whether there is a seat for somebody."""
        return not self.problem and self.free > 0


def shown_match(match: ListedMatch) -> ShownMatch:
    """Return how a line of the list is shown."""
    game = GAMES.get(match.game)
    problem = ""
    if not match.first <= PROTOCOL <= match.last:
        problem = versions_problem(match.first, match.last)
    elif game is None or game.online_kinds is None:
        problem = f"this gpulife has no game {shown_text(match.game, 20)!r}: a newer one may"
    name = shown_text(match.game, 20) if game is None else game.title
    option = option_title(shown_text(match.option, 20)) if match.option else ""
    board = saved_board_title(shown_text(match.rule, 60)) if match.rule else ""
    host = shown_text(match.host, 32)
    hosted = f"hosted by {host}" if host else ""
    title = shown_text(match.title, 40) or name
    named = "" if title == name or board.startswith(name) else name
    words = [each for each in (named, board, option, hosted) if each]
    return ShownMatch(
        match.id,
        title,
        ", ".join(words),
        _seats(match.seats),
        match.seats.count(""),
        match.watching,
        _state(match),
        problem,
    )


def shown_matches(matches: Iterable[ListedMatch]) -> tuple[ShownMatch, ...]:
    """Return how a list is shown: what one can join first, then what one can watch; what is over comes last."""
    shown = [shown_match(match) for match in matches]
    return tuple(sorted(shown, key=lambda match: (bool(match.problem), not match.may_join, match.state == "Over")))


def versions_problem(first: int, last: int) -> str:
    """Return one line on a server whose messages this gpulife does not speak; "" if it does."""
    if first <= PROTOCOL <= last:
        return ""
    spoken = str(first) if first == last else f"{first} to {last}"
    older = "this gpulife is too old" if first > PROTOCOL else "that gpulife is too old"
    return f"speaks version {spoken}, here it is {PROTOCOL}: {older}"


def _state(match: ListedMatch) -> str:
    if match.over:
        return "Over"
    if match.running:
        return "Playing"
    return "Waiting for players" if "" in match.seats else "About to begin"


def _seats(seats: tuple[str, ...]) -> tuple[str, ...]:
    shown = [f"{place} {seat_words(seat, MAX_LETTERS)}" for place, seat in enumerate(seats, start=1)]
    if len(seats) <= _MANY:
        return tuple(shown)
    taken = [words for words, seat in zip(shown, seats, strict=True) if seat not in ("", NOBODY)]
    return (*taken, f"{seats.count('')} free") if "" in seats else tuple(taken)
