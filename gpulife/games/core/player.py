"""The interface of players, people and computers alike, for a session and a game."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from gpulife.games.core.game import Action, Board

State = TypeVar("State", contravariant=True)


class Player(Protocol[State]):
    """Somebody who acts in a game with such states."""

    @property
    def is_live(self) -> bool:
        """Whether it is also asked where the session plays its recorded future, which an action then cuts off.

        True for people; False for those who would only do again what is recorded.
        """

    def actions(self, tick: int, state: State, board: Board) -> Sequence[Action]:
        """Return what the player does in ``tick``, in order."""


def is_done(player: Player[State], state: State) -> bool:
    """Return whether a player, if it knows that of itself, does nothing until more than the time changes."""
    done: bool = getattr(player, "is_done", lambda _: False)(state)
    return done
