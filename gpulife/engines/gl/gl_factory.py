"""Opens engines on an existing device, such as a window's, whose view draws straight from the cells' memory."""

import logging

from gpulife.engines.bitplanes.gl_autotune import plan_for
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
from gpulife.engines.bitplanes.rule_circuits import require_planes
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.engine_choice import choose_engine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.memory import require_memory
from gpulife.rules import Rule

_LOG = logging.getLogger(__name__)

GLEngine = GLCellsEngine | GLPlanesEngine | GLFragmentPlanesEngine
"""The engines whose boards can be drawn straight from graphics memory."""

MAX_DETAILED = 1 << 22
"""Cells of the largest board that has a byte a cell, with glow, trails and the wave, though planes would be faster."""


def planes_type(device: GLDevice) -> type[GLPlanesEngine] | type[GLFragmentPlanesEngine]:
    """Return the engine that has bit planes on a device, in compute shaders or else in fragment shaders."""
    return GLPlanesEngine if device.has_compute else GLFragmentPlanesEngine


def engine_type(rule: Rule, shape: tuple[int, int], device: GLDevice) -> type[GLEngine]:
    """Return the engine that a window opens for a board of ``shape`` (rows, columns)."""
    is_massive = shape[0] * shape[1] > MAX_DETAILED
    return planes_type(device) if is_massive and choose_engine(rule, shape, device)[0] == "planes" else GLCellsEngine


def memory_needed(rule: Rule, shape: tuple[int, int], device: GLDevice) -> int:
    """Return the bytes that a window's board of ``shape`` (rows, columns) takes on ``device``."""
    return engine_type(rule, shape, device).memory_needed(shape, rule.live_states)


def open_on_device(rule: Rule, shape: tuple[int, int], device: GLDevice) -> GLEngine:
    """Open the engine of :func:`engine_type` on ``device``.

    Raises:
        BoardSizeError: the board is too large, has no cells, or there is no memory for it.
    """
    # Not tuned: a window that freezes for seconds is worse than slower passes.
    return open_named(engine_type(rule, shape, device).name, rule, shape, device)


def open_named(
    name: str,
    rule: Rule,
    shape: tuple[int, int],
    device: GLDevice,
    lean: bool | None = None,
    *,
    tune: bool = False,
) -> GLEngine:
    """Open the engine ``name`` on ``device``; "auto" takes the one that suits the board.

    Args:
        name: "gl", "planes" or "auto".
        rule: the law and the edges.
        shape: (rows, columns) in cells.
        device: the device to work on; the engine does not close it.
        lean: see :class:`GLPlanesEngine`; without compute shaders there are always two copies of a board.
        tune: see :func:`gpulife.engines.open_engine`.

    Raises:
        EngineError: the engine cannot take the rule.
        BoardSizeError: the board is too large, has no cells, or there is no memory for it.
    """
    if name == "gl" or (name == "auto" and choose_engine(rule, shape, device)[0] == "gl"):
        return GLCellsEngine(rule, shape, device)
    require_planes(rule)
    if not device.has_compute:
        if lean:
            _LOG.warning("without compute shaders bit planes keep two copies of the board: --memory lean does nothing")
        return GLFragmentPlanesEngine(rule, shape, device)
    # Checked before tuning, so that nobody waits only to learn that the board is too large.
    needed = GLPlanesEngine.memory_needed(shape, rule.live_states, lean=lean is not False)
    require_memory(shape, needed, "planes", device.free_memory())
    return GLPlanesEngine(rule, shape, device, plan=plan_for(rule, shape, device, tune=tune), lean=lean)
