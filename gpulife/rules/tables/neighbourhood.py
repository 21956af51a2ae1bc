"""The neighbourhoods of Golly's tables: which cells decide, in which order files list them, and their symmetries."""

from collections.abc import Iterator
from dataclasses import dataclass

Offset = tuple[int, int]
"""(rows, columns) from a cell to another one: (-1, 0) is the cell above."""

CENTRE: Offset = (0, 0)
_N, _NE, _E, _SE, _S, _SW, _W, _NW = (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)
PERMUTE = "permute"
"""The symmetry that takes neighbours in any order."""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The cells that decide what becomes of one.

    Attributes:
        name: its name in files.
        ring: offsets of the neighbours, clockwise from the first, as transitions list them after the cell itself.
        symmetries: by their names in files: by how many places the ring may be turned at a time (0 for not at all),
            and whether it may be reflected.
    """

    name: str
    ring: tuple[Offset, ...]
    symmetries: dict[str, tuple[int, bool]]

    @property
    def cells(self) -> tuple[Offset, ...]:
        """Offsets of the inputs of a transition: the cell, then its neighbours."""
        return (CENTRE, *self.ring)

    def orders(self, symmetry: str) -> Iterator[tuple[int, ...]]:
        """Yield each way in which neighbours may take each other's places: indices into ``ring``.

        Not for :data:`PERMUTE`, which has too many.
        """
        turn, reflects = self.symmetries[symmetry]
        size = len(self.ring)
        for first in range(0, size, turn or size):
            yield tuple((first + place) % size for place in range(size))
            if reflects:
                yield tuple((first - place) % size for place in range(size))


_TURNS = {"none": (0, False), "reflect_horizontal": (0, True), PERMUTE: (0, False)}
NEIGHBOURHOODS: dict[str, Neighbourhood] = {
    each.name: each
    for each in (
        Neighbourhood("vonNeumann", (_N, _E, _S, _W), _TURNS | {"rotate4": (1, False), "rotate4reflect": (1, True)}),
        Neighbourhood(
            "Moore",
            (_N, _NE, _E, _SE, _S, _SW, _W, _NW),
            _TURNS
            | {
                "rotate4": (2, False),
                "rotate8": (1, False),
                "rotate4reflect": (2, True),
                "rotate8reflect": (1, True),
            },
        ),
        Neighbourhood(
            "hexagonal",
            (_N, _E, _SE, _S, _W, _NW),
            {
                "none": (0, False),
                "rotate2": (3, False),
                "rotate3": (2, False),
                "rotate6": (1, False),
                "rotate6reflect": (1, True),
                PERMUTE: (0, False),
            },
        ),
        # The two neighbours of a row: turning the ring by one place swaps them.
        Neighbourhood("oneDimensional", (_W, _E), {"none": (0, False), "reflect": (1, False), PERMUTE: (0, False)}),
    )
}
"""All neighbourhoods by their names in files."""

TREE_ORDERS: dict[int, tuple[Offset, ...]] = {
    4: (_N, _W, _E, _S, CENTRE),
    8: (_NW, _NE, _SW, _SE, _N, _W, _E, _S, CENTRE),
}
"""The inputs of a tree in the order in which it asks for them, by the number of neighbours."""
