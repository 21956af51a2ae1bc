"""Chooses the source of an engine's cells: its own memory on this device, or the strips into which its board is cut."""

from gpulife.engines.base import Engine
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.strips import CallsStrips
from gpulife.view.gl_cell_source import CellSource, band_source_of
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.gl_strips_source import StripsSource


def source_of(resources: ViewResources, engine: Engine) -> CellSource:
    """Return the source of an engine's cells.

    Raises:
        TypeError: a view cannot show such an engine.
    """
    if isinstance(engine, GLCellsEngine | GLPlanesEngine | GLFragmentPlanesEngine):
        return band_source_of(resources, engine)
    if isinstance(engine, CallsStrips):
        return StripsSource(resources, engine)
    raise TypeError(f"a view cannot show the board of a {type(engine).__name__}")
