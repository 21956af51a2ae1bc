"""Opens the registry's OpenGL engines on a given device, such as a window's, or on a new device."""

import logging
from collections.abc import Callable
from typing import TypeVar

from gpulife.engines.bitplanes.gl_autotune import plan_for
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
from gpulife.engines.bitplanes.rule_circuits import is_far, require_planes
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl import gl_device
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.memory import require_memory
from gpulife.engines.registry import Opening, Shape
from gpulife.rules import Rule

_LOG = logging.getLogger(__name__)

GLEngine = GLCellsEngine | GLPlanesEngine | GLFragmentPlanesEngine
"""The engines whose boards can be drawn directly from graphics memory."""
_Opened = TypeVar("_Opened", bound=GLEngine)


def planes_type(device: GLDevice | None, rule: Rule) -> type[GLPlanesEngine] | type[GLFragmentPlanesEngine]:
    """Return the class of bit-plane engine for a rule: with compute shaders if the device and the rule allow it."""
    if is_far(rule):
        return GLFragmentPlanesEngine
    return GLPlanesEngine if device is None or device.has_compute else GLFragmentPlanesEngine


def open_cells(rule: Rule, shape: Shape, options: Opening) -> GLCellsEngine:
    """Open the cells engine: see :attr:`gpulife.engines.registry.EngineRecord.open`."""

    def open_on(device: GLDevice) -> GLCellsEngine:
        return GLCellsEngine(rule, shape, device, options.max_rows, options.place)

    return _on_device(options, open_on)


def open_planes(rule: Rule, shape: Shape, options: Opening) -> GLPlanesEngine | GLFragmentPlanesEngine:
    """Open the bit-plane engine that fits the device: see :attr:`gpulife.engines.registry.EngineRecord.open`.

    An engine that uses fragment shaders always keeps two copies of the board.
    """

    def open_on(device: GLDevice) -> GLPlanesEngine | GLFragmentPlanesEngine:
        require_planes(rule)
        if planes_type(device, rule) is GLFragmentPlanesEngine:
            if options.lean:
                reason = "without compute shaders" if not device.has_compute else "at such a range"
                _LOG.warning("%s bit planes keep two copies of the board: --memory lean has no effect", reason)
            return GLFragmentPlanesEngine(rule, shape, device, options.max_rows)
        # Checked before tuning, so that nobody waits for it in vain when the board is too large.
        needed = GLPlanesEngine.memory_needed(shape, rule, lean=options.lean is not False)
        require_memory(shape, needed, "planes", device.free_memory())
        plan = plan_for(rule, shape, device, tune=options.tune)
        return GLPlanesEngine(rule, shape, device, options.max_rows, plan, lean=options.lean)

    return _on_device(options, open_on)


def _on_device(options: Opening, open_on: Callable[[GLDevice], _Opened]) -> _Opened:
    """Open an engine by calling ``open_on`` with the device in ``options``.

    If there is none, open a new device, which the engine then owns.
    """
    device = options.device or gl_device.open_device()
    owns = options.device is None or options.owns_device
    try:
        engine = open_on(device)
    except BaseException:
        if owns:
            device.close()
        raise
    engine.owns_device = owns
    return engine
