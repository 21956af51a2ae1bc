"""Opens engines by name, and the probes that count what changes on their boards."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from gpulife.engines.base import Engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.tile_activity import ActivityProbe, NumpyProbe
from gpulife.errors import BoardSizeError, EngineError
from gpulife.ranks.world import World
from gpulife.rules import Rule

_LOG = logging.getLogger(__name__)

ENGINES: dict[str, str] = {
    "auto": "the one that suits the rule and the board, with one line that says why if it is numpy",
    "planes": "Life-like rules of 1 to 4 species in bit planes, many generations a pass; fewer before OpenGL 4.3",
    "gl": "every rule: cells in textures stepped by fragment shaders, OpenGL 3.3",
    "numpy": "the reference, in main memory, on one core",
}
"""Names for ``--engine``, each with a one-line description, in the order in which ``auto`` tries them."""

MEMORY: dict[str, bool | None] = {"auto": None, "full": False, "lean": True}
"""Names for ``--memory``, and the planes engine's argument for each: see ``GLPlanesEngine.lean``. Without compute
shaders each means the same: bit planes in textures always have a second copy."""


def open_engine(
    name: str,
    rule: Rule,
    shape: tuple[int, int],
    *,
    tune: bool = False,
    memory: str = "auto",
    world: World | None = None,
) -> Engine:
    """Open an engine with an empty board; a warning is logged if ``auto`` has to take numpy.

    Args:
        name: one of ENGINES.
        rule: the law and the edges of the board.
        shape: (rows, columns) in cells.
        tune: whether to search for the fastest passes of a massive board, which takes seconds; the result is cached.
        memory: one of MEMORY.
        world: the ranks that compute together; None for this process alone.

    Raises:
        EngineError: no such engine, or it cannot run here.
        BoardSizeError: the board is too large, or has no cells.
    """
    _require_engine(name)
    if world is not None and world.size > 1:
        from gpulife.engines.ranks.engine import RanksEngine

        return RanksEngine(world, name, rule, shape, tune=tune, lean=MEMORY[memory])
    if name == "numpy":
        return NumpyEngine(rule, shape)
    try:
        return _open_gl(name, rule, shape, MEMORY[memory], tune=tune)
    except EngineError as error:
        if name != "auto":
            raise
        try:
            engine = NumpyEngine(rule, shape)
        except BoardSizeError:
            raise error from None  # the GL engine's message is more useful: it takes larger boards
        _LOG.warning("using the numpy engine: %s", error)
        return engine


@contextmanager
def shared_device_engines(name: str) -> Iterator[Callable[[Rule, tuple[int, int]], Engine]]:
    """Provide a function that opens engines with an empty board, all on one device: each shader is compiled only once.

    Close each engine before the block ends. A warning is logged if ``auto`` has to take numpy.

    Args:
        name: one of ENGINES.

    Raises:
        EngineError: no such engine, or it cannot run here. The function raises it for rules that it cannot take.
    """
    _require_engine(name)
    if name == "numpy":
        yield NumpyEngine
        return
    from gpulife.engines.gl.gl_device import open_device
    from gpulife.engines.gl.gl_factory import open_named

    try:
        device = open_device()
    except EngineError as error:
        if name != "auto":
            raise
        _LOG.warning("using the numpy engine: %s", error)
        yield NumpyEngine
        return
    with device:
        yield partial(open_named, name, device=device)


def _require_engine(name: str) -> None:
    if name not in ENGINES:
        raise EngineError(f"unknown engine {name!r}: use one of {', '.join(ENGINES)}")


def _open_gl(name: str, rule: Rule, shape: tuple[int, int], lean: bool | None, *, tune: bool) -> Engine:
    # Imported here, since the module must load on machines without OpenGL.
    from gpulife.engines.gl.gl_device import open_device
    from gpulife.engines.gl.gl_factory import open_named

    device = open_device()
    try:
        engine = open_named(name, rule, shape, device, lean, tune=tune)
    except BaseException:
        device.close()
        raise
    engine.owns_device = True
    return engine


def open_probe(engine: Engine) -> ActivityProbe[Engine]:
    """Open the probe that counts in the memory where the engine's cells are.

    Raises:
        EngineError: there is no memory for the copy.
    """
    if isinstance(engine, NumpyEngine):
        return NumpyProbe(engine)
    from gpulife.engines.cells.gl_tile_activity import PROBES

    if type(engine) not in PROBES:
        raise EngineError(f"nothing counts changes on the engine {engine.name!r}")
    return PROBES[type(engine)](engine)
