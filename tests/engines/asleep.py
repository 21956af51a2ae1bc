"""Small boards of bit planes whose parts sleep."""

from __future__ import annotations

import numpy as np
import pytest
from boards import board

from gpulife.engines import Engine, reference
from gpulife.engines.bitplanes import gl_active_tiles, gl_pass
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import Cells, Edges, Rule

PlanesType = type[GLPlanesEngine] | type[GLFragmentPlanesEngine]
GLIDER = board(".A.\n..A\nAAA")
SETTLED = board("""
.A.....B....AA...........
..A....B....AA...........
AAA....B...........BB....
...................BB....
""")
"""A glider, a blinker and two blocks."""


def let_small_boards_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small boards sleep, and without delay."""
    monkeypatch.setattr(gl_active_tiles, "MIN_SLEEPING_CELLS", 1)
    monkeypatch.setattr(gl_pass, "COMPILING_PAYS_AFTER", 0)
    monkeypatch.setattr(gl_pass, "FIRST_RECORD", 1)


def open_planes(
    kind: PlanesType, rule: Rule, shape: tuple[int, int], device: GLDevice, max_rows: int | None = None
) -> GLPlanesEngine | GLFragmentPlanesEngine:
    """Open a board in bit planes, with tiles that are small compared with it."""
    if kind is GLFragmentPlanesEngine:
        return GLFragmentPlanesEngine(rule, shape, device, max_rows)
    plan = PassShape(words=4, bits=64 if device.has_int64 else 32, rows=32, generations=8, across=2, unroll=2)
    return GLPlanesEngine(rule, shape, device, max_rows, plan)


def next_cells(cells: Cells, engine: Engine, generations: int) -> Cells:
    """Return the reference's cells after ``generations``."""
    for generation in range(engine.generation - generations, engine.generation):
        cells = next_generation(cells, engine.rule, generation)
    return cells


def next_generation(cells: Cells, rule: Rule, generation: int) -> Cells:
    """Return the reference's cells of the next generation. Only rows near live cells take time."""
    if 0 in rule.births:
        return reference.next_generation(cells, rule, generation)
    live, reach = cells.any(axis=1), max(1, rule.family.reach(rule))
    near = np.any([np.roll(live, step) for step in range(-reach, reach + 1)], axis=0)
    bounds = np.flatnonzero(np.diff(np.concatenate([[False], near, [False]]).astype(np.int8)))
    # More rows at both ends of a part, since beyond its edges there is something else than beyond the board's.
    more = 2 * reach
    padded = np.pad(cells, ((more, more), (0, 0)), "wrap" if rule.edges is Edges.TORUS else "constant")
    after = np.zeros_like(cells)
    for top, end in bounds.reshape(-1, 2):
        after[top:end] = reference.next_generation(padded[top : end + 2 * more], rule, generation)[more:-more]
    return after
