"""What a tournament has to know of a game: how two levels sit down to it, when it is over, and who leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.batch import OpenBatch
from gpulife.games.base import TICKS_A_SECOND, Action, Match
from gpulife.players.base import Player

HALF_AN_HOUR = 30 * 60 * TICKS_A_SECOND
LIMIT = "limit"
"""The ending of a game that is stopped."""

Shape = tuple[int, int]
Scores = tuple[float, float]
Census = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game ended.

    Attributes:
        winner: its seat, None for nobody.
        ending: one word.
    """

    winner: int | None
    ending: str


@dataclass(frozen=True, slots=True)
class Limit:
    """After what a game is stopped that may have no end of its own; then its scores decide.

    Attributes:
        what: is counted, for people: "turns".
        default: so many of them, unless somebody says otherwise.
        ticks: that so many of them take at most, with an option.
        reached: whether a state is beyond so many of them.
    """

    what: str
    default: int
    ticks: Callable[[int, str], int]
    reached: Callable[[Any, int], bool]


@dataclass(frozen=True, slots=True)
class Arena:
    """A game for two levels of the computer.

    Attributes:
        match: makes one, on a board of a shape (rows, columns), of a seed, an option ("" for the first) and a limit.
            Raises GpulifeError where the game does not have them.
        player: the computer in a seat, by seat, level, seed and what looks ahead.
        verdict: of a state: None while the game goes on.
        scores: of a state and the census of the board: who has more leads.
        shape: of the board unless somebody says otherwise.
        begin: actions of the first tick.
        limit: None for a game that ends by itself, and by its scores after half an hour of its own time.
        batches: whether its players look ahead in batches, which a graphics card can compute.
        at_once: whether they decide within a tick: each action is a decision.
    """

    match: Callable[[Shape, int, str, int], Match]
    player: Callable[[int, int, int, OpenBatch], Player]
    verdict: Callable[[Any], Verdict | None]
    scores: Callable[[Any, Census], Scores]
    shape: Shape
    begin: tuple[Action, ...] = ()
    limit: Limit | None = None
    batches: bool = False
    at_once: bool = False

    def is_stopped(self, state: Any, limit: int) -> bool:
        """Whether that is beyond the limit."""
        return self.limit is not None and self.limit.reached(state, limit)

    def most_ticks(self, limit: int, option: str) -> int:
        """After which a game is stopped, whatever happens."""
        return HALF_AN_HOUR if self.limit is None else self.limit.ticks(limit, option)


def leading(scores: Scores) -> int | None:
    """The seat with the higher score, None for a tie."""
    return None if scores[0] == scores[1] else int(scores[1] > scores[0])
