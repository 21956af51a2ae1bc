"""Rounds between two players: the part of a state that is about them, and the end of a round or a set."""

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
    """How a round ended."""

    SHUT_OUT = "shut-out"
    """A player had no cells left."""
    CLOCK = "clock"
    """The shot clock reached the bottom."""
    RESIGNED = "resigned"
    """A player gave up."""
    LIMIT = "limit"
    """The round was as long as a round may be that needs consent (ruling R25)."""


@dataclass(frozen=True, kw_only=True)
class RoundsState(TimedState):
    """The part of the state of a game between two that is about its rounds.

    Attributes:
        winner: winner of the round that is over; None for a tie.
        ending: end of the round; None before.
        starts: number of times that START was pressed.
        round: 1 from START on, one more after each AGAIN.
        series: set that its rounds belong to; None if they belong to none.
    """

    winner: OneOfTwo | None = None
    ending: Ending | None = None
    starts: Natural = 0
    round: Natural = 1
    series: Series | None = field(default=None, metadata=ADDED_LATER)


SELECT, OVER = "select", "over"
"""Phases that every game in turns has: before START, and after the end."""


class TurnsState(RoundsState):
    """The state of a game between two in turns: it waits for START, is played, and is over.

    ``phase`` and ``halted`` are fields of each game's own state.
    """

    @property
    def phase(self) -> str:
        """The phase of the game: SELECT, OVER, or one between them."""
        raise NotImplementedError

    @property
    def halted(self) -> bool:
        """Whether time stands still."""
        raise NotImplementedError

    @property
    def has_begun(self) -> bool:
        """Whether people do more than take their seats."""
        return self.phase != SELECT

    @property
    def playing(self) -> bool:
        """Whether a game has begun and is not over."""
        return self.phase not in (SELECT, OVER)

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return self.playing and not self.halted

    @property
    def frozen(self) -> bool:
        """Whether time stands still and nobody can play, as that would be cheating in this match (R22)."""
        return self.requires_consent and self.playing and self.halted

    @property
    def unlimited(self) -> bool:
        """Whether generations come as fast as they can be computed."""
        return False

    @property
    def consent_needs(self) -> ConsentNeeds:
        """What needs consent: everything during a game; a computer agrees to a halt, and to a generation at once."""
        seats, computer_agrees = (0, 1), frozenset({ActionKind.HALT, ActionKind.STEP})
        if self.playing:
            return ConsentNeeds(seats, NEEDS_CONSENT, computer_agrees, edits=False, unlimited=self.unlimited)
        if not self.has_begun:
            return ConsentNeeds(seats, frozenset(), frozenset())
        return ConsentNeeds(seats, consent_between_rounds(self.series), OUTLASTS_ROUND, edits=False)


_State = TypeVar("_State", bound=RoundsState)


def give_up_set(state: _State, player: int, staged: StagedBoard) -> _State:
    """Let ``player`` give up the set between two rounds, if that is allowed."""
    series = state.series and state.series.given_up(player)
    if series is not state.series:
        staged.order(ending_sound(state.winner, series))
    return replace(state, series=series)


def ending_sound(winner: int | None, series: Series | None) -> Sound:
    """Return the sound of the end of a round, or of a set."""
    if series is not None and series.winner is not None:
        return Sound("set", player=series.winner)
    return Sound("tie") if winner is None else Sound("win", player=winner)


def consent_between_rounds(series: Series | None) -> frozenset[ActionKind]:
    """Return the actions that need consent between rounds: those that outlast a round or would end the set."""
    in_set = series is not None and not series.over
    return OUTLASTS_ROUND | (ENDS_MATCH if in_set else frozenset())
