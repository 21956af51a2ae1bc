"""Names of the patterns that the program knows, by their shapes: turned, mirrored, and in any generation of theirs."""

from functools import cache

import numpy as np

from gpulife.patterns.identify.run import phases
from gpulife.patterns.identify.shapes import shape_key
from gpulife.patterns.library import library
from gpulife.rules import Cells, Rule, parse_rule

_MAX_CELLS = 40_000
_MAX_PERIOD = 300
"""Longer periods are recognised at the generation at which the library has them only."""


def known_name(cells: Cells, rule: Rule, period: int) -> str:
    """Return the title of the pattern with these cells, tightly cropped; "" if there is none.

    Args:
        cells: state codes, uint8.
        rule: the law that it lives by.
        period: the generations after which it is the same again; 0 if it never is.
    """
    is_marked = bool(rule.family.without_marks) and int(cells.max(initial=0)) <= 1  # without walls
    if cells.size > _MAX_CELLS or not (rule.family.is_life_like or is_marked):
        return ""
    if rule.live_states > 1:  # colours and marks change nothing about where life is
        births, survivals = ("".join(map(str, sorted(counts))) for counts in (rule.births, rule.survivals))
        cells, rule = (cells > 0).astype(np.uint8), parse_rule(f"B{births}/S{survivals}")
    names = _names(rule.births, rule.survivals)
    repeats = 0 < period <= _MAX_PERIOD
    return names.get((repeats, shape_key(phases(cells, rule, period) if repeats else [cells])), "")


@cache
def _names(births: frozenset[int], survivals: frozenset[int]) -> dict[tuple[bool, bytes], str]:
    """Return titles by whether the shape repeats, and its key."""
    names: dict[tuple[bool, bytes], str] = {}
    for entry in library().values():
        rule = parse_rule(entry.rule or "Life")
        if (rule.births, rule.survivals) != (births, survivals):
            continue
        repeats = 0 < entry.period <= _MAX_PERIOD and not entry.settles and not entry.growth
        cells = entry.pattern().cells
        key = shape_key(phases(cells, rule, entry.period) if repeats else [cells])
        names.setdefault((repeats, key), entry.title)
    return names
