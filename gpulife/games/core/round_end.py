"""The end of a round between two players: its kinds, its sound, and how long the winner's cells flash."""

from enum import StrEnum

from gpulife.games.core.consent import ENDS_MATCH, OUTLASTS_ROUND
from gpulife.games.core.game import ActionKind, Sound
from gpulife.games.core.series import Series

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


def ending_sound(winner: int | None, series: Series | None) -> Sound:
    """Return what is heard when a round is over, or the set with it."""
    if series is not None and series.winner is not None:
        return Sound("set", player=series.winner)
    return Sound("tie") if winner is None else Sound("win", player=winner)


def asked_between_rounds(series: Series | None) -> frozenset[ActionKind]:
    """Return what needs consent between rounds: what outlasts a round, and in a set what would end it."""
    in_set = series is not None and not series.over
    return OUTLASTS_ROUND | (ENDS_MATCH if in_set else frozenset())
