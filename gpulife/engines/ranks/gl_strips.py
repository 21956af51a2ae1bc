"""Opens the OpenGL engines that hold strips."""

from collections.abc import Callable
from dataclasses import replace

from gpulife.engines.base import Engine
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.ranks.halo_exchange import HaloExchange
from gpulife.engines.ranks.strip_cuts import StripPlace
from gpulife.engines.ranks.strips import StripSpec


def open_cells(spec: StripSpec, device: GLDevice, shape: tuple[int, int], place: StripPlace) -> Engine:
    """Open the cells engine for a strip and the copies around it: ``shape`` (rows, columns) at ``place``."""
    return GLCellsEngine(replace(spec.rule, size=shape), shape, device, spec.max_rows, place)


def open_planes(
    spec: StripSpec, number: int, device: GLDevice, open_exchange: Callable[[int], HaloExchange] | None
) -> Engine:
    """Open the planes engine for a strip; ``open_exchange`` is None for a strip that is the whole board."""
    shape = spec.places[number].rows, spec.shape[1]
    return GLPlanesEngine(
        *(replace(spec.rule, size=shape), shape, device, spec.max_rows, spec.plan),
        lean=spec.lean,
        open_exchange=open_exchange,
    )
