"""What the computer players of all games share: when they forget what they were about to do, and random numbers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

import numpy as np

from gpulife.games.core.game import Action, Board
from gpulife.games.core.game_spec import ComputerSeat, State

Lookahead = TypeVar("Lookahead")
"""What a player computes over several ticks before it decides."""


class ComputerPlayer(ABC, Generic[State, Lookahead]):
    """The computer in one seat: it decides from what its seat may know, and remembers only what it is about to do.

    It forgets that whenever the state does not follow from the tick before: after a rewind, a branch or a restart.

    Args:
        seat: the seat, its level and the seed of its random numbers.
    """

    is_live = False

    def __init__(self, seat: ComputerSeat) -> None:
        self._seat = seat
        self._player = seat.seat
        self._last_tick = -1
        self._last_moment: tuple[object, ...] | None = None
        self._lookahead: Lookahead | None = None
        self._forget(0)

    def actions(self, tick: int, state: State, board: Board) -> Sequence[Action]:
        """Return what the computer does in ``tick``: one action at most."""
        state = self._seat.observe(state, self._player)
        moment = self._moment(state)
        if not self._follows(tick) or moment != self._last_moment:
            self._forget(tick)
        self._last_tick, self._last_moment = tick, moment
        action = self._act(tick, state, board)
        return () if action is None else (action,)

    @property
    def thinking(self) -> bool:
        """Whether it is looking ahead, for those who measure how long that takes."""
        return self._lookahead is not None

    def _follows(self, tick: int) -> bool:
        """Return whether what it remembers is still right in ``tick``, if the moment is the same."""
        return tick == self._last_tick + 1

    def _random(self, *moment: int) -> np.random.Generator:
        """Return the generator of a moment of the game: the same after a rewind, and on every machine."""
        return np.random.default_rng((self._seat.seed, self._player, self._seat.level, *moment))

    def _moment(self, _state: State) -> tuple[object, ...]:
        """Return the part of the state that ends what it remembers whenever it changes."""
        return ()

    @abstractmethod
    def _forget(self, tick: int) -> None:
        """Begin anew in ``tick``, with nothing in mind."""

    @abstractmethod
    def _act(self, tick: int, state: State, board: Board) -> Action | None:
        """Return what the computer does in ``tick``."""
