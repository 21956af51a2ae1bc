"""Golly as a peer: its headless runner (bgolly) on the same soup, without the time that it takes to read the file.

The soup lies on the unbounded plane, where Golly is about twice as fast as on a torus.
"""

import re
import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path

from gpulife.errors import GpulifeError
from gpulife.patterns.formats.rle.writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.resources import resource_folder
from gpulife.rules import Cells, Rule

_ROUNDS = 3


class GollyError(GpulifeError):
    """Golly failed."""


def bgolly() -> str | None:
    """Return the path of Golly's headless runner; None if it is not installed."""
    return shutil.which("bgolly")


def has_table(rule: Rule) -> bool:
    """Return whether there is a table of ``rule`` for Golly's RuleLoader."""
    return (resource_folder("presets") / "golly" / f"{rule.law}.rule").is_file()


def version() -> str:
    """Return the version that bgolly reports."""
    result = subprocess.run([bgolly() or "bgolly"], capture_output=True, text=True, check=False)
    found = re.search(r"bgolly ([\w.]+)", result.stdout + result.stderr)
    return f"bgolly {found[1]}" if found else "bgolly"


def measure_golly(algorithm: str, rule: Rule, cells: Cells, generations: int, folder: Path) -> list[float]:
    """Return the seconds that Golly takes for ``generations``, a number for each round.

    Args:
        algorithm: "QuickLife" or "RuleLoader".
        rule: the law.
        cells: board to begin with, shape (rows, columns), uint8.
        generations: number of generations to measure.
        folder: folder for the file of the cells.

    Raises:
        GollyError: bgolly fails.
    """
    start = folder / "start.rle"
    start.write_text(rle_text(Pattern(cells, replace(rule, size=None))), encoding="ascii")
    idle = min(_seconds(algorithm, start, 0) for _ in range(2))
    return [max(_seconds(algorithm, start, generations) - idle, 1e-3) for _ in range(_ROUNDS)]


def _seconds(algorithm: str, start: Path, generations: int) -> float:
    rules = f"{resource_folder('presets') / 'golly'}/"
    command = [bgolly() or "bgolly", "-a", algorithm, "-s", rules, "-q", "-q", "-m", str(generations), str(start)]
    began = time.perf_counter()
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise GollyError(f"bgolly with {algorithm} ended with {result.returncode}: {result.stderr.strip()[:200]}")
    return time.perf_counter() - began
