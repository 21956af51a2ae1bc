"""What a session knows of a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gpulife.games.base import Action, Board, GameState


class Player(Protocol):
    """Somebody who acts."""

    @property
    def is_live(self) -> bool:
        """Whether it is also asked where the session plays its recorded future, which an action then cuts off.

        True for people; False for those who would only do again what is recorded.
        """
        ...

    def actions(self, tick: int, state: GameState, board: Board) -> Sequence[Action]:
        """What the player does in ``tick``, in order."""
        ...
