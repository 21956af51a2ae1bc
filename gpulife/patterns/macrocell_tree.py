"""The quadtree of a macrocell file: equal squares of cells are one node, and dead ones are none.

A node of level n is 2**n cells wide. What is known of a node is found from its four quarters once, however often it
occurs: a file of some lines can hold a board of more cells than there are atoms, and nothing here unpacks one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gpulife.patterns.pattern import Cells, Patch

BLOCK_LEVEL = 9
"""Of the largest squares that are unpacked: 512x512 cells, 256 KiB."""

_SMALL_LEVEL = 6
_SMALL_KEPT, _BLOCKS_KEPT = 4096, 64  # 16 MiB each


class Box(NamedTuple):
    """The smallest rectangle with all live cells of a node, counted from its upper left; ends are exclusive."""

    top: int
    left: int
    bottom: int
    right: int

    def moved(self, down: int, right: int) -> Box:
        """The same elsewhere."""
        return Box(self.top + down, self.left + right, self.bottom + down, self.right + right)


class Node(NamedTuple):
    """A square with at least one live cell.

    Attributes:
        level: its width is ``2**level`` cells.
        content: the numbers of its quarters (upper left, upper right, lower left, lower right; 0 is a dead one), or
            its cells in reading order.
        box: around its live cells.
        blocks: how many patches it unpacks to.
    """

    level: int
    content: tuple[int, int, int, int] | bytes
    box: Box
    blocks: int


class Tree:
    """Nodes by number, from 1 on; quarters come before what they are quarters of."""

    def __init__(self) -> None:
        self._nodes: list[Node | None] = [None]
        self._levels = [0]

    def __len__(self) -> int:
        return len(self._nodes) - 1

    def level(self, number: int) -> int:
        """Of a node, be it dead."""
        return self._levels[number]

    @property
    def root(self) -> Node | None:
        """The last node; None if it is dead."""
        return self._nodes[-1]

    def add_cells(self, level: int, cells: bytes) -> None:
        """Append a square of ``2**level`` x ``2**level`` cells: its state codes in reading order."""
        width = 1 << level
        rows = [cells[start : start + width] for start in range(0, len(cells), width)]
        live = [row for row, states in enumerate(rows) if any(states)]
        node = None
        if live:
            left = min(width - len(rows[row].lstrip(b"\0")) for row in live)
            right = max(len(rows[row].rstrip(b"\0")) for row in live)
            node = Node(level, cells, Box(live[0], left, live[-1] + 1, right), 1)
        self._append(level, node)

    def add_quarters(self, level: int, quarters: tuple[int, int, int, int]) -> None:
        """Append a node of four others, which are one level below or dead."""
        half = 1 << level - 1
        boxes, blocks = [], 0
        for place, number in enumerate(quarters):
            if (quarter := self._nodes[number]) is not None:
                boxes.append(quarter.box.moved(half * (place // 2), half * (place % 2)))
                blocks += quarter.blocks
        node = None
        if boxes:
            tops, lefts, bottoms, rights = zip(*boxes, strict=True)
            box = Box(min(tops), min(lefts), max(bottoms), max(rights))
            node = Node(level, quarters, box, blocks if level > BLOCK_LEVEL else 1)
        self._append(level, node)

    def patches(self) -> Iterator[Patch]:
        """The live part of every block, with its place counted from the upper left of the root's box."""
        if self.root is None:
            return
        unpacker = _Unpacker(self._nodes)
        waiting = [(len(self), -self.root.box.top, -self.root.box.left)]
        while waiting:
            number, row, column = waiting.pop()
            node = self._nodes[number]
            if node is None:
                continue
            if node.level > BLOCK_LEVEL and not isinstance(node.content, bytes):
                half = 1 << node.level - 1
                waiting.extend(
                    (node.content[place], row + half * (place // 2), column + half * (place % 2))
                    for place in reversed(range(4))
                )
            else:
                top, left, bottom, right = node.box
                yield Patch(row + top, column + left, unpacker.block(number)[top:bottom, left:right])

    def _append(self, level: int, node: Node | None) -> None:
        self._levels.append(level)
        self._nodes.append(node)


class _Unpacker:
    """Cells of nodes, with those that were asked for last."""

    def __init__(self, nodes: list[Node | None]) -> None:
        self._nodes = nodes
        self.block = lru_cache(_BLOCKS_KEPT)(self._unpacked)
        self._small = lru_cache(_SMALL_KEPT)(self._unpacked)

    def _unpacked(self, number: int) -> Cells:
        """All cells of a node, read-only."""
        node = self._nodes[number]
        assert node is not None  # noqa: S101 - dead nodes are never unpacked
        width = 1 << node.level
        if isinstance(node.content, bytes):
            return np.frombuffer(node.content, np.uint8).reshape(width, width)
        cells = np.zeros((width, width), np.uint8)
        self._fill(cells, node.content)
        cells.setflags(write=False)
        return cells

    def _fill(self, cells: Cells, quarters: tuple[int, int, int, int]) -> None:
        half = len(cells) // 2
        for place, number in enumerate(quarters):
            if (node := self._nodes[number]) is None:
                continue
            down, right = half * (place // 2), half * (place % 2)
            quarter = cells[down : down + half, right : right + half]
            if node.level <= _SMALL_LEVEL or isinstance(node.content, bytes):
                quarter[:] = self._small(number)
            else:
                self._fill(quarter, node.content)
