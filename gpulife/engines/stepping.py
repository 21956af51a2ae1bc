"""Steps an engine for long, in portions after which one can look, count or stop.

Whoever lets a universe run takes this: an engine that computes several generations a pass computes one alone for almost
the same price, so that portions have to be whole numbers of passes, however long a pass takes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from gpulife.engines.base import Engine
from gpulife.rules import Rule

PORTION_SECONDS = 0.1
"""How long a portion lasts at most, unless one pass alone takes longer."""

EVERY_PASS = 21
"""Generations that take a pass of each length that engines have (16 or fewer, 4 and 1), to be prepared."""


def step_in_portions(
    engine: Engine,
    generations: int | None,
    seconds: float = PORTION_SECONDS,
    *,
    rule: Rule | None = None,
    first: int = 0,
) -> Iterator[tuple[int, float]]:
    """Step ``engine`` by so many generations; leaving the loop leaves the rest undone.

    Args:
        engine: to step; after each portion it has computed what it was asked for.
        generations: how many, None for no end.
        seconds: that a portion is to last.
        rule: to compute by instead of the engine's own, see ``Engine.step``.
        first: generations of the first portion, if they are more than a pass; nobody knows yet how long they take.

    Yields:
        After each portion its number of generations and the seconds that it took.
    """
    a_pass = engine.pass_generations
    portion, done = max(1, first // a_pass) * a_pass, 0
    while generations is None or done < generations:
        count = portion if generations is None else min(portion, generations - done)
        began = time.perf_counter()
        engine.step(count, rule)
        engine.finish()  # a GPU only takes orders
        took = max(time.perf_counter() - began, 1e-6)
        done += count
        passes = min(2 * portion, int(count * seconds / took)) // a_pass
        portion = max(1, passes) * a_pass
        yield count, took
