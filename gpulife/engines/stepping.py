"""Steps an engine for a long time in portions, so that the caller can draw, count or stop in between.

A portion is a whole number of passes, since a single generation may cost almost as much as a pass. Portions grow until
they take as long as the caller allows. The measured time includes the computation on the GPU. A portion has at most the
engine's ``foreseeable_generations``: steps of a sleeping board are fast, but take far longer once something wakes it.
"""

import time
from collections.abc import Callable, Iterator

from gpulife.engines.base import Engine
from gpulife.rules import Rule

PORTION_SECONDS = 0.1
"""The target duration of a portion in seconds; a single pass may take longer."""

PREPARED_GENERATIONS = 21
"""Number of generations to prepare: 16 + 4 + 1 compiles passes of 16, of 4 and of 1 generation."""


def step_in_portions(
    engine: Engine,
    generations: int | None,
    seconds: float = PORTION_SECONDS,
    *,
    rule: Rule | None = None,
    first: int = 0,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[int, float]]:
    """Step ``engine`` in portions, and yield after each. If the caller stops iterating, stepping ends.

    Args:
        engine: the engine to step. After each portion but the last, a few generations may still be queued.
        generations: the number of generations to compute; None for no end.
        seconds: the target duration of a portion in seconds.
        rule: the rule to use instead of the engine's own, see ``Engine.step``.
        first: the number of generations of the first portion, rounded down to whole passes; at least one pass.
        stopped: returns True to end after the current generation; also called during a long generation.

    Yields:
        The number of generations of each portion, and its duration in seconds.
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
        # A step on a GPU only queues commands: wait for them.
        if done == generations or stopped():
            engine.finish()
        else:
            engine.keep_up()
        took = max(time.perf_counter() - began, 1e-6)
        passes = min(2 * portion, int(count * seconds / took)) // a_pass
        portion = max(1, passes) * a_pass
        yield count, took
