"""The engine of a plane without end that ``auto`` opens: tiles first, and a tree once the tree is faster.

Tiles (the engine ``plane``) are at once fast, but compute everything anew. A tree (the engine ``hashlife``) computes
what repeats only once, but takes long for what does not. Which is faster shows only in a trial: after a quarter of a
second of computing, and again each time that the time spent has grown fourfold, the tree goes on from the same
generation for as long as the tiles have just taken for theirs. If it gets farther, it stays. A pattern that becomes too
large for tiles moves to the tree without a trial.
"""

import time
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.endless import Box, EndlessEngine
from gpulife.engines.plane.engine import TiledPlane
from gpulife.errors import BoardSizeError
from gpulife.patterns.formats.macrocell import MacrocellPattern
from gpulife.patterns.pattern import NO_NOTES, Notes, Pattern, StreamedPattern
from gpulife.rules import Cells

_FIRST_TRIAL = 0.25
"""Seconds of computing until the first trial."""
_LONGER = 4
"""The factor from the time spent at a trial to that at the next one."""


class AutoPlane(EndlessEngine):
    """A plane without end, in tiles or as a tree.

    Args:
        tiles: the empty plane, in tiles.
        open_tree: opens an empty plane as a tree, ready to compute.

    Attributes:
        moved_at: the generation at which the plane became a tree; None if it is in tiles.
    """

    def __init__(self, tiles: TiledPlane, open_tree: Callable[[], EndlessEngine]) -> None:
        self._tiles: TiledPlane | None = tiles
        self._now: EndlessEngine = tiles
        self._open_tree = open_tree
        self._spent, self._next_trial = 0.0, _FIRST_TRIAL
        self.moved_at: int | None = None
        super().__init__(tiles.rule)

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the engine that computes now."""
        return self._now.name

    @property
    def renderer(self) -> str:  # type: ignore[override]
        """What computes, and when the plane became a tree."""
        moved = f", from generation {self.moved_at:,} on" if self.moved_at else ""
        return f"{self._now.renderer}{moved}"

    @property
    def generation(self) -> int:
        """The generation of the cells."""
        return self._now.generation

    @property
    def background(self) -> int:
        """The true state of all cells far away."""
        return self._now.background

    @property
    def memory(self) -> int:
        """The memory that the plane takes now, in bytes."""
        return self._now.memory

    def load(self, pattern: Pattern | StreamedPattern, advance: Callable[[], None] = lambda: None) -> None:
        """Replace the empty plane by a pattern. A macrocell file is a tree already, and is never unpacked."""
        self.changes += 1
        if isinstance(pattern, MacrocellPattern):
            self._become(self._open_tree())
        self._now.load(pattern, advance)

    def density(self, level: int, row: int, column: int, rows: int, columns: int) -> NDArray[np.float32]:
        """See :meth:`EndlessEngine.density`."""
        return self._now.density(level, row, column, rows, columns)

    def box(self) -> Box | None:
        """See :meth:`EndlessEngine.box`."""
        return self._now.box()

    def macrocell_pieces(self, notes: Notes = NO_NOTES) -> Iterator[str]:
        """See :meth:`EndlessEngine.macrocell_pieces`."""
        return self._now.macrocell_pieces(notes)

    def close(self) -> None:
        """Release the memory; the engine cannot be used afterwards."""
        self._now.close()

    def _begin_at(self, generation: int) -> None:
        self._now._begin_at(generation)

    def _write(self, row: int, column: int, cells: Cells) -> None:
        try:
            self._now._write(row, column, cells)
        except BoardSizeError:
            if self._tiles is None:
                raise
            self._become(self._as_tree(self._tiles))
            self._now._write(row, column, cells)

    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        return self._now._read(row, column, height, width)

    def _population(self) -> list[int]:
        return self._now._population()

    def _step(self, generations: int, longest: int | None) -> int:
        last = self.generation + generations
        while self._tiles is not None and self.generation < last and not self._stopped():
            try:
                rate = self._run_tiles(self._tiles, last - self.generation, longest)
            except BoardSizeError:
                self._become(self._as_tree(self._tiles))
                break
            if self._spent >= self._next_trial and self.generation < last and not self._stopped():
                self._try_tree(self._tiles, last, longest, rate)
        if self._tiles is None and self.generation < last:
            with self._now.stopping(self._stopped):
                self._now.step(last - self.generation, longest)
        return generations - (last - self.generation)

    def _run_tiles(self, tiles: TiledPlane, generations: int, longest: int | None) -> float:
        """Compute until it is time for a trial; return the generations per second."""
        began, first, until = time.perf_counter(), tiles.generation, self._next_trial - self._spent
        with tiles.stopping(lambda: self._stopped() or time.perf_counter() - began >= until):
            tiles.step(generations, longest)
        seconds = max(time.perf_counter() - began, 1e-6)
        self._spent += seconds
        return (tiles.generation - first) / seconds

    def _try_tree(self, tiles: TiledPlane, last: int, longest: int | None, rate: float) -> None:
        """Let the tree compute for a while, and keep it if it is faster than the tiles' ``rate``."""
        first, seconds = tiles.generation, self._next_trial / _LONGER * (_LONGER - 1)
        self._next_trial *= _LONGER
        try:
            tree = self._as_tree(tiles)
            began = time.perf_counter()
            with tree.stopping(lambda: self._stopped() or time.perf_counter() - began >= seconds):
                tree.step(last - first, longest)
        except BoardSizeError:
            return  # the tree needs more memory
        if tree.generation - first > rate * (time.perf_counter() - began):
            self.moved_at = first
            self._become(tree)
        else:
            tree.close()

    def _as_tree(self, tiles: TiledPlane) -> EndlessEngine:
        tree = self._open_tree()
        tree._begin_at(tiles.generation)
        for row, column, cells in tiles.blocks():
            tree.paint(row, column, cells)
        return tree

    def _become(self, tree: EndlessEngine) -> None:
        if self._tiles is not None and self.moved_at is None:
            self.moved_at = self._tiles.generation
        self._now.close()
        self._now, self._tiles = tree, None
