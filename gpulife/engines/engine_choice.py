"""Chooses the engine that suits a board, for ``--engine auto``; it also answers where there is no OpenGL."""

from typing import TYPE_CHECKING

from gpulife.engines.bitplanes.rule_circuits import MAX_SPECIES, has_planes
from gpulife.rules import Rule

if TYPE_CHECKING:
    from gpulife.engines.gl.gl_device import GLDevice

MIN_CELLS = 1 << 12
"""Smaller boards are left to the cells engine, since a pass of bit planes costs more than their cells (llvmpipe)."""


def choose_engine(rule: Rule, shape: tuple[int, int], device: "GLDevice | None") -> tuple[str, str]:
    """Return the engine that ``auto`` takes, and a clause that says why; ``device`` is None if there is no OpenGL."""
    if device is None:
        return "numpy", "OpenGL does not work"
    if not rule.family.is_life_like:
        return "gl", f"rule {rule.law} is not Life-like, bit planes are"
    if not has_planes(rule):
        return "gl", f"rule {rule.law} has {rule.live_states} species, bit planes at most {MAX_SPECIES}"
    if shape[0] * shape[1] < MIN_CELLS:
        return "gl", f"a board of {shape[1]}x{shape[0]} is too small for bit planes to be faster"
    if not device.has_compute:
        slower = f"in fragment shaders: compute shaders need OpenGL 4.3, this is {device.version}"
        return "planes", f"rule {rule.law} has bit planes, {slower}"
    return "planes", f"rule {rule.law} has bit planes and OpenGL is 4.3 or newer"
