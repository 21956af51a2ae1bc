"""Planes for the tests of hashlife and of tiles: in numpy, and from Golly's program."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np

from gpulife.engines.endless import EndlessEngine
from gpulife.engines.factory import open_plane
from gpulife.patterns.formats.macrocell import open_macrocell
from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.pattern_files import text_of_file
from gpulife.rules import Cells, Edges, Rule


def soup_of(rule: Rule, shape: tuple[int, int], seed: int, density: float = 0.4) -> Cells:
    """Return random cells in all of the rule's states."""
    random = np.random.default_rng(seed)
    cells = random.integers(1, rule.live_states + 1, shape)
    return np.where(random.random(shape) < density, cells, 0).astype(np.uint8)


def plane_with(cells: Cells, rule: Rule, limit: int | None = None, at: tuple[int, int] = (0, 0)) -> EndlessEngine:
    plane = open_plane(rule, limit)
    plane.paint(*at, cells)
    return plane


class NumpyPlane:
    """A board that grows with its pattern, stepped by the rule's own code; it begins as ``cells`` at row, column 0."""

    def __init__(self, cells: Cells, rule: Rule) -> None:
        self.rule = replace(rule, edges=Edges.DEAD, size=None)
        self.cells, self.corner, self.generation = cells, (0, 0), 0

    def grow(self, margin: int) -> None:
        self.cells = np.pad(self.cells, margin)
        self.corner = self.corner[0] - margin, self.corner[1] - margin

    def step(self, generations: int) -> None:
        self.grow(generations * max(1, self.rule.family.reach(self.rule)) + 1)
        for _ in range(generations):
            self.cells = self.rule.family.step(self.cells, self.rule, self.generation, (0, 0))
            self.generation += 1

    def paint(self, row: int, column: int, cells: Cells) -> None:
        far = max(abs(row), abs(column)) + max(cells.shape)
        self.grow(max(0, far + self.corner[0], far - self.corner[0] - len(self.cells), far + self.corner[1]))
        y, x = row - self.corner[0], column - self.corner[1]
        self.cells[y : y + len(cells), x : x + cells.shape[1]] = cells

    def census(self) -> list[int]:
        return [int((self.cells == state).sum()) for state in range(1, self.rule.live_states + 1)]


def assert_same(plane: EndlessEngine, board: NumpyPlane) -> None:
    """Check each cell and the numbers of cells of a rule that counts each state."""
    assert plane.generation == board.generation
    found = plane.read(*board.corner, *board.cells.shape)
    assert np.array_equal(found, board.cells), f"{plane.rule}, generation {plane.generation}"
    assert sum(plane.census()) == sum(board.census()), "there are cells elsewhere"


def golly_plane(cells: Cells, rule: Rule, generations: int, algorithm: str, folder: Path, rules: Path) -> EndlessEngine:
    """Return the plane that bgolly computes from ``cells`` at row and column 0."""
    start, end = folder / "start.rle", folder / "end.mc"
    start.write_text(rle_text(Pattern(cells, rule, position=(0, 0))))
    command = ["bgolly", "-a", algorithm, "-s", f"{rules}/", "-m", str(generations), "-q", "-q", "-o", end, start]
    subprocess.run(command, check=True, capture_output=True)
    return loaded(end, rule)


def golly_cells(cells: Cells, rule: Rule, generations: int, folder: Path) -> Cells:
    """Return the live part of the plane that bgolly's QuickLife computes; its files do not say where that is."""
    start, end = folder / "start.rle", folder / "end.rle"
    start.write_text(rle_text(Pattern(cells, rule, position=(0, 0))))
    command = ["bgolly", "-a", "QuickLife", "-m", str(generations), "-q", "-q", "-o", end, start]
    subprocess.run(command, check=True, capture_output=True)
    return read_rle(end.read_text(), "bgolly's result").cells


def loaded(path: Path, rule: Rule | None = None) -> EndlessEngine:
    """Return a plane with the tree of a macrocell file."""
    pattern = open_macrocell(text_of_file(path, path.name), rule, max_side=None)
    assert pattern.rule is not None
    plane = open_plane(rule or pattern.rule)
    plane.load(pattern)
    return plane


def assert_same_planes(plane: EndlessEngine, other: EndlessEngine) -> None:
    """Check that two planes have the same cells at the same places."""
    assert plane.census() == other.census()
    assert plane.box() == other.box()
    box = plane.box()
    if box is not None:
        assert np.array_equal(plane.read(*box), other.read(*box))
