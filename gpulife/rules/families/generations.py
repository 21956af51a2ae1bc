"""Generations: Life-like rules whose cells die slowly, over several generations.

Only state 1 is alive, so only cells in state 1 count as live neighbours. Their number decides births and survivals. A
cell that does not survive moves to the next state in each generation, and is dead after the last state.
"""

import re

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import RuleError
from gpulife.rules.families import life_like
from gpulife.rules.rule import Cells, Rule, RuleFamily, count_neighbours, is_among


def aged(cells: Cells, rule: Rule, births: NDArray[np.bool_], survivals: NDArray[np.bool_]) -> Cells:
    """Return the next generation of cells that age.

    ``births`` and ``survivals`` are True for cells whose neighbours allow them.

    A dead cell becomes state 1 where ``births`` is True. A cell in state 1 stays in state 1 where ``survivals`` is
    True. Every other live cell moves to the next state, and from the last state to 0.
    """
    older = np.where((cells == 0) | (cells == rule.live_states), 0, cells + np.uint8(1))
    return np.where((cells == 0) & births | (cells == 1) & survivals, 1, older).astype(np.uint8)


# The family.

MAX_STATES = 256
_NAMES = (
    re.compile(r"B(?P<births>\d*)/?S(?P<survivals>\d*)(?:/[CG]?|[CG])(?P<states>\d+)", re.IGNORECASE),
    re.compile(r"(?P<survivals>\d*)/(?P<births>\d*)/[CG]?(?P<states>\d+)", re.IGNORECASE),
)


def parse(law: str) -> Rule | None:
    """Parse ``B2/S345/C4``, ``B2/S345/G4``, ``B2/S345/4`` or Golly's ``345/2/4``.

    A rule with 2 states has no ages and is returned as a Life-like rule.
    """
    match = next((match for name in _NAMES if (match := name.fullmatch(law))), None)
    if match is None:
        return None
    births, survivals = (life_like.sorted_counts(law, match[what], what) for what in ("births", "survivals"))
    states = parse_states(law, match["states"])
    if states == 2:
        return life_like.parse(f"B{births}/S{survivals}")
    return Rule(
        f"{survivals}/{births}/{states}",
        FAMILY,
        states - 1,
        frozenset(map(int, births)),
        frozenset(map(int, survivals)),
    )


def parse_states(law: str, digits: str, fewest: int = 2) -> int:
    """Parse the number of states in a rule's name from ``digits``; ``law`` is the whole name, for error messages.

    Raises:
        RuleError: the number is not from ``fewest`` to 256.
    """
    if len(digits) > 4 or not fewest <= int(digits) <= MAX_STATES:
        raise RuleError(f"rule {law[:60]!r}: {digits[:12]} states; there can be {fewest} to {MAX_STATES}")
    return int(digits)


def step(cells: Cells, rule: Rule, _generation: int, _corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`."""
    neighbours = count_neighbours(cells == 1, rule.edges)
    return aged(cells, rule, is_among(neighbours, rule.births), is_among(neighbours, rule.survivals))


FAMILY: RuleFamily = RuleFamily(
    names={
        "Bx/Sy/N": "Generations: Life-like rules of 2 to 256 states, whose cells die slowly, as in /2/3 (Brian's Brain)"
    },
    listed_before="RealTime:N",
    parse=parse,
    step=step,
    shader=lambda rule: ("cells_generations.frag", life_like.masks(rule) | {"OLDEST": rule.live_states}),
    truth_table=life_like.truth_table,
    has_ages=True,
    wild=("flip", "turn"),
)
