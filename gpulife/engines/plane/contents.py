"""What is in a tile: bit planes, or a byte for each cell.

Rules with a circuit of bit planes have a word for each row of 48 cells and for each plane. With halos of 8 cells at
both ends, a row is a word of 64 cells, so that no operation needs a second word. The cells at the ends of a word get
wrong neighbours, and so each generation spoils one more cell at each end: after eight generations just the 48 cells
are right. Other rules, such as those of longer range, have a byte for each cell of 64x64, and one generation a pass.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.hashlife.laws import (
    ABOVE,
    AND,
    AND_NOT,
    BELOW,
    COPY,
    LEFT,
    NOT,
    OR,
    XOR,
    Program,
    period_of,
    program_of,
)
from gpulife.engines.plane.laws import MAX_REACH
from gpulife.engines.plane.tiles import SIDES, Store
from gpulife.rules import Cells, Edges, Rule

Words = NDArray[np.uint64]
Masks = NDArray[np.uint8]
"""A bit for each of SIDES."""

HALO = 8
"""Cells of the neighbours that a pass on bit planes reads on each side."""
BITS_SIDE = 48
"""The side of a tile of bit planes, in cells."""
WORK_ROWS = BITS_SIDE + 2 * HALO
"""Rows of a tile with its halo; also the bits of a word."""
CELLS_SIDE = MAX_REACH
"""The side of a tile of bytes, in cells: neighbours are not farther away than the next tile."""

_FULL = np.uint64((1 << BITS_SIDE) - 1)
_WEST, _EAST = np.uint64((1 << HALO) - 1), np.uint64(((1 << HALO) - 1) << BITS_SIDE - HALO)
_INWARD, _OUTWARD = np.uint64(HALO), np.uint64(BITS_SIDE - HALO)
_FAR = np.uint64(BITS_SIDE + HALO)
_CELLS_AT_ONCE = 1 << 20


class Contents(ABC):
    """The cells of tiles, as arrays whose first axis is the tile's.

    Attributes:
        side: the side of a tile, in cells.
        shape: the shape of a tile's array.
        kind: the type of its items.
        lengths: the numbers of generations that a pass may have, the longest first.
        period: the rule of a plane repeats after this many generations.
    """

    side: int
    shape: tuple[int, ...]
    kind: type[np.generic]
    lengths: tuple[int, ...]
    period: int

    @abstractmethod
    def packed(self, cells: Cells) -> NDArray[Any]:
        """Return the contents of tiles with these cells, shape (tiles, side, side)."""

    @abstractmethod
    def unpacked(self, content: NDArray[Any]) -> Cells:
        """Return the cells of tiles, shape (tiles, side, side)."""

    @abstractmethod
    def counts(self, content: NDArray[Any]) -> NDArray[np.int64]:
        """Return how many cells of the tiles are in each state, from 0 on."""

    @abstractmethod
    def faces(self, content: NDArray[Any]) -> Masks:
        """Return near which neighbours each tile has set bits: so near that the neighbour reads them in a pass."""

    @abstractmethod
    def after(self, store: Store, slots: NDArray[np.intp], length: int, generation: int) -> NDArray[Any]:
        """Return the contents of the tiles in ``slots`` after a pass of ``length`` generations from ``generation``."""


def contents_for(rule: Rule) -> Contents:
    """Return what tiles hold under a rule that a plane can have."""
    program = program_of(rule)
    return CellBytes(rule) if program is None else BitPlanes(rule, program)


class BitPlanes(Contents):
    """Tiles of bit planes, computed by the operations of a rule's circuit.

    Args:
        rule: the rule.
        program: its operations.

    Attributes:
        program: the operations, with as few registers as possible; the words of constants are at ``zeros`` and
            ``ones``, those that depend on the phase from ``first_phase`` on.
    """

    side = BITS_SIDE
    kind = np.uint64

    def __init__(self, rule: Rule, program: Program) -> None:
        self.coding, self.phases = program.coding, program.phases
        self.shape = (self.coding.planes, BITS_SIDE)
        self.period = period_of(rule)
        self.lengths = (6, 3, 2, 1) if self.period == 3 else (8, 4, 2, 1)  # whole periods let tiles sleep
        self.zeros, self.first_phase = program.zeros, program.first_phase
        self.operations, self.registers = _with_fewer_registers(program)
        self._machines: dict[int, _Machine] = {}

    def packed(self, cells: Cells) -> Words:
        """See :meth:`Contents.packed`."""
        codes = self.coding.codes[cells]
        planes = []
        for plane in range(self.coding.planes):
            bits = np.zeros((*cells.shape[:2], 64), np.bool_)
            bits[..., :BITS_SIDE] = codes >> plane & 1
            planes.append(np.packbits(bits, axis=2, bitorder="little").view("<u8")[..., 0])
        return np.stack(planes, axis=1).astype(np.uint64, copy=False)

    def unpacked(self, content: Words) -> Cells:
        """See :meth:`Contents.unpacked`."""
        octets = np.ascontiguousarray(content.astype("<u8", copy=False)).view(np.uint8)
        bits = np.unpackbits(octets.reshape(*content.shape, 8), axis=3, count=BITS_SIDE, bitorder="little")
        codes = np.zeros((len(content), BITS_SIDE, BITS_SIDE), np.uint16)
        for plane in range(self.coding.planes):
            codes |= bits[:, plane].astype(np.uint16) << plane
        return self.coding.states[codes]

    def counts(self, content: Words) -> NDArray[np.int64]:
        """See :meth:`Contents.counts`."""
        found = np.zeros(len(self.coding.codes), np.int64)
        for state, code in enumerate(self.coding.codes.tolist()):
            inside = np.full((len(content), BITS_SIDE), _FULL)
            for plane in range(self.coding.planes):
                inside &= content[:, plane] if code >> plane & 1 else ~content[:, plane]
            found[state] = np.bitwise_count(inside).sum(dtype=np.int64)
        return found

    def faces(self, content: Words) -> Masks:
        """See :meth:`Contents.faces`."""
        some = np.bitwise_or.reduce(content, axis=1)
        north, whole, south = (np.bitwise_or.reduce(rows, axis=1) for rows in (some[:, :HALO], some, some[:, -HALO:]))
        return _mask_of(
            [
                word & columns != 0
                for word, columns in (
                    (north, _WEST), (north, _FULL), (north, _EAST), (whole, _WEST),
                    (whole, _EAST), (south, _WEST), (south, _FULL), (south, _EAST),
                )
            ]
        )  # fmt: skip

    def after(self, store: Store, slots: NDArray[np.intp], length: int, generation: int) -> Words:
        """See :meth:`Contents.after`."""
        found = np.empty((len(slots), *self.shape), np.uint64)
        done = 0
        while done < len(slots):
            width = _WIDE if len(slots) - done > _NARROW else _NARROW
            part = slots[done : done + width]
            machine = self._machine(width)
            machine.load(store, part)
            for phase in range(generation, generation + length):
                machine.step(self.phases[phase % self.period])
            found[done : done + len(part)] = machine.middle(len(part))
            done += len(part)
        return found

    def _machine(self, width: int) -> "_Machine":
        if width not in self._machines:
            self._machines[width] = _Machine(self, width)
        return self._machines[width]


_NARROW, _WIDE = 8, 128
"""Tiles that numpy computes at once: few, or so many that their registers fit into the processor's cache."""


class _Machine:
    """Runs the operations of a rule in numpy, on ``width`` tiles at once.

    A register has the words of WORK_ROWS rows, each with the words of all tiles. So rows above and below are moved
    without a copy of their own.
    """

    def __init__(self, tiles: BitPlanes, width: int) -> None:
        self._planes = tiles.coding.planes
        self._words = np.zeros((tiles.registers, WORK_ROWS, width), np.uint64)
        self._words[tiles.zeros + 1] = np.uint64(2**64 - 1)
        self._phases = self._words[tiles.first_phase :]
        self._calls = [call for each in tiles.operations for call in self._calls_of(*each)]

    def _calls_of(self, kind: int, target: int, one: int, other: int) -> list[Callable[[], Any]]:
        out, a, b = self._words[target], self._words[one], self._words[other]
        if kind == AND_NOT:
            spare = self._spare
            return [partial(np.invert, b, spare), partial(np.bitwise_and, a, spare, out)]
        if kind in (AND, OR, XOR):
            return [partial({AND: np.bitwise_and, OR: np.bitwise_or, XOR: np.bitwise_xor}[kind], a, b, out)]
        if kind == NOT:
            return [partial(np.invert, a, out)]
        if kind == ABOVE:
            return [partial(np.copyto, out[1:], a[:-1])]
        if kind == BELOW:
            return [partial(np.copyto, out[:-1], a[1:])]
        if kind == COPY:
            return [partial(np.copyto, out, a)]
        return [partial(np.left_shift if kind == LEFT else np.right_shift, a, np.uint64(1), out)]

    @cached_property
    def _spare(self) -> Words:
        return np.empty_like(self._words[0])

    def load(self, store: Store, slots: NDArray[np.intp]) -> None:
        """Fill the registers of the planes with the tiles in ``slots`` and their halos."""
        near = store.near[slots]
        for rows, whole, beside, from_rows in (
            (slice(0, HALO), near[:, 1], near[:, [0, 2]], slice(-HALO, None)),
            (slice(HALO, -HALO), slots, near[:, [3, 4]], slice(None)),
            (slice(-HALO, None), near[:, 6], near[:, [5, 7]], slice(0, HALO)),
        ):
            words = store.content[whole][:, :, from_rows] << _INWARD
            words |= store.content[beside[:, 0]][:, :, from_rows] >> _OUTWARD
            words |= store.content[beside[:, 1]][:, :, from_rows] << _FAR
            self._words[: self._planes, rows, : len(slots)] = words.transpose(1, 2, 0)

    def step(self, phases: Words) -> None:
        """Compute a generation."""
        for place, word in enumerate(phases):
            self._phases[place] = word
        for call in self._calls:
            call()
        self._words[: self._planes] = self._words[self._planes : 2 * self._planes]

    def middle(self, count: int) -> Words:
        """Return the contents of the first ``count`` tiles."""
        words = self._words[: self._planes, HALO:-HALO, :count] >> _INWARD
        return (words & _FULL).transpose(2, 0, 1)


def _with_fewer_registers(program: Program) -> tuple[list[tuple[int, int, int, int]], int]:
    """Return a program's operations so that they use registers again, and the number of registers."""
    fixed = program.first_phase + program.phases.shape[1]
    last = {place: at for at, (_, _, *read) in enumerate(program.operations) for place in read}
    names = {place: place for place in range(fixed)}
    free: list[int] = []
    count, operations = fixed, []
    for at, (kind, target, *read) in enumerate(program.operations):
        # Rows are moved from one register to another.
        given = names.get(target)
        if given is None:
            if free:
                given = free.pop()
            else:
                given, count = count, count + 1
            names[target] = given
        operations.append((kind, given, names[read[0]], names[read[1]]))
        free += [names[place] for place in set(read) if place >= fixed and last[place] == at]
        if target >= fixed and target not in last:
            free.append(given)
    return operations, count


class CellBytes(Contents):
    """Tiles with a byte for each cell, computed by the rule's own code.

    Args:
        rule: the rule.
    """

    side = CELLS_SIDE
    shape = (CELLS_SIDE, CELLS_SIDE)
    kind = np.uint8
    lengths = (1,)

    def __init__(self, rule: Rule) -> None:
        self._rule = replace(rule, edges=Edges.DEAD, size=None)
        self._reach = max(1, rule.family.reach(rule))
        self.period = rule.family.period(rule) or 1

    def packed(self, cells: Cells) -> Cells:
        """See :meth:`Contents.packed`."""
        return cells

    def unpacked(self, content: Cells) -> Cells:
        """See :meth:`Contents.unpacked`."""
        return content

    def counts(self, content: Cells) -> NDArray[np.int64]:
        """See :meth:`Contents.counts`."""
        return np.bincount(content.reshape(-1), minlength=self._rule.live_states + 1)

    def faces(self, content: Cells) -> Masks:
        """See :meth:`Contents.faces`."""
        rows, columns = ((slice(0, self._reach), slice(None), slice(-self._reach, None)) for _ in range(2))
        parts = (content[:, rows[down + 1], columns[right + 1]] for down, right in SIDES)
        return _mask_of([np.asarray(part.any(axis=(1, 2))) for part in parts])

    def after(self, store: Store, slots: NDArray[np.intp], length: int, generation: int) -> Cells:  # noqa: ARG002 - one
        """See :meth:`Contents.after`."""
        reach, width = self._reach, CELLS_SIDE + 2 * self._reach
        found = np.empty((len(slots), *self.shape), np.uint8)
        at_once = max(1, _CELLS_AT_ONCE // width**2)
        rows = {-1: slice(0, reach), 0: slice(reach, -reach), 1: slice(-reach, None)}
        from_rows = {-1: slice(-reach, None), 0: slice(None), 1: slice(0, reach)}
        for first in range(0, len(slots), at_once):
            part = slots[first : first + at_once]
            framed = np.empty((len(part), width, width), np.uint8)
            framed[:, reach:-reach, reach:-reach] = store.content[part]
            for side, (down, right) in enumerate(SIDES):
                near = store.near[part, side]
                framed[:, rows[down], rows[right]] = store.content[near][:, from_rows[down], from_rows[right]]
            after = self._rule.family.step(framed, self._rule, generation, (0, 0))
            found[first : first + at_once] = after[:, reach:-reach, reach:-reach]
        return found


def _mask_of(bits: list[NDArray[np.bool_]]) -> Masks:
    found = np.zeros(len(bits[0]), np.uint8)
    for side, is_set in enumerate(bits):
        found |= is_set.astype(np.uint8) << np.uint8(side)
    return found
