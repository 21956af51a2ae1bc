"""The data classes for rules, families of rules, and the edges of a board.

Other code reads the attributes of ``rule.family``, and never compares families' names. To add a family, write a module
in :mod:`gpulife.rules.families` and a shader, and enter the family in that package's ``FAMILIES``. To make a rule from
its name, call :func:`gpulife.rules.parse_rule`.
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
from gpulife.rules.diagram import Diagram
from gpulife.rules.rule_file import RGB
from gpulife.rules.twists import Twist

Cells = NDArray[np.uint8]
"""State codes, shape (..., rows, columns), uint8: one board or a stack of boards."""


class Edges(StrEnum):
    """What lies beyond the edges of a board: nothing, or the cells at the opposite edge (on a torus)."""

    TORUS = "torus"
    """The board wraps around to the opposite edge."""
    DEAD = "dead"
    """Rows and columns end at the edge. Cells beyond it stay dead (state 0), even where the rule would give birth; but
    if the rule has a ``twist``, the cells there are others of the board."""


def edges_title(edges: Edges | Twist) -> str:
    """Return what edges are, for users, such as "wrapping edges" or "Klein bottle"."""
    if isinstance(edges, Twist):
        return edges.title
    return "dead edges" if edges is Edges.DEAD else "wrapping edges"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: how cells get their next state, and optionally the size of the board.

    Attributes:
        law: the canonical name without the board suffix, as :func:`gpulife.rules.parse_rule` parses it.
        family: the family of the rule.
        live_states: the number of states besides 0; state codes are 0 (dead) to ``live_states``.
        births: numbers of live neighbours (of eight) at which a dead cell comes to life, in Life-like families.
        survivals: numbers of live neighbours (of eight) at which a live cell survives, in Life-like families.
        edges: what is beyond the edge of the board; DEAD if ``twist`` says how they are joined.
        twist: how the edges are joined, if neither as on a torus nor not at all: see :mod:`gpulife.rules.twists`. It
            matters only to what computes generations; all else takes such a board for one with dead edges.
        size: (rows, columns) of the board, or None if the name has no size suffix.
        seed: seed of the rule's random decisions, 0 to 2^32 - 1.
    """

    law: str
    family: "RuleFamily" = field(repr=False)
    live_states: int
    births: frozenset[int] = frozenset({3})
    survivals: frozenset[int] = frozenset({2, 3})
    edges: Edges = Edges.TORUS
    size: tuple[int, int] | None = None
    seed: int = 0
    twist: Twist | None = None

    @property
    def species(self) -> int:
        """The number of species that soups (random boards), games and random changes use: 1 to ``species``."""
        return 1 if self.family.has_ages or self.family.without_marks else self.live_states

    @property
    def title(self) -> str:
        """The rule's name on screen, without the hash of a ``.rule`` file's text."""
        return self.law.partition("@")[0] if self.family.text else self.law

    @property
    def players(self) -> int:
        """The number of species that players can own."""
        return self.species - self.family.has_neutral

    @property
    def swappable(self) -> int:
        """The number of states, from state 1 on, that wild interventions (random changes) may exchange."""
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
        """Return how many live states a soup contains.

        It is all of the rule's live states if ``shares`` gives a proportion for each, and ``species`` if ``shares`` is
        None.
        """
        return self.live_states if shares else self.species

    @property
    def census_names(self) -> tuple[str, ...]:
        """The names of a census's counts: one for each state except 0. Dying cells of all ages share one count."""
        # With separate counts, 255 ages would need 255 columns in every table and 64 passes over the board.
        return ("live", "dying") if self.family.has_ages and self.live_states > 2 else self.state_names

    @property
    def joined(self) -> Edges | Twist:
        """How the edges are joined: the twist or, without one, ``edges``."""
        return self.twist or self.edges

    @property
    def edges_title(self) -> str:
        """What the edges are, for users, such as "wrapping edges" or "Klein bottle"."""
        return edges_title(self.joined)

    def on_board(self, shape: tuple[int, int], edges: Edges | Twist | None = None) -> "Rule":
        """Return this rule on a board of ``shape`` (rows, columns) with ``edges``; None keeps this rule's edges.

        Raises:
            RuleError: a board of this shape cannot have such edges.
        """
        edges = edges or self.joined
        if isinstance(edges, Twist):
            twist = edges.on_board(shape)
            return replace(self, size=shape, edges=Edges.TORUS if twist is None else Edges.DEAD, twist=twist)
        return replace(self, size=shape, edges=edges, twist=None)

    def require_same_states(self, other: "Rule") -> None:
        """Raise RuleError unless ``other`` has the same states, so that it can step a board of this rule."""
        if (other.live_states, other.family.states) != (self.live_states, self.family.states):
            raise RuleError(
                f"rule {other.law} has {other.live_states + 1} states; "
                f"a board of {self.law} needs {self.live_states + 1}"
            )

    def __str__(self) -> str:
        if self.size is None:
            return self.law
        rows, columns = self.size
        plain = f"{'T' if self.edges is Edges.TORUS else 'P'}{columns},{rows}"
        return f"{self.law}:{plain if self.twist is None else self.twist.suffix(self.size)}"


Step = Callable[[Cells, Rule, int, tuple[int, int]], Cells]
"""Computes the next generation: ``step(cells, rule, generation, corner)``.

``generation`` is the generation of ``cells``. ``corner`` is the (row, column) of their upper left cell on the board,
for rules that depend on coordinates. It may lie beyond the edges of a torus: take ``corner`` modulo ``rule.size``.
"""


NEIGHBOURS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""The eight neighbours of a cell in reading order, as offsets (rows down, columns to the right)."""
ALL_NEIGHBOURS = 0b1111_1111
"""The *ring* in which all eight neighbours live.

A ring is the set of a cell's live neighbours as a number of eight bits, one for each of ``NEIGHBOURS``, the first one
highest: 128, 64 and 32 for the row above, 16 and 8 for the left and the right cell, 4, 2 and 1 for the row below.
"""


def ring_bit(offset: tuple[int, int]) -> int:
    """Return the bit that stands for the neighbour at ``offset`` in a ring (a bit mask of neighbours)."""
    return 128 >> NEIGHBOURS.index(offset)


@dataclass(frozen=True, slots=True, eq=False)
class TruthTable:
    """Says whether a cell lives in the next generation, given the cell and its live neighbours.

    Attributes:
        lives: True if a cell lives in the next generation; shape (2, 256), bool. The row is the state of the cell (1 if
            it is alive), the column the ring of its live neighbours (see ``ALL_NEIGHBOURS``).
        parents: the ring of all neighbours in the rule's neighbourhood. Cells outside it have no influence. A
            newborn cell takes the commonest species among the live parents.
    """

    lives: NDArray[np.bool_]
    parents: int = ALL_NEIGHBOURS


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RuleFamily:
    """A family of rules: everything in which its rules differ from those of other families.

    Attributes:
        names: the forms of the family's rule names, such as ``Bx/Sy``, each with a description of one line; in
            display order.
        listed_before: where to list these names: before this key of another family's ``names``; "" to list them last.
        parse: parses a name without its board suffix. Returns None for a name of another family. Raises RuleError for a
            name of this family with invalid numbers.
        step: computes the next generation in numpy, as the reference for all engines. The code closely follows the
            publication of the rule.
        shader: returns the rule's fragment shader file (see ``shaders/lib/neighbourhood.glsl``) and its parameters,
            except those of the board. The shader may have the uniform ``band_start``: the board row of row 0 of the
            drawn band.
        reach: returns how many rows or columns away a neighbour can be, up to 64, for a shader that reads strips (see
            ``shaders/cells_strip.frag``); 0 for a shader that reads the eight neighbours.
        numbers: returns the shader's lookup table, shape (n,), uint32. The shader reads it as the texture ``numbers``,
            with 1024 numbers a row. None if the shader needs no table.
        uniforms: returns the shader's uniforms for a rule and the generation of the cells.
        period: returns the number of generations after which the rule's transitions repeat: 1 if they never change,
            None if they never repeat. Engines may skip a part of the board whose cells repeat after that period.
        is_life_like: True if births and survivals depend on the number of live neighbours, and a newborn cell takes
            the commonest species among these. Only such rules can run in batches.
        truth_table: returns the rule's truth table; None if it has none. In a rule with a table, a live cell keeps its
            species. A newborn cell takes the commonest species among its live parents, unless ``mixed_child`` returns
            another. If ``has_ages`` is True, only state 1 is alive, and cells that do not survive die slowly.
        diagram: returns the rule's decision diagram; None if it has none.
        mixed_child: returns the species that three different parents give birth to, from the rule and the sum of the
            parents' state codes. None if the newborn takes the species of one of them, as in
            :mod:`gpulife.rules.families.life_like`.
        states: names and colours of the states from 0 on, if each state has its own meaning; empty if state 0 is dead
            and all other states are species. Such a board can only be stepped by rules with the same states.
        has_neutral: True if the cells of the species with the highest number belong to no player.
        fixed_states: the number of states, counted down from the highest one, that wild interventions (random changes)
            never exchange with others.
        has_ages: True if only state 1 is alive, and later states are the ages of dying cells.
        without_marks: for each state, the equivalent state without a mark, shape (states,). Some rules, such as
            LifeHistory, have extra states for cells that a person has marked; marks do not affect births and
            survivals. Empty if the rule has no such states.
        wild: the names of the wild interventions (random changes that revive a board) that suit the family; see
            :mod:`gpulife.games.core.wild`.
        has_sizes: True if cells are drawn at BioWar's three sizes by default.
        text: the text of the ``.rule`` file that defines the rule, for saved games; empty if the name is enough.
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
    truth_table: Callable[[Rule], TruthTable | None] = lambda _rule: None
    diagram: Callable[[Rule], Diagram | None] = lambda _rule: None
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
    """Parse the number of species in a rule's name from ``digits``; ``law`` is the whole name, for error messages.

    Raises:
        RuleError: the number is not from 1 to ``max_species``.
    """
    if len(digits) > 4 or not 1 <= int(digits) <= max_species:
        raise RuleError(f"rule {law[:60]!r}: {digits[:12]} species; there can be 1 to {max_species}")
    return int(digits)


def parse_numbered(law: str, kind: str, max_number: int) -> int | None:
    """Parse the number N in the name ``KIND:N`` of a rule, such as ``BioWar:4``; return None for another name.

    Raises:
        RuleError: the number is not from 1 to ``max_number``.
    """
    match = re.fullmatch(rf"{kind}:(\d+)", law, re.IGNORECASE)
    return parse_species(law, match[1], max_number) if match else None


# Neighbour counts in numpy, used by the rules of all families.


def count_neighbours(values: NDArray[Any], edges: Edges) -> NDArray[Any]:
    """Return, for each cell, the sum of ``values`` over its eight neighbours.

    The result has the shape and type of ``values``, but type uint8 for booleans.

    Beyond dead edges all values are 0. On a torus with one or two rows or columns, a cell may count itself, or one
    neighbour several times.
    """
    values = values.view(np.uint8) if values.dtype == np.bool_ else values
    around = framed(values, edges)
    columns_of_three = around[..., :-2, :] + around[..., 1:-1, :]
    columns_of_three += around[..., 2:, :]
    block: NDArray[Any] = columns_of_three[..., :-2] + columns_of_three[..., 1:-1]
    block += columns_of_three[..., 2:]
    block -= values
    return block


def framed(values: NDArray[Any], edges: Edges) -> NDArray[Any]:
    """Return ``values`` with a border of one cell around each board: on a torus the opposite edges, else 0."""
    *boards, rows, columns = values.shape
    around = np.zeros((*boards, rows + 2, columns + 2), values.dtype)  # np.pad takes as long as the rest
    around[..., 1:-1, 1:-1] = values
    if edges is Edges.TORUS:
        around[..., 0], around[..., -1] = around[..., -2], around[..., 1]
        around[..., 0, :], around[..., -1, :] = around[..., -2, :], around[..., 1, :]
    return around


def is_among(neighbours: Cells, counts: Set[int]) -> NDArray[np.bool_]:
    """Return an array that is True where ``neighbours`` is one of ``counts``.

    If there are few counts, this is much faster than ``np.isin``.
    """
    found = np.zeros(neighbours.shape, bool)
    for count in counts:
        found |= neighbours == count
    return found
