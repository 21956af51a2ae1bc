"""A bot that plays over a native client as a computer would: real input of each game, for measuring what play costs."""

import time
from collections.abc import Callable
from dataclasses import replace

from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.tools.bench.online.native_client import NativeClient

MAX_TICKS = 60
"""Ticks that are made up for in one go."""


class Bot:
    """What a level of the computer does in a client's seat.

    It sees the state only as often as the server tells, and in between thinks that nothing else has moved, as
    people do whose line is slow. It thinks on a clock of its own: a match's stands still while nobody does anything.

    Args:
        client: a client with a seat.
        name: the client's name, under which it joins where that is an order.
        level: level of the computer.
        clock: seconds on the clock by which it plays.
    """

    def __init__(
        self, client: NativeClient, name: str, level: int = 1, clock: Callable[[], float] = time.monotonic
    ) -> None:
        seated, self._copy = client.at_match()
        self._client, self._seat, self._name = client, seated.seat, name
        self._brain = self._copy.game.computer(ComputerSeat(seat=self._seat, level=level, seed=self._copy.match.seed))
        self._clock, self._began, self._tick = clock, clock(), 0

    async def play(self) -> int:
        """Do what is to be done in the ticks since last time; return the number of actions."""
        now, count = int((self._clock() - self._began) * TICKS_PER_SECOND), 0
        for tick in range(max(self._tick, now - MAX_TICKS), now):
            for action in self._brain.actions(tick, self._copy.state, self._copy.board):
                await self._client.do(self._in_own_name(action))
                count += 1
        self._tick = now
        return count

    def _in_own_name(self, action: Action) -> Action:
        """Return an action with the client's name where the computer has given its own."""
        if action.kind is not ActionKind.JOIN:
            return action
        return replace(action, data=" ".join([self._name, *action.data.split()[1:]]))
