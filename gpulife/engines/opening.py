"""Which engines there are, and how to open one."""

from __future__ import annotations

from collections.abc import Callable

from gpulife.engines.base import Engine
from gpulife.engines.numpy_engine import NumpyEngine
from gpulife.errors import BoardSizeError, EngineError
from gpulife.rules import Rule

ENGINES: dict[str, str] = {
    "auto": "the GL engine where it runs, else numpy, with one line that says why",
    "gl": "cells in textures stepped by fragment shaders, OpenGL 3.3",
    "numpy": "the reference, in main memory, on one core",
}
"""Names for ``--engine``, with one line about each."""


def open_engine(name: str, rule: Rule, shape: tuple[int, int], warn: Callable[[str], None]) -> Engine:
    """Open an engine with an empty board.

    Args:
        name: one of ENGINES.
        rule: the law and the edges of the board.
        shape: (rows, columns) in cells.
        warn: called with one line if ``auto`` has to take numpy.

    Raises:
        EngineError: no such engine, or it cannot run here.
        BoardSizeError: the board is too large, or no size at all.
    """
    if name not in ENGINES:
        raise EngineError(f"unknown engine {name!r}: use one of {', '.join(ENGINES)}")
    if name == "numpy":
        return NumpyEngine(rule, shape)
    from gpulife.engines.gl_cells import GLCellsEngine  # a machine without OpenGL must get this far

    try:
        return GLCellsEngine(rule, shape)
    except EngineError as error:
        if name == "gl":
            raise
        try:
            engine = NumpyEngine(rule, shape)
        except BoardSizeError:
            raise error from None  # what the engine that is asked first says is of more use: it takes larger boards
        warn(f"using the numpy engine: {error}")
        return engine
