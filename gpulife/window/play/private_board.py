"""A game's board with what only one player may see, which the window shows on that player's phone."""

from dataclasses import dataclass

from gpulife.games.core.game import Place
from gpulife.rules import Cells


@dataclass(frozen=True, slots=True)
class PrivateBoard:
    """A board with a player's secrets.

    Attributes:
        cells: the board's cells, uint8: 0 for dead cells, else the number of the owner, from 1.
        marks: the players' marks, one letter each.
        chosen: the places that the player has chosen in secret.
        marker: the place of the player's marker; None if the player cannot choose now.
        refusal: why the player's last choice was refused, as a sentence; "" if it was not refused.
    """

    cells: Cells
    marks: str
    chosen: tuple[Place, ...] = ()
    marker: Place | None = None
    refusal: str = ""
