"""How the four levels differ: speed of hands, patience, width and depth of the lookahead, and use of seeds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How one level plays.

    Attributes:
        number: 1 to 4; titles are in the specs of the games.
        changes: maximum number of changes of stick and trigger in any second.
        pause: ticks between two decisions.
        universes: number of universes in a batch of the lookahead; 0 for none.
        sight: number of generations of the lookahead.
        slice: generations of a batch computed a tick: looking ahead takes as many ticks everywhere.
        opening: entries of the seed menu for the set-up, of which one is drawn each time.
        kept: part of its seeds that it saves in the set-up.
        arsenal: entries of the seed menu that it plants in play.
        waits: whether it waits for the best generation to plant in, and looks to the bottom of the clock.
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


DIFFICULTIES: dict[int, Difficulty] = {
    level.number: level
    for level in (
        Difficulty(
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
        Difficulty(
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
        Difficulty(
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
        Difficulty(
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
"""The levels by number."""
