"""Golly as a peer: runs its program without a window (bgolly) on a soup, and measures it without the time to read it.

The soup lies on an unbounded plane, where Golly is faster than on a torus; under Larger than Life it lies on a torus,
where Golly is faster, since it need not extend its arrays.
"""

import re
import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path

from gpulife.errors import GpulifeError
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.resources import resource_folder
from gpulife.rules import Cells, Edges, Rule, name_for_others
from gpulife.rules.families import generations, generations_by_table, larger_than_life, life_like, truth_table

QUICK_LIFE, RULE_LOADER = "QuickLife", "RuleLoader"
"""Golly's algorithms for rules of two states, and for tables."""
_LARGER_THAN_LIFE = "Larger than Life"
_ALGORITHMS = {
    life_like.FAMILY: QUICK_LIFE,
    truth_table.FAMILY: QUICK_LIFE,
    generations.FAMILY: "Generations",
    generations_by_table.FAMILY: "Generations",
    larger_than_life.FAMILY: _LARGER_THAN_LIFE,
}
"""The algorithms for rules without species. HashLife is left out: it is slow on soups."""


class GollyError(GpulifeError):
    """Golly failed."""


def bgolly() -> str | None:
    """Return the path of bgolly; None if it is not installed."""
    return shutil.which("bgolly")


def version() -> str:
    """Return the version of bgolly."""
    result = subprocess.run([bgolly() or "bgolly"], capture_output=True, text=True, check=False)
    found = re.search(r"bgolly ([\w.]+)", result.stdout + result.stderr)
    return f"bgolly {found[1]}" if found else "bgolly"


def algorithm_for(rule: Rule) -> str | None:
    """Return the name of Golly's algorithm that computes ``rule``; None if there is none."""
    if _table(rule) is not None:
        return RULE_LOADER
    return None if _has_species(rule) else _ALGORITHMS.get(rule.family)


def golly_refusal(rule: Rule) -> str | None:
    """Return why Golly cannot be measured with ``rule`` here, as a line; None if it can."""
    if bgolly() is None:
        return "Golly: bgolly is not installed"
    if algorithm_for(rule) is not None:
        return None
    if _has_species(rule):
        return f"Golly: it has no species under rules like {rule.law}"
    return f"Golly: it has no algorithm for rule {rule.law}, and gpulife has no table of it"


def _has_species(rule: Rule) -> bool:
    return rule.species > 1 and not rule.family.states


def _table(rule: Rule) -> str | None:
    """Return the ``.rule`` file that describes ``rule`` to Golly, as text; None if there is none."""
    if rule.family.text:
        return rule.family.text
    path = resource_folder("presets") / "golly" / f"{rule.law}.rule"
    return path.read_text(encoding="utf-8") if path.is_file() else None


class GollyRun:
    """A soup that Golly can run.

    Args:
        algorithm: the name of Golly's algorithm.
        rule: the rule.
        cells: board to start from, shape (rows, columns), uint8.
        folder: folder for files with the cells and the rule.

    Raises:
        GollyError: bgolly fails.
    """

    def __init__(self, algorithm: str, rule: Rule, cells: Cells, folder: Path) -> None:
        self._algorithm, self._folder = algorithm, folder
        on_torus = algorithm == _LARGER_THAN_LIFE
        rule = rule.on_board(cells.shape, Edges.TORUS) if on_torus else replace(rule, size=None)
        (folder / "start.rle").write_text(rle_text(Pattern(cells, rule)), encoding="ascii")
        if (table := _table(rule)) is not None:
            (folder / f"{name_for_others(replace(rule, size=None))}.rule").write_text(table, encoding="utf-8")
        self._idle = min(self._process_seconds(0) for _ in range(2))

    def seconds(self, generations: int) -> float:
        """Return how many seconds Golly takes to compute some generations of the soup.

        Raises:
            GollyError: bgolly fails.
        """
        return max(self._process_seconds(generations) - self._idle, 1e-3)

    def _process_seconds(self, generations: int) -> float:
        rules, start = f"{self._folder}/", str(self._folder / "start.rle")
        command = [bgolly() or "bgolly", "-a", self._algorithm, "-s", rules, "-q", "-q", "-m", str(generations), start]
        began = time.perf_counter()
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode:
            said = (result.stderr.strip() or result.stdout.strip().rpartition("\n")[2])[:200]
            raise GollyError(f"bgolly with {self._algorithm} failed with exit status {result.returncode}: {said}")
        return time.perf_counter() - began
