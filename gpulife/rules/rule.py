"""What a cell becomes: a law as plain data, and the edges of the board that it runs on.

Everybody reads rules; nobody but the families make them out of text: see :func:`gpulife.rules.parse_rule`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from string import ascii_uppercase

from gpulife.errors import RuleError
from gpulife.rules.family import RuleFamily


class Edges(StrEnum):
    """What lies beyond the edge of the board."""

    TORUS = "torus"
    """The opposite edge."""
    DEAD = "dead"
    """Cells that are dead (state 0) for ever, whatever the rule says of births."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A law of the universe.

    Attributes:
        law: the canonical name without a suffix, as :func:`gpulife.rules.parse_rule` reads it.
        family: what the law is like.
        species: how many states besides 0 there are; state codes are 0 (dead) to ``species``.
        births: counts of live Moore neighbours at which a dead cell comes to life, of Life-like families.
        survivals: counts at which a live cell stays alive, likewise.
        edges: what lies beyond the board.
        size: (rows, columns) where the name fixed them with a suffix, else None.
        seed: what decides wherever the law leaves it to chance, 0 to 2^32 - 1.
    """

    law: str
    family: RuleFamily = field(repr=False)
    species: int
    births: frozenset[int] = frozenset({3})
    survivals: frozenset[int] = frozenset({2, 3})
    edges: Edges = Edges.TORUS
    size: tuple[int, int] | None = None
    seed: int = 0

    @property
    def players(self) -> int:
        """How many of the species can be somebody's."""
        return self.species - self.family.has_neutral

    @property
    def swappable(self) -> int:
        """How many of the states 1, 2, ... can take each other's place."""
        return self.species - self.family.fixed_states

    @property
    def state_names(self) -> tuple[str, ...]:
        """Names of the states 1 to ``species``, in order: census columns and legends."""
        if self.family.states:
            return tuple(name for name, _ in self.family.states[1:])
        if self.species == 1:
            return ("live",)
        return (*ascii_uppercase[: self.players], "neutral")[: self.species]

    def on_board(self, shape: tuple[int, int], edges: Edges | None = None) -> Rule:
        """The same law fixed to a board of ``shape`` (rows, columns), with other ``edges`` if given."""
        return replace(self, size=shape, edges=edges or self.edges)

    def require_same_states(self, other: Rule) -> None:
        """Raise RuleError unless ``other`` can take over a board of this rule for a generation."""
        if (other.species, other.family.states) != (self.species, self.family.states):
            raise RuleError(
                f"rule {other.law} has {other.species + 1} states; a board of {self.law} needs {self.species + 1}"
            )

    def __str__(self) -> str:
        if self.size is None:
            return self.law
        rows, columns = self.size
        return f"{self.law}:{'T' if self.edges is Edges.TORUS else 'P'}{columns},{rows}"
