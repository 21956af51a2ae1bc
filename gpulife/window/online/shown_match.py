"""Turns a server's list of matches into text for pages. Servers are not trusted, so their texts are cleaned."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gpulife.games.core.shared_texts import option_title
from gpulife.games.registry import GAMES
from gpulife.online.protocol import PROTOCOL, ListedMatch
from gpulife.online.shown_text import SEATS_SHOWN_SINGLY, seat_words, shown_text
from gpulife.seats import LEVEL_TITLES, MAX_LETTERS, NOBODY
from gpulife.window.panels.board_title import saved_board_title


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match in a server's list, as text.

    Attributes:
        id: the server's ID of the match.
        game: identifier of the game.
        title: the name that the host gave the match; else the name of the game.
        about: game, option and rule.
        seats: who sits on each seat. If there are many seats, free seats are only counted.
        free: number of free seats.
        watching: number of spectators.
        state: "Waiting for players", "About to begin", "Playing" or "Over".
        problem: one line on why this gpulife cannot play the match; "" if it can.
    """

    id: str
    game: str
    title: str
    about: str
    seats: tuple[str, ...]
    free: int
    watching: int
    state: str
    problem: str

    @property
    def may_join(self) -> bool:
        """True if the user can get a seat."""
        return not self.problem and self.free > 0


def shown_match(match: ListedMatch) -> ShownMatch:
    """Return the text about a match in a server's list."""
    game = GAMES.get(match.game)
    problem = ""
    if not match.first <= PROTOCOL <= match.last:
        problem = versions_problem(match.first, match.last)
    elif game is None or game.online_kinds is None:
        problem = f"this gpulife has no game {shown_text(match.game, 20)!r}: a newer version may have it"
    name = shown_text(match.game, 20) if game is None else game.title
    option = option_title(shown_text(match.option, 20)) if match.option else ""
    board = saved_board_title(shown_text(match.rule, 120)) if match.rule else ""
    host = shown_text(match.host, 32)
    hosted = f"hosted by {host}" if host else ""
    title = shown_text(match.title, 40) or name
    named = "" if title == name or board.startswith(name) else name
    words = [each for each in (named, board, option, hosted) if each]
    return ShownMatch(
        match.id,
        match.game,
        title,
        ", ".join(words),
        _seats(match.seats, LEVEL_TITLES if game is None else [level.title for level in game.levels]),
        match.seats.count(""),
        match.watching,
        _state(match),
        problem,
    )


def shown_matches(matches: Iterable[ListedMatch]) -> tuple[ShownMatch, ...]:
    """Return a list of matches as text: first those with free seats, then those to watch, then those that are over."""
    shown = [shown_match(match) for match in matches]
    return tuple(sorted(shown, key=lambda match: (bool(match.problem), not match.may_join, match.state == "Over")))


def versions_problem(first: int, last: int) -> str:
    """Return one line on why this gpulife cannot use protocol versions ``first`` to ``last``; "" if it can use one."""
    if first <= PROTOCOL <= last:
        return ""
    return "needs a newer gpulife than this one" if first > PROTOCOL else "needs an older gpulife than this one"


def _state(match: ListedMatch) -> str:
    if match.over:
        return "Over"
    if match.running:
        return "Playing"
    return "Waiting for players" if "" in match.seats else "About to begin"


def _seats(seats: tuple[str, ...], titles: Sequence[str]) -> tuple[str, ...]:
    shown = [f"{place} {seat_words(seat, MAX_LETTERS, titles)}" for place, seat in enumerate(seats, start=1)]
    if len(seats) <= SEATS_SHOWN_SINGLY:
        return tuple(shown)
    taken = [words for words, seat in zip(shown, seats, strict=True) if seat not in ("", NOBODY)]
    return (*taken, f"{seats.count('')} free") if "" in seats else tuple(taken)
