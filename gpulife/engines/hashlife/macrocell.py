"""Macrocell files, read into a quadtree and written from it; no square is unpacked.

:mod:`gpulife.patterns.formats.macrocell` reads the text and describes the format.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.compiled import compiled
from gpulife.engines.hashlife.cells import LEAF_LEVEL, leaf_cells, reached
from gpulife.engines.hashlife.nodes import LEVEL, Ids, Store, leaf, node
from gpulife.engines.hashlife.tree import HashTree
from gpulife.patterns.formats.macrocell import Nodes
from gpulife.patterns.formats.macrocell_writer import in_pieces, leaf_lines
from gpulife.patterns.pattern import NO_NOTES, Notes
from gpulife.rules import Cells, name_for_others

_REVERSED = np.packbits(np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little"), axis=1)[:, 0]
"""For each byte, the byte with its bits in reverse order."""


def can_hold(nodes: Nodes) -> bool:
    """Return True if a file's tree can become a quadtree as it is: its root must be larger than 8x8 cells."""
    return int(nodes.levels[-1]) > LEAF_LEVEL


def load(tree: HashTree, nodes: Nodes) -> None:
    """Replace the whole plane by the tree of a file, for which :func:`can_hold` is true.

    Raises:
        NoRoomError: the plane does not fit into memory; it is as it was.
    """
    count = len(nodes.levels)
    level = int(nodes.levels[-1])
    empty = tree.empty_squares(level)
    inner = int(np.count_nonzero(nodes.levels > LEAF_LEVEL))
    tree.make_room(inner, count - inner)
    ids = np.zeros(count, np.int32)
    # Two-state files have only leaves of 8x8 cells.
    small = np.zeros((count if (nodes.levels == 1).any() else 1, 16), np.uint8)
    bits = _REVERSED[np.ascontiguousarray(nodes.content[:, :2]).view(np.uint8)].view("<u8")[:, 0].astype(np.uint64)
    _intern(
        tree.store,
        nodes.levels.astype(np.int64),
        nodes.content.astype(np.int64),
        nodes.are_bits.astype(np.uint8),
        bits,
        *(empty, tree.coding.codes, ids, small),
    )
    tree.replace_root(int(ids[-1]), level)


@compiled
def _intern(
    store: Store,
    levels: NDArray[np.int64],
    content: NDArray[np.int64],
    are_bits: NDArray[np.uint8],
    bits: NDArray[np.uint64],
    empty: Ids,
    codes: NDArray[np.uint16],
    ids: Ids,
    small: Cells,
) -> None:
    """Fill ``ids`` with the id of each node of a file, and ``small`` with the cells of those below 8x8 cells."""
    words = np.zeros(store.leaves.shape[1], np.uint64)
    for n in range(1, levels.size):
        level = levels[n]
        if are_bits[n]:
            for plane in range(words.size):
                words[plane] = bits[n] if codes[1] >> plane & 1 else np.uint64(0)
            ids[n] = leaf(store, words)
        elif level == 1:
            for q in range(4):
                small[n, q] = content[n, q]
        elif level == 2:
            for q in range(4):
                for i in range(4):
                    small[n, ((q >> 1) * 2 + (i >> 1)) * 4 + (q & 1) * 2 + (i & 1)] = small[content[n, q], i]
        elif level == LEAF_LEVEL:
            words[:] = 0
            for q in range(4):
                if content[n, q] == 0:
                    continue
                for i in range(16):
                    code = codes[small[content[n, q], i]]
                    bit = ((q >> 1) * 4 + (i >> 2)) * 8 + (q & 1) * 4 + (i & 3)
                    for plane in range(words.size):
                        words[plane] |= np.uint64((code >> plane) & 1) << np.uint64(bit)
            ids[n] = leaf(store, words)
        else:
            for q in range(4):
                content[n, q] = ids[content[n, q]] if content[n, q] else empty[level - 1]
            ids[n] = node(
                store,
                np.int32(content[n, 0]),
                np.int32(content[n, 1]),
                np.int32(content[n, 2]),
                np.int32(content[n, 3]),
                level,
            )


# Writing.


def macrocell_pieces(tree: HashTree, notes: Notes = NO_NOTES) -> Iterator[str]:
    """Yield the text of a macrocell file with the whole plane, in pieces."""
    yield "[M2] (gpulife)\n" + "".join(f"{line}\n" for line in notes.lines())
    yield f"#R {name_for_others(tree.rule)}\n" + (f"#G {tree.generation}\n" if tree.generation else "")
    squares = reached(tree)
    cells = leaf_cells(tree, squares.leaves)
    lines, leaf_numbers = leaf_lines(cells, tree.rule.live_states)
    yield from in_pieces(lines)
    levels = tree.store.nodes[squares.nodes, LEVEL]
    is_empty = squares.nodes == tree.empty_squares(tree.level)[levels]
    is_empty[-1] = False  # the root is the last node, even if it is empty
    numbers = np.where(is_empty, 0, len(lines) + np.cumsum(~is_empty))
    is_leaf = squares.ranks < 0
    quarters = np.empty(squares.ranks.shape, np.int64)
    quarters[is_leaf] = leaf_numbers[-1 - squares.ranks[is_leaf]]
    quarters[~is_leaf] = numbers[squares.ranks[~is_leaf]]
    table = np.column_stack((levels, quarters))[~is_empty]
    yield from in_pieces(" ".join(map(str, row)) + "\n" for row in table.tolist())
