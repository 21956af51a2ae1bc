"""Finding the squares that a plane needs, and freeing all others."""

from typing import Any

import numpy as np

from gpulife.engines.compiled import compiled
from gpulife.engines.hashlife.nodes import (
    FREE,
    FREE_LEAF,
    LEAF_MARK,
    LEAF_NEXT,
    LEAVES_USED,
    LEVEL,
    LIVE,
    LIVE_LEAVES,
    MARK,
    NEXT,
    RESULT,
    USED,
    Ids,
    Store,
    leaf_slot,
    node_slot,
)

_DEPTH = 1 << 16
"""Room for ids that wait: at most five for each level of a plane."""


@compiled
def mark(store: Store, roots: Ids, keeps_results: bool) -> None:
    """Mark the squares that can be reached from ``roots``; if ``keeps_results``, also over nodes' results."""
    nodes, links = store.nodes, store.links
    waiting = np.empty(_DEPTH, np.int32)
    for root in roots:
        if root < 0:
            links[-root, LEAF_MARK] = 1
        if root <= 0:
            continue
        waiting[0] = root
        size = 1
        while size:
            size -= 1
            i = waiting[size]
            if nodes[i, MARK]:
                continue
            nodes[i, MARK] = 1
            for part in range(5 if keeps_results else 4):
                child = nodes[i, part]
                if child < 0:
                    links[-child, LEAF_MARK] = 1
                elif child and nodes[child, MARK] == 0:
                    waiting[size] = child
                    size += 1


@compiled
def mark_all(store: Store) -> None:
    """Mark all squares, so that :func:`sweep` keeps them and only makes the hash tables anew."""
    for i in range(1, store.counts[USED]):
        store.nodes[i, MARK] = store.nodes[i, LEVEL] > 0
    for j in range(1, store.counts[LEAVES_USED]):
        store.links[j, LEAF_MARK] = 1
    j = store.counts[FREE_LEAF]
    while j:
        store.links[j, LEAF_MARK] = 0
        j = store.links[j, LEAF_NEXT]


@compiled
def sweep(store: Store) -> None:
    """Free the squares without a mark, remove all marks, and make the hash tables anew."""
    nodes, heads, leaves, links, leaf_heads, counts = store
    heads[:] = 0
    leaf_heads[:] = 0
    counts[FREE] = counts[LIVE] = counts[FREE_LEAF] = counts[LIVE_LEAVES] = 0
    for i in range(1, counts[USED]):
        r = nodes[i, RESULT]
        if nodes[i, MARK] and ((r > 0 and nodes[r, MARK] == 0) or (r < 0 and links[-r, LEAF_MARK] == 0)):
            nodes[i, RESULT] = 0
    for i in range(counts[USED] - 1, 0, -1):
        if nodes[i, MARK]:
            nodes[i, MARK] = 0
            slot = node_slot(nodes[i, 0], nodes[i, 1], nodes[i, 2], nodes[i, 3], heads.size)
            nodes[i, NEXT] = heads[slot]
            heads[slot] = i
            counts[LIVE] += 1
        else:
            nodes[i, LEVEL] = 0
            nodes[i, NEXT] = counts[FREE]
            counts[FREE] = i
    for j in range(counts[LEAVES_USED] - 1, 0, -1):
        if links[j, LEAF_MARK]:
            links[j, LEAF_MARK] = 0
            slot = leaf_slot(leaves[j], leaf_heads.size)
            links[j, LEAF_NEXT] = leaf_heads[slot]
            leaf_heads[slot] = j
            counts[LIVE_LEAVES] += 1
        else:
            links[j, LEAF_NEXT] = counts[FREE_LEAF]
            counts[FREE_LEAF] = j


@compiled
def number_reached(store: Store, root: int, order: Ids, leaf_order: Ids) -> Any:
    """List the squares under ``root`` and number them from 1 on, in their marks; :func:`forget_numbers` undoes that.

    Args:
        store: the plane's arrays, in which no square is marked.
        root: a node.
        order: receives the nodes' ids; a node's quarters come before it. It has room for all nodes.
        leaf_order: receives the leaves' ids, negated. It has room for all leaves.

    Returns:
        The number of nodes and the number of leaves.
    """
    nodes, links = store.nodes, store.links
    waiting = np.empty(_DEPTH, np.int32)
    waiting[0] = root
    size, found, leaves_found = 1, 0, 0
    while size:
        i = waiting[size - 1]
        if nodes[i, MARK] == 0:
            nodes[i, MARK] = -1
            for part in range(4):
                child = nodes[i, part]
                if child < 0:
                    if links[-child, LEAF_MARK] == 0:
                        leaf_order[leaves_found] = -child
                        leaves_found += 1
                        links[-child, LEAF_MARK] = leaves_found
                elif nodes[child, MARK] == 0:
                    waiting[size] = child
                    size += 1
        else:
            size -= 1
            if nodes[i, MARK] < 0:
                order[found] = i
                found += 1
                nodes[i, MARK] = found
    return found, leaves_found


@compiled
def forget_numbers(store: Store, order: Ids, leaf_order: Ids) -> None:
    """Remove the marks of these nodes and leaves."""
    for i in order:
        store.nodes[i, MARK] = 0
    for j in leaf_order:
        store.links[j, LEAF_MARK] = 0
