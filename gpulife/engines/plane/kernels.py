"""Passes on bit planes in functions that numba compiles: tile by tile, many passes in one call."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.compiled import compiled
from gpulife.engines.hashlife.laws import ABOVE, AND, AND_NOT, BELOW, LEFT, NOT, OR, RIGHT, XOR
from gpulife.engines.plane.contents import BITS_SIDE, HALO, WORK_ROWS, BitPlanes, Words
from gpulife.engines.plane.tiles import ALL_DUE, AWAKE, NOWHERE, SWEPT, TILES, TOP, Store, grow, sweep
from gpulife.rules import Rule

_FULL = np.uint64((1 << BITS_SIDE) - 1)
_WEST, _EAST = np.uint64((1 << HALO) - 1), np.uint64(((1 << HALO) - 1) << BITS_SIDE - HALO)
_INWARD, _OUTWARD = np.uint64(HALO), np.uint64(BITS_SIDE - HALO)
_FAR, _ONE, _ALL = np.uint64(BITS_SIDE + HALO), np.uint64(1), np.uint64(2**64 - 1)
_LAST = BITS_SIDE - HALO
_PAD = 8
"""Rows without cells before and after those of a tile with its halo."""


class Work(NamedTuple):
    """A rule's operations, and the memory in which they work.

    Attributes:
        operations: each (kind, target, first operand, second operand); int64. None are needed for Life itself.
        registers: a word for each row of a tile with its halo, and _PAD rows before and after them; at least two
            registers. The first hold the planes, and the next ones the new planes.
        first_phase: the register that gets the first of ``phases``.
        phases: the words that depend on the phase of the rule; shape (period, words).
    """

    operations: NDArray[np.int64]
    registers: Words
    first_phase: int
    phases: Words


def work_for(rule: Rule, tiles: BitPlanes) -> Work:
    """Return what the functions of this module need to compute a rule."""
    is_life = (
        rule.family.is_life_like
        and rule.live_states == 1
        and sorted(rule.births) == [3]
        and sorted(rule.survivals) == [2, 3]
    )
    registers = np.zeros((tiles.registers, _PAD + WORK_ROWS + _PAD), np.uint64)
    registers[tiles.zeros + 1] = _ALL
    operations = np.array([] if is_life else tiles.operations, np.int64).reshape(-1, 4)
    return Work(operations, registers, tiles.first_phase, tiles.phases)


@compiled
def run_passes(store: Store, work: Work, place: int, length: int, generation: int, passes: int, budget: int) -> int:
    """Compute up to ``passes`` passes of ``length`` generations, the one at ``place`` among the lengths.

    Returns:
        The number of whole passes. There are fewer if ``budget`` tiles have been computed, or if there is no slot for
        a new tile.
    """
    bit, sums = 1 << place, np.zeros(6, np.uint64)
    for done in range(passes):
        if budget <= 0:
            return done
        if store.counts[TILES] > 2 * store.counts[SWEPT] + 256:
            sweep(store)
        slots = _due(store, bit)
        is_grown = False
        for slot in slots:
            if store.faces[slot] & store.lacks[slot]:
                is_grown = True
                if not grow(store, slot):
                    return done
        if is_grown:
            slots = _due(store, bit)
        store.counts[AWAKE] = slots.size
        if not slots.size:
            return passes  # nothing changes
        after = np.empty((slots.size, store.content.shape[1], BITS_SIDE), np.uint64)
        for number in range(slots.size):
            slot = slots[number]
            _advance(store.content, store.near[slot], slot, work, length, generation, after[number])
        for slot in slots:
            store.due[slot] &= 255 - bit
        for number in range(slots.size):
            slot = slots[number]
            _replace(store.content[slot], after[number], sums)
            if sums[3] | sums[4] | sums[5]:
                store.filled[slot] = 1 if sums[0] | sums[1] | sums[2] else 0
                store.faces[slot] = _faces(sums)
                store.due[slot] = ALL_DUE
                sides = _faces(sums[3:])
                for side in range(8):
                    if sides >> side & 1:
                        store.due[store.near[slot, side]] = ALL_DUE
                store.due[NOWHERE] = 0
        budget -= slots.size
        generation += length
    return passes


@compiled
def _due(store: Store, bit: int) -> NDArray[np.int64]:
    """Return the slots of the tiles that a pass has to compute."""
    found = np.empty(store.counts[TILES], np.int64)
    eights = store.due.view(np.uint64)
    wanted = np.uint64(0x0101010101010101) * np.uint64(bit)
    count = 0
    for eight in range((store.counts[TOP] + 7) // 8):
        if eights[eight] & wanted:
            for slot in range(8 * eight, 8 * eight + 8):
                if store.due[slot] & bit:
                    found[count] = slot
                    count += 1
    return found[:count]


@compiled
def _faces(words: Words) -> int:
    """Return near which neighbours bits are set. ``words`` are those of rows to the north, in the middle, and south."""
    found = 0
    for word, first in ((words[0], 0), (words[2], 5)):
        if word:
            found |= 2 << first
            if word & _WEST:
                found |= 1 << first
            if word & _EAST:
                found |= 4 << first
    whole = words[0] | words[1] | words[2]
    if whole & _WEST:
        found |= 8
    if whole & _EAST:
        found |= 16
    return found


@compiled
def _replace(old: Words, new: Words, sums: Words) -> None:
    """Copy the content of a tile, and sum up its bits and its changes.

    Args:
        old: the content to replace.
        new: the new content.
        sums: gets the words of its rows to the north, in the middle and south, and those of their changes.
    """
    _fill(sums, np.uint64(0))
    for plane in range(new.shape[0]):
        rows, before = new[plane], old[plane]
        for y in range(BITS_SIDE):
            place = 0 if y < HALO else 1 if y < _LAST else 2
            sums[place] |= rows[y]
            sums[3 + place] |= rows[y] ^ before[y]
            before[y] = rows[y]


# Computing a tile.


@compiled
def _advance(content: Words, near: Any, slot: int, work: Work, length: int, generation: int, after: Words) -> None:
    """Fill ``after`` with the content of the tile in a slot, ``length`` generations later.

    ``near`` are the slots of its neighbours.
    """
    r, planes = work.registers, after.shape[0]
    for plane in range(planes):
        rows = r[plane][_PAD:]
        _load(rows[HALO:], content[near[3], plane], content[slot, plane], content[near[4], plane], BITS_SIDE)
        _load(
            rows,
            content[near[0], plane][_LAST:],
            content[near[1], plane][_LAST:],
            content[near[2], plane][_LAST:],
            HALO,
        )
        _load(rows[HALO + BITS_SIDE :], content[near[5], plane], content[near[6], plane], content[near[7], plane], HALO)
    # Rows without live cells stay as they are, but for those that cells may reach.
    first, end = _range_of(r, planes)
    result = r[0]
    if work.operations.shape[0]:
        low, high = max(_PAD, first - 8), min(_PAD + WORK_ROWS, end + 8)
        for level in range(length):
            now = (generation + level) % work.phases.shape[0]
            for word in range(work.phases.shape[1]):
                _fill(r[work.first_phase + word], work.phases[now, word])
            _run(r, work.operations, low, high)
            for plane in range(planes):
                _copy(r[planes + plane][first:], r[plane][first:], end - first)
    else:
        result = _after_life(result, r[1], first, end, length)
    for plane in range(planes):
        if plane:
            result = r[plane]
        _take(result[_PAD + HALO :], after[plane])


@compiled
def _load(rows: Words, west: Words, here: Words, east: Words, count: int) -> None:
    """Fill ``count`` rows with the words of a plane and the halos from beside it."""
    for y in range(count):
        rows[y] = here[y] << _INWARD | west[y] >> _OUTWARD | east[y] << _FAR


@compiled
def _fill(rows: Words, word: Any) -> None:
    for y in range(rows.size):
        rows[y] = word


@compiled
def _copy(rows: Words, target: Words, count: int) -> None:
    for y in range(count):
        target[y] = rows[y]


@compiled
def _take(rows: Words, target: Words) -> None:
    """Copy rows without their halos."""
    for y in range(BITS_SIDE):
        target[y] = (rows[y] >> _INWARD) & _FULL


@compiled
def _range_of(r: Words, planes: int) -> tuple[int, int]:
    """Return the rows of a padded tile that cells may reach in a pass, as multiples of eight."""
    first, end = _PAD + WORK_ROWS, _PAD
    for eight in range(_PAD, _PAD + WORK_ROWS, 8):
        word = np.uint64(0)
        for plane in range(planes):
            for y in range(8):
                word |= r[plane, eight + y]
        if word:
            first, end = min(first, eight), eight + 8
    return max(_PAD, first - 8), min(_PAD + WORK_ROWS, end + 8)


@compiled
def _after_life(rows: Words, spare: Words, first: int, end: int, length: int) -> Words:
    """Compute some generations of Life in the rows from ``first`` to ``end``; return ``rows`` or ``spare``."""
    _fill(spare, np.uint64(0))
    for _ in range(length):
        ups, heres, downs, after = rows[first - 1 :], rows[first:], rows[first + 1 :], spare[first:]
        for y in range(end - first):
            up, here, down = ups[y], heres[y], downs[y]
            # The sum of each column's three cells, then that of three columns, the cell itself included.
            differs = up ^ here
            low, high = differs ^ down, (up & here) | (differs & down)
            low_west, low_east, high_west, high_east = low << _ONE, low >> _ONE, high << _ONE, high >> _ONE
            differs = low_west ^ low
            ones, carry = differs ^ low_east, (low_west & low) | (differs & low_east)
            differs = high_west ^ high
            twos_of_high, fours = differs ^ high_east, (high_west & high) | (differs & high_east)
            twos, more = twos_of_high ^ carry, twos_of_high & carry
            # A cell lives if the sum is three, or if it is four and the cell is alive.
            is_three = ones & twos & ~(fours | more)
            is_four = ~ones & ~twos & (fours ^ more)
            after[y] = is_three | (is_four & here)
        rows, spare = spare, rows
    return rows


@compiled
def _run(r: Words, operations: NDArray[np.int64], first: int, end: int) -> None:
    """Execute the operations of a generation on the rows from ``first`` to ``end``."""
    rows = end - first
    for at in range(operations.shape[0]):
        kind, out = operations[at, 0], r[operations[at, 1]][first:end]
        a, b = r[operations[at, 2]][first:end], r[operations[at, 3]][first:end]
        if kind == AND:
            for y in range(rows):
                out[y] = a[y] & b[y]
        elif kind == OR:
            for y in range(rows):
                out[y] = a[y] | b[y]
        elif kind == XOR:
            for y in range(rows):
                out[y] = a[y] ^ b[y]
        elif kind == AND_NOT:
            for y in range(rows):
                out[y] = a[y] & ~b[y]
        elif kind == NOT:
            for y in range(rows):
                out[y] = ~a[y]
        elif kind == LEFT:
            for y in range(rows):
                out[y] = a[y] << _ONE
        elif kind == RIGHT:
            for y in range(rows):
                out[y] = a[y] >> _ONE
        elif kind == ABOVE:
            below = out[1:]
            for y in range(rows - 1):
                below[y] = a[y]
        elif kind == BELOW:
            below = a[1:]
            for y in range(rows - 1):
                out[y] = below[y]
        else:
            for y in range(rows):
                out[y] = a[y]
