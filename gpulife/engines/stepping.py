"""Steps an engine for a long time, in portions between which the caller can look, count or stop.

For an engine that computes several generations a pass, a single one costs almost as much as a pass. Portions are
therefore whole numbers of passes, however long a pass takes. They grow while they take less time than they should, by
what has been computed and not only ordered; but no further than the engine can tell how long they will take: on a board
that sleeps, portions of a million generations would be short until something wakes it.
"""

import time
from collections.abc import Callable, Iterator

from gpulife.engines.base import Engine
from gpulife.rules import Rule

PORTION_SECONDS = 0.1
"""The longest duration of a portion, unless a single pass takes longer."""

PREPARED_GENERATIONS = 21
"""Generations to prepare so that passes of all lengths (up to 16, 4 and 1 generations) are compiled."""


def step_in_portions(
    engine: Engine,
    generations: int | None,
    seconds: float = PORTION_SECONDS,
    *,
    rule: Rule | None = None,
    first: int = 0,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[int, float]]:
    """Step ``engine`` by ``generations`` in portions; leaving the loop leaves the rest undone.

    Args:
        engine: the engine to step; after the last portion it has finished computing.
        generations: how many generations to compute; None for no end.
        seconds: how long a portion should last.
        rule: the rule to compute by instead of the engine's own, see ``Engine.step``.
        first: generations of the first portion, if more than a pass; how long they take is not known yet.
        stopped: whether to end after the generations that have been computed, asked in the middle of long ones, too.

    Yields:
        The number of generations of each portion, and the seconds that it took.
    """
    a_pass = engine.pass_generations
    portion, done = max(1, first // a_pass) * a_pass, 0
    while (generations is None or done < generations) and not stopped():
        count = portion if generations is None else min(portion, generations - done)
        if (limit := engine.foreseeable_generations) is not None:
            count = min(count, max(1, limit // a_pass) * a_pass)
        began = time.perf_counter()
        with engine.stopping(stopped):
            count = engine.step(count, rule)
        done += count
        # A GPU only queues commands.
        if done == generations or stopped():
            engine.finish()
        else:
            engine.keep_up()
        took = max(time.perf_counter() - began, 1e-6)
        passes = min(2 * portion, int(count * seconds / took)) // a_pass
        portion = max(1, passes) * a_pass
        yield count, took
