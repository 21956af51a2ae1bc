"""A bot that plays over a native client as a computer would: real input of each game, for measuring what play costs."""

from gpulife.games.core.game import Action, ActionKind
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.tools.bench.online.native_client import NativeClient

MAX_TICKS = 60
"""Ticks that are made up for in one go."""


class Bot:
    """What a level of the computer does in a client's seat.

    It sees the state only as often as the server tells, and in between thinks that nothing else has moved, as
    people do whose line is slow.

    Args:
        client: a client with a seat.
        level: level of the computer.
    """

    def __init__(self, client: NativeClient, level: int = 1) -> None:
        seated, self._copy = client.at_match()
        self._client, self._seat = client, seated.seat
        self._brain = self._copy.game.computer(ComputerSeat(seat=self._seat, level=level, seed=self._copy.match.seed))
        self._tick = self._copy.ticks or 0

    async def play(self) -> int:
        """Do what is to be done in the ticks since last time; return the number of actions."""
        now, count = self._copy.ticks or 0, 0
        for tick in range(max(self._tick, now - MAX_TICKS), now):
            for action in self._brain.actions(tick, self._copy.state, self._copy.board):
                await self._client.do(action)
                count += 1
        self._tick = now
        return count

    async def begin(self) -> None:
        """Say that the match may begin."""
        await self._client.do(Action(self._seat, ActionKind.START))
        await self._client.do(Action(self._seat, ActionKind.DONE))
