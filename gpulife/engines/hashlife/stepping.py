"""The step: computes the results of nodes, with a stack of its own in place of recursion.

So the work can stop between any two squares, and continue later: because there is no room left, because the user
wants to stop, or because a window has to be drawn.
"""

from typing import Any

import numpy as np

from gpulife.engines.compiled import compiled, inlined
from gpulife.engines.hashlife.kernels import advance, middle
from gpulife.engines.hashlife.laws import Law
from gpulife.engines.hashlife.nodes import (
    LEAF_ROOM,
    LEVEL,
    LIVE,
    LIVE_LEAVES,
    NE,
    NW,
    PHASE,
    RESULT,
    ROOM,
    SE,
    STEP,
    SW,
    TOP,
    USED,
    Ids,
    Store,
    node,
)

DONE, FULL, PAUSED = range(3)
"""Why :func:`run` has returned: the step is complete, there is no room, or its share of the work is done."""
FRAME = 16
"""The columns of a frame of the stack. They must be 0 at first, except for the node.

A frame has the node whose result is wanted, the number of parts that are done, and the parts: the nine squares of half
the node's side, half a step later if the first half of a step takes time, and the four squares that these make. The
last column has the square whose result is waited for, which the frame above computes.
"""
_NODE, _DONE, _NINE, _FOUR, _AWAITED = 0, 1, 2, 11, 15
MARGIN = 32
"""Room for the squares that are made between two looks at the room that is left."""


@compiled
def run(store: Store, law: Law, stack: Ids, share: int) -> int:
    """Compute the result of the node at the bottom of the stack, or continue with that.

    Args:
        store: the plane's arrays.
        law: the rule.
        stack: the frames, shape (depth, FRAME). It must have a frame for each level of the plane.
        share: the number of frames to look at before a pause.

    Returns:
        DONE, FULL or PAUSED. After PAUSED, and after FULL when there is room again, call it again.
    """
    nodes, counts = store.nodes, store.counts
    grid = np.empty(16, np.int32)  # the quarters of the quarters of a node, in reading order
    quarters = np.empty(4, np.int32)
    while True:
        if counts[LIVE] >= counts[ROOM] or counts[LIVE_LEAVES] >= counts[LEAF_ROOM]:
            return FULL
        share -= 1
        if share < 0:
            return PAUSED
        frame = stack[counts[TOP]]
        this = frame[_NODE]
        level = nodes[this, LEVEL]
        if frame[_DONE] < 9:
            for q in range(4):
                quarter = nodes[this, q]
                at = (q >> 1) * 8 + (q & 1) * 2
                grid[at], grid[at + 1] = nodes[quarter, NW], nodes[quarter, NE]
                grid[at + 4], grid[at + 5] = nodes[quarter, SW], nodes[quarter, SE]
        first_half_takes_time = level - 2 <= counts[STEP]
        waits = False
        while frame[_DONE] < 13:
            done = frame[_DONE]
            if done < 9:
                at = done // 3 * 4 + done % 3
                a, b, c, d = grid[at], grid[at + 1], grid[at + 4], grid[at + 5]
            else:
                at = _NINE + (done - 9) // 2 * 3 + (done - 9) % 2
                a, b, c, d = frame[at], frame[at + 1], frame[at + 3], frame[at + 4]
            if done < 9 and not first_half_takes_time:
                if a < 0:
                    found = middle(store, law, a, b, c, d)
                else:
                    found = node(store, nodes[a, SE], nodes[b, SW], nodes[c, NE], nodes[d, NW], level - 2)
            else:
                square = node(store, a, b, c, d, level - 1)
                found = nodes[square, RESULT]
                if found == 0:
                    if level > 5:
                        frame[_AWAITED] = square
                        waits = True
                        break
                    found = _base(store, law, square, quarters)
            frame[_NINE + done] = found
            frame[_DONE] = done + 1
        if waits:
            counts[TOP] += 1
            above = stack[counts[TOP]]
            above[:] = 0
            above[_NODE] = frame[_AWAITED]
        else:
            found = node(store, frame[_FOUR], frame[_FOUR + 1], frame[_FOUR + 2], frame[_FOUR + 3], level - 1)
            nodes[this, RESULT] = found
            if counts[TOP] == 0:
                return DONE
            counts[TOP] -= 1
            below = stack[counts[TOP]]  # a collection may forget the result of the node, but not what is on the stack
            below[_NINE + below[_DONE]] = found
            below[_DONE] += 1
            below[_AWAITED] = 0


@inlined
def _base(store: Store, law: Law, square: int, quarters: Ids) -> Any:
    """Compute and store the result of a node of level 4."""
    for q in range(4):
        quarters[q] = store.nodes[square, q]
    found = advance(store, law, quarters, store.counts[PHASE], 1 << min(store.counts[STEP], 2))
    store.nodes[square, RESULT] = found
    return found


@compiled
def forget_results(store: Store, level: int) -> None:
    """Forget the results of all nodes above ``level``."""
    for i in range(1, store.counts[USED]):
        if store.nodes[i, LEVEL] > level:
            store.nodes[i, RESULT] = 0
