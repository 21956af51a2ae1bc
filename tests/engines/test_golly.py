"""Golly's results, cell for cell: bgolly runs the same soups with rule tables generated from our rules."""

from __future__ import annotations

import itertools
import subprocess
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal
from conftest import ENGINE_KINDS, OpenEngine
from engines.cases import random_cells

from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.resources import resource_folder
from gpulife.rules import Cells, Rule, parse_rule

TABLES = resource_folder("presets") / "golly"

pytestmark = pytest.mark.needs("bgolly")


def golly(cells: Cells, rule: Rule, generations: int, folder: Path) -> Cells:
    """Return bgolly's result for a board, cut to its live cells."""
    start, end = folder / "start.rle", folder / "end.rle"
    start.write_text(rle_text(Pattern(cells, rule)))
    algorithm = "QuickLife" if rule.live_states == 1 else "RuleLoader"
    command = ["bgolly", "-a", algorithm, "-s", f"{TABLES}/", "-m", str(generations), "-q", "-q", "-o", end, start]
    subprocess.run(command, check=True, capture_output=True)
    return live_part(read_rle(end.read_text(), "bgolly's result").cells)


def live_part(cells: Cells) -> Cells:
    """Return the smallest rectangle with all live cells."""
    rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
    return cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


RULES = ("Immigration", "QuadLife", "Life", "B36/S23")
BOARDS = (("T160,96", 500), ("P77,50", 200), ("T33,29", 50))


def _cases() -> list[tuple[str, str, str, int]]:
    """Return every kind of engine with every rule, and the boards in turn."""
    pairs = enumerate(itertools.product(ENGINE_KINDS, RULES))
    return [(kind, name, *BOARDS[(number + number // 3) % 3]) for number, (kind, name) in pairs]


@pytest.mark.parametrize(("kind", "name", "suffix", "generations"), _cases())
def test_same_soup_gives_same_cells(
    open_kind: OpenEngine, kind: str, name: str, suffix: str, generations: int, tmp_path: Path
) -> None:
    rule = parse_rule(f"{name}:{suffix}")
    assert rule.size is not None
    cells = random_cells(rule, rule.size, seed=generations, density=0.4)
    engine = open_kind(kind, rule, rule.size)
    engine.paint(0, 0, cells)
    engine.step(generations)
    assert_boards_equal(live_part(engine.read_all()), golly(cells, rule, generations, tmp_path))
