"""The functions that the engine over ranks calls on strips."""

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.ranks.calls import RuleText
from gpulife.engines.ranks.strips import Strip
from gpulife.patterns.pattern import parse_file_rule
from gpulife.rules import Cells


def step(strip: Strip, generations: int, rule: RuleText | None) -> None:
    """Compute generations by the board's rule, or by another."""
    strip.step(generations, strip.rule if rule is None else parse_file_rule(*rule))


def read(strip: Strip, row: int, column: int, height: int, width: int) -> Cells:
    """Copy a rectangle in rows of the strip."""
    return strip.read(row, column, height, width)


def write(strip: Strip, row: int, column: int, cells: Cells) -> None:
    """Put cells on a rectangle in rows of the strip."""
    strip.write(row, column, cells)


def census(strip: Strip) -> NDArray[np.int64]:
    """Count the cells."""
    return strip.census()


def prepare(strip: Strip, generations: int, sleep: bool) -> None:
    """Compile what stepping needs."""
    strip.engine.prepare(generations, sleep=sleep)


def finish(strip: Strip) -> None:
    """Wait for the graphics card."""
    strip.engine.finish()


def awake_share(strip: Strip) -> float:
    """Return the share of the strip that is computed; the rest sleeps."""
    return strip.engine.awake_share
