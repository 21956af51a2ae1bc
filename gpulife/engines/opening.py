"""Which engines there are, which one suits a board, and how to open one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gpulife.engines.base import Engine
from gpulife.engines.memory import require_memory
from gpulife.engines.numpy_engine import NumpyEngine
from gpulife.engines.rule_circuits import MOST_SPECIES, has_planes
from gpulife.errors import BoardSizeError, EngineError
from gpulife.rules import Rule

if TYPE_CHECKING:
    from gpulife.engines.gl_device import GLDevice

ENGINES: dict[str, str] = {
    "auto": "the one that suits the rule and the board, with one line that says why if it is numpy",
    "planes": "Life-like rules of 1 to 4 species in bit planes, many generations a pass, OpenGL 4.3",
    "gl": "every rule: cells in textures stepped by fragment shaders, OpenGL 3.3",
    "numpy": "the reference, in main memory, on one core",
}
"""Names for ``--engine``, with one line about each, in the order in which ``auto`` tries them."""

MEMORY: dict[str, bool | None] = {"auto": None, "full": False, "lean": True}
"""Names for ``--memory``, and what the planes engine takes for them: see ``GLPlanesEngine.lean``."""

FEWEST_CELLS = 1 << 12
"""Boards of fewer cells are left to the cells engine: there a pass costs more than its cells. Measured on llvmpipe."""


def open_engine(
    name: str,
    rule: Rule,
    shape: tuple[int, int],
    warn: Callable[[str], None],
    tune: Callable[[str], None] | None = None,
    memory: str = "auto",
) -> Engine:
    """Open an engine with an empty board.

    Args:
        name: one of ENGINES.
        rule: the law and the edges of the board.
        shape: (rows, columns) in cells.
        warn: called with one line if ``auto`` has to take numpy.
        tune: called with one line if a massive board makes it look for the fastest passes, which takes seconds and is
            remembered; None lets it do without.
        memory: one of MEMORY.

    Raises:
        EngineError: no such engine, or it cannot run here.
        BoardSizeError: the board is too large, or no size at all.
    """
    if name not in ENGINES:
        raise EngineError(f"unknown engine {name!r}: use one of {', '.join(ENGINES)}")
    if name == "numpy":
        return NumpyEngine(rule, shape)
    try:
        return _open_gl(name, rule, shape, tune, MEMORY[memory])
    except EngineError as error:
        if name != "auto":
            raise
        try:
            engine = NumpyEngine(rule, shape)
        except BoardSizeError:
            raise error from None  # what the engine that is asked first says is of more use: it takes larger boards
        warn(f"using the numpy engine: {error}")
        return engine


def choose(rule: Rule, shape: tuple[int, int], device: GLDevice | None) -> tuple[str, str]:
    """The engine that ``auto`` takes for a board, and why, as a clause; ``device`` is None where there is no OpenGL."""
    if device is None:
        return "numpy", "OpenGL does not work"
    if not rule.family.is_life_like:
        return "gl", f"rule {rule.law} is not Life-like, bit planes are"
    if not has_planes(rule):
        return "gl", f"rule {rule.law} has {rule.species} species, bit planes at most {MOST_SPECIES}"
    if not device.computes:
        return "gl", f"bit planes need OpenGL 4.3, this is {device.version}"
    if shape[0] * shape[1] < FEWEST_CELLS:
        return "gl", f"a board of {shape[1]}x{shape[0]} is too small for bit planes to be faster"
    return "planes", f"rule {rule.law} has bit planes and OpenGL is 4.3 or newer"


def _open_gl(
    name: str, rule: Rule, shape: tuple[int, int], tune: Callable[[str], None] | None, lean: bool | None
) -> Engine:
    # A machine without OpenGL must get this far.
    from gpulife.engines.gl_cells import GLCellsEngine
    from gpulife.engines.gl_device import open_device
    from gpulife.engines.gl_planes import GLPlanesEngine, require_planes
    from gpulife.engines.gl_tuning import plan_for

    if name == "gl":
        return GLCellsEngine(rule, shape)
    device = open_device()
    if name == "auto" and choose(rule, shape, device)[0] != "planes":
        device.close()
        return GLCellsEngine(rule, shape)
    try:
        require_planes(rule, device)
        # Nobody shall wait for tuning to hear that his board is too large.
        needs = GLPlanesEngine.memory_needed if lean is False else GLPlanesEngine.least_memory
        require_memory(shape, needs(shape, rule.species), "planes", device.free_memory())
        plan = plan_for(rule, shape, device, tune)
    except BaseException:
        device.close()
        raise
    return GLPlanesEngine(rule, shape, device, plan=plan, lean=lean, owns_device=True)
