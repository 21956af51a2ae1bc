"""The squares of a plane: nodes and leaves in arrays, where equal squares are stored once.

A *leaf* is a square of 8x8 cells, as words of 64 bits: bit 8y + x of word p is the bit of plane p in the code of the
cell at row y and column x. A *node* of level n is a square of 2**n cells, n >= 4: a row with its quarters, its
*result* (the square of half its side in its middle, some generations later; 0 if not known yet), the next node with
the same hash, its level and its mark.

An *id* is an int32. A positive id is a row of ``nodes``, and a negative one, negated, is a row of ``leaves``; 0 is
nothing. Equal squares have equal ids, since only :func:`node` and :func:`leaf` make squares, and both first look for
an equal one. A square without cells has an id, too.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.compiled import compiled, inlined

Ids = NDArray[np.int32]
Words = NDArray[np.uint64]

NW, NE, SW, SE, RESULT, NEXT, LEVEL, MARK = range(8)
"""The columns of a node."""
LEAF_NEXT, LEAF_MARK = range(2)
"""The columns of a leaf's link."""
USED, FREE, LIVE, ROOM, LEAVES_USED, FREE_LEAF, LIVE_LEAVES, LEAF_ROOM, TOP, STEP, PHASE = range(11)
"""The places in ``counts``.

Of the nodes: rows that were ever used, the first row of the list of free ones, nodes that exist, and the number at
which stepping stops to make room. The same four of the leaves. Then the top frame of the stack, the step (a step is
2**STEP generations), and the phase of the rule in which it begins.
"""
EMPTY_LEAF = -1
"""The id of the leaf without cells, which is made first."""
NODE_BYTES, LEAF_BYTES = 36, 12
"""Memory for a node with its part of the hash table, and for a leaf without its words."""


class Store(NamedTuple):
    """The arrays of a plane, all of them C-contiguous. Row 0 of nodes and leaves is never used.

    Attributes:
        nodes: shape (room for nodes, 8).
        heads: the first node of each hash, shape (room for nodes,).
        leaves: shape (room for leaves, planes).
        links: next leaf of the same hash, and mark; shape (room for leaves, 2).
        leaf_heads: the first leaf of each hash, shape (room for leaves,).
        counts: numbers that change while the plane is computed, at the places USED to PHASE; int64, shape (16,).
    """

    nodes: Ids
    heads: Ids
    leaves: Words
    links: Ids
    leaf_heads: Ids
    counts: NDArray[np.int64]

    @property
    def bytes(self) -> int:
        """The memory that the arrays take, in bytes."""
        return sum(array.nbytes for array in self)


def new_store(planes: int, room: int) -> Store:
    """Return a store that has only the empty leaf, with room for as many nodes and leaves as ``room`` says."""
    store = Store(
        np.zeros((room, 8), np.int32),
        np.zeros(room, np.int32),
        np.zeros((room, planes), np.uint64),
        np.zeros((room, 2), np.int32),
        np.zeros(room, np.int32),
        np.zeros(16, np.int64),
    )
    store.counts[[USED, LEAVES_USED]] = 1
    store.counts[STEP] = -1
    leaf(store, np.zeros(planes, np.uint64))
    return store


@compiled
def _slot(mixed: Any, slots: int) -> Any:
    """Return the slot of a hash table of any size, from the upper half of a hash."""
    return np.int64(((mixed >> np.uint64(32)) * np.uint64(slots)) >> np.uint64(32))


@compiled
def node_slot(a: int, b: int, c: int, d: int, slots: int) -> Any:
    """Return the place in ``heads`` of a node with these quarters."""
    mixed = np.uint64(a) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(b) * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed += np.uint64(c) * np.uint64(0x165667B19E3779F9) + np.uint64(d) * np.uint64(0xD6E8FEB86659FD93)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0xD6E8FEB86659FD93)
    return _slot(mixed, slots)


@compiled
def leaf_slot(words: Words, slots: int) -> Any:
    """Return the place in ``leaf_heads`` of a leaf with these words."""
    mixed = np.uint64(0)
    for plane in range(words.size):
        mixed = (mixed ^ words[plane]) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(32)
    return _slot(mixed * np.uint64(0xD6E8FEB86659FD93), slots)


@inlined
def node(store: Store, a: Any, b: Any, c: Any, d: Any, level: int) -> Any:
    """Return the id of the node with the quarters a (upper left), b, c (lower left) and d. There must be room for it.

    No collection may come before the new node can be reached from the plane or from the stack.
    """
    nodes, heads, counts = store.nodes, store.heads, store.counts
    slot = node_slot(a, b, c, d, heads.size)
    i = heads[slot]
    while i:
        if nodes[i, NW] == a and nodes[i, NE] == b and nodes[i, SW] == c and nodes[i, SE] == d:
            return i
        i = nodes[i, NEXT]
    if counts[FREE]:
        i = np.int32(counts[FREE])
        counts[FREE] = nodes[i, NEXT]
    else:
        i = np.int32(counts[USED])
        counts[USED] += 1
    counts[LIVE] += 1
    nodes[i, NW] = a
    nodes[i, NE] = b
    nodes[i, SW] = c
    nodes[i, SE] = d
    nodes[i, RESULT] = 0
    nodes[i, NEXT] = heads[slot]
    nodes[i, LEVEL] = level
    nodes[i, MARK] = 0
    heads[slot] = i
    return i


@inlined
def leaf(store: Store, words: Words) -> Any:
    """Return the id of the leaf with these words, shape (planes,). There must be room for it."""
    leaves, links, heads, counts = store.leaves, store.links, store.leaf_heads, store.counts
    slot = leaf_slot(words, heads.size)
    j = heads[slot]
    while j:
        same = True
        for plane in range(words.size):
            same &= leaves[j, plane] == words[plane]
        if same:
            return -j
        j = links[j, LEAF_NEXT]
    if counts[FREE_LEAF]:
        j = np.int32(counts[FREE_LEAF])
        counts[FREE_LEAF] = links[j, LEAF_NEXT]
    else:
        j = np.int32(counts[LEAVES_USED])
        counts[LEAVES_USED] += 1
    counts[LIVE_LEAVES] += 1
    for plane in range(words.size):
        leaves[j, plane] = words[plane]
    links[j, LEAF_NEXT] = heads[slot]
    links[j, LEAF_MARK] = 0
    heads[slot] = j
    return -j


@compiled
def nodes_of(store: Store, quarters: Ids, level: int, found: Ids) -> None:
    """Write to ``found`` the ids of the nodes with these quarters, shape (n, 4). There must be room for all of them."""
    for i in range(quarters.shape[0]):
        found[i] = node(store, quarters[i, 0], quarters[i, 1], quarters[i, 2], quarters[i, 3], level)


@compiled
def leaves_of(store: Store, words: Words, found: Ids) -> None:
    """Write to ``found`` the ids of the leaves with these words, shape (n, planes). There must be room for them."""
    for i in range(words.shape[0]):
        found[i] = leaf(store, words[i])
