"""The base class of all computer players: it discards plans that are out of date, and provides random numbers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

import numpy as np

from gpulife.games.core.game import Action, Board
from gpulife.games.core.game_spec import ComputerSeat, State

Lookahead = TypeVar("Lookahead")
"""The type of the computation that precedes a decision. A player spreads it over several ticks."""


class ComputerPlayer(ABC, Generic[State, Lookahead]):
    """The computer in one seat. It knows only what its seat may know, and remembers only its current plan.

    It discards the plan if the state does not follow from the previous tick, as after a rewind, a branch or a restart.

    Args:
        seat: the seat, with its level and seed.
    """

    is_live = False

    def __init__(self, seat: ComputerSeat) -> None:
        self._seat = seat
        self._player = seat.seat
        self._last_tick = -1
        self._last_plan_key: tuple[object, ...] | None = None
        self._lookahead: Lookahead | None = None
        self._forget(0)

    def actions(self, tick: int, state: State, board: Board) -> Sequence[Action]:
        """Return the computer's actions in ``tick``: at most one."""
        state = self._seat.observe(state, self._player)
        moment = self._plan_key(state)
        if not self._is_plan_valid(tick) or moment != self._last_plan_key:
            self._forget(tick)
        self._last_tick, self._last_plan_key = tick, moment
        action = self._act(tick, state, board)
        return () if action is None else (action,)

    @property
    def thinking(self) -> bool:
        """True while the computer is looking ahead."""
        return self._lookahead is not None

    def _is_plan_valid(self, tick: int) -> bool:
        """Return True if the plan is valid: ``tick`` must directly follow the latest tick that the player saw."""
        return tick == self._last_tick + 1

    def _random(self, *moment: int) -> np.random.Generator:
        """Return a random generator seeded by the match, the seat and the numbers ``moment``, such as (turn, tick)."""
        return np.random.default_rng((self._seat.seed, self._player, self._seat.level, *moment))

    def _plan_key(self, _state: State) -> tuple[object, ...]:
        """Return the parts of the state that a plan depends on. If one of them changes, the plan is out of date."""
        return ()

    @abstractmethod
    def _forget(self, tick: int) -> None:
        """Discard the plan, and begin a new one in ``tick``."""

    @abstractmethod
    def _act(self, tick: int, state: State, board: Board) -> Action | None:
        """Return the computer's action in ``tick``; None to do nothing."""
