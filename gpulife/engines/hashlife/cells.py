"""Reading and writing the cells of a quadtree. The work is in proportion to the squares that are asked for.

Rows and columns are Python's integers of any size; rows grow downwards.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.compiled import compiled
from gpulife.engines.hashlife.collection import forget_numbers, number_reached
from gpulife.engines.hashlife.nodes import LEAF_MARK, LEAVES_USED, LEVEL, MARK, USED, Ids, Store, leaves_of, nodes_of
from gpulife.engines.hashlife.tree import HashTree
from gpulife.rules import Cells

LEAF_LEVEL = 3
_MAX_COUNTED_LEVEL = 31
"""The highest level at which numbers of cells fit into 64 bits."""


def grid(tree: HashTree, level: int, row: int, column: int, rows: int, columns: int) -> list[Ids]:
    """Return the squares of 2**level cells in a rectangle, and all larger squares in which they are.

    Rows and columns are those of squares: square 0 begins at row 0 of the cells. All squares must be in the root.

    Returns:
        Item 0 has the ids of the squares, shape (rows, columns); item i has those of level + i.
    """
    edge = 1 << tree.level - level - 1
    top, left = row + edge, column + edge
    found = [np.array([[tree.root]], np.int32)]
    for up in range(tree.level - level - 1, -1, -1):
        # Python's integers as far as the first square of a row; the rest is small.
        first, last = (top >> up, (top + rows - 1) >> up), (left >> up, (left + columns - 1) >> up)
        y = np.arange(first[1] - first[0] + 1) + (first[0] & 1)
        x = np.arange(last[1] - last[0] + 1) + (last[0] & 1)
        parents = found[-1][(y >> 1)[:, None], (x >> 1)[None]]
        found.append(tree.store.nodes[parents, (y & 1)[:, None] * 2 + (x & 1)[None]])
    return found[::-1]


def covered(tree: HashTree, row: int, column: int, rows: int, columns: int, level: int) -> tuple[int, int, int, int]:
    """Return which squares of 2**level cells cover a rectangle of cells: (row, column, rows, columns) of squares.

    The root grows until it has them.
    """
    far = max(-row, -column, row + rows, column + columns, 1)
    while 1 << tree.level - 1 < far + (1 << level):
        tree.expand()
    top, left = row >> level, column >> level
    return top, left, ((row + rows - 1) >> level) - top + 1, ((column + columns - 1) >> level) - left + 1


def read(tree: HashTree, row: int, column: int, rows: int, columns: int) -> Cells:
    """Return the states of a rectangle of cells, shape (rows, columns), uint8."""
    if not rows or not columns:
        return np.zeros((rows, columns), np.uint8)
    half = 1 << tree.level - 1
    if -half <= row and -half <= column and row + rows <= half and column + columns <= half:
        top, left, high, wide = covered(tree, row, column, rows, columns, LEAF_LEVEL)
        cells = _unpacked(tree, grid(tree, LEAF_LEVEL, top, left, high, wide)[0])
        return cells[row - 8 * top :, column - 8 * left :][:rows, :columns]
    # The rectangle's part in the root; nothing is outside.
    found = np.zeros((rows, columns), np.uint8)
    y, x = (
        slice(max(0, -half - start), max(0, min(size, half - start)))
        for start, size in ((row, rows), (column, columns))
    )
    if y.start < y.stop and x.start < x.stop:
        found[y, x] = read(tree, row + y.start, column + x.start, y.stop - y.start, x.stop - x.start)
    return found


def write(tree: HashTree, row: int, column: int, cells: Cells) -> None:
    """Replace a rectangle of cells by the states ``cells``, shape (rows, columns), uint8.

    Raises:
        NoRoomError: the plane does not fit into memory; it is as it was.
    """
    rows, columns = cells.shape
    if not rows or not columns:
        return
    top, left, high, wide = covered(tree, row, column, rows, columns, LEAF_LEVEL)
    tree.make_room(2 * high * wide + 8 * tree.level * (high + wide), high * wide)
    old = grid(tree, LEAF_LEVEL, top, left, high, wide)
    board = _unpacked(tree, old[0])
    board[row - 8 * top :, column - 8 * left :][:rows, :columns] = cells
    # From here on no room may be made: the new squares are not yet in the plane.
    made: Ids = np.empty(high * wide, np.int32)
    leaves_of(tree.store, _packed(tree, board), made)
    new: Ids = made.reshape(high, wide)
    edge = 1 << tree.level - LEAF_LEVEL - 1
    top, left = top + edge, left + edge
    for level, parents in enumerate(old[1:], LEAF_LEVEL + 1):
        y = np.arange(new.shape[0]) + (top & 1)
        x = np.arange(new.shape[1]) + (left & 1)
        quarters = tree.store.nodes[parents][..., :4].copy()
        quarters[(y >> 1)[:, None], (x >> 1)[None], (y & 1)[:, None] * 2 + (x & 1)[None]] = new
        made = np.empty(parents.size, np.int32)
        nodes_of(tree.store, quarters.reshape(-1, 4), level, made)
        new = made.reshape(parents.shape)
        top, left = top >> 1, left >> 1
    tree.root = int(new[0, 0])


def _unpacked(tree: HashTree, ids: Ids) -> Cells:
    """Return the cells of leaves, shape (rows, columns), as states, shape (8 rows, 8 columns)."""
    rows, columns = ids.shape
    words = np.ascontiguousarray(tree.store.leaves[-ids]).astype("<u8", copy=False).view(np.uint8)
    words = words.reshape(rows, columns, -1, 8)
    codes = np.zeros((rows, 8, columns, 8), np.uint16)
    for plane in range(tree.coding.planes):
        bits = np.unpackbits(words[:, :, plane, :, None], axis=3, bitorder="little").transpose(0, 2, 1, 3)
        codes |= bits.astype(np.uint16) << plane
    return tree.coding.states[codes].reshape(8 * rows, 8 * columns)


def leaf_cells(tree: HashTree, leaves: Ids) -> Cells:
    """Return the states in leaves, given by their negated ids, shape (leaves, 8, 8)."""
    return _unpacked(tree, -leaves[:, None]).reshape(-1, 8, 8)


def _packed(tree: HashTree, cells: Cells) -> NDArray[np.uint64]:
    """Return the words of the leaves of a board, shape (leaves, planes)."""
    rows, columns = cells.shape[0] // 8, cells.shape[1] // 8
    codes = tree.coding.codes[cells].reshape(rows, 8, columns, 8).transpose(0, 2, 1, 3)
    planes = [np.packbits(codes >> plane & 1, axis=3, bitorder="little")[..., 0] for plane in range(tree.coding.planes)]
    words = np.ascontiguousarray(np.stack(planes, axis=2)).view("<u8").astype(np.uint64, copy=False)
    return words.reshape(rows * columns, -1)


# Numbers of cells.


class Reached(NamedTuple):
    """The squares that the root has, each once.

    Attributes:
        nodes: their ids; a node's quarters come before it.
        leaves: the ids of the leaves, negated.
        ranks: the place in ``nodes`` of each quarter of a node, or -1 - its place in ``leaves``; shape (nodes, 4).
    """

    nodes: Ids
    leaves: Ids
    ranks: Ids


@contextmanager
def _numbered(tree: HashTree) -> Iterator[tuple[Ids, Ids]]:
    """Within the block, the marks of all reached squares are their numbers; yield the nodes and the leaves."""
    store = tree.store
    order, leaf_order = (np.empty(int(store.counts[used]), np.int32) for used in (USED, LEAVES_USED))
    found, leaves_found = number_reached(store, tree.root, order, leaf_order)
    order, leaf_order = order[:found], leaf_order[:leaves_found]
    try:
        yield order, leaf_order
    finally:
        forget_numbers(store, order, leaf_order)


def reached(tree: HashTree) -> Reached:
    """Return the squares that the root has. The work is in proportion to their number."""
    with _numbered(tree) as (order, leaf_order):
        quarters = tree.store.nodes[order, :4]
        is_leaf = quarters < 0
        ranks = np.where(
            is_leaf,
            -tree.store.links[np.where(is_leaf, -quarters, 0), LEAF_MARK],
            tree.store.nodes[np.where(is_leaf, 0, quarters), MARK] - 1,
        )
    return Reached(order, leaf_order, ranks.astype(np.int32))


def population(tree: HashTree) -> list[int]:
    """Return the number of cells in each state from 0 on; that of state 0, which has no end, is given as 0."""
    squares = reached(tree)
    levels = tree.store.nodes[squares.nodes, LEVEL]
    small = levels <= _MAX_COUNTED_LEVEL
    counts = _counts(tree, squares, np.zeros((len(squares.nodes), tree.rule.live_states + 1), np.int64), small)
    # Above level 31 with Python's integers, for few nodes.
    large: dict[int, list[int]] = {}
    for place in np.flatnonzero(~small).tolist():
        parts = [large.get(rank) or counts[rank].tolist() for rank in squares.ranks[place].tolist()]
        large[place] = [sum(column) for column in zip(*parts, strict=True)]
    last = len(squares.nodes) - 1
    return large.get(last) or [int(number) for number in counts[last]]


def density(tree: HashTree, level: int, row: int, column: int, rows: int, columns: int) -> NDArray[np.float32]:
    """Return the share of each state in squares of 2**level cells, level 3 or more, for a view from far away.

    Rows and columns are those of squares, as in :func:`grid`.

    Returns:
        Shape (rows, columns, states); state 0 is given as 0.
    """
    covered(tree, row << level, column << level, rows << level, columns << level, level)
    squares = reached(tree)
    counts = np.zeros((len(squares.nodes), tree.rule.live_states + 1))
    counts = _counts(tree, squares, counts, np.ones(len(squares.nodes), bool))
    ids = grid(tree, level, row, column, rows, columns)[0]
    if level == LEAF_LEVEL:
        leaves, places = np.unique(-ids, return_inverse=True)
        found = _leaf_counts(tree, leaves)[places.reshape(ids.shape)].astype(np.float64)
    else:
        order = np.argsort(squares.nodes)
        found = counts[order[np.searchsorted(squares.nodes[order], ids)]]
    return np.ldexp(found, -2 * level).astype(np.float32)


def _counts(tree: HashTree, squares: Reached, counts: Any, wanted: NDArray[np.bool_]) -> Any:
    """Fill ``counts``, shape (nodes, states), with the number of cells of those nodes that are ``wanted``."""
    _add_up(squares.ranks[wanted], np.flatnonzero(wanted), _leaf_counts(tree, squares.leaves), counts)
    return counts


def _leaf_counts(tree: HashTree, leaves: Ids) -> NDArray[np.uint8]:
    counts = np.zeros((len(leaves), tree.rule.live_states + 1), np.uint8)
    _count_leaves(tree.store, leaves.astype(np.int32), tree.coding.states, counts)
    return counts


@compiled
def _count_leaves(store: Store, leaves: Ids, states: Cells, counts: NDArray[np.uint8]) -> None:
    for i in range(leaves.size):
        some = np.uint64(0)
        for plane in range(store.leaves.shape[1]):
            some |= store.leaves[leaves[i], plane]
        while some:
            lowest = some & (~some + np.uint64(1))
            code = 0
            for plane in range(store.leaves.shape[1]):
                if store.leaves[leaves[i], plane] & lowest:
                    code |= 1 << plane
            counts[i, states[code]] += 1
            some ^= lowest


@compiled
def _add_up(ranks: Ids, places: NDArray[np.int64], leaf_counts: NDArray[np.uint8], counts: Any) -> None:
    for i in range(places.size):
        for state in range(1, counts.shape[1]):
            for q in range(4):
                rank = ranks[i, q]
                counts[places[i], state] += leaf_counts[-1 - rank, state] if rank < 0 else counts[rank, state]


def box(tree: HashTree) -> tuple[int, int, int, int] | None:
    """Return (row, column, rows, columns) of the smallest rectangle with all cells that are not in state 0.

    Return None if there are none.
    """
    if tree.root == tree.empty(tree.level):
        return None
    half = 1 << tree.level - 1
    top, left = (_first(tree, near) - half for near in ((0, 1), (0, 2)))
    bottom, right = (half - _first(tree, near) for near in ((2, 3), (1, 3)))
    return top, left, bottom - top, right - left


def _first(tree: HashTree, near: tuple[int, int]) -> int:
    """Return how many rows or columns are empty on the side of the root on which the quarters ``near`` are."""
    far = tuple(sorted({0, 1, 2, 3} - set(near)))
    squares, empty = np.array([tree.root], np.int32), 0
    for level in range(tree.level - 1, LEAF_LEVEL - 1, -1):
        for side in (near, far):
            found = np.unique(tree.store.nodes[squares][:, side])
            found = found[found != tree.empty(level)]
            if found.size:
                break
        empty += (1 << level) * (side == far)
        squares = found
    cells = np.asarray(leaf_cells(tree, -squares).max(axis=0))
    lines = cells.max(axis=1 if set(near) in ({0, 1}, {2, 3}) else 0)
    return empty + int(np.flatnonzero(lines if 0 in near else lines[::-1])[0])
