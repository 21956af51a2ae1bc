"""Rounds between two players: the part of a state that is about them, and the end of a round or a set."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from gpulife.games.core.bounds import Natural, OneOfTwo
from gpulife.games.core.consent import ENDS_MATCH, OUTLASTS_ROUND
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
