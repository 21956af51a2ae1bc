"""Reads a board that is not on the view's device: cells are copied when zoomed in, and counted when zoomed out.

This works for every engine. Only visible cells are read. When zoomed out, each rank counts its own cells, with shaders
if the engine uses OpenGL.

Results are kept until the cells change or the view moves away. In a single process, counting stops after part of a
frame's time, and the remaining squares follow in the next frames.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary, proxy

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine, Storage, Strip
from gpulife.engines.cells.gl_bands import CELLS_PER_TEXEL
from gpulife.engines.gl.gl_openers import GLEngine
from gpulife.engines.gl.gl_pass import Blend, Region, UniformValue, textures_of
from gpulife.errors import GpulifeError
from gpulife.rules import Cells
from gpulife.view.gl_band_source import TextureSource
from gpulife.view.gl_cell_source import CellSource, SquareCounts
from gpulife.view.gl_palette import MAX_STATES
from gpulife.view.gl_planes_source import PlanesSource, PlaneTexturesSource
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.gl_visible_region import Piece

COUNTED_STATES = 4
"""Up to this many live states, the cells of each state are counted. With more states, the cells' light is summed."""
_GRID = 256
"""Copies begin and end at multiples of this many cells, so that a moving view can use a copy for several frames."""
_WHOLE_CELLS = 1 << 20
"""Largest board, in cells, that is copied as a whole, if it is in this process. Glow and trails need such a copy."""
_MAX_COPIES = 16
_COUNTED_AT_ONCE = 1 << 20
"""After counting this many cells, the source checks whether ``_COUNTING_SECONDS`` have passed."""
_COUNTING_SECONDS = 0.02
"""Seconds per frame after which counting stops, if the cells are in this process."""
_DTYPES: dict[type[np.unsignedinteger[Any]], str] = {np.uint8: "u1", np.uint16: "u2", np.uint32: "u4"}
_CHANNELS = 4
_MAX_TEXELS = 1 << 20  # drawn and read back at once: 16 MiB
_MAX_CELLS = 1 << 22  # read at once without a graphics card

Box = tuple[int, int, int, int]
"""(row, column, height, width) of a rectangle, in cells."""
Moment = tuple[int, int]
"""The engine's generation, and how often its cells have changed otherwise. It differs whenever the cells differ."""
Squares = NDArray[Any]
"""For each square, either the count of each state, or the summed light: red, green, blue and alpha as half floats.

The shape is (height, width, n).
"""


@dataclass(slots=True, eq=False)
class _Copy:
    """A copy of cells, and a texture of them with sixteen cells per texel."""

    texture: moderngl.Texture
    cells: Cells
    moment: Moment


@dataclass(slots=True, eq=False)
class _Counted:
    """Squares of a map, and the number of cells in each.

    Attributes:
        wanted: which squares are counted, and how.
        region: the rectangle of the map that the squares cover.
        sums: the numbers of cells in the squares, or the sums of the cells' light.
        stale: for each row of squares, True if the row must be counted again because cells have changed.
        next: the row at which counting continues.
        moment: the state of the board that all rows except stale rows show; see :data:`Moment`.
    """

    wanted: "SquaresWanted"
    region: Region
    sums: Squares
    stale: NDArray[np.bool_]
    next: int
    moment: Moment


class CopiedSource:
    """A cell source for any engine. It copies cells when zoomed in, and counts them when zoomed out.

    Args:
        resources: the view's resources, on the device of the window.
        engine: the engine whose cells are read.
        is_patient: True if each picture must show a single generation, however long counting takes.
    """

    has_previous = False
    largest_looked_at = 1
    is_asked = True

    def __init__(self, resources: ViewResources, engine: Engine, *, is_patient: bool = False) -> None:
        self._resources = resources
        self._engine = engine
        is_here = engine.storage is Storage.PRIVATE
        self._in_turns = is_here and not is_patient
        self._is_whole = is_here and engine.shape[0] * engine.shape[1] <= _WHOLE_CELLS
        self._copies: dict[Box, _Copy] = {}
        self._counted: _Counted | None = None
        self._counts: moderngl.Texture | None = None

    @property
    def bands(self) -> list[tuple[int, int]]:
        """One band: the whole board."""
        return [(0, self._engine.shape[0])]

    @property
    def is_settled(self) -> bool:
        """True if all squares of the last picture were up to date."""
        return self._counted is None or not self._counted.stale.any()

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """Return a texture that has a copy of ``piece``, and ``piece`` converted to the texture's coordinates."""
        left, top, right, bottom = piece.limits
        rows, columns = self._engine.shape
        if self._is_whole:
            return self._copy((0, 0, rows, columns)), piece
        row, column = top // _GRID * _GRID, left // _GRID * _GRID
        height = min(-(-bottom // _GRID) * _GRID, rows) - row
        width = min(-(-right // _GRID) * _GRID, columns) - column
        texture = self._copy((row, column, height, width))
        shift = piece.shift[0] - column, piece.shift[1] - row
        return texture, replace(piece, shift=shift, limits=(left - column, top - row, right - column, bottom - row))

    def whole_bands(self) -> list[moderngl.Texture]:
        """Return a list with a texture of the whole board, if the board is small enough; otherwise an empty list."""
        return [self._copy((0, 0, *self._engine.shape))] if self._is_whole else []

    def add_light(
        self,
        target: moderngl.Framebuffer,
        palette: moderngl.Texture,
        pieces: Sequence[Piece],
        block: int,
        size: tuple[int, int],
    ) -> None:
        """Add the light of each square's cells to the square's texel in ``target``.

        Cells that have not been counted yet are counted first.
        """
        if not pieces:
            return
        has_many = self._engine.rule.live_states > COUNTED_STATES
        colours = palette.read()[: palette.width * 16] if has_many else None
        counted = self._count(SquaresWanted(tuple(pieces), block, colours))
        region = counted.region
        region = (*region[:2], min(region[2], size[0] - region[0]), min(region[3], size[1] - region[1]))
        if has_many:
            light = np.ascontiguousarray(counted.sums[: region[3], : region[2]], np.float16)
            textures_of(target)[0].write(light, viewport=region, alignment=1)
        elif self._counts is not None:
            self._resources.draw(
                target,
                "view_counts.frag",
                {"STATES": self._engine.rule.live_states},
                {"counts": self._counts, "palette": palette},
                {"block": block, "corner": region[:2]},
                region,
                Blend.ADD,
            )

    def counts(
        self,
        pieces: Sequence[Piece],  # noqa: ARG002
        block: int,  # noqa: ARG002
        lights: Mapping[str, UniformValue],  # noqa: ARG002
    ) -> AbstractContextManager[SquareCounts | None]:
        """Yield None: shaders cannot read the counts of this source."""
        return nullcontext()

    def release(self) -> None:
        """Release the copies, and what the engine's strips keep for this view."""
        for texture in (*(copy.texture for copy in self._copies.values()), *filter(None, [self._counts])):
            texture.release()
        self._copies.clear()
        self._counts = self._counted = None
        with suppress(GpulifeError):  # lost ranks have already released everything
            self._engine.call(forget_squares)

    @property
    def _present(self) -> Moment:
        return self._engine.generation, self._engine.changes

    def _copy(self, box: Box) -> moderngl.Texture:
        """Return a texture with the cells of a box. Of an older copy, only the changed rows are uploaded again."""
        copy = self._copies.get(box)
        if copy is not None and copy.moment == self._present:
            return copy.texture
        _, _, height, width = box
        texels = -(-width // CELLS_PER_TEXEL)
        cells = self._engine.read(*box)
        if width % CELLS_PER_TEXEL:
            cells = np.pad(cells, ((0, 0), (0, texels * CELLS_PER_TEXEL - width)))
        if copy is None:
            self._make_room()
            texture = self._resources.device.context.texture((texels, height), 4, cells.tobytes(), dtype="u4")
            texture.filter = moderngl.NEAREST, moderngl.NEAREST
            self._copies[box] = _Copy(texture, cells, self._present)
            return texture
        changed = np.flatnonzero((cells != copy.cells).any(axis=1))
        if len(changed):
            first, stop = int(changed[0]), int(changed[-1]) + 1
            copy.texture.write(cells[first:stop].tobytes(), viewport=(0, first, texels, stop - first))
        copy.cells, copy.moment = cells, self._present
        return copy.texture

    def _make_room(self) -> None:
        """Release copies that are out of date. If too many copies remain, release all."""
        present, full = self._present, len(self._copies) >= _MAX_COPIES
        for box in [box for box, copy in self._copies.items() if full or copy.moment != present]:
            self._copies.pop(box).texture.release()

    def _count(self, wanted: "SquaresWanted") -> _Counted:
        """Count changed squares again (only some if frames must not wait); return the counts of all squares."""
        counted = self._counted
        if counted is None or counted.wanted != wanted:
            counted = self._counted = self._uncounted(wanted)
        elif counted.moment != self._present:
            counted.stale[:] = True
            counted.moment = self._present
        if not counted.stale.any():
            return counted
        until = time.perf_counter() + _COUNTING_SECONDS
        rows = len(counted.stale)
        if self._in_turns:
            across = sum(piece.limits[2] - piece.limits[0] for piece in wanted.pieces)
            rows = max(1, _COUNTED_AT_ONCE // (wanted.block * max(1, across)))
        while counted.stale.any():
            self._count_rows(counted, rows)
            if self._in_turns and time.perf_counter() > until:
                break
        if wanted.palette is None:
            self._upload(counted)
        return counted

    def _uncounted(self, wanted: "SquaresWanted") -> _Counted:
        region = _around([piece.region for piece in wanted.pieces])
        _, _, width, height = region
        is_light = wanted.palette is not None
        channels = _CHANNELS if is_light else self._engine.rule.live_states
        sums = np.zeros((height, width, channels), np.float32 if is_light else count_type(wanted.block))
        return _Counted(wanted, region, sums, np.ones(height, np.bool_), 0, self._present)

    def _count_rows(self, counted: _Counted, most: int) -> None:
        """Count the cells of the next squares that have changed, in at most ``most`` rows of squares."""
        stale = np.flatnonzero(counted.stale)
        after = stale[stale >= counted.next]
        first = int(after[0] if len(after) else stale[0])
        stop = min(first + most, len(counted.stale))
        x, y, _, _ = counted.region
        parts = []
        for piece in counted.wanted.pieces:
            column, row, width, height = piece.region
            low, high = max(row, y + first), min(row + height, y + stop)
            if low < high:
                parts.append(replace(piece, region=(column, low, width, high - low)))
        counted.sums[first:stop] = 0
        if parts:
            found = self._engine.call(count_squares, replace(counted.wanted, pieces=tuple(parts)))
            _add_all(counted.sums, [part for parts_of_strip in found for part in parts_of_strip], x, y)
        counted.stale[first:stop] = False
        counted.next = stop % len(counted.stale)

    def _upload(self, counted: _Counted) -> None:
        height, width, channels = counted.sums.shape
        kind = count_type(counted.wanted.block)
        texture = self._counts
        if texture is None or texture.size != (width, height) or texture.dtype != _DTYPES[kind]:
            if texture is not None:
                texture.release()
            texture = self._resources.device.context.texture(
                (width, height), channels, alignment=1, dtype=_DTYPES[kind]
            )
            texture.filter = moderngl.NEAREST, moderngl.NEAREST
            self._counts = texture
        texture.write(counted.sums, alignment=1)


def _add_all(sums: Squares, found: "list[SquaresFound]", x: int, y: int) -> None:
    """Add the results of all strips to ``sums``. A square may lie in two strips."""
    for part in found:
        height, width, _ = part.squares.shape
        sums[part.y - y : part.y - y + height, part.x - x : part.x - x + width] += part.squares


def _around(regions: list[Region]) -> Region:
    left, bottom = min(region[0] for region in regions), min(region[1] for region in regions)
    right = max(region[0] + region[2] for region in regions)
    return left, bottom, right - left, max(region[1] + region[3] for region in regions) - bottom


DEVICE_SOURCES: dict[Storage, Callable[[ViewResources, Any], CellSource]] = {
    Storage.TEXTURES: TextureSource,
    Storage.PLANE_BUFFERS: PlanesSource,
    Storage.PLANE_TEXTURES: PlaneTexturesSource,
}
"""The cell sources for engines that use OpenGL on the view's device, keyed by the kind of storage that they read."""


def source_of(resources: ViewResources, engine: Engine, *, is_patient: bool = False) -> CellSource:
    """Return the cell source that reads an engine's cells.

    Args:
        resources: the view's resources, on the engine's device if it has one.
        engine: the engine whose cells are read.
        is_patient: True if each picture must show a single generation, however long counting takes.
    """
    if engine.storage in DEVICE_SOURCES:
        return DEVICE_SOURCES[engine.storage](resources, engine)
    return CopiedSource(resources, engine, is_patient=is_patient)


# Code that runs next to the cells, possibly on another rank.


@dataclass(frozen=True, slots=True)
class SquaresWanted:
    """Which squares of a board are to be counted, and how.

    Attributes:
        pieces: the parts of the map that are needed. The board is treated as one band.
        block: side of a square, in cells.
        palette: the light of each state, float32, shape (256, 4), to sum the cells' light; None to count each state.
    """

    pieces: tuple[Piece, ...]
    block: int
    palette: bytes | None


@dataclass(frozen=True, slots=True)
class SquaresFound:
    """The result of counting a strip's cells in squares.

    Attributes:
        x: the first square's column on the map.
        y: the first square's row on the map.
        squares: for each square, the counts or the light of those cells that lie in the strip.
    """

    x: int
    y: int
    squares: Squares


def count_type(block: int) -> type[np.unsignedinteger[Any]]:
    """Return the smallest number type for the count of cells in a square of ``block`` x ``block`` cells."""
    return next((kind for kind in (np.uint8, np.uint16) if block * block <= np.iinfo(kind).max), np.uint32)


def count_squares(strip: Strip, wanted: SquaresWanted) -> list[SquaresFound]:
    """Count the cells of a strip, separately for each square. The function runs on the strip's rank."""
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
        # Converted to rows of the strip's engine, and to texels from (x, y) on.
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
    """Counts an engine's cells with shaders, on the engine's device."""

    def __init__(self, engine: GLEngine) -> None:
        self._engine = engine
        self._channels = min(engine.rule.live_states, COUNTED_STATES)
        self._resources = ViewResources(engine.device)
        self._sums = self._resources.target("f4")
        self._source = DEVICE_SOURCES[engine.storage](self._resources, engine)
        self._palette = engine.device.context.texture((MAX_STATES, 1), _CHANNELS, dtype="f4")
        self._palette.filter = moderngl.NEAREST, moderngl.NEAREST
        self._shown: bytes | None = None

    def squares(self, part: Piece, block: int, palette: bytes | None) -> Squares:
        """Return the counts of the squares in ``part``; with ``palette``, the sums of the cells' light."""
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
    """Counts an engine's cells on the processor, for engines without OpenGL."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def squares(self, part: Piece, block: int, palette: bytes | None) -> Squares:
        _, _, width, height = part.region
        left, top, right, bottom = part.limits
        channels, kind = (self._states, np.int64) if palette is None else (_CHANNELS, np.float32)
        found = np.zeros((height, width, channels), kind)
        columns = min(right - left, max(block, _MAX_CELLS // block // block * block))
        rows = max(1, _MAX_CELLS // (block * columns)) * block
        for column in range(left, right, columns):
            for row in range(top, bottom, rows):
                cells = self._engine.read(row, column, min(rows, bottom - row), min(columns, right - column))
                place = column - part.shift[0], row - part.shift[1]
                _add_sums(found, self._channels_of(cells, palette), place, block)
        return found.astype(count_type(block)) if palette is None else (found / block).astype(np.float16)

    def release(self) -> None:
        """Do nothing, since there is nothing to release."""

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
    """Add the values of cells to the sums of their squares, ``found``.

    ``channels`` has an array of values for each state (or colour component). ``place`` is the (column, row) of the
    first cell, measured from the first cell of the first square in ``found``.
    """
    (column, row) = place
    for number, values in enumerate(channels):
        rows = _sum_rows(values, row % block, block)
        kind = np.float32 if values.dtype.kind == "f" else np.int64
        sums = np.add.reduceat(rows, _starts(column, values.shape[1], block), axis=1, dtype=kind)
        y, x = row // block, column // block
        found[y : y + len(sums), x : x + sums.shape[1], number] += sums


def _sum_rows(values: NDArray[Any], first: int, block: int) -> NDArray[Any]:
    """Add up the values of each ``block`` rows, those of one row of squares; return one row of sums for each.

    ``values`` may begin inside a square: ``first`` is the number of rows of this square that lie above ``values``.
    """
    kind: type[np.generic] = np.float32 if values.dtype.kind == "f" else np.uint16 if block < 1 << 16 else np.uint32
    head = min(-first % block, len(values))
    whole = (len(values) - head) // block
    stop = head + whole * block
    numbers = values.view(np.uint8) if values.dtype == np.bool_ else values
    parts = [numbers[head:stop].reshape(whole, block, values.shape[1]).sum(axis=1, dtype=kind)]
    if head:
        parts.insert(0, numbers[:head].sum(axis=0, dtype=kind)[np.newaxis])
    if stop < len(values):
        parts.append(numbers[stop:].sum(axis=0, dtype=kind)[np.newaxis])
    return np.concatenate(parts) if len(parts) > 1 else parts[0]


def _starts(first: int, length: int, block: int) -> NDArray[np.int64]:
    """Return the index of each square's first cell among ``length`` cells along an axis.

    Index 0 is at position ``first``; squares begin at multiples of ``block``. The first square may be cut off.
    """
    starts = np.arange(first // block * block, first + length, block, dtype=np.int64) - first
    return np.maximum(starts, 0)


def _states_apart() -> bytes:
    """Return a palette in which each state has a colour component of its own, so that a sum of light is a count."""
    colours = np.zeros((MAX_STATES, _CHANNELS), np.float32)
    colours[1 : 1 + _CHANNELS] = np.eye(_CHANNELS)
    return colours.tobytes()


def forget_squares(strip: Strip) -> None:
    """Release what :func:`count_squares` keeps for a strip. The next count begins anew."""
    if strip.engine in _counters:
        _counters.pop(strip.engine).release()


_counters: "WeakKeyDictionary[Engine, _BandCounter | _CellCounter]" = WeakKeyDictionary()
"""The counter for each strip's engine. Counters are kept, so that each counter's shaders are compiled only once."""


def _counter_of(strip: Strip) -> _BandCounter | _CellCounter:
    engine = strip.engine
    if engine not in _counters:
        if engine.storage in DEVICE_SOURCES:
            on_device: GLEngine = proxy(engine)
            with on_device.device.current():
                _counters[engine] = _BandCounter(on_device)
        else:
            _counters[engine] = _CellCounter(proxy(engine))
    return _counters[engine]
