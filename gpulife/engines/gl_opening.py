"""Engines in a context that somebody else has: for the window, whose view draws from where the cells are."""

from __future__ import annotations

from gpulife.engines.gl_cells import GLCellsEngine
from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_planes import GLPlanesEngine
from gpulife.engines.gl_tuning import plan_for
from gpulife.engines.opening import choose
from gpulife.rules import Rule

GLEngine = GLCellsEngine | GLPlanesEngine
"""The engines whose boards can be drawn from where they are."""

MOST_DETAILED = 1 << 22
"""Cells of the largest board that is kept a cell a byte, with glow, trails and the wave, though planes were faster."""


def engine_type(rule: Rule, shape: tuple[int, int], device: GLDevice) -> type[GLCellsEngine] | type[GLPlanesEngine]:
    """Which engine a window opens for a board of ``shape`` (rows, columns)."""
    is_massive = shape[0] * shape[1] > MOST_DETAILED
    return GLPlanesEngine if is_massive and choose(rule, shape, device)[0] == "planes" else GLCellsEngine


def open_on_device(rule: Rule, shape: tuple[int, int], device: GLDevice) -> GLEngine:
    """Open it in ``device``'s context.

    Raises:
        BoardSizeError: there is no such board, or no memory for it.
    """
    if engine_type(rule, shape, device) is GLCellsEngine:
        return GLCellsEngine(rule, shape, device)
    # A window that stood still to tune would be worse than one that goes slower.
    return GLPlanesEngine(rule, shape, device, plan=plan_for(rule, shape, device, None))
