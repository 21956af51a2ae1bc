"""Passes in numpy: some generations of all tiles that may change."""

import numpy as np

from gpulife.engines.plane.contents import Contents
from gpulife.engines.plane.tiles import ALL_DUE, AWAKE, NOWHERE, Store, grow


def run_pass(store: Store, tiles: Contents, place: int, generation: int) -> bool:
    """Compute a pass of ``tiles.lengths[place]`` generations.

    Returns:
        False if there was no slot for a new tile; the cells are then as they were.
    """
    bit = np.uint8(1 << place)
    due = np.flatnonzero(store.due & bit)
    wanting = due[(store.faces[due] & store.lacks[due]) != 0]
    if wanting.size:
        if not all(grow(store, slot) for slot in wanting.tolist()):
            return False
        due = np.flatnonzero(store.due & bit)
    after = tiles.after(store, due, tiles.lengths[place], generation)
    store.due[due] &= ~bit
    put(store, tiles, due, after)
    store.counts[AWAKE] = due.size
    return True


def put(store: Store, tiles: Contents, slots: np.ndarray, content: np.ndarray) -> None:
    """Replace the contents of tiles, and wake those for which that may make a difference."""
    before = store.content[slots]
    axes = tuple(range(1, content.ndim))
    differs = (before != content).any(axis=axes)
    slots, content = slots[differs], content[differs]
    sides = tiles.faces(before[differs] ^ content)
    store.content[slots] = content
    store.faces[slots] = tiles.faces(content)
    store.filled[slots] = content.any(axis=axes)
    store.due[slots] = ALL_DUE
    for side in range(8):
        store.due[store.near[slots[sides >> side & 1 > 0], side]] = ALL_DUE
    store.due[NOWHERE] = 0
