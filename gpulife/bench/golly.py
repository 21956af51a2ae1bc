"""Golly as a peer: its headless runner on the same soup, less the time that it takes to read the file.

The soup lies on the unbounded plane, where Golly is about twice as fast as on its tori.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from gpulife.errors import GpulifeError
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.rle import rle_text
from gpulife.patterns.soup import soup
from gpulife.resources import resource_folder
from gpulife.rules import Rule

_ROUNDS = 3


class GollyError(GpulifeError):
    """Golly did not do what was asked."""


@dataclass(frozen=True, slots=True)
class GollyRun:
    """What to let Golly do.

    Attributes:
        algorithm: "QuickLife" or "RuleLoader".
        rule: its name with the suffix that fixes the soup's size.
        density: of the soup.
        seed: of the soup.
        generations: to measure.
    """

    algorithm: str
    rule: Rule
    density: float
    seed: int
    generations: int


def bgolly() -> str | None:
    """Where Golly's headless runner is, None if it is not installed."""
    return shutil.which("bgolly")


def has_table(rule: Rule) -> bool:
    """Whether there is a rule table of ``rule`` for RuleLoader."""
    return (resource_folder("presets") / "golly" / f"{rule.law}.rule").is_file()


def version() -> str:
    """What it calls itself."""
    result = subprocess.run([bgolly() or "bgolly"], capture_output=True, text=True, check=False)
    found = re.search(r"bgolly ([\w.]+)", result.stdout + result.stderr)
    return f"bgolly {found[1]}" if found else "bgolly"


def measure_golly(run: GollyRun, folder: Path) -> list[float]:
    """Seconds that ``run.generations`` take Golly, one number a round: with them, less without them.

    Args:
        run: what to do.
        folder: for the soup's file.

    Raises:
        GollyError: it fails.
    """
    shape = run.rule.size
    if shape is None:
        raise ValueError(f"{run.rule} has no board")
    start = folder / f"{run.algorithm}.rle"
    if not start.exists():
        cells = soup(shape, run.density, run.rule.species, np.random.default_rng(run.seed))
        start.write_text(rle_text(Pattern(cells, replace(run.rule, size=None))), encoding="ascii")
    idle = min(_seconds(run, start, 0) for _ in range(2))
    return [max(_seconds(run, start, run.generations) - idle, 1e-3) for _ in range(_ROUNDS)]


def _seconds(run: GollyRun, start: Path, generations: int) -> float:
    rules = f"{resource_folder('presets') / 'golly'}/"
    command = [bgolly() or "bgolly", "-a", run.algorithm, "-s", rules, "-q", "-q", "-m", str(generations), str(start)]
    began = time.perf_counter()
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise GollyError(f"bgolly with {run.algorithm} ended with {result.returncode}: {result.stderr.strip()[:200]}")
    return time.perf_counter() - began
