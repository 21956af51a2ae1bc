"""How the four levels differ in BioWar: hands, patience, and how many ideas they try out how far ahead."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WarLevel:
    """How one level plays.

    Attributes:
        number: 1 to 4.
        changes: of stick and trigger in any second, at most.
        pause: ticks until it begins to think in a phase.
        trials: ideas that it tries out in a phase; 0 for the first that comes to mind.
        sight: generations that it looks ahead.
        slice: generations of that a tick.
        attacks: whether some ideas are about the others' cells.
    """

    number: int
    changes: int
    pause: int
    trials: int
    sight: int
    slice: int
    attacks: bool


WAR_LEVELS: dict[int, WarLevel] = {
    level.number: level
    for level in (
        WarLevel(1, changes=3, pause=120, trials=0, sight=0, slice=0, attacks=False),
        WarLevel(2, changes=4, pause=90, trials=5, sight=3, slice=1, attacks=False),
        WarLevel(3, changes=5, pause=60, trials=24, sight=6, slice=1, attacks=True),
        WarLevel(4, changes=6, pause=40, trials=64, sight=8, slice=1, attacks=True),
    )
}
"""By number; titles are in the spec of the game."""
