"""Which rules the engine plane computes."""

from dataclasses import replace

import numpy as np

from gpulife.engines.hashlife.laws import background, program_of
from gpulife.rules import Edges, Rule

MAX_REACH = 64
"""The largest distance of a cell's neighbours, in rows or columns."""


def refusal(rule: Rule) -> str | None:
    """Return why the engine plane cannot compute ``rule``, as a line; None if it can."""
    family, cannot = rule.family, f"a plane without end cannot have rule {rule.law}"
    if rule.size is not None:
        return f"rule {rule} has a board of its own, not a plane without end: use {rule.law}"
    if family.period(rule) is None:
        return f"{cannot}: it depends on chance and on cells' positions on a board"
    if (reach := family.reach(rule)) > MAX_REACH:
        return f"{cannot}: its neighbours are up to {reach} cells away, over {MAX_REACH}"
    if _bears_on_an_empty_plane(rule) and (rule.live_states > 1 or program_of(rule) is None):
        return f"{cannot}: with births on an empty plane, it may have only two states and neighbours beside a cell"
    return None


def far_away(rule: Rule, generation: int) -> int:
    """Return the state of the cells far away: 1 in some generations under rules with B0, else 0."""
    return background(rule, generation) if program_of(rule) is not None else 0


def _bears_on_an_empty_plane(rule: Rule) -> bool:
    reach = max(1, rule.family.reach(rule))
    cells = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    after = rule.family.step(cells, replace(rule, edges=Edges.DEAD, size=None), 0, (0, 0))
    return bool(after[reach, reach])
