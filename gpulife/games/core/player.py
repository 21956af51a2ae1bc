"""The interface of players, people and computers alike, for a session and a game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from gpulife.games.core.game import Action, Board

State = TypeVar("State", contravariant=True)


class Player(Protocol[State]):
    """Somebody who acts in a game with these states."""

    @property
    def is_live(self) -> bool:
        """Whether it can act while the session plays its recorded future, which its action then replaces.

        True for people; False for players who would only repeat what is recorded.
        """

    def actions(self, tick: int, state: State, board: Board) -> Sequence[Action]:
        """Return what the player does in ``tick``, in order."""


def is_done(player: Player[State], state: State) -> bool:
    """Return whether a player says that it does nothing until more changes than the time."""
    done: bool = getattr(player, "is_done", lambda _: False)(state)
    return done


def actions_of(
    players: Iterable[Player[State]], tick: int, state: State, board: Board, *, replayed: bool
) -> Iterator[Action]:
    """Yield what players do in a tick; where it is ``replayed``, of those only who are live."""
    for player in players:
        if player.is_live or not replayed:
            yield from player.actions(tick, state, board)
