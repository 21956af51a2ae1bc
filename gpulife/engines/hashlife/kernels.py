"""Computing the 8x8 cells in the middle of four leaves, up to four generations later.

A rule with a circuit computes all 16x16 cells with each operation, as in :mod:`gpulife.engines.bitplanes`. A register
is four words of four rows of 16 cells: bit 16y + x. Cells at the rim get wrong neighbours, and so each generation
spoils one more row and column on each side: after four generations just the middle is right. Other rules look up each
cell in the rule's decision diagram.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.compiled import compiled, inlined
from gpulife.engines.hashlife.laws import ABOVE, AND, AND_NOT, BELOW, LEFT, NOT, OR, RIGHT, XOR, Law
from gpulife.engines.hashlife.nodes import Ids, Store, Words, leaf

_SPREAD = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.uint64).ravel()
"""For each byte, the word whose byte x is bit x of it."""


@inlined
def advance(store: Store, law: Law, quarters: Ids, phase: int, generations: int) -> Any:
    """Return the id of the leaf in the middle of four leaves, 1, 2 or 4 generations later. There must be room for it.

    Args:
        store: the plane's arrays.
        law: the rule.
        quarters: the ids of the leaves: upper left, upper right, lower left, lower right.
        phase: the phase of the rule in the first of the generations.
        generations: the number of generations.
    """
    words = law.words
    if law.program.shape[0]:
        _by_circuit(store, law, quarters, phase, generations, words)
    else:
        _by_diagram(store, law, quarters, generations, words)
    return leaf(store, words)


@inlined
def middle(store: Store, law: Law, a: int, b: int, c: int, d: int) -> Any:
    """Return the id of the leaf in the middle of four leaves, in the same generation. There must be room for it."""
    left, right = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0xF0F0F0F0F0F0F0F0)
    four, half = np.uint64(4), np.uint64(32)
    words = law.words
    for plane in range(words.size):
        nw, ne = store.leaves[-a, plane], store.leaves[-b, plane]
        sw, se = store.leaves[-c, plane], store.leaves[-d, plane]
        upper = ((nw >> four) & left) | ((ne << four) & right)
        lower = ((sw >> four) & left) | ((se << four) & right)
        words[plane] = (upper >> half) | (lower << half)
    return leaf(store, words)


# By circuits.


@inlined
def _by_circuit(store: Store, law: Law, quarters: Ids, phase: int, generations: int, words: Words) -> None:
    leaves, registers, program, phases = store.leaves, law.registers, law.program, law.phases
    planes = words.size
    for plane in range(planes):
        for half in range(2):
            west = leaves[-quarters[2 * half], plane]
            east = leaves[-quarters[2 * half + 1], plane]
            registers[4 * plane + 2 * half] = _side_by_side(west, east)
            registers[4 * plane + 2 * half + 1] = _side_by_side(west >> np.uint64(32), east >> np.uint64(32))
    for generation in range(generations):
        if phases.shape[1]:
            now = (phase + generation) % phases.shape[0]
            for place in range(phases.shape[1]):
                for word in range(4):
                    registers[law.first_phase + 4 * place + word] = phases[now, place]
        _run_program(registers, program)
        for word in range(4 * planes):  # the program leaves the new planes after the old ones
            registers[word] = registers[4 * planes + word]
    for plane in range(planes):
        words[plane] = _middle_of(registers, 4 * plane)


@compiled
def _run_program(r: Words, program: NDArray[np.uint32]) -> None:
    """Execute a program on the registers ``r``. Unsigned indices spare numba a look for negative ones."""
    i1, i2, i3 = np.uint64(1), np.uint64(2), np.uint64(3)
    one, row, rest = np.uint64(1), np.uint64(16), np.uint64(48)
    for at in range(program.shape[0]):
        kind, t = program[at, 0], np.uint64(program[at, 1])
        x, y = np.uint64(program[at, 2]), np.uint64(program[at, 3])
        if kind == AND:
            a, b, c, d = r[x] & r[y], r[x + i1] & r[y + i1], r[x + i2] & r[y + i2], r[x + i3] & r[y + i3]
        elif kind == OR:
            a, b, c, d = r[x] | r[y], r[x + i1] | r[y + i1], r[x + i2] | r[y + i2], r[x + i3] | r[y + i3]
        elif kind == XOR:
            a, b, c, d = r[x] ^ r[y], r[x + i1] ^ r[y + i1], r[x + i2] ^ r[y + i2], r[x + i3] ^ r[y + i3]
        elif kind == AND_NOT:
            a, b, c, d = r[x] & ~r[y], r[x + i1] & ~r[y + i1], r[x + i2] & ~r[y + i2], r[x + i3] & ~r[y + i3]
        elif kind == NOT:
            a, b, c, d = ~r[x], ~r[x + i1], ~r[x + i2], ~r[x + i3]
        elif kind == LEFT:
            a, b, c, d = r[x] << one, r[x + i1] << one, r[x + i2] << one, r[x + i3] << one
        elif kind == RIGHT:
            a, b, c, d = r[x] >> one, r[x + i1] >> one, r[x + i2] >> one, r[x + i3] >> one
        elif kind == ABOVE:
            a, b = r[x] << row, r[x + i1] << row | r[x] >> rest
            c, d = r[x + i2] << row | r[x + i1] >> rest, r[x + i3] << row | r[x + i2] >> rest
        elif kind == BELOW:
            a, b = r[x] >> row | r[x + i1] << rest, r[x + i1] >> row | r[x + i2] << rest
            c, d = r[x + i2] >> row | r[x + i3] << rest, r[x + i3] >> row
        else:
            a, b, c, d = r[x], r[x + i1], r[x + i2], r[x + i3]
        r[t], r[t + i1], r[t + i2], r[t + i3] = a, b, c, d


@compiled
def _side_by_side(west: Any, east: Any) -> Any:
    """Return four rows of 16 cells from the four lowest rows of two leaves' words."""
    word = np.uint64(0)
    for row in range(4):
        low, high = (west >> np.uint64(8 * row)) & np.uint64(255), (east >> np.uint64(8 * row)) & np.uint64(255)
        word |= (low | (high << np.uint64(8))) << np.uint64(16 * row)
    return word


@compiled
def _middle_of(registers: Words, first: int) -> Any:
    """Return the 8x8 cells in the middle of the register at the place ``first``."""
    word = np.uint64(0)
    for row in range(8):
        y = 4 + row
        bits = (registers[first + (y >> 2)] >> np.uint64(16 * (y & 3) + 4)) & np.uint64(255)
        word |= bits << np.uint64(8 * row)
    return word


# By diagrams: a state's code is its number.


@compiled
def _by_diagram(store: Store, law: Law, quarters: Ids, generations: int, words: Words) -> None:
    rows, cells, after = law.rows, law.cells, law.after
    rows[:] = 0
    for plane in range(words.size):
        for quarter in range(4):
            word = store.leaves[-quarters[quarter], plane]
            if word:
                for y in range(8):
                    byte = (word >> np.uint64(8 * y)) & np.uint64(255)
                    rows[(quarter >> 1) * 8 + y, quarter & 1] |= _SPREAD[byte] << np.uint64(plane)
    for done in range(1, generations + 1):
        _look_up(law, cells, after, done)
        for y in range(done, 16 - done):
            for x in range(done, 16 - done):
                cells[y, x] = after[y, x]
    words[:] = 0
    for y in range(8):
        row = (rows[4 + y, 0] >> np.uint64(32)) | (rows[4 + y, 1] << np.uint64(32))
        for plane in range(words.size):
            bits = (row >> np.uint64(plane)) & np.uint64(0x0101010101010101)
            words[plane] |= ((bits * np.uint64(0x0102040810204080)) >> np.uint64(56)) << np.uint64(8 * y)


@compiled
def _look_up(law: Law, cells: NDArray[np.uint8], after: NDArray[np.uint8], rim: int) -> None:
    """Write to ``after`` the next states of all cells but those in the ``rim`` outer rows and columns."""
    for y in range(rim, 16 - rim):
        for x in range(rim, 16 - rim):
            place: Any = law.root
            number = 0
            for group in law.groups:
                digits = 0
                for _ in range(group):
                    digits = digits * law.states + cells[y + law.offsets[number, 0], x + law.offsets[number, 1]]
                    number += 1
                place = np.int64(law.numbers[place + digits])
            after[y, x] = place
