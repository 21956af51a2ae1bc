"""Sets: several rounds that belong together, for games between two; their terms and their score.

This is pure data. A game keeps a :class:`Series` in its state and adds each round that is over.

* **Best of N**: whoever wins more than half of N rounds wins the set. A tie does not count, and is played again.
* **Agreed rounds**: N rounds are played, ties included. Whoever wins more of them wins the set; if both win the same
  number, nobody does.
* **Double or nothing**: at even points a round is about one point. Whoever is behind may go on for as many points as
  he is behind: if he wins, they are even, and if he loses, he is twice as far behind. A tie changes nothing. The set is
  won by whoever is ahead by the agreed number of points, or when the other gives it up between two rounds.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Self

from msgspec import Meta

from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import GameError, Match
from gpulife.games.core.game_spec import Setting

PLAYERS = 2
SERIES = "series"
"""Name of the setting, such as "best-of-5", that makes a match a set; without it players go on as long as they like."""
SERIES_RULINGS = 2
"""The version of the rulings from which there are sets."""
MAX_ROUNDS = 99
MAX_POINTS = 64
SERIES_FORM = "best-of-3, rounds-4 or double-or-nothing, with another number after the dash if you like"
"""The form of the setting, for messages."""
SERIES_SETTING = Setting(str, "the set that the rounds belong to, such as best-of-5", SERIES_FORM)


class SeriesKind(StrEnum):
    """How a set is decided."""

    BEST_OF = "best-of"
    ROUNDS = "rounds"
    DOUBLE = "double-or-nothing"


DEFAULT_NUMBERS: MappingProxyType[SeriesKind, int] = MappingProxyType(
    {SeriesKind.BEST_OF: 3, SeriesKind.ROUNDS: 3, SeriesKind.DOUBLE: 8}
)
"""The number of each kind of set where a text names the kind alone."""
_TEXT = re.compile(r"(best-of|rounds|double-or-nothing)(?:-([1-9][0-9]?))?")


# In the game's state rather than beside it: replays, autosaves, going back and branches have it without knowing of it.
@dataclass(frozen=True, slots=True)
class Series:
    """The terms of a set, and its rounds so far.

    Attributes:
        kind: how it is decided.
        number: maximum number of rounds that count, number of rounds, or points that one has to be ahead.
        results: winner of each round that is over, 0 for the left player, 1 for the right one; None for a tie.
        gave_up: player who gave the set up.

    Raises:
        ValueError: a number that such a set does not have, rounds after its end, or no such player.
    """

    kind: SeriesKind
    number: int
    results: Annotated[tuple[int | None, ...], Meta(max_length=1 << 12)] = ()
    gave_up: int | None = None

    def __post_init__(self) -> None:
        if problem := _problem(self.kind, self.number):
            raise ValueError(problem)
        if any(winner not in (None, *range(PLAYERS)) for winner in (*self.results, self.gave_up)):
            raise ValueError(f"players of a set are 0 and 1, not as in {self.results} and {self.gave_up}"[:80])
        points = (0, 0)
        for count, winner in enumerate(self.results):
            if _is_decided(self.kind, self.number, points, count):
                raise ValueError("there are rounds after the end of the set")
            points = _after(self.kind, points, winner)
        if self.gave_up is not None and not replace(self, gave_up=None).may_give_up(self.gave_up):
            raise ValueError(f"player {self.gave_up} has no set to give up")

    @property
    def text(self) -> str:
        """The terms as settings and command line have them: "best-of-5"."""
        return f"{self.kind}-{self.number}"

    @property
    def wins(self) -> tuple[int, int]:
        """Rounds won by each."""
        return self.results.count(0), self.results.count(1)

    @property
    def points(self) -> tuple[int, int]:
        """The points that decide the set: rounds won by each, or in double or nothing how far each is ahead."""
        points = (0, 0)
        for winner in self.results:
            points = _after(self.kind, points, winner)
        return points

    @property
    def leader(self) -> int | None:
        """The player who is ahead, None at even points."""
        left, right = self.points
        return None if left == right else int(right > left)

    @property
    def stake(self) -> int:
        """The number of points that the next round is about, which is 1 except in double or nothing."""
        return max(1, *self.points) if self.kind is SeriesKind.DOUBLE else 1

    @property
    def over(self) -> bool:
        """Whether the set is decided."""
        return self.gave_up is not None or _is_decided(self.kind, self.number, self.points, len(self.results))

    @property
    def winner(self) -> int | None:
        """The winner of the set that is over; None before, and if it ended even."""
        return self.leader if self.over else None

    @property
    def next_round(self) -> int:
        """Number of the round that is played now or next, ties included."""
        return len(self.results) + 1

    def may_give_up(self, player: int) -> bool:
        """Return whether a player may give up the set: whoever is behind in double or nothing, between two rounds."""
        return self.kind is SeriesKind.DOUBLE and not self.over and self.leader == 1 - player

    def with_round(self, winner: int | None) -> Self:
        """Return the set after a round won by ``winner``, None for a tie; one that is over stays as it is."""
        return self if self.over else replace(self, results=(*self.results, winner))

    def given_up(self, player: int) -> Self:
        """Return the set after ``player`` has given it up; unchanged if that player may not."""
        return replace(self, gave_up=player) if self.may_give_up(player) else self

    def new_set(self) -> "Series":
        """Return a set by the same terms before its first round."""
        return Series(self.kind, self.number)


def parse_series(text: str) -> Series:
    """Return the set that ``text`` names: "best-of-5", "rounds-4", "double-or-nothing".

    Raises:
        GameError: it is none.
    """
    match = _TEXT.fullmatch(text)
    if match is None:
        raise GameError(f"series {text[:40]!r} should be {SERIES_FORM}")
    kind = SeriesKind(match[1])
    number = int(match[2] or DEFAULT_NUMBERS[kind])
    if problem := _problem(kind, number):
        raise GameError(f"series {text[:40]!r}: {problem}")
    return Series(kind, number)


def series_of(match: Match) -> Series | None:
    """Return the set that a match is, before its first round; None for a match without one.

    Raises:
        GameError: its setting is no set.
    """
    text = match.settings.get(SERIES)
    if text is None or match.rulings < SERIES_RULINGS:
        return None
    return parse_series(text)


def _after(kind: SeriesKind, points: tuple[int, int], winner: int | None) -> tuple[int, int]:
    """Return the points after one more round."""
    left, right = points
    if winner is None:
        return points
    if kind is not SeriesKind.DOUBLE:
        return left + (winner == 0), right + (winner == 1)
    stake = max(1, left, right)
    lead = left - right + (stake if winner == 0 else -stake)
    return max(lead, 0), max(-lead, 0)


def _is_decided(kind: SeriesKind, number: int, points: tuple[int, int], rounds: int) -> bool:
    """Return whether a set is decided after ``rounds`` rounds."""
    match kind:
        case SeriesKind.BEST_OF:
            return 2 * max(points) > number
        case SeriesKind.ROUNDS:
            return rounds >= number
        case SeriesKind.DOUBLE:
            return max(points) >= number


def _problem(kind: SeriesKind, number: int) -> str:
    """Say what is wrong with the number of such a set; "" if nothing is."""
    match kind:
        case SeriesKind.BEST_OF if not (3 <= number <= MAX_ROUNDS and number % 2):
            return f"the best of an odd number from 3 to {MAX_ROUNDS}, not of {number}"
        case SeriesKind.ROUNDS if not 2 <= number <= MAX_ROUNDS:
            return f"2 to {MAX_ROUNDS} rounds, not {number}"
        case SeriesKind.DOUBLE if not (2 <= number <= MAX_POINTS and number.bit_count() == 1):
            return f"double or nothing ends at 2, 4, 8, 16, 32 or 64 points, not at {number}"
    return ""
