"""The engine: a pattern on a plane without end, in tiles."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.compiled import HAS_NUMBA, VERSION
from gpulife.engines.endless import Box, EndlessEngine
from gpulife.engines.memory import format_bytes
from gpulife.engines.plane import passes
from gpulife.engines.plane.contents import BitPlanes, contents_for
from gpulife.engines.plane.laws import far_away, refusal
from gpulife.engines.plane.tiles import (
    ALL_DUE,
    AWAKE,
    NOWHERE,
    SWEPT,
    TILES,
    NoRoomError,
    add_all,
    bytes_per_tile,
    find_all,
    new_store,
    sweep,
    with_room,
)
from gpulife.errors import BoardSizeError, EngineError
from gpulife.patterns.board_sizes import free_memory
from gpulife.patterns.formats.macrocell_writer import in_pieces, leaf_lines
from gpulife.patterns.pattern import NO_NOTES, Notes
from gpulife.rules import Cells, Rule, name_for_others, parse_rule

_MEMORY_SHARE = 0.5
"""The share of free memory that a plane may take by default."""
_DOWN = 1
"""The row of the plane at which row 0 of the tiles lies, as in the engine hashlife."""
_FARTHEST = 1 << 60
"""Rows and columns of cells have a smaller distance from 0: numbers of 64 bits count them."""
_MOMENT_TILES = 1 << 14
"""Tiles that are computed in less than a tenth of a second; then the engine asks whether to stop."""
_MAX_PASSES = 1 << 40
"""Passes in one call of a compiled function; so many only if nothing is awake."""
_TILES_AT_ONCE = 256
_LEAST_ROOM = 64
"""Tiles for which there is room in any limit."""
_BLOCK = 8
_LEAF = 8
_LEAF_LEVEL = 3


class TiledPlane(EndlessEngine):
    """A pattern on a plane without end, in tiles. Rows and columns may be up to 2 ** 60.

    Args:
        rule: the rule.
        limit: the memory for the plane, in bytes; None for half of what is free.
        compiles: False to compute in numpy even if numba is installed.

    Raises:
        EngineError: a plane cannot have the rule.
    """

    name = "plane"

    def __init__(self, rule: Rule, limit: int | None = None, *, compiles: bool = True) -> None:
        super().__init__(rule)
        if (reason := refusal(rule)) is not None:
            raise EngineError(reason)
        self._limit = int(free_memory() * _MEMORY_SHARE) if limit is None else limit
        self._tiles = contents_for(rule)
        self._store = new_store(self._tiles.shape, self._tiles.kind)
        self._generation = 0
        self._phase = 0  # the phase of the rule for which tiles are known to stay as they are
        self.renderer = f"numpy {np.__version__}"
        self._work: Any = None
        if HAS_NUMBA and compiles and isinstance(self._tiles, BitPlanes):
            from gpulife.engines.plane.kernels import work_for

            self._work = work_for(rule, self._tiles)
            self.renderer = VERSION

    @property
    def generation(self) -> int:
        """The generation of the cells."""
        return self._generation

    @property
    def background(self) -> int:
        """The true state of all cells far away."""
        return far_away(self.rule, self.generation)

    @property
    def memory(self) -> int:
        """The memory that the plane takes now, in bytes."""
        return len(self._store.due) * bytes_per_tile(self._store)

    @property
    def tiles(self) -> int:
        """The number of tiles that exist now."""
        return int(self._store.counts[TILES])

    @property
    def awake_tiles(self) -> int:
        """The number of tiles that the last pass computed."""
        return int(self._store.counts[AWAKE])

    # Time.

    def _step(self, generations: int, longest: int | None) -> int:
        done = 0
        while done < generations and not self._stopped():
            left = generations - done
            place = next(
                place
                for place, length in enumerate(self._tiles.lengths)
                if length <= left and (longest is None or length <= 1 << longest)
            )
            passes_wanted = left // self._tiles.lengths[place]
            computed = self._run(place, min(passes_wanted, _MAX_PASSES))
            self._generation += computed
            done += computed
        return done

    def _run(self, place: int, wanted: int) -> int:
        """Compute some passes, at most ``wanted``; return the number of generations."""
        length, period = self._tiles.lengths[place], self._tiles.period
        if self._generation % period != self._phase:
            self._phase = self._generation % period
            self._wake_all()
        if length % period:
            wanted = 1
        if self._work is not None:
            from gpulife.engines.plane.kernels import run_passes

            found = run_passes(self._store, self._work, place, length, self._generation % period, wanted, _MOMENT_TILES)
        else:
            if self.tiles > 2 * int(self._store.counts[SWEPT]) + 256:
                sweep(self._store)
            found = int(passes.run_pass(self._store, self._tiles, place, self._generation))
            if found and not self.awake_tiles:
                found = wanted  # nothing changes
        if not found:
            # No slot was free for a tile that is needed.
            self._make_room(min(8 * self.awake_tiles, self.tiles) + 8)
        return found * length

    def _wake_all(self) -> None:
        self._store.due[self._store.used > 0] = ALL_DUE

    def _make_room(self, tiles: int) -> None:
        try:
            self._store = with_room(self._store, tiles, self._limit)
        except NoRoomError:
            # Perhaps fewer are enough.
            self._store = with_room(self._store, 1, self._limit)

    # Cells.

    def _write(self, row: int, column: int, cells: Cells) -> None:
        height, width = cells.shape
        if max(abs(row), abs(column), abs(row + height), abs(column + width)) > _FARTHEST:
            raise BoardSizeError("rows and columns over 2^60 are too far away for tiles: use --engine hashlife")
        side, row = self._tiles.side, row - _DOWN
        top, left, rows, columns = self._squares_around(row, column, height, width)
        self._require_room(cells, column - left * side)
        board = self._cells_of(top, left, rows, columns)
        board[row - top * side :, column - left * side :][:height, :width] = cells
        cells = board.reshape(rows, side, columns, side).swapaxes(1, 2)
        slots = find_all(self._store, top, left, rows, columns)
        wanted = (slots == NOWHERE) & cells.any(axis=(2, 3))
        self._store = with_room(self._store, int(wanted.sum()), self._limit)
        slots = find_all(self._store, top, left, rows, columns)  # making room may have freed tiles
        wanted = (slots == NOWHERE) & cells.any(axis=(2, 3))
        add_all(self._store, top, left, wanted, slots)
        y, x = np.nonzero(slots)
        for first in range(0, len(y), _TILES_AT_ONCE):
            part = y[first : first + _TILES_AT_ONCE], x[first : first + _TILES_AT_ONCE]
            passes.put(self._store, self._tiles, slots[part], self._tiles.packed(cells[part]))

    def _require_room(self, cells: Cells, offset: int) -> None:
        """Raise NoRoomError if memory is surely too small for ``cells``, before much work is done for them.

        The first column of the cells is the one at ``offset`` in a tile.
        """
        starts = np.maximum(0, np.arange(0, offset + cells.shape[1], self._tiles.side) - offset)
        count = int(np.logical_or.reduceat(cells.any(axis=0), starts).sum())
        if count * bytes_per_tile(self._store) > max(self._limit, _LEAST_ROOM * bytes_per_tile(self._store)):
            raise NoRoomError(f"{count:,} tiles with live cells are too many for {format_bytes(self._limit)} of memory")

    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        found, row = np.zeros((height, width), np.uint8), row - _DOWN
        y, x = (
            slice(max(0, -_FARTHEST - start), max(0, min(size, _FARTHEST - start)))
            for start, size in ((row, height), (column, width))
        )
        height, width = y.stop - y.start, x.stop - x.start
        if height > 0 and width > 0:
            side, row, column = self._tiles.side, row + y.start, column + x.start
            top, left, rows, columns = self._squares_around(row, column, height, width)
            board = self._cells_of(top, left, rows, columns)
            found[y, x] = board[row - top * side :, column - left * side :][:height, :width]
        return found

    def _squares_around(self, row: int, column: int, height: int, width: int) -> Box:
        """Return which tiles cover a rectangle of cells, as (row, column, rows, columns) of tiles."""
        side = self._tiles.side
        top, left = row // side, column // side
        return top, left, (row + height - 1) // side - top + 1, (column + width - 1) // side - left + 1

    def _cells_of(self, top: int, left: int, rows: int, columns: int) -> Cells:
        """Return the cells of a rectangle of tiles."""
        side = self._tiles.side
        board = np.zeros((rows * side, columns * side), np.uint8)
        squares = board.reshape(rows, side, columns, side).swapaxes(1, 2)
        slots = find_all(self._store, top, left, rows, columns)
        y, x = np.nonzero(slots)
        for first in range(0, len(y), _TILES_AT_ONCE):
            part = y[first : first + _TILES_AT_ONCE], x[first : first + _TILES_AT_ONCE]
            squares[part] = self._tiles.unpacked(self._store.content[slots[part]])
        return board

    def _filled(self) -> NDArray[np.intp]:
        """Return the slots of all tiles with live cells."""
        return np.flatnonzero(self._store.filled)

    def _parts(self) -> Iterator[tuple[NDArray[np.int64], Cells]]:
        """Yield the places of some tiles with live cells, shape (tiles, 2), and their cells, until all have come."""
        slots = self._filled()
        for first in range(0, len(slots), _TILES_AT_ONCE):
            part = slots[first : first + _TILES_AT_ONCE]
            yield self._store.places[part], self._tiles.unpacked(self._store.content[part])

    def _population(self) -> list[int]:
        slots = self._filled()
        counts = np.zeros(self.rule.live_states + 1, np.int64)
        for first in range(0, len(slots), _TILES_AT_ONCE):
            counts += self._tiles.counts(self._store.content[slots[first : first + _TILES_AT_ONCE]])
        return [int(count) for count in counts]

    def density(self, level: int, row: int, column: int, rows: int, columns: int) -> NDArray[np.float32]:
        """See :meth:`EndlessEngine.density`."""
        states = self.rule.live_states + 1
        found = np.zeros(rows * columns * states, np.int64)
        for places, cells in self._parts():
            tiles, y, x = np.nonzero(cells)
            y, x = (
                (places[tiles, axis] * self._tiles.side + offset >> level) - first
                for axis, offset, first in ((0, y, row), (1, x, column))
            )
            is_inside = (y >= 0) & (y < rows) & (x >= 0) & (x < columns)
            state = cells[cells > 0][is_inside]
            found += np.bincount((y[is_inside] * columns + x[is_inside]) * states + state, minlength=found.size)
        return np.ldexp(found.reshape(rows, columns, states), -2 * level).astype(np.float32)

    def box(self) -> Box | None:
        """See :meth:`EndlessEngine.box`."""
        slots = self._filled()
        if not slots.size:
            return None
        side, places = self._tiles.side, self._store.places[slots]
        ends = []
        for axis in (0, 1):
            for place in (int(places[:, axis].min()), int(places[:, axis].max())):
                cells = self._tiles.unpacked(self._store.content[slots[places[:, axis] == place]])
                lines = np.flatnonzero(cells.any(axis=(0, 2 - axis)))
                ends.append((place * side + int(lines[0]), place * side + int(lines[-1]) + 1))
        (top, _), (_, bottom), (left, _), (_, right) = ends
        return top + _DOWN, left, bottom - top, right - left

    def blocks(self) -> Iterator[tuple[int, int, Cells]]:
        """Yield (row, column, cells) of squares of _BLOCK x _BLOCK tiles that together have all live cells."""
        places = np.unique(self._store.places[self._filled()] // _BLOCK, axis=0)
        side = self._tiles.side
        for row, column in places.tolist():
            cells = self._cells_of(row * _BLOCK, column * _BLOCK, _BLOCK, _BLOCK)
            yield row * _BLOCK * side + _DOWN, column * _BLOCK * side, cells

    # Files.

    def macrocell_pieces(self, notes: Notes = NO_NOTES) -> Iterator[str]:
        """See :meth:`EndlessEngine.macrocell_pieces`."""
        yield "[M2] (gpulife)\n" + "".join(f"{line}\n" for line in notes.lines())
        yield f"#R {name_for_others(self.rule)}\n" + (f"#G {self.generation}\n" if self.generation else "")
        places, leaves = self._leaves()
        lines, numbers = leaf_lines(leaves, self.rule.live_states)
        yield from in_pieces(lines)
        written, level = len(lines), _LEAF_LEVEL
        while level < _LEAF_LEVEL + 1 or ((places != 0) & (places != -1)).any():
            quarters = np.zeros((0, 4), np.int64)
            level += 1
            if len(places):
                parents, at = np.unique(places >> 1, axis=0, return_inverse=True)
                quarters = np.zeros((len(parents), 4), np.int64)
                quarters[at.reshape(-1), (places[:, 0] & 1) * 2 + (places[:, 1] & 1)] = numbers
                places = parents
            nodes, at = np.unique(quarters, axis=0, return_inverse=True)
            yield from in_pieces(f"{level} {' '.join(map(str, node))}\n" for node in nodes.tolist())
            numbers = written + 1 + at.reshape(-1)
            written += len(nodes)
        root = np.zeros(4, np.int64)
        root[(places[:, 0] + 1) * 2 + places[:, 1] + 1] = numbers
        yield f"{level + 1} {' '.join(map(str, root.tolist()))}\n"

    def _leaves(self) -> tuple[NDArray[np.int64], Cells]:
        """Return the places of all squares of 8x8 cells with live cells, in squares, and their cells."""
        across = self._tiles.side // _LEAF
        offsets = np.stack(np.divmod(np.arange(across**2), across), axis=1)
        places, leaves = [np.zeros((0, 2), np.int64)], [np.zeros((0, _LEAF, _LEAF), np.uint8)]
        for tiles, cells in self._parts():
            squares = cells.reshape(-1, across, _LEAF, across, _LEAF).swapaxes(2, 3).reshape(-1, _LEAF, _LEAF)
            lives = squares.any(axis=(1, 2))
            places.append((tiles[:, None] * across + offsets).reshape(-1, 2)[lives])
            leaves.append(squares[lives])
        return np.concatenate(places), np.concatenate(leaves)

    def close(self) -> None:
        """Release the memory; the engine cannot be used afterwards."""
        del self._store

    def _begin_at(self, generation: int) -> None:
        self._generation = generation


def compile_all() -> None:
    """Compile the engine, or load it if that has been done before, so that nothing takes longer afterwards."""
    for name in ("Life", "R2,C0,M1,S3..8,B3..5,NM"):
        with TiledPlane(parse_rule(name), 0) as plane:
            plane.paint(0, 0, np.ones((3, 5), np.uint8))
            plane.step(9)
