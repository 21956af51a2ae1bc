"""QuadLife: Life with four species, in which three different parents give birth to the fourth."""

from dataclasses import replace
from functools import partial

import numpy as np

from gpulife.rules.families import life_like
from gpulife.rules.neighbours import count_neighbours
from gpulife.rules.rule import Cells, Rule, RuleFamily


def step(cells: Cells, rule: Rule, generation: int, _corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`."""
    child, largest = life_like.commonest(cells, rule, generation)
    fourth = 1 + 2 + 3 + 4 - count_neighbours(cells, rule.edges)
    return life_like.grow(cells, rule, np.where(largest == 1, fourth, child))


FAMILY: RuleFamily = replace(
    life_like.FAMILY,
    names={"QuadLife": "Life with four species: three different parents give birth to the fourth"},
    listed_before="Bx/Sy:N",
    parse=lambda law: Rule("QuadLife", FAMILY, 4) if law.lower() == "quadlife" else None,
    step=step,
    shader=partial(life_like.shader, mixed=1),
    mixed_child=lambda _rule, total: 1 + 2 + 3 + 4 - total,
)
