"""How the states of a rule are stored in bit planes: converts cells to planes and back, also in GLSL.

A *code* has a bit for each plane. Each state has its own code; state 0 has the code in which all bits are clear. Other
codes never occur.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.circuits import FALSE, Circuit, Wire, build_table
from gpulife.engines.bitplanes.layout import CELLS_PER_WORD, Words
from gpulife.engines.gl.shader_source import Parameters
from gpulife.rules import Cells, Rule

MAX_MASKS = 4
"""The largest number of groups of states whose cells a shader counts at once."""


@dataclass(frozen=True, eq=False)
class PlaneCodes:
    """The code of each state of a rule: the bits that the planes hold for a cell in that state.

    Attributes:
        names: names of the planes, in their order in memory.
        bits: the code of each state: shape (states, planes), bool.
    """

    names: tuple[str, ...]
    bits: NDArray[np.bool_]

    def __eq__(self, other: object) -> bool:
        """Return True if each state has the same code in planes of the same names."""
        return isinstance(other, PlaneCodes) and self.names == other.names and np.array_equal(self.bits, other.bits)

    def __hash__(self) -> int:
        return hash(self.names)

    @property
    def planes(self) -> int:
        """The number of planes."""
        return len(self.names)

    @property
    def shown(self) -> int:
        """The number of planes that show whether a cell is in state 0: 1 if the first plane is enough, else all."""
        return 1 if self.bits[1:, 0].all() else self.planes

    @cached_property
    def _weights(self) -> NDArray[np.uint8] | None:
        """A number for each plane: a state is the sum of its set planes' numbers. None if no such numbers exist."""
        states = np.arange(len(self.bits))
        found = np.rint(np.linalg.lstsq(self.bits.astype(float), states.astype(float))[0]).astype(np.int64)
        fits = (found >= 0).all() and (self.bits @ found == states).all()
        return found.astype(np.uint8) if fits else None

    @cached_property
    def states(self) -> Cells:
        """The state of each code as a number, whose lowest bit is that of the first plane: shape (2 ** planes,)."""
        states = np.zeros(1 << self.planes, np.uint8)
        states[self.bits @ (1 << np.arange(self.planes))] = np.arange(len(self.bits))
        return states

    def pack(self, cells: Cells, skip: int) -> Words:
        """Convert cells to machine words: shape (rows, planes, words). Each row begins with ``skip`` clear bits."""
        height, width = cells.shape
        words = -(-(skip + width) // CELLS_PER_WORD)
        bits = np.zeros((height, self.planes, words * CELLS_PER_WORD), bool)
        for plane in range(self.planes):
            bits[:, plane, skip : skip + width] = self._bits_of(cells, plane)
        return np.packbits(bits, axis=2, bitorder="little").view("<u4").astype(np.uint32, copy=False)

    def _bits_of(self, cells: Cells, plane: int) -> NDArray[np.bool_]:
        states = np.flatnonzero(self.bits[:, plane])
        if len(states) == 0:
            return np.zeros(cells.shape, bool)
        first, last = int(states[0]), int(states[-1])
        if last - first + 1 == len(states):  # comparing is faster than looking up
            return np.asarray(cells >= first if last == len(self.bits) - 1 else cells - np.uint8(first) <= last - first)
        if len(states) == 2:
            return np.asarray((cells == first) | (cells == last))
        found: NDArray[np.bool_] = self.bits[:, plane][cells]
        return found

    def alive(self, words: Words) -> Words:
        """Return words in which the bits of all cells that are not in state 0 are set.

        ``words`` has the shape (rows, planes, words); the result has the shape (rows, words).
        """
        return words[:, 0] if self.shown == 1 else np.bitwise_or.reduce(words, axis=1)

    def unpack(self, words: Words, skip: int, width: int) -> Cells:
        """Convert words made by :meth:`pack` back to cells: shape (rows, width), without the ``skip`` bits."""
        data = np.ascontiguousarray(words.astype("<u4", copy=False)).view(np.uint8)
        bits = np.unpackbits(data, axis=2, count=skip + width, bitorder="little")[:, :, skip:]
        if self._weights is not None:
            cells = bits[:, 0] * self._weights[0]
            for plane in range(1, self.planes):
                cells += bits[:, plane] * self._weights[plane]
            return np.asarray(cells)
        place = bits[:, 0].astype(np.uint16)
        for plane in range(1, self.planes):
            place |= bits[:, plane].astype(np.uint16) << plane
        return self.states[place]

    def reading(self, groups: Sequence[Sequence[int]] = (), word: str = "") -> Parameters:
        """Return parameters for shaders that read planes and count the cells in ``groups``: see :meth:`mask_text`.

        There may be at most MAX_MASKS groups.
        """
        counting: Parameters = (
            {"COUNTS": len(groups), "MASKS": _mask_text(self, tuple(map(tuple, groups)), word)} if groups else {}
        )
        return {"PLANES": self.planes, **counting}

    def mask_text(self, groups: Sequence[Sequence[int]], word: str) -> str:
        """Return GLSL statements that set the bits of ``mask[k]`` for cells whose state is in ``groups[k]``.

        Args:
            groups: sets of states, none of which contains state 0.
            word: the GLSL type of the planes' words, which are in the array ``plane``.
        """
        circuit = Circuit()
        planes = [circuit.input(name) for name in self.names]
        outputs = {f"mask[{number}]": self._mask(circuit, planes, group) for number, group in enumerate(groups)}
        return self._text(circuit, outputs, word)

    @cached_property
    def state_text(self) -> str:
        """Return GLSL text that sets ``state`` (uvec4) to the states of 16 cells, a byte each.

        The array ``plane`` has the planes' words, shifted so that the 16 cells are in their low halves. ``spread16``
        turns their bits into bytes.
        """
        if self._weights is not None:
            terms = (f"{weight}u * spread16(plane[{plane}])" for plane, weight in enumerate(self._weights) if weight)
            return f"state = {' + '.join(terms)};"
        circuit = Circuit()
        planes = [circuit.input(name) for name in self.names]
        count = (len(self.bits) - 1).bit_length()
        states = np.arange(len(self.bits))
        outputs = {
            f"bit{place}": self._mask(circuit, planes, np.flatnonzero(states >> place & 1)) for place in range(count)
        }
        sums = " + ".join(f"{1 << place}u * spread16(bit{place})" for place in range(count))
        declared = f"uint {', '.join(outputs)};"
        return f"{declared} {self._text(circuit, outputs, 'uint')} state = {sums};"

    def _mask(self, circuit: Circuit, planes: Sequence[Wire], states: Sequence[int] | NDArray[np.int64]) -> Wire:
        inside = set(map(int, states))
        if inside == set(range(1, len(self.bits))):
            return circuit.or_(*planes[: self.shown])
        if not inside:
            return FALSE
        table = {tuple(map(bool, code)): state in inside for state, code in enumerate(self.bits)}
        return build_table(circuit, planes, table)

    def _text(self, circuit: Circuit, outputs: dict[str, Wire], word: str) -> str:
        inputs = {name: f"plane[{plane}]" for plane, name in enumerate(self.names)}
        return " ".join(circuit.glsl(outputs, inputs, word))


@lru_cache(maxsize=64)  # views ask in each frame
def _mask_text(codes: PlaneCodes, groups: tuple[tuple[int, ...], ...], word: str) -> str:
    return codes.mask_text(groups, word)


def census_groups(rule: Rule) -> list[list[range]]:
    """Return the groups of states that a census of ``rule`` counts: one group for each name in ``rule.census_names``.

    The groups are divided into lists of at most MAX_MASKS groups, which a shader can count at once.
    """
    names = len(rule.census_names)
    groups = [range(state, state + 1 if state < names else rule.live_states + 1) for state in range(1, names + 1)]
    return in_rounds(groups)


def in_rounds(groups: list[range]) -> list[list[range]]:
    """Divide a list of groups into lists of MAX_MASKS groups each; the last may be shorter."""
    return [groups[first : first + MAX_MASKS] for first in range(0, len(groups), MAX_MASKS)]
