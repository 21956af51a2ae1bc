"""Rules for programs: a rule by its name."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gpulife.api.checks import state_array
from gpulife.engines.reference import next_generation
from gpulife.errors import RuleError
from gpulife.rules import Edges, described_rules, parse_rule
from gpulife.rules import Rule as FullRule

_STACK_DIMENSIONS = 2
"""Fewest dimensions of an array of boards: rows and columns."""


class Rule:
    """A rule: what each cell becomes in the next generation.

    Args:
        name: the rule's name, as in ``gpulife list rules``: "Life", "B36/S23", "Immigration", "B3/S23:4" for four
            species, "WireWorld", "R5,C2,S34..58,B34..45", the path of a ``.rule`` file and so on. A suffix such as
            ":T200,100" gives the board's width, height and edges. A :class:`Rule` is taken as it is.

    Raises:
        RuleError: there is no such rule. The message says what is wrong or what may have been meant.
    """

    __slots__ = ("_full",)

    def __init__(self, name: "str | Rule" = "Life") -> None:
        self._full: FullRule = name._full if isinstance(name, Rule) else parse_rule(name)

    @property
    def name(self) -> str:
        """The canonical name, such as "B3/S23:2" for Immigration, with the board's suffix if there is one."""
        return str(self._full)

    @property
    def states(self) -> int:
        """The number of states, dead cells included; state codes are 0 to ``states - 1``."""
        return self._full.live_states + 1

    @property
    def state_names(self) -> tuple[str, ...]:
        """The name of each state, from state 0 on."""
        dead = self._full.family.states[0][0] if self._full.family.states else "dead"
        return (dead, *self._full.state_names)

    @property
    def species(self) -> int:
        """The number of states that random boards contain: 1 to ``species``."""
        return self._full.species

    @property
    def births(self) -> frozenset[int] | None:
        """The numbers of live neighbours at which a dead cell comes to life; None unless the rule is Life-like."""
        return self._full.births if self._full.family.is_life_like else None

    @property
    def survivals(self) -> frozenset[int] | None:
        """The numbers of live neighbours at which a live cell survives; None unless the rule is Life-like."""
        return self._full.survivals if self._full.family.is_life_like else None

    def next(self, cells: ArrayLike, generation: int = 0, *, torus: bool = True) -> NDArray[np.uint8]:
        """Return the next generation of a board, or of a stack of boards, computed by numpy.

        This is the reference that all engines must equal; to compute many generations, a :class:`gpulife.Universe` is
        faster.

        Args:
            cells: state codes, shape (..., rows, columns).
            generation: the generation of ``cells``, for rules under which it matters: with three or more species, who
                wins a tie depends on it.
            torus: True for boards whose opposite edges meet, False for boards with dead cells around them.

        Raises:
            PatternError: a state is not in the rule, or ``cells`` is not an array of whole numbers with rows and
                columns.
        """
        array = state_array(cells, self.states, _STACK_DIMENSIONS, or_more=True)
        edges = Edges.TORUS if torus else Edges.DEAD
        rule = self._full.on_board((array.shape[-2], array.shape[-1]), edges)
        return next_generation(array, rule, generation)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Rule({self.name!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            try:
                other = Rule(other)
            except RuleError:
                return False
        return isinstance(other, Rule) and self._full == other._full

    def __hash__(self) -> int:
        return hash(self._full)


def full_rule(rule: str | Rule) -> FullRule:
    """Return a rule with everything that engines need to know."""
    return Rule(rule)._full


def rule_of(full: FullRule) -> Rule:
    """Return a rule of the engines as programs know it."""
    rule = object.__new__(Rule)
    rule._full = full
    return rule


def list_rules() -> dict[str, str]:
    """Return the names of rules and of forms of rules, each with one line about it, as in ``gpulife list rules``."""
    return described_rules()
