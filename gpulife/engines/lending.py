"""Engines one after the other on one device: for those who open many, so that each shader is compiled once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gpulife.engines.base import Engine
from gpulife.engines.numpy_engine import NumpyEngine
from gpulife.engines.opening import ENGINES, choose
from gpulife.errors import EngineError
from gpulife.rules import Rule

if TYPE_CHECKING:
    from gpulife.engines.gl_device import GLDevice


@contextmanager
def lend_engines(name: str, warn: Callable[[str], None]) -> Iterator[Callable[[Rule, tuple[int, int]], Engine]]:
    """A function that opens engines with an empty board; close each before the block ends.

    Args:
        name: one of ENGINES.
        warn: called with one line if ``auto`` has to take numpy.

    Raises:
        EngineError: no such engine, or it cannot run here. The function raises it for rules that it cannot take.
    """
    if name not in ENGINES:
        raise EngineError(f"unknown engine {name!r}: use one of {', '.join(ENGINES)}")
    if name == "numpy":
        yield NumpyEngine
        return
    from gpulife.engines.gl_device import open_device

    try:
        device = open_device()
    except EngineError as error:
        if name != "auto":
            raise
        warn(f"using the numpy engine: {error}")
        yield NumpyEngine
        return
    with device:
        yield lambda rule, shape: _open(name, rule, shape, device)


def _open(name: str, rule: Rule, shape: tuple[int, int], device: GLDevice) -> Engine:
    from gpulife.engines.gl_cells import GLCellsEngine
    from gpulife.engines.gl_planes import GLPlanesEngine
    from gpulife.engines.gl_tuning import plan_for

    if name == "gl" or (name == "auto" and choose(rule, shape, device)[0] == "gl"):
        return GLCellsEngine(rule, shape, device)
    return GLPlanesEngine(rule, shape, device, plan=plan_for(rule, shape, device, None))
