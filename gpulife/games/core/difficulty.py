"""How the four levels differ: hands, patience, how wide and how far they look ahead, and what they do with seeds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """How one level plays.

    Attributes:
        number: 1 to 4; titles are in the specs of the games.
        changes: of stick and trigger in any second, at most.
        pause: ticks between two decisions.
        universes: looked into in one batch; 0 for none.
        sight: generations looked ahead.
        slice: generations of a batch a tick: looking ahead takes as many ticks everywhere.
        opening: entries of the seed menu that it sets up with, drawn from in turn.
        kept: part of its seeds that it keeps out of the set-up.
        arsenal: entries that it plants in play.
        waits: whether it waits at the place for the generation that it has in mind, and leads to the clock's bottom.
    """

    number: int
    changes: int
    pause: int
    universes: int
    sight: int
    slice: int
    opening: tuple[int, ...]
    kept: float
    arsenal: tuple[int, ...]
    waits: bool


LEVELS: dict[int, Level] = {
    level.number: level
    for level in (
        Level(
            number=1,
            changes=3,
            pause=200,
            universes=0,
            sight=0,
            slice=0,
            opening=(0, 1, 2, 3, 5),
            kept=0.6,
            arsenal=(0, 1, 2, 3, 4, 5),
            waits=False,
        ),
        Level(
            number=2,
            changes=4,
            pause=100,
            universes=16,
            sight=24,
            slice=3,
            opening=(4,),
            kept=0.5,
            arsenal=(0, 1, 3, 4),
            waits=False,
        ),
        Level(
            number=3,
            changes=5,
            pause=70,
            universes=48,
            sight=72,
            slice=6,
            opening=(6,),
            kept=0.5,
            arsenal=(0, 4, 5, 6, 8),
            waits=False,
        ),
        Level(
            number=4,
            changes=6,
            pause=40,
            universes=64,
            sight=96,
            slice=6,
            opening=(6,),
            kept=0.4,
            arsenal=(0, 4, 5, 6, 7, 8, 9),
            waits=True,
        ),
    )
}
"""By number."""
