"""Sets: several rounds between two players that are decided together.

A game keeps a :class:`Series` in its state and adds the result of each round.

* **Best of N**: the first player to win more than half of N rounds wins. Ties do not count.
* **Agreed rounds**: N rounds are played, ties included. The player with more wins takes the set, if there is one.
* **Double or nothing**: the stake of a round is the lead in points, or one point if the scores are even. So the player
  behind either draws level or is twice as far behind; a tie changes nothing. The agreed lead wins the set. So does the
  player ahead if the other gives up between two rounds.
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
"""Setting that makes a match a set of rounds, with a value such as "best-of-5". Without this setting people may play
any number of rounds."""
SERIES_RULINGS = 2
"""The version of the rulings that introduced sets of rounds."""
MAX_ROUNDS = 99
MAX_POINTS = 64
SERIES_FORM = "best-of-3, rounds-4 or double-or-nothing-8 (or another number)"
"""Possible values of the setting, for messages."""
SERIES_SETTING = Setting(str, "how the rounds form a set with one winner, such as best-of-5", SERIES_FORM)


class SeriesKind(StrEnum):
    """How a set of rounds is decided; the module's docstring explains each kind."""

    BEST_OF = "best-of"
    ROUNDS = "rounds"
    DOUBLE = "double-or-nothing"


DEFAULT_NUMBERS: MappingProxyType[SeriesKind, int] = MappingProxyType(
    {SeriesKind.BEST_OF: 3, SeriesKind.ROUNDS: 3, SeriesKind.DOUBLE: 8}
)
"""Default number of rounds (or points) of each kind of set."""
_TEXT = re.compile(r"(best-of|rounds|double-or-nothing)(?:-([1-9][0-9]?))?")


# This is part of the game's state, so that replays, autosaves, rewinds and branches need no code for it.
@dataclass(frozen=True, slots=True)
class Series:
    """A set: an agreed number of rounds between two players, with its terms and the results so far.

    Attributes:
        kind: how the set is decided.
        number: for best-of, the maximum number of rounds that count; for rounds, the number of rounds; for
            double-or-nothing, the lead in points that wins.
        results: winner of each finished round, 0 for the left player, 1 for the right one, None for a tie.
        gave_up: player who gave up the set; None if nobody has.

    Raises:
        ValueError: the number is not allowed for the kind, a player is not 0 or 1, or ``results`` continues after the
            end of the set.
    """

    kind: SeriesKind
    number: int
    results: Annotated[tuple[int | None, ...], Meta(max_length=1 << 12)] = ()
    gave_up: int | None = None

    def __post_init__(self) -> None:
        if problem := _problem(self.kind, self.number):
            raise ValueError(problem)
        if any(winner not in (None, *range(PLAYERS)) for winner in (*self.results, self.gave_up)):
            raise ValueError(f"players are 0 and 1, but the winners are {self.results} (gave up: {self.gave_up})"[:80])
        points = (0, 0)
        for count, winner in enumerate(self.results):
            if _is_decided(self.kind, self.number, points, count):
                raise ValueError("the set has rounds after its end")
            points = _after(self.kind, points, winner)
        if self.gave_up is not None and not replace(self, gave_up=None).may_give_up(self.gave_up):
            raise ValueError(f"player {self.gave_up} may not give up this set")

    @property
    def text(self) -> str:
        """The terms as written in settings and on the command line: "best-of-5"."""
        return f"{self.kind}-{self.number}"

    @property
    def wins(self) -> tuple[int, int]:
        """Rounds won by each player, the left one first."""
        return self.results.count(0), self.results.count(1)

    @property
    def points(self) -> tuple[int, int]:
        """The points of each player: rounds won, or in double or nothing the lead (0 for the player behind)."""
        points = (0, 0)
        for winner in self.results:
            points = _after(self.kind, points, winner)
        return points

    @property
    def leader(self) -> int | None:
        """The player who is ahead; None if the points are even."""
        left, right = self.points
        return None if left == right else int(right > left)

    @property
    def stake(self) -> int:
        """The number of points at stake in the next round: 1 except in double or nothing."""
        return max(1, *self.points) if self.kind is SeriesKind.DOUBLE else 1

    @property
    def over(self) -> bool:
        """True if the set is decided."""
        return self.gave_up is not None or _is_decided(self.kind, self.number, self.points, len(self.results))

    @property
    def winner(self) -> int | None:
        """The winner of the set; None while the set is not over, or if it ended in a tie."""
        return self.leader if self.over else None

    @property
    def next_round(self) -> int:
        """Number of the current or next round, counting ties, 1 for the first."""
        return len(self.results) + 1

    def may_give_up(self, player: int) -> bool:
        """Return True if ``player`` may give up the set: only the player behind in double or nothing may."""
        return self.kind is SeriesKind.DOUBLE and not self.over and self.leader == 1 - player

    def with_round(self, winner: int | None) -> Self:
        """Return the set with one more round, won by ``winner`` (None: a tie); unchanged if the set is over."""
        return self if self.over else replace(self, results=(*self.results, winner))

    def given_up(self, player: int) -> Self:
        """Return the set after ``player`` has given up; unchanged if that player may not give up."""
        return replace(self, gave_up=player) if self.may_give_up(player) else self

    def new_set(self) -> "Series":
        """Return another set of rounds with the same terms, in which no round has been played yet."""
        return Series(self.kind, self.number)


def parse_series(text: str) -> Series:
    """Return the set of rounds that ``text`` describes, such as "best-of-5", "rounds-4" or "double-or-nothing".

    Raises:
        GameError: ``text`` does not describe a valid set.
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
    """Return the set of rounds that ``match`` asks for, before its first round; None if it asks for none.

    Raises:
        GameError: the match's setting does not describe a valid set.
    """
    text = match.settings.get(SERIES)
    if text is None or match.rulings < SERIES_RULINGS:
        return None
    return parse_series(text)


def _after(kind: SeriesKind, points: tuple[int, int], winner: int | None) -> tuple[int, int]:
    left, right = points
    if winner is None:
        return points
    if kind is not SeriesKind.DOUBLE:
        return left + (winner == 0), right + (winner == 1)
    stake = max(1, left, right)
    lead = left - right + (stake if winner == 0 else -stake)
    return max(lead, 0), max(-lead, 0)


def _is_decided(kind: SeriesKind, number: int, points: tuple[int, int], rounds: int) -> bool:
    match kind:
        case SeriesKind.BEST_OF:
            return 2 * max(points) > number
        case SeriesKind.ROUNDS:
            return rounds >= number
        case SeriesKind.DOUBLE:
            return max(points) >= number


def _problem(kind: SeriesKind, number: int) -> str:
    """Return why a set of rounds of this ``kind`` cannot have this ``number``; "" if it can."""
    match kind:
        case SeriesKind.BEST_OF if not (3 <= number <= MAX_ROUNDS and number % 2):
            return f"use an odd number of rounds from 3 to {MAX_ROUNDS}, not {number}"
        case SeriesKind.ROUNDS if not 2 <= number <= MAX_ROUNDS:
            return f"use 2 to {MAX_ROUNDS} rounds, not {number}"
        case SeriesKind.DOUBLE if not (2 <= number <= MAX_POINTS and number.bit_count() == 1):
            return f"use 2, 4, 8, 16, 32 or 64 points, not {number}"
    return ""
