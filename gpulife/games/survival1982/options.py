"""The six options of Survival of the Fittest, and the titles of its games."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from gpulife.games.core.game import TICKS_PER_SECOND

TITLES = {"study": "Study Mode", "one-seed": "One Seed Game", "seed-list": "Seed List Game"}
"""Titles of the games of 1982, by their names."""
PLAYERS = 2
MAX_SEEDS = 99
Seeds = Annotated[int, Meta(ge=0, le=MAX_SEEDS)]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the games of 1982.

    Attributes:
        about: one line for people.
        seeds: number of seeds at the start.
        dead_edges: whether the board has dead edges instead of a torus, which is then part of the match's rule.
        wild: whether there are wild generations.
        slow: whether a generation takes twice its time.
        handicap: whether each player chooses how many seeds to have.
        set_up_seconds: time until the shot clock has risen to the top (ruling R3).
        notches: number of notches that it drops each generation in play (ruling R3).
    """

    about: str
    seeds: int = MAX_SEEDS
    dead_edges: bool = False
    wild: bool = False
    slow: bool = False
    handicap: bool = False
    set_up_seconds: int = 60
    notches: int = 1

    @property
    def set_up_ticks(self) -> int:
        """The length of the set-up in ticks."""
        return self.set_up_seconds * TICKS_PER_SECOND


OPTIONS: dict[str, Option] = {
    "NORM": Option("99 seeds each, a minute to plant before play begins"),
    "HCAP": Option("the stronger player gets fewer seeds", handicap=True),
    "WALL": Option("the board ends at its edges", dead_edges=True),
    "FAST": Option(
        "50 seeds each, half a minute to plant, and the yellow bar falls twice as fast",
        seeds=50,
        set_up_seconds=30,
        notches=2,
    ),
    "WILD": Option(
        "as Fast, and now and then something wild happens to everybody",
        seeds=50,
        wild=True,
        set_up_seconds=30,
        notches=2,
    ),
    "SLOW": Option(
        "99 seeds each, two minutes to plant, and cells live and die at half the speed", slow=True, set_up_seconds=120
    ),
}
"""The options in the order of the option key. Study Mode has no clock and no quota: there HCAP plays as NORM."""
