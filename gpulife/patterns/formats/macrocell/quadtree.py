"""The quadtree of a macrocell file: equal squares of cells share one node, and dead squares have none.

A node of level n is 2**n cells wide. Values of a node are computed once from its four quarters, however often it
occurs: a file of some lines can hold a board of more cells than there are atoms, and nothing here unpacks one. Nodes
are rows of one array, 18 bytes each, and all nodes of a level are processed at once.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.patterns.pattern import Patch
from gpulife.rules import Cells

BLOCK_LEVEL = 9
"""Level of the largest squares that are unpacked: 512x512 cells, 256 KiB."""
CELLS_LEVEL = 3
"""Level of squares of 8x8 cells of one species, a bit for each."""

Numbers = NDArray[np.uint32]
"""Numbers of nodes, or their content, uint32."""

_BITS = 1 << 15  # beside the level: the node holds 64 bits instead of quarters
_MAX_CACHED_BLOCKS = 64  # 16 MiB
_MAX_WHOLE_LEVEL = 60  # from here on places need more than 64 bits
_MAX_COUNTED = 1 << 60
_NODES_AT_A_TIME = 1 << 16


class Box(NamedTuple):
    """The smallest rectangle with all live cells of a node, counted from its upper left; ends are exclusive."""

    top: int
    left: int
    bottom: int
    right: int


class TreeBuilder:
    """Collects nodes, which are numbered from 1 on; quarters must be added before the nodes that consist of them."""

    def __init__(self) -> None:
        self._levels = np.zeros(1 << 10, np.uint16)
        self._content = bytearray(16)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def levels(self, numbers: Numbers) -> NDArray[np.uint16]:
        """Return the levels of nodes; 0 for number 0, which is a dead one."""
        return self._levels[numbers] & ~np.uint16(_BITS)

    def add(self, levels: NDArray[np.uint16], content: Numbers, are_bits: NDArray[np.bool_]) -> None:
        """Append nodes.

        Args:
            levels: the level of each node.
            content: shape (nodes, 4): the numbers of a node's quarters (upper left, upper right, lower left, lower
                right; 0 is a dead one); for level 1 its states; for ``are_bits`` 64 bits in reading order, then 0.
            are_bits: whether a node is 8x8 cells.
        """
        end = self._count + len(levels)
        if end >= len(self._levels):
            self._levels = np.concatenate((self._levels, np.zeros(end, np.uint16)))
        self._levels[self._count + 1 : end + 1] = levels | are_bits * np.uint16(_BITS)
        self._content += np.ascontiguousarray(content).data
        self._count = end

    def tree(self) -> "Tree":
        """Return the tree of all nodes, at least one; nothing can be added afterwards."""
        content = np.frombuffer(self._content, np.uint32).reshape(-1, 4)
        return Tree(self._levels[: self._count + 1], content)


class Tree:
    """A tree whose last node is its root.

    Attributes:
        level: level of the root.
        box: bounding box of the root's live cells; None if it has none.
        blocks: the number of patches to which the root unpacks.
    """

    def __init__(self, levels: NDArray[np.uint16], content: Numbers) -> None:
        self._content = content
        self._are_bits = levels & _BITS > 0
        self._levels = levels & ~np.uint16(_BITS)
        self._live = np.zeros(len(levels), np.bool_)
        self._rank = np.zeros(len(levels), np.uint32)  # among those of a level
        self.level = int(self._levels[-1])
        self.block = lru_cache(_MAX_CACHED_BLOCKS)(self._block)
        for _, numbers in self._by_level():
            self._rank[numbers] = np.arange(len(numbers), dtype=np.uint32)
            for part in _parts(numbers):
                content_of, are_leaves = self._content[part], self._are_leaves(part)
                self._live[part] = content_of.any(axis=1)
                self._live[part[~are_leaves]] = self._live[content_of[~are_leaves]].any(axis=1)
        is_live = bool(self._live[-1])
        self.box = self._box() if is_live else None
        self.blocks = self._blocks() if is_live else 0

    def patches(self) -> Iterator[Patch]:
        """Unpack the live part of every block; its place is counted from the upper left of the root's box."""
        if self.box is None:
            return
        waiting = [(len(self._levels) - 1, self.level, -self.box.top, -self.box.left)]
        while waiting:
            number, level, row, column = waiting.pop()
            if level <= BLOCK_LEVEL or self._are_bits[number]:
                top, left, cells = self.block(number)
                yield Patch(row + top, column + left, cells)
                continue
            half = 1 << level - 1
            for place, quarter in reversed(list(enumerate(self._content[number].tolist()))):
                if self._live[quarter]:
                    waiting.append((quarter, level - 1, row + half * (place // 2), column + half * (place % 2)))

    def _by_level(self) -> Iterator[tuple[int, Numbers]]:
        """Yield each level from the lowest to the root's, with the numbers of its nodes."""
        order = np.argsort(self._levels[1:], kind="stable").astype(np.uint32) + np.uint32(1)
        sorted_levels = self._levels[order]
        firsts = np.flatnonzero(np.diff(sorted_levels, prepend=np.uint16(0)))
        for first, end in zip(firsts, [*firsts[1:], len(order)], strict=True):
            level = int(sorted_levels[first])
            if level <= self.level:
                yield level, order[first:end]

    def _are_leaves(self, numbers: Numbers) -> NDArray[np.bool_]:
        return np.asarray(self._are_bits[numbers] | (self._levels[numbers] == 1))

    def _box(self) -> Box:
        width = 1 << self.level
        top, bottom = self._margin((0, 1), (2, 3)), self._margin((2, 3), (0, 1))
        left, right = self._margin((0, 2), (1, 3)), self._margin((1, 3), (0, 2))
        return Box(top, left, width - bottom, width - right)

    def _margin(self, near: tuple[int, int], far: tuple[int, int]) -> int:
        """Count the rows or columns of the root, from the side of the ``near`` quarters, up to the first live cell."""

        def leaf_values(cells: NDArray[np.bool_]) -> NDArray[Any]:
            lines = np.asarray(cells.any(axis=2 if set(near) in ({0, 1}, {2, 3}) else 1))
            return np.asarray((lines if near[0] == 0 else lines[:, ::-1]).argmax(axis=1))

        def inner_values(margins: NDArray[Any], level: int) -> NDArray[Any]:
            nearer, farther = (margins[:, quarters].min(axis=1) for quarters in (near, far))
            return np.asarray(np.minimum(nearer, farther + (1 << level - 1)))

        return self._root_value(leaf_values, inner_values, lambda level: 2 << level)

    def _blocks(self) -> int:
        def inner_values(blocks: NDArray[Any], level: int) -> NDArray[Any]:
            total = np.minimum(blocks.sum(axis=1), _MAX_COUNTED)
            return total if level > BLOCK_LEVEL else np.ones_like(total)

        return self._root_value(lambda cells: np.ones(len(cells), np.int64), inner_values, lambda _: 0)

    def _root_value(
        self,
        leaf_values: Callable[[NDArray[np.bool_]], NDArray[Any]],
        inner_values: Callable[[NDArray[Any], int], NDArray[Any]],
        dead_value: Callable[[int], int],
    ) -> int:
        """Compute a value of the root, where the value of each node depends on those of its quarters.

        Args:
            leaf_values: computes the values of squares of cells, shape (nodes, width, width).
            inner_values: computes the values of nodes of a level from those of their quarters, shape (nodes, 4).
            dead_value: returns the value of dead nodes of a level.
        """
        values = np.zeros(0, np.int64)
        for level, numbers in self._by_level():
            kind = np.dtype(np.int64 if level < _MAX_WHOLE_LEVEL else object)
            below = np.append(values.astype(kind), np.array([dead_value(level - 1)], kind))
            values = np.empty(len(numbers), kind)
            for first, part in zip(range(0, len(numbers), _NODES_AT_A_TIME), _parts(numbers), strict=True):
                part_values, are_leaves = values[first : first + _NODES_AT_A_TIME], self._are_leaves(part)
                if are_leaves.any():
                    part_values[are_leaves] = leaf_values(self._squares(part[are_leaves], level) > 0)
                if not are_leaves.all():
                    quarters = self._content[part[~are_leaves]]
                    ranks = np.where(self._live[quarters], self._rank[quarters], np.uint32(len(below) - 1))
                    part_values[~are_leaves] = inner_values(below[ranks], level)
        return int(values[-1])

    def _squares(self, numbers: Numbers, level: int) -> Cells:
        """Return the cells of nodes that hold cells: shape (nodes, width, width)."""
        content = self._content[numbers]
        if level == 1:
            return content.astype(np.uint8).reshape(-1, 2, 2)
        bits = np.ascontiguousarray(content[:, :2]).view(np.uint8)
        return np.unpackbits(bits, axis=1).reshape(-1, 8, 8)

    def _block(self, number: int) -> tuple[int, int, Cells]:
        """Return the live part of a live node, read-only, with its place in the node: (row, column, cells)."""
        grid = np.array([[number]], np.uint32)
        cells = np.zeros((1, 1), np.uint8)
        for level in range(int(self._levels[number]), 0, -1):
            if level in (1, CELLS_LEVEL):
                squares = self._squares(grid.reshape(-1), level)
                if level == CELLS_LEVEL:
                    are_bits = self._are_bits[grid]
                    squares *= are_bits.reshape(-1, 1, 1)
                    grid = np.where(are_bits, np.uint32(0), grid)
                joined = _joined(squares, len(grid))
                cells = joined if len(cells) < len(joined) else cells | joined
            if level > 1:
                grid = _joined(self._content[grid.reshape(-1)].reshape(-1, 2, 2), len(grid))
        rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
        top, left = int(rows[0]), int(columns[0])
        live = cells[top : int(rows[-1]) + 1, left : int(columns[-1]) + 1]
        live.setflags(write=False)
        return top, left, live


def _parts(numbers: Numbers) -> Iterator[Numbers]:
    return (numbers[first : first + _NODES_AT_A_TIME] for first in range(0, len(numbers), _NODES_AT_A_TIME))


def _joined(squares: NDArray[Any], across: int) -> NDArray[Any]:
    """Join ``across`` x ``across`` squares of equal size, in reading order, to one square."""
    width = squares.shape[1]
    rows = squares.reshape(across, across, width, width).transpose(0, 2, 1, 3)
    return rows.reshape(across * width, across * width)
