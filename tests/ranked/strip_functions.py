"""Functions that tests call on strips, on every rank."""

from __future__ import annotations

from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.ranks.halo_exchange import ExchangeFigures
from gpulife.engines.ranks.strips import Strip
from gpulife.errors import EngineError


def figures(strip: Strip) -> ExchangeFigures:
    """Return the strip's statistics of exchanges."""
    assert strip.exchange is not None
    return strip.exchange.figures


def fail_on(strip: Strip, start: int) -> int:
    """Fail on the strip that begins with that row; elsewhere return the first row."""
    if strip.place.start == start:
        raise EngineError(f"row {start} does not please")
    return strip.place.start


def divide_on(strip: Strip, start: int) -> float:
    """Raise an unexpected error on the strip that begins with that row."""
    return 1 / (strip.place.start - start)


def band_rows(strip: Strip) -> list[int]:
    """The rows of each band of the strip's engine."""
    assert isinstance(strip.engine, GLPlanesEngine)
    return [band.rows for band in strip.engine.bands]
