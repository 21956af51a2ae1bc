"""Where colonies meet in Real-Time Life: the births they fought for, and the cells that others have crowded out."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.game import Place
from gpulife.games.core.shared_texts import count_text
from gpulife.rules import Cells
from gpulife.seats import YOU
from gpulife.window.design import GAIN


@dataclass(frozen=True, slots=True)
class Contact:
    """What contact with others brought a player in a generation.

    Attributes:
        won: places of cells that were born to the player although others had a parent there.
        lost: places of cells that were born to others although the player had a parent there.
        crowded: places of the player's cells that would have lived on without others' cells beside them.
    """

    won: Sequence[Place] = ()
    lost: Sequence[Place] = ()
    crowded: Sequence[Place] = ()

    def __bool__(self) -> bool:
        """Return True if there was any contact."""
        return bool(self.won or self.lost or self.crowded)

    @property
    def gain(self) -> int:
        """The number of births won, less the births lost and the cells crowded out."""
        return len(self.won) - len(self.lost) - len(self.crowded)

    @property
    def gains(self) -> Sequence[tuple[Place, int]]:
        """The numbers to show on the board: births won, and what was lost, each amid its cells."""
        groups = (self.won, 1), ((*self.lost, *self.crowded), -1)
        return [(_middle(places), sign * len(places)) for places, sign in groups if places]

    def text(self, name: str) -> str:
        """Return what contact brought the player called ``name``, as a sentence without a full stop."""
        parts = []
        if self.won:
            parts.append(f"{name} won {count_text(len(self.won), 'birth')}")
        if self.lost:
            parts.append(f"others won {count_text(len(self.lost), 'birth')}")
        if self.crowded:
            whose = "your" if name == YOU else f"{name}'s"
            parts.append(f"others crowded out {len(self.crowded)} of {whose} cells")
        return f"Contact: {', '.join(parts)}".replace(f": {YOU} ", f": {YOU.lower()} ")


def contact_between(before: Cells, after: Cells, player: int) -> Contact:
    """Return what contact with others brought a player in the generation from ``before`` to ``after``."""
    own, other = _around(before == player + 1), _around((before > 0) & (before != player + 1))
    fought = (before == 0) & (after > 0) & (own > 0) & (other > 0)
    mine = after == player + 1
    lived = (before == player + 1) & ((own == 2) | (own == 3)) & (other > 0)
    return Contact(_places(fought & mine), _places(fought & ~mine), _places(lived & (after == 0)))


class ContactView:
    """Finds out after each generation what contact brought a lone person, and shows it for a moment.

    Attributes:
        latest: what contact brought in the latest generation.
    """

    def __init__(self) -> None:
        self.latest = Contact()
        self._before: tuple[int, Cells] | None = None  # generation and cells of the previous frame
        self._seconds = 0.0

    def follow(self, generation: int, cells: Cells, player: int, seconds: float) -> bool:
        """Compare the cells with those of the previous frame; return True if a generation has just brought contact.

        Args:
            generation: number of generations so far.
            cells: cells of the board in play, shape (rows, columns), uint8.
            player: seat of the person.
            seconds: time since the last call. Called in each frame.
        """
        self._seconds += seconds
        before, self._before = self._before, (generation, cells)
        if before is None or before[0] == generation:
            return False
        is_next = generation == before[0] + 1 and cells.shape == before[1].shape
        self.latest = contact_between(before[1], cells, player) if is_next else Contact()
        self._seconds = 0.0
        return bool(self.latest)

    @property
    def shown(self) -> Sequence[tuple[Place, int]]:
        """The numbers to show on the board; empty once they have been there for long enough."""
        return self.latest.gains if self._seconds < GAIN else ()


def _around(cells: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return for each cell how many of its eight neighbours are True."""
    framed = np.pad(cells, 1).astype(np.uint8)
    rows, columns = cells.shape
    around = [framed[down : down + rows, right : right + columns] for down in range(3) for right in range(3)]
    return sum(around[:4] + around[5:], np.zeros(cells.shape, np.uint8))


def _places(marked: NDArray[np.bool_]) -> tuple[Place, ...]:
    return tuple((row, column) for row, column in np.argwhere(marked).tolist())


def _middle(places: Collection[Place]) -> Place:
    """Return the place nearest to the middle of ``places``."""
    row, column = np.mean([*places], axis=0)
    return min(places, key=lambda place: abs(place[0] - row) + abs(place[1] - column))
