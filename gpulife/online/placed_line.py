"""Who came where in a game that is over, in one line, as servers, windows and pages say it."""

from collections.abc import Callable, Iterable
from typing import Protocol


class Placed(Protocol):
    """Where a player came: what servers store and send of it has further fields."""

    @property
    def seat(self) -> int:
        """Number of the seat, from 0."""

    @property
    def name(self) -> str:
        """Name; "" if nobody with a name sat there."""

    @property
    def place(self) -> int:
        """1 for the first; several may share one."""

    @property
    def quit(self) -> bool:
        """Whether the player left before the end."""

    @property
    def rating(self) -> tuple[float, float] | None:
        """Rating before and after; None if it was not rated."""


def placed_line(players: Iterable[Placed], shown: Callable[[str], str] = str) -> str:
    """Return who came where, the first one first.

    Args:
        players: the players.
        shown: function that makes a name fit to be shown.
    """
    placed = sorted(players, key=lambda player: (player.place, player.seat))
    return "   ".join(f"{player.place}. {_player(player, shown)}" for player in placed) or "Nobody"


def _player(player: Placed, shown: Callable[[str], str]) -> str:
    change = ""
    if player.rating is not None:
        before, after = map(round, player.rating)
        change = f" {after} ({after - before:+d})"
    return f"{shown(player.name) or f'Seat {player.seat + 1}'}{change}{', quit' if player.quit else ''}"
