"""Diagrams with few look-ups: several inputs choose a number together where the table stays small.

A rule of 4 states with eight neighbours has 4^9 = 262,144 different surroundings: one look-up does. Where there are too
many, the inputs are looked up in groups, in as few as the limit allows.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gpulife.rules.tables.diagram import Diagram

MAX_WIDE_NUMBERS = 1 << 18
"""Limit on the numbers of a diagram that is widened: 1 MiB, which stays in a processor's cache."""


def widened(diagram: Diagram) -> Diagram:
    """Return the diagram of the same law with the fewest look-ups that the limit allows."""
    levels = _nodes_of_levels(diagram)
    counts = [len(nodes) for nodes in levels]
    sizes = {
        groups: _size(groups, counts, diagram.states)
        for groups in _groupings(len(diagram.order))
        if _size(groups, counts, diagram.states) <= MAX_WIDE_NUMBERS
    }
    if not sizes:
        return diagram
    groups = min(sizes, key=lambda each: (len(each), sizes[each]))
    starts = np.cumsum((0, *groups[:-1]))
    widths = [diagram.states**group for group in groups]
    bases = np.cumsum([0] + [counts[start] * width for start, width in zip(starts, widths, strict=True)])
    parts = []
    for number, (start, group) in enumerate(zip(starts, groups, strict=True)):
        reached = levels[start]
        for _ in range(group):
            reached = diagram.numbers[reached[..., None] + np.arange(diagram.states)]
        reached = reached.reshape(-1)
        if number + 1 < len(groups):
            rank = np.searchsorted(levels[starts[number + 1]], reached)
            reached = bases[number + 1] + rank * widths[number + 1]
        parts.append(reached.astype(np.uint32))
    return replace(diagram, numbers=np.concatenate(parts), root=0, look_ups=groups)


def _nodes_of_levels(diagram: Diagram) -> list[NDArray[np.int64]]:
    """Return the places of the nodes of each level that can be reached, in their order."""
    levels = [np.array([diagram.root], np.int64)]
    for _ in diagram.order[1:]:
        reached = diagram.numbers[levels[-1][:, None] + np.arange(diagram.states)]
        levels.append(np.unique(reached).astype(np.int64))
    return levels


def _groupings(inputs: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to cut that many inputs into groups that follow each other."""
    if inputs == 0:
        yield ()
    for first in range(1, inputs + 1):
        for rest in _groupings(inputs - first):
            yield (first, *rest)


def _size(groups: tuple[int, ...], counts: list[int], states: int) -> int:
    """Return how many numbers a diagram of these groups has; ``counts`` are the nodes of each level."""
    starts = [sum(groups[:number]) for number in range(len(groups))]
    return sum(counts[start] * states**group for start, group in zip(starts, groups, strict=True))
