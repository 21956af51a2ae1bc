"""Rules and families of rules, as plain data: what a cell becomes, and the edges of the board that it lives on.

Code that reads names, steps boards, draws them or plays on them asks ``rule.family`` and knows no family by its name. A
new family is a module in :mod:`gpulife.rules.families` with its shader, and a line in the table there. Only families
make rules out of text: see :func:`gpulife.rules.parse_rule`.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import StrEnum
from string import ascii_uppercase
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import RuleError

Cells = NDArray[np.uint8]
"""State codes, shape (..., rows, columns), uint8: a board, or any number of boards at once."""
RGB = tuple[int, int, int]
"""A colour in sRGB, 0 to 255 each."""


class Edges(StrEnum):
    """What lies beyond the edge of the board."""

    TORUS = "torus"
    """The opposite edge."""
    DEAD = "dead"
    """Cells that stay dead (state 0), whatever the rule says of births."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A law of the universe.

    Attributes:
        law: the canonical name without a suffix, as :func:`gpulife.rules.parse_rule` parses it.
        family: the family of the law.
        live_states: the number of states besides 0; state codes are 0 (dead) to ``live_states``.
        births: numbers of live Moore neighbours at which a dead cell comes to life, in Life-like families.
        survivals: numbers at which a live cell stays alive, in Life-like families.
        edges: what lies beyond the board.
        size: (rows, columns) where the name fixed them with a suffix, else None.
        seed: what decides wherever the law leaves it to chance, 0 to 2^32 - 1.
    """

    law: str
    family: "RuleFamily" = field(repr=False)
    live_states: int
    births: frozenset[int] = frozenset({3})
    survivals: frozenset[int] = frozenset({2, 3})
    edges: Edges = Edges.TORUS
    size: tuple[int, int] | None = None
    seed: int = 0

    @property
    def species(self) -> int:
        """The number of states that soups, games and interventions put on a board: 1 to this."""
        return 1 if self.family.has_ages or self.family.without_marks else self.live_states

    @property
    def title(self) -> str:
        """The name of the law for people: without the hash of a ``.rule`` file's text."""
        return self.law.partition("@")[0]

    @property
    def players(self) -> int:
        """The number of species that can belong to a player."""
        return self.species - self.family.has_neutral

    @property
    def swappable(self) -> int:
        """How many of the states 1, 2, ... can take each other's place."""
        return self.species - self.family.fixed_states

    @property
    def state_names(self) -> tuple[str, ...]:
        """Names of the states 1 to ``live_states``, in order."""
        if self.family.states:
            return tuple(name for name, _ in self.family.states[1:])
        if self.family.has_ages and self.live_states > 2:
            return ("live", *(f"dying {age}" for age in range(1, self.live_states)))
        if self.family.has_ages or self.live_states == 1:
            return ("live", "dying")[: self.live_states]
        return (*ascii_uppercase[: self.players], "neutral")[: self.live_states]

    def sown_states(self, shares: Sequence[float] | None) -> int:
        """Return how many of the states 1, 2, ... a soup has: all if it has ``shares`` for them."""
        return self.live_states if shares else self.species

    @property
    def census_names(self) -> tuple[str, ...]:
        """Names of what a census counts: the cells in each state but 0, of those that grow old in all ages together."""
        # Counted one by one, 255 ages would need 255 columns in every table and 64 passes over the board.
        return ("live", "dying") if self.family.has_ages and self.live_states > 2 else self.state_names

    def on_board(self, shape: tuple[int, int], edges: Edges | None = None) -> "Rule":
        """Return the same law fixed to a board of ``shape`` (rows, columns), with other ``edges`` if given."""
        return replace(self, size=shape, edges=edges or self.edges)

    def require_same_states(self, other: "Rule") -> None:
        """Raise RuleError unless ``other`` can take over a board of this rule for a generation."""
        if (other.live_states, other.family.states) != (self.live_states, self.family.states):
            raise RuleError(
                f"rule {other.law} has {other.live_states + 1} states; "
                f"a board of {self.law} needs {self.live_states + 1}"
            )

    def __str__(self) -> str:
        if self.size is None:
            return self.law
        rows, columns = self.size
        return f"{self.law}:{'T' if self.edges is Edges.TORUS else 'P'}{columns},{rows}"


Step = Callable[[Cells, Rule, int, tuple[int, int]], Cells]
"""Returns the next generation of cells. Takes the cells, the rule, the number of the cells' generation, and the row and
column on the board of their upper left cell, for laws that depend on a cell's place. A rectangle that was read across
the edges of a torus may lie off the board: row and column are to be taken modulo ``rule.size``."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RuleFamily:
    """A family of rules: everything that distinguishes its laws from those of other families.

    Attributes:
        names: the kinds of names that it parses, each with a one-line description, in the order in which to list them.
        listed_before: the name of another family before which to list them; by default they come last.
        parse: parses a name without a suffix; None if it is of another family. Raises RuleError for a name of this
            family with impossible numbers.
        step: the law in numpy, written to be read beside its source: the oracle for all engines.
        shader: returns the file of the law's fragment shader (see ``shaders/lib/neighbourhood.glsl``) and its
            parameters besides those of the board. The shader may also have the uniform ``band_start``: the board's row
            of row 0 of the band that is drawn.
        reach: returns how many rows and columns away neighbours may be, up to 16, if the shader reads strips (see
            ``shaders/cells_strip.frag``); 0 if it reads the eight neighbours.
        numbers: returns numbers for the shader to look up, shape (n,), uint32: its texture ``numbers``, 1024 a row.
            None if it needs none.
        uniforms: returns the shader's uniforms for a rule and the generation of the cells.
        period: returns the number of generations after which the law of a rule repeats, so that what repeats with it
            may be left out of computing; None if it never does.
        is_life_like: whether births and survivals depend on the number of live neighbours, and a birth takes the
            commonest species among them. Such rules can be computed on bit planes and in batches, all others by
            ``step`` and by the shader only.
        mixed_child: returns the species born of three different parents, from the sum of their codes, if it is a
            fourth one; None if the three are tied, and tied species take turns: see
            :mod:`gpulife.rules.families.life_like`.
        states: names and colours of the states from 0 on, if each has a meaning of its own; empty if they are a dead
            cell and species. Such a board can only be stepped by laws with the same states.
        has_neutral: whether the last species belongs to nobody.
        fixed_states: how many of the last states are left out of wild swaps.
        has_ages: whether only state 1 is alive, and the states after it are the ages of cells that are dying.
        without_marks: for each state the one that it is but for marks, which people make and which change nothing about
            where life is, shape (states,); empty if no state is marked.
        wild: which wild interventions make sense, as :mod:`gpulife.games.core.wild` names them.
        has_sizes: whether cells are drawn at BioWar's three sizes by default.
        text: the text of the file that the law comes from, which travels with what is saved; empty if the name says
            all.
    """

    names: Mapping[str, str]
    listed_before: str = ""
    parse: Callable[[str], Rule | None]
    step: Step
    shader: Callable[[Rule], tuple[str, dict[str, int]]]
    reach: Callable[[Rule], int] = lambda _rule: 0
    numbers: Callable[[Rule], NDArray[np.uint32] | None] = lambda _rule: None
    uniforms: Callable[[Rule, int], dict[str, int]] = lambda _rule, _generation: {}
    period: Callable[[Rule], int | None] = lambda _rule: 1
    is_life_like: bool = False
    mixed_child: Callable[[Rule, int], int] | None = None
    states: tuple[tuple[str, RGB], ...] = ()
    has_neutral: bool = False
    fixed_states: int = 0
    has_ages: bool = False
    without_marks: tuple[int, ...] = ()
    wild: tuple[str, ...] = ("flip", "turn", "swap", "law")
    has_sizes: bool = False
    text: str = ""


def parse_species(law: str, digits: str, max_species: int) -> int:
    """Parse the number of species in the name of a law.

    Raises:
        RuleError: it is not 1 to ``max_species``.
    """
    if len(digits) > 4 or not 1 <= int(digits) <= max_species:
        raise RuleError(f"rule {law[:60]!r}: {digits[:12]} species; there can be 1 to {max_species}")
    return int(digits)


def parse_numbered(law: str, kind: str, max_number: int) -> int | None:
    """Parse the N of a name such as ``BioWar:N``.

    Returns:
        The number; None if ``law`` is not a name of that kind.

    Raises:
        RuleError: the number is not 1 to ``max_number``.
    """
    match = re.fullmatch(rf"{kind}:(\d+)", law, re.IGNORECASE)
    return parse_species(law, match[1], max_number) if match else None


# Counting neighbours in numpy: what the laws of all families are made of.


def count_neighbours(values: NDArray[Any], edges: Edges) -> NDArray[Any]:
    """Sum ``values`` over the 8 Moore neighbours of each place: same shape and type, uint8 for truth values.

    Beyond dead edges everything is 0. On a torus a place may be its own neighbour, or the same one several times
    over, where the board has only one or two rows or columns.
    """
    values = values.astype(np.uint8) if values.dtype == np.bool_ else values
    *boards, rows, columns = values.shape
    framed = np.zeros((*boards, rows + 2, columns + 2), values.dtype)  # np.pad takes as long as the rest
    framed[..., 1:-1, 1:-1] = values
    if edges is Edges.TORUS:
        framed[..., 0], framed[..., -1] = framed[..., -2], framed[..., 1]
        framed[..., 0, :], framed[..., -1, :] = framed[..., -2, :], framed[..., 1, :]
    columns_of_three = framed[..., :-2, :] + framed[..., 1:-1, :] + framed[..., 2:, :]
    block = columns_of_three[..., :-2] + columns_of_three[..., 1:-1] + columns_of_three[..., 2:]
    return block - values  # type: ignore[no-any-return]


def is_among(neighbours: Cells, counts: Set[int]) -> NDArray[np.bool_]:
    """Tell where ``neighbours`` is one of ``counts``; several times faster than ``np.isin`` for so few."""
    found = np.zeros(neighbours.shape, bool)
    for count in counts:
        found |= neighbours == count
    return found
