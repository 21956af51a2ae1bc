"""Rounds between two players: the state that such games share, and the end of a round or set."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from gpulife.games.core.bounds import Natural, OneOfTwo
from gpulife.games.core.consent import ENDS_MATCH, NEEDS_CONSENT, OUTLASTS_ROUND, ConsentNeeds
from gpulife.games.core.dataclass_json import ADDED_LATER
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import ActionKind
from gpulife.games.core.order import Sound
from gpulife.games.core.series import Series
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.core.timed_state import TimedState

WIN_FLASH_TICKS = 40


class Ending(StrEnum):
    """The reason why a round ended."""

    SHUT_OUT = "shut-out"
    """A player had no cells left."""
    CLOCK = "clock"
    """The shot clock ran out."""
    RESIGNED = "resigned"
    """A player gave up."""
    LIMIT = "limit"
    """The round reached its maximum number of generations (ruling R25 in docs/rulings.md)."""


@dataclass(frozen=True, kw_only=True)
class RoundsState(TimedState):
    """The rounds and their results, as part of the state of a game for two players.

    Attributes:
        winner: winner of the finished round; None for a tie, and before the end.
        ending: reason why the round ended; None before its end.
        starts: number of times that START has been pressed in this session.
        round: number of the round: 1 after START, one more after each AGAIN.
        series: the set of rounds (such as best of 5) to which the round belongs; None for single rounds.
    """

    winner: OneOfTwo | None = None
    ending: Ending | None = None
    starts: Natural = 0
    round: Natural = 1
    series: Series | None = field(default=None, metadata=ADDED_LATER)


SELECT, OVER = "select", "over"
"""The phases that every turn-based game has: SELECT before START, and OVER after the end."""


class TurnsState(RoundsState):
    """The state of a turn-based game for two, before START, during play and after the end.

    Each game's own state class defines the fields ``phase`` and ``halted``.
    """

    phase: str
    """The phase of the game: SELECT, OVER, or one of the game's own."""
    halted: bool
    """True while the game is halted."""

    @property
    def has_begun(self) -> bool:
        """True once play has started. Before that, people only take seats and choose what to play."""
        return self.phase != SELECT

    @property
    def playing(self) -> bool:
        """True from the start of a game until it is over."""
        return self.phase not in (SELECT, OVER)

    @property
    def running(self) -> bool:
        """True while a game is played and not halted."""
        return self.playing and not self.halted

    @property
    def frozen(self) -> bool:
        """True while the game is halted in a round with consent. Playing then would be cheating (ruling R22)."""
        return self.requires_consent and self.playing and self.halted

    @property
    def unlimited(self) -> bool:
        """True if generations are computed as fast as possible."""
        return False

    @property
    def consent_needs(self) -> ConsentNeeds:
        """Which actions need consent at present: during a game, all those in ``NEEDS_CONSENT``.

        A computer always agrees to a halt or a single step.
        """
        seats, computer_agrees = (0, 1), frozenset({ActionKind.HALT, ActionKind.STEP})
        if self.playing:
            return ConsentNeeds(seats, NEEDS_CONSENT, computer_agrees, edits=False, unlimited=self.unlimited)
        if not self.has_begun:
            return ConsentNeeds(seats, frozenset(), frozenset())
        return ConsentNeeds(seats, consent_between_rounds(self.series), OUTLASTS_ROUND, edits=False)


_State = TypeVar("_State", bound=RoundsState)


def give_up_set(state: _State, player: int, staged: StagedBoard) -> _State:
    """Return the state after ``player`` gives up the set of rounds; unchanged if that is not allowed now."""
    series = state.series and state.series.given_up(player)
    if series is not state.series:
        staged.order(ending_sound(state.winner, series))
    return replace(state, series=series)


def ending_sound(winner: int | None, series: Series | None) -> Sound:
    """Return the sound for the end of a round or, if the set of rounds ends with it, for the end of the set."""
    if series is not None and series.winner is not None:
        return Sound("set", player=series.winner)
    return Sound("tie") if winner is None else Sound("win", player=winner)


def consent_between_rounds(series: Series | None) -> frozenset[ActionKind]:
    """Return the kinds of actions that need consent between rounds: those that affect the next round or end the set."""
    in_set = series is not None and not series.over
    return OUTLASTS_ROUND | (ENDS_MATCH if in_set else frozenset())
