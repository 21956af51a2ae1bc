"""The interface between games and their players, who may be people or computers."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from gpulife.games.core.game import Action, Board

State = TypeVar("State", contravariant=True)


class Player(Protocol[State]):
    """A player of a game whose states are of type ``State``."""

    @property
    def is_live(self) -> bool:
        """True if the player can act while a session replays recorded ticks. Such an action cuts off the later ticks.

        It is True for people and False for computers, whose actions are already recorded.
        """

    def actions(self, tick: int, state: State, board: Board) -> Sequence[Action]:
        """Return the player's actions in ``tick``, in order."""


def is_done(player: Player[State], state: State) -> bool:
    """Return True if ``player`` will do nothing until somebody acts or something on the board changes."""
    done: bool = getattr(player, "is_done", lambda _: False)(state)
    return done


def actions_of(
    players: Iterable[Player[State]], tick: int, state: State, board: Board, *, replayed: bool
) -> Iterator[Action]:
    """Yield the players' actions in a tick. In a ``replayed`` tick, ask only those with ``is_live`` (people)."""
    for player in players:
        if player.is_live or not replayed:
            yield from player.actions(tick, state, board)
