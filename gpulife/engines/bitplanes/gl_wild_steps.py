"""Steps a board of bit planes by a law that they cannot compute, such as a wild generation."""

from typing import Any

from gpulife.engines.bitplanes.layout import cut_into_bands
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_engine import STRIP_CELLS, BandedEngine
from gpulife.rules import Rule


def step_by_cells(engine: BandedEngine[Any], generations: int, rule: Rule) -> None:
    """Compute generations of ``rule`` on a temporary cells engine on the same device."""
    rows, columns = engine.shape
    with GLCellsEngine(rule, engine.shape, engine.device) as cells:
        cells.generation = engine.generation
        strips = cut_into_bands(rows, max(1, STRIP_CELLS // columns))
        for row, height in strips:
            cells.paint(row, 0, engine.read(row, 0, height, columns))
        cells.step(generations)
        for row, height in strips:
            engine.paint(row, 0, cells.read(row, 0, height, columns))
