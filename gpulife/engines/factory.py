"""Opens engines by name; defines the records of this package's own engines.

Each record imports its engine only when opening it: this module must load on machines without OpenGL.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, NoReturn

from gpulife.closing import closed_on_error
from gpulife.engines.base import Engine, Storage
from gpulife.engines.bitplanes.fragment_source import fragments_refusal
from gpulife.engines.bitplanes.layout import HALO
from gpulife.engines.bitplanes.rule_circuits import is_far, is_ranged, planes_refusal
from gpulife.engines.endless import EndlessEngine
from gpulife.engines.hashlife.laws import refusal as hashlife_refusal
from gpulife.engines.plane.laws import refusal as plane_refusal
from gpulife.engines.registry import (
    AUTO,
    ENGINES,
    EngineRecord,
    Opening,
    Shape,
    Suits,
    Wanted,
    choose_engine,
    find_engine,
    register,
)
from gpulife.engines.tile_activity import ActivityProbe, NumpyProbe
from gpulife.engines.twisted import TwistedEngine, twist_refusal, with_margin
from gpulife.errors import BoardSizeError, EngineError
from gpulife.ranks.world import World
from gpulife.rules import Rule

if TYPE_CHECKING:
    from gpulife.engines.gl.gl_device import GLDevice

_LOG = logging.getLogger(__name__)

MEMORY: dict[str, bool | None] = {"auto": None, "full": False, "lean": True}
"""The value of :attr:`Opening.lean` for each name that ``--memory`` accepts.

Without compute shaders, the names make no difference: bit planes in textures always keep a second copy of the board.
"""

MAX_DETAILED = 1 << 22
"""For a window, ``auto`` chooses the cells engine up to this number of cells, even if bit planes would be faster.

The cells engine allows glow, trails and the wave effect.
"""
MIN_CELLS = 1 << 12
"""The smallest number of cells of a board for which ``auto`` chooses bit planes.

Smaller boards are faster with one byte per cell, as measured on llvmpipe.
"""
MIN_RANGED_CELLS = 1 << 16
"""The smallest number of cells for which ``auto`` chooses bit planes in fragment shaders under Larger than Life.

Smaller boards are faster with one byte per cell, since the fragment shaders copy rows in many small draws.
"""


def open_engine(
    name: str,
    rule: Rule,
    shape: Shape,
    *,
    tune: bool = False,
    memory: str = "auto",
    world: World | None = None,
) -> Engine:
    """Open an engine with an empty board. Log a warning if ``auto`` finds no OpenGL and chooses another engine.

    Args:
        name: one of ENGINES, or "auto".
        rule: the rule with the board's edges.
        shape: (rows, columns) in cells.
        tune: True to search for the fastest passes of a massive board, which takes seconds; the result is cached.
        memory: whether to keep a spare copy of the board, for speed: "full" always, "lean" never, "auto" if it fits.
        world: the ranks that compute together; None for this process alone.

    Raises:
        EngineError: the engine is unknown or cannot run here.
        BoardSizeError: the board is too large, or has no cells.
    """
    record = None if name == AUTO else find_engine(name)
    if world is not None and world.size > 1:
        if rule.twist is not None:
            raise EngineError(
                f"ranks cannot share a board that is a {rule.twist.title}: its rows lie beyond edges of other strips; "
                "use one process"
            )
        from gpulife.engines.ranks.engine import RanksEngine

        return RanksEngine(world, name, rule, shape, tune=tune, lean=MEMORY[memory])
    options = Opening(lean=MEMORY[memory], tune=tune)
    if record is not None:
        return record.open(rule, shape, options)
    try:
        return _open_suiting(rule, shape, options)
    except EngineError as error:
        return _open_without_opengl(rule, shape, options, error)


def open_plane(rule: Rule, limit: int | None = None, *, engine: str = "hashlife") -> EndlessEngine:
    """Open an engine with an empty plane without end.

    Args:
        rule: the rule; its name must not have the size of a board.
        limit: the memory for the plane, in bytes; None for half of what is free.
        engine: one of ENGINES that has no boards; or "auto" for tiles that become a tree once that is faster.

    Raises:
        EngineError: the engine has boards, cannot run here, or cannot compute the rule.
    """
    if engine == AUTO:
        return _open_auto_plane(rule, limit)
    record = find_engine(engine)
    if record.open_plane is None:
        raise EngineError(f"the engine {engine} has boards, but no plane without end")
    if (problem := record.find_problem() or record.refusal(rule)) is not None:
        raise EngineError(problem)
    return record.open_plane(rule, limit)


def _open_auto_plane(rule: Rule, limit: int | None) -> EndlessEngine:
    tiles = open_plane(rule, limit, engine="plane")
    if (_hashlife_problem() or hashlife_refusal(rule)) is not None:
        return tiles
    from gpulife.engines.auto_plane import AutoPlane
    from gpulife.engines.plane.engine import TiledPlane

    def open_tree() -> EndlessEngine:
        from gpulife.engines.hashlife.engine import compile_all

        compile_all()
        return open_plane(rule, limit, engine="hashlife")

    assert isinstance(tiles, TiledPlane)  # noqa: S101 - the record of the engine says so
    return AutoPlane(tiles, open_tree)


def _open_suiting(rule: Rule, shape: Shape, options: Opening) -> Engine:
    from gpulife.engines.gl.gl_device import open_device

    device = open_device()
    with closed_on_error(device):
        record = ENGINES[choose_engine(rule, shape, device)[0]]
    if record.needs_opengl:
        return record.open(rule, shape, replace(options, device=device, owns_device=True))
    device.close()
    return record.open(rule, shape, options)


def _open_without_opengl(rule: Rule, shape: Shape, options: Opening, error: EngineError) -> Engine:
    """Open the best engine that needs no OpenGL; ``error`` says why another engine could not be opened."""
    name, _ = choose_engine(rule, shape, None)
    try:
        engine = ENGINES[name].open(rule, shape, options)
    except BoardSizeError:
        raise error from None  # the first engine's error is more useful: it allows larger boards
    _LOG.warning("using the %s engine: %s", name, error)
    return engine


@contextmanager
def shared_device_engines(name: str) -> Iterator[Callable[[Rule, Shape], Engine]]:
    """Yield a function that opens engines with an empty board, all on one device, so that shaders compile only once.

    Close each engine before the block ends. A warning is logged if ``auto`` has to choose an engine without OpenGL.

    Args:
        name: one of ENGINES, or "auto".

    Raises:
        EngineError: the engine is unknown or cannot run here. The yielded function raises it for unsupported rules.
    """
    record = None if name == AUTO else find_engine(name)

    def open_on(device: "GLDevice | None", rule: Rule, shape: Shape) -> Engine:
        chosen = record or ENGINES[choose_engine(rule, shape, device)[0]]
        return chosen.open(rule, shape, Opening(device=device))

    if record is not None and not record.needs_opengl:
        yield partial(open_on, None)
        return
    from gpulife.engines.gl.gl_device import open_device

    try:
        device = open_device()
    except EngineError as error:
        if record is not None:
            raise
        _LOG.warning("using the numpy engine: %s", error)
        device = None
    with device or nullcontext():
        yield partial(open_on, device)


def open_probe(engine: Engine) -> ActivityProbe[Engine]:
    """Open a probe, which counts live and changed cells in the memory that holds the board.

    Raises:
        EngineError: memory for a copy of the board runs out, or the board is shared by ranks.
    """
    if engine.storage is Storage.PRIVATE:
        return NumpyProbe(engine)
    from gpulife.engines.cells.gl_tile_activity import PROBES

    if engine.storage not in PROBES:
        raise EngineError(f"changes cannot be counted on the engine {engine.name!r}")
    return PROBES[engine.storage](engine)


# The records of this package's engines.


def _opengl_problem() -> str | None:
    from gpulife.engines.gl.gl_device import open_device

    try:
        open_device().close()
    except EngineError as error:
        return str(error)
    return None


def _planes_suit(wanted: Wanted) -> Suits:
    rule, (rows, columns), device = wanted.rule, wanted.shape, wanted.device
    if device is None:
        return False, "OpenGL does not work"
    if (refusal := _planes_refusal(rule)) is not None:
        return False, refusal
    if rows * columns < MIN_CELLS:
        return False, f"a board of {columns}x{rows} is too small for bit planes to be faster"
    if wanted.is_shown and rows * columns <= MAX_DETAILED:
        return False, f"a board of {columns}x{rows} is small enough for glow, trails and the wave effect"
    if is_ranged(rule) and rows * columns < MIN_RANGED_CELLS and (is_far(rule) or not device.has_compute):
        return False, f"a board of {columns}x{rows} is too small for bit planes in fragment shaders to be faster"
    if not device.has_compute:
        if (refusal := fragments_refusal(rule, device.max_texture_units)) is not None:
            return False, f"{refusal}; these need OpenGL 4.3, this is {device.version}"
        slower = f"only in fragment shaders: compute shaders need OpenGL 4.3, this is {device.version}"
        return True, f"rule {rule.law} can run in bit planes, but {slower}"
    if is_far(rule):
        only = f"only in fragment shaders: its range is above {HALO - 1}"
        return True, f"rule {rule.law} can run in bit planes, but {only}"
    return True, f"rule {rule.law} can run in bit planes, and OpenGL is 4.3 or newer"


def _planes_refusal(rule: Rule) -> str | None:
    return planes_refusal(rule) or twist_refusal(rule)


def _open_planes(rule: Rule, shape: Shape, options: Opening) -> Engine:
    from gpulife.engines.gl.gl_openers import open_planes

    if rule.twist is not None:
        return TwistedEngine(rule, shape, lambda law, size: open_planes(law, size, options))
    return open_planes(rule, shape, options)


def _planes_memory(rule: Rule, shape: Shape, device: "GLDevice | None") -> int:
    from gpulife.engines.gl.gl_openers import planes_type

    return planes_type(device, rule).memory_needed(with_margin(rule, shape), rule)


def _cells_suit(wanted: Wanted) -> Suits:
    refusal = twist_refusal(wanted.rule)
    return wanted.device is not None and refusal is None, refusal or ""


def _open_cells(rule: Rule, shape: Shape, options: Opening) -> Engine:
    from gpulife.engines.gl.gl_openers import open_cells

    if rule.twist is not None:
        return TwistedEngine(rule, shape, lambda law, size: open_cells(law, size, options))
    return open_cells(rule, shape, options)


def _cells_memory(rule: Rule, shape: Shape, _device: "GLDevice | None") -> int:
    from gpulife.engines.cells.gl_engine import GLCellsEngine

    return GLCellsEngine.memory_needed(with_margin(rule, shape), rule)


def _open_numpy(rule: Rule, shape: Shape, options: Opening) -> Engine:
    from gpulife.engines.cells.numpy_engine import NumpyEngine

    return NumpyEngine(rule, shape, options.place)


def _hashlife_problem() -> str | None:
    if find_spec("numba") is None:
        return "the engine hashlife needs numba, which is not installed: pip install 'gpulife[hashlife]'"
    return None


def _open_hashlife(rule: Rule, limit: int | None) -> EndlessEngine:
    from gpulife.engines.hashlife.engine import HashLife

    return HashLife(rule, limit)


def _open_tiles(rule: Rule, limit: int | None) -> EndlessEngine:
    from gpulife.engines.plane.engine import TiledPlane

    return TiledPlane(rule, limit)


def _refuse_board(name: str) -> Callable[[Rule, Shape, Opening], NoReturn]:
    def refuse(_rule: Rule, shape: Shape, _options: Opening) -> NoReturn:
        raise EngineError(
            f"the engine {name} has no board of {shape[1]}x{shape[0]}, only a plane without end: "
            "use it with gpulife run"
        )

    return refuse


register(
    EngineRecord(
        name="planes",
        about="most rules, in bit planes; computes many generations per pass (fewer before OpenGL 4.3)",
        bytes_per_cell=0.5,
        open=_open_planes,
        refusal=_planes_refusal,
        find_problem=_opengl_problem,
        suits=_planes_suit,
        memory_needed=_planes_memory,
        storages=(Storage.PLANE_BUFFERS, Storage.PLANE_TEXTURES),
        has_strips=True,
    )
)
register(
    EngineRecord(
        name="gl",
        about="every rule: cells in textures stepped by fragment shaders, OpenGL 3.3",
        bytes_per_cell=2.0,
        open=_open_cells,
        refusal=twist_refusal,
        find_problem=_opengl_problem,
        suits=_cells_suit,
        memory_needed=_cells_memory,
        storages=(Storage.TEXTURES,),
        has_strips=True,
    )
)
register(
    EngineRecord(
        name="numpy",
        about="the reference implementation, in main memory, on one core",
        bytes_per_cell=14.1,
        open=_open_numpy,
        suits=lambda _wanted: (True, ""),
        has_strips=True,
    )
)
register(
    EngineRecord(
        name="plane",
        about="patterns on a plane without end, in tiles where something lives (gpulife run); fast with numba",
        bytes_per_cell=0.0,
        open=_refuse_board("plane"),
        refusal=plane_refusal,
        open_plane=_open_tiles,
    )
)
register(
    EngineRecord(
        name="hashlife",
        about="patterns on a plane without end that repeat in space and time (gpulife run); needs numba",
        bytes_per_cell=0.0,
        open=_refuse_board("hashlife"),
        refusal=hashlife_refusal,
        find_problem=_hashlife_problem,
        open_plane=_open_hashlife,
    )
)
