"""Counts the cells of squares of a strip where they are: what a board looks like from afar, in a few bytes a square.

These functions run in the process that has the strip. They use the shaders that draw a board of the same process: with
a palette in which each state has a colour component of its own, light is a count.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary, proxy

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_factory import GLEngine
from gpulife.engines.gl.gl_pass import Region
from gpulife.engines.strips import Strip
from gpulife.rules import Cells
from gpulife.view.gl_cell_source import band_source_of
from gpulife.view.gl_palette import MAX_STATES
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.gl_visible_region import Piece

COUNTED_STATES = 4
"""Live states up to which there are counts of each; of more states there is the sum of their light."""
_CHANNELS = 4
_MAX_TEXELS = 1 << 20  # that are drawn and read back at once: 16 MiB
_MAX_CELLS = 1 << 24  # that are looked at at once without a graphics card

Squares = NDArray[Any]
"""(height, width, n): counts of each state, or red, green, blue and alpha as half floats."""


@dataclass(frozen=True, slots=True)
class SquaresWanted:
    """Squares of a board whose cells are to be counted.

    Attributes:
        pieces: parts of a map of the whole board, as if it were one band.
        block: cells along the side of a square.
        palette: light of each state, float32, shape (256, 4), for rules of many states; None to count each state.
    """

    pieces: tuple[Piece, ...]
    block: int
    palette: bytes | None


@dataclass(frozen=True, slots=True)
class SquaresFound:
    """What a strip has of a piece.

    Attributes:
        x: the map's texel of the first square.
        y: its row on the map.
        squares: counts or light of what of each square lies in the strip.
    """

    x: int
    y: int
    squares: Squares


def count_type(block: int) -> type[np.unsignedinteger[Any]]:
    """Return the smallest type that holds the cells of a square of ``block`` x ``block``."""
    return next((kind for kind in (np.uint8, np.uint16) if block * block <= np.iinfo(kind).max), np.uint32)


def count_squares(strip: Strip, wanted: SquaresWanted) -> list[SquaresFound]:
    """Return the part of the squares that lies in a strip; runs where the strip is."""
    return [found for piece in wanted.pieces for found in _count_piece(strip, wanted, piece)]


def _count_piece(strip: Strip, wanted: SquaresWanted, piece: Piece) -> Iterator[SquaresFound]:
    place, block, shift = strip.place, wanted.block, piece.shift[1]
    left, top, right, bottom = piece.limits
    x, first, width, height = piece.region
    low = max(top, first * block + shift, place.start)
    high = min(bottom, (first + height) * block + shift, place.start + place.rows)
    if low >= high:
        return
    stop = -(-(high - shift) // block)
    at_once = max(1, _MAX_TEXELS // width)
    counter = _counter_of(strip)
    for y in range((low - shift) // block, stop, at_once):
        rows = min(at_once, stop - y)
        cut_low, cut_high = max(low, y * block + shift), min(high, (y + rows) * block + shift)
        # In rows of the strip's engine, and in texels from (x, y) on.
        here = strip.offset - place.start
        part = Piece(
            0,
            past=False,
            shift=(piece.shift[0] + x * block, shift + y * block + here),
            limits=(left, cut_low + here, right, cut_high + here),
            region=(0, 0, width, rows),
        )
        yield SquaresFound(x, y, counter.squares(part, block, wanted.palette))


class _BandCounter:
    """Counts with the shaders of the view, on the device that has the bands."""

    def __init__(self, engine: GLEngine) -> None:
        self._engine = engine
        self._channels = min(engine.rule.live_states, COUNTED_STATES)
        self._resources = ViewResources(engine.device)
        self._sums = self._resources.target("f4")
        self._source = band_source_of(self._resources, engine)
        self._palette = engine.device.context.texture((MAX_STATES, 1), _CHANNELS, dtype="f4")
        self._palette.filter = moderngl.NEAREST, moderngl.NEAREST
        self._shown: bytes | None = None

    def squares(self, part: Piece, block: int, palette: bytes | None) -> Squares:
        """Return the counts of a piece in rows of the engine, or their light by ``palette``."""
        device, (_, _, width, height) = self._engine.device, part.region
        with device.current():
            colours = _states_apart() if palette is None else palette
            if colours != self._shown:
                self._palette.write(colours)
                self._shown = colours
            target = self._sums.sized((width, height))
            target.clear(0.0, 0.0, 0.0, 0.0, viewport=part.region)
            self._source.add_light(target, self._palette, list(self._in_bands(part, block)), block, (width, height))
            channels = self._channels if palette is None else _CHANNELS
            data = target.read(viewport=part.region, components=channels, alignment=1, dtype="f4")
            device.bind_permanent_framebuffer()
        sums = np.frombuffer(data, np.float32).reshape(height, width, channels)
        return sums.astype(np.float16) if palette is not None else (sums * block).astype(count_type(block))

    def release(self) -> None:
        """Release what it has on the device."""
        device = self._engine.device
        with device.current():
            device.bind_permanent_framebuffer()
            self._palette.release()
            self._resources.release()

    def _in_bands(self, part: Piece, block: int) -> Iterator[Piece]:
        left, top, right, bottom = part.limits
        for number, (start, rows) in enumerate(self._source.bands):
            low, high = max(top, start), min(bottom, start + rows)
            if low >= high:
                continue
            first = (low - part.shift[1]) // block
            region: Region = (0, first, part.region[2], -(-(high - part.shift[1]) // block) - first)
            yield replace(
                part,
                band=number,
                shift=(part.shift[0], part.shift[1] - start),
                limits=(left, low - start, right, high - start),
                region=region,
            )


class _CellCounter:
    """Counts cells that are read, for engines without a device."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def squares(self, part: Piece, block: int, palette: bytes | None) -> Squares:
        """See :meth:`_BandCounter.squares`."""
        _, _, width, height = part.region
        left, top, right, bottom = part.limits
        found = np.zeros((height, width, _CHANNELS if palette is not None else self._states), np.float32)
        at_once = max(1, _MAX_CELLS // (block * max(1, right - left)))
        for y in range(0, height, at_once):
            low = max(top, y * block + part.shift[1])
            high = min(bottom, (y + at_once) * block + part.shift[1])
            if low < high:
                cells = self._engine.read(low, left, high - low, right - left)
                place = left - part.shift[0], low - part.shift[1] - y * block
                _add_sums(found[y : y + at_once], self._channels_of(cells, palette), place, block)
        return (found / block).astype(np.float16) if palette is not None else found.astype(count_type(block))

    def release(self) -> None:
        """Do nothing: it has nothing."""

    @property
    def _states(self) -> int:
        return min(self._engine.rule.live_states, COUNTED_STATES)

    def _channels_of(self, cells: Cells, palette: bytes | None) -> Iterator[NDArray[Any]]:
        if palette is None:
            yield from (cells == state for state in range(1, self._states + 1))
        else:
            colours = np.frombuffer(palette, np.float32).reshape(-1, _CHANNELS)
            yield from (colours[cells, channel] for channel in range(_CHANNELS))


def _add_sums(found: Squares, channels: Iterator[NDArray[Any]], place: tuple[int, int], block: int) -> None:
    """Write the sums of the squares of cells that begin at ``place`` (column, row) of the first square."""
    (column, row) = place
    for number, values in enumerate(channels):
        height, width = values.shape
        down = _starts(row, height, block)
        across = _starts(column, width, block)
        kind = np.float32 if values.dtype.kind == "f" else np.int64
        sums = np.add.reduceat(np.add.reduceat(values, down, axis=0, dtype=kind), across, axis=1, dtype=kind)
        y, x = row // block, column // block
        found[y : y + len(down), x : x + len(across), number] = sums


def _starts(first: int, length: int, block: int) -> NDArray[np.int64]:
    """Return where the squares begin in an interval that begins ``first`` cells after a square's beginning."""
    starts = np.arange(first // block * block, first + length, block, dtype=np.int64) - first
    return np.maximum(starts, 0)


def _states_apart() -> bytes:
    """Return the palette in which each state has a component of its own."""
    colours = np.zeros((MAX_STATES, _CHANNELS), np.float32)
    colours[1 : 1 + _CHANNELS] = np.eye(_CHANNELS)
    return colours.tobytes()


def forget_squares(strip: Strip) -> None:
    """Release what :func:`count_squares` keeps for a strip, to be made again when it is needed."""
    if strip.engine in _counters:
        _counters.pop(strip.engine).release()


_counters: "WeakKeyDictionary[Engine, _BandCounter | _CellCounter]" = WeakKeyDictionary()
"""By the engine of a strip, so that shaders are compiled once."""


def _counter_of(strip: Strip) -> _BandCounter | _CellCounter:
    engine = strip.engine
    if engine not in _counters:
        if isinstance(engine, GLEngine):
            with engine.device.current():
                _counters[engine] = _BandCounter(proxy(engine))
        else:
            _counters[engine] = _CellCounter(proxy(engine))
    return _counters[engine]
