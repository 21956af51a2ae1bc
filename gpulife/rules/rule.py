"""What a cell becomes: a law as plain data, and the edges of the board that it runs on.

Everybody reads rules; nobody but :mod:`gpulife.rules.names` makes them out of text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from string import ascii_uppercase

from gpulife.errors import RuleError


class Edges(StrEnum):
    """What lies beyond the edge of the board."""

    TORUS = "torus"
    """The opposite edge."""
    DEAD = "dead"
    """Cells that are dead (state 0) for ever, whatever the rule says of births."""


class Policy(StrEnum):
    """Which species a birth gets, or that the law is of another family altogether."""

    PLURALITY = "plurality"
    """The commonest species of the live neighbours; of those tied, the first in the rotated order."""
    FOURTH = "fourth"
    """The commonest; of three different parents, the fourth species (QuadLife)."""
    NEUTRAL = "neutral"
    """The commonest; of three different parents, the neutral species, which is the last (Real-Time Life)."""
    NET = "net"
    """No common count: each species counts its own neighbours less all others (BioWar)."""
    SURVIVOR = "survivor"
    """Six states and four times of day (Survivor)."""


SURVIVOR_STATES = ("walkable", "pawn", "shelter", "enemy", "trap", "impassable")
"""Names of the states 0 to 5 of the rule ``Survivor``."""
TIMES_OF_DAY = ("sunrise", "midday", "sunset", "midnight")
"""Survivor's time of day while generation g lasts is ``TIMES_OF_DAY[g % 4]``."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A law of the universe.

    Attributes:
        law: the canonical name without a suffix, as :func:`gpulife.rules.parse_rule` reads it.
        policy: the family.
        species: how many states besides 0 there are; state codes are 0 (dead) to ``species``.
        births: counts of live Moore neighbours at which a dead cell comes to life (unused by NET and SURVIVOR).
        survivals: counts at which a live cell stays alive (likewise).
        edges: what lies beyond the board.
        size: (rows, columns) where the name fixed them with a suffix, else None.
    """

    law: str
    policy: Policy
    species: int
    births: frozenset[int] = frozenset({3})
    survivals: frozenset[int] = frozenset({2, 3})
    edges: Edges = Edges.TORUS
    size: tuple[int, int] | None = None

    @property
    def state_names(self) -> tuple[str, ...]:
        """Names of the states 1 to ``species``, in order: census columns and legends."""
        if self.policy is Policy.SURVIVOR:
            return SURVIVOR_STATES[1:]
        if self.species == 1:
            return ("live",)
        if self.policy is Policy.NEUTRAL:
            return (*ascii_uppercase[: self.species - 1], "neutral")
        return tuple(ascii_uppercase[: self.species])

    def on_board(self, shape: tuple[int, int], edges: Edges | None = None) -> Rule:
        """The same law fixed to a board of ``shape`` (rows, columns), with other ``edges`` if given."""
        return replace(self, size=shape, edges=edges or self.edges)

    def require_same_states(self, other: Rule) -> None:
        """Raise RuleError unless ``other`` can take over a board of this rule for a generation."""
        if (other.species, other.policy is Policy.SURVIVOR) != (self.species, self.policy is Policy.SURVIVOR):
            raise RuleError(
                f"rule {other.law} has {other.species + 1} states; a board of {self.law} needs {self.species + 1}"
            )

    def __str__(self) -> str:
        if self.size is None:
            return self.law
        rows, columns = self.size
        return f"{self.law}:{'T' if self.edges is Edges.TORUS else 'P'}{columns},{rows}"
