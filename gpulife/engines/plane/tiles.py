"""The table of tiles: where they are, which are neighbours, and which may change.

The functions are compiled if numba is installed; otherwise Python runs them, once for each tile that comes or goes.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.compiled import compiled
from gpulife.engines.memory import format_bytes
from gpulife.errors import BoardSizeError

SIDES = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""(row, column) of the neighbours, seen from a tile. The tile is neighbour 7 - s of its neighbour s."""
NOWHERE = 0
"""The slot of a tile without cells, which is the neighbour where there is none."""
ALL_DUE = 255
"""The value of ``Store.due`` for tiles that any pass has to compute."""
FREE, TILES, SWEPT, AWAKE, TOP = range(5)
"""Places in ``Store.counts``: free slots; tiles; tiles after the last sweep; tiles that the last pass computed; a slot
above all that were ever used."""

_DOWN = np.array([down for down, _ in SIDES])
_RIGHT = np.array([right for _, right in SIDES])
_FIRST_SLOTS = 64
_BYTES = 8 * 2 + 4 * 8 + 4 + 5 + 4 * 4
"""Bytes of the table for each tile."""


class Store(NamedTuple):
    """The arrays of a plane. A tile has a slot, which is its index in all of them but ``table``.

    Attributes:
        content: the cells of each tile.
        places: the row and the column of each tile, int64.
        near: the slots of the neighbours, in the order of SIDES, int32.
        due: bit i is set if a pass of length i may change the tile.
        faces: bit s is set if there are live cells so near to neighbour s that they may change it in a pass.
        lacks: bit s is set if there is no neighbour s.
        filled: 1 if the tile has live cells.
        used: 1 if the slot has a tile.
        free: the slots without tiles; int32, the next one to use is at ``counts[FREE] - 1``.
        table: slots, at the places of hashes or after them; 0 for none. int32, the size is a power of two.
        counts: see FREE and so on; int64.
    """

    content: NDArray[Any]
    places: NDArray[np.int64]
    near: NDArray[np.int32]
    due: NDArray[np.uint8]
    faces: NDArray[np.uint8]
    lacks: NDArray[np.uint8]
    filled: NDArray[np.uint8]
    used: NDArray[np.uint8]
    free: NDArray[np.int32]
    table: NDArray[np.int32]
    counts: NDArray[np.int64]


class NoRoomError(BoardSizeError):
    """The tiles of a plane do not fit into its memory."""


@compiled
def find(store: Store, row: int, column: int) -> int:
    """Return the slot of the tile at (row, column); NOWHERE if there is none."""
    mask = store.table.size - 1
    at = (int(row) * 0x9E3779B1 + int(column) * 0x85EBCA77) & mask
    while store.table[at]:
        slot = store.table[at]
        if store.places[slot, 0] == row and store.places[slot, 1] == column:
            return int(slot)
        at = (at + 1) & mask
    return NOWHERE


@compiled
def add(store: Store, row: int, column: int) -> int:
    """Add a tile without cells; return its slot, or NOWHERE if no slot is free. There must be no tile there."""
    counts = store.counts
    if not counts[FREE]:
        return NOWHERE
    counts[FREE] -= 1
    slot = int(store.free[counts[FREE]])
    store.places[slot, 0], store.places[slot, 1] = row, column
    store.used[slot], store.due[slot] = 1, ALL_DUE
    lacks = 0
    for side in range(8):
        other = find(store, row + _DOWN[side], column + _RIGHT[side])
        store.near[slot, side] = other
        if other:
            store.near[other, 7 - side] = slot
            store.lacks[other] &= 255 - (1 << (7 - side))
        else:
            lacks |= 1 << side
    store.lacks[slot] = lacks
    enter(store, slot)
    counts[TILES] += 1
    counts[TOP] = max(counts[TOP], slot + 1)
    return slot


@compiled
def find_all(store: Store, top: int, left: int, rows: int, columns: int) -> NDArray[np.int32]:
    """Return the slots of all tiles in a rectangle of tiles, shape (rows, columns)."""
    found = np.zeros((rows, columns), np.int32)
    for row in range(rows):
        for column in range(columns):
            found[row, column] = find(store, top + row, left + column)
    return found


@compiled
def add_all(store: Store, top: int, left: int, wanted: NDArray[np.bool_], slots: NDArray[np.int32]) -> None:
    """Add the tiles of a rectangle that are ``wanted``, and note them in ``slots``. There must be room for them."""
    for row in range(wanted.shape[0]):
        for column in range(wanted.shape[1]):
            if wanted[row, column]:
                slots[row, column] = add(store, top + row, left + column)


@compiled
def enter(store: Store, slot: int) -> None:
    """Put a tile into the table."""
    mask = store.table.size - 1
    at = (int(store.places[slot, 0]) * 0x9E3779B1 + int(store.places[slot, 1]) * 0x85EBCA77) & mask
    while store.table[at]:
        at = (at + 1) & mask
    store.table[at] = slot


@compiled
def grow(store: Store, slot: int) -> bool:
    """Add the neighbours of a tile that it may change; return False if no slot is free."""
    for side in range(8):
        if (store.faces[slot] & store.lacks[slot]) >> side & 1:
            row, column = int(store.places[slot, 0]), int(store.places[slot, 1])
            if not add(store, row + _DOWN[side], column + _RIGHT[side]):
                return False
    return True


@compiled
def sweep(store: Store) -> None:
    """Free all tiles without live cells in them or near to them."""
    counts = store.counts
    freed = counts[FREE]
    for slot in range(1, counts[TOP]):
        if store.used[slot] and not store.filled[slot]:
            is_needed = False
            for side in range(8):
                if store.faces[store.near[slot, side]] >> (7 - side) & 1:
                    is_needed = True
            if not is_needed:
                store.used[slot], store.due[slot] = 0, 0
                store.free[counts[FREE]] = slot
                counts[FREE] += 1
                counts[TILES] -= 1
    for place in range(freed, counts[FREE]):
        slot = store.free[place]
        for side in range(8):
            other = store.near[slot, side]
            store.near[slot, side] = NOWHERE
            if other:
                store.near[other, 7 - side] = NOWHERE
                store.lacks[other] |= 1 << (7 - side)
        store.near[NOWHERE, :] = NOWHERE
        store.lacks[slot] = 0
    if counts[FREE] > freed:
        enter_all(store)
    counts[SWEPT] = counts[TILES]


@compiled
def enter_all(store: Store) -> None:
    """Fill the table anew."""
    store.table[:] = 0
    for slot in range(1, store.counts[TOP]):
        if store.used[slot]:
            enter(store, slot)


def new_store(shape: tuple[int, ...], kind: type[np.generic]) -> Store:
    """Return the arrays of an empty plane whose tiles have contents of ``shape`` and ``kind``."""
    slots = 1
    store = Store(
        content=np.zeros((slots, *shape), kind),
        places=np.zeros((slots, 2), np.int64),
        near=np.zeros((slots, 8), np.int32),
        due=np.zeros(slots, np.uint8),
        faces=np.zeros(slots, np.uint8),
        lacks=np.zeros(slots, np.uint8),
        filled=np.zeros(slots, np.uint8),
        used=np.zeros(slots, np.uint8),
        free=np.zeros(slots, np.int32),
        table=np.zeros(2, np.int32),
        counts=np.array([0, 0, 0, 0, 1], np.int64),
    )
    return _larger(store, _FIRST_SLOTS)


def bytes_per_tile(store: Store) -> int:
    """Return how much memory a tile takes, with the memory of a pass."""
    return 2 * int(store.content[0].nbytes) + _BYTES


def with_room(store: Store, more: int, limit: int) -> Store:
    """Return a store with at least ``more`` free slots, in up to ``limit`` bytes. Tiles keep their slots.

    Raises:
        NoRoomError: the tiles do not fit into so much memory.
    """
    if store.counts[FREE] >= more:
        return store
    sweep(store)
    slots, most = len(store.due), limit // bytes_per_tile(store) // 8 * 8
    needed = slots + more - int(store.counts[FREE])
    # A quarter should be free now: otherwise the next sweep would come soon.
    if needed <= slots and (store.counts[FREE] >= slots // 4 or slots * 2 > most):
        return store
    if needed > max(most, _FIRST_SLOTS):
        raise NoRoomError(
            f"the plane has {store.counts[TILES]:,} tiles with live cells, too many for {format_bytes(limit)} of memory"
        )
    return _larger(store, max(needed, min(2 * slots, most)))


def _larger(store: Store, slots: int) -> Store:
    slots = -(-slots // 8) * 8  # so that eight of ``due`` are a word
    before, counts = len(store.due), store.counts
    for array in store[:-2]:
        array.resize((slots, *array.shape[1:]), refcheck=False)  # in place, as two copies may not fit
    found = store._replace(table=np.zeros(1 << (2 * slots).bit_length(), np.int32))
    found.free[counts[FREE] : counts[FREE] + slots - before] = np.arange(slots - 1, before - 1, -1)
    counts[FREE] += slots - before
    enter_all(found)
    return found
