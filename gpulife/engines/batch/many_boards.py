"""Many small boards of one rule, stepped together: bit planes with a bit for each board, or numpy's own step.

Rules that have bit planes (see :mod:`gpulife.engines.bitplanes.rule_circuits`) take 64 boards to a word. Boards are
computed block by block, each small enough for a processor's cache, through all generations of a step.
"""

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.batch import count_bits
from gpulife.engines.batch.framed_planes import FramedPlanes
from gpulife.engines.bitplanes.rule_circuits import is_ranged, planes_refusal, rule_circuit
from gpulife.engines.bitplanes.three_rows import tie_value
from gpulife.engines.reference import census, next_generation
from gpulife.patterns.board_sizes import require_memory_for_cells
from gpulife.rules import Cells, Rule

_WORD = np.dtype(np.uint64)
_BOARDS_PER_WORD = 64
_BLOCK_WORDS = 1 << 13
"""The number of words of a plane that are computed together: 64 KB, so that all values of a step fit into a cache."""


class ManyBoards(ABC):
    """Boards of one shape under one rule.

    Attributes:
        rule: the rule, with the boards' shape and edges.
        boards: the number of boards.
        shape: (rows, columns) of each board.
        generation: the generation of all boards.
    """

    def __init__(self, cells: Cells, rule: Rule, generation: int) -> None:
        boards, rows, columns = cells.shape
        self.boards: int = boards
        self.shape: tuple[int, int] = (rows, columns)
        self.rule = rule.on_board(self.shape)
        self.generation = generation

    @abstractmethod
    def step(self, generations: int) -> None:
        """Compute ``generations`` generations of every board."""

    @abstractmethod
    def read(self, first: int, stop: int) -> Cells:
        """Return the boards from ``first`` to before ``stop``: state codes, shape (boards, rows, columns), uint8."""

    @abstractmethod
    def write(self, first: int, cells: Cells) -> None:
        """Replace boards from ``first`` on by ``cells``, shape (boards, rows, columns), uint8."""

    @abstractmethod
    def census(self) -> NDArray[np.int64]:
        """Count the cells of each board: shape (boards, names), int64, with a column for each of ``census_names``."""


def open_boards(cells: Cells, rule: Rule, generation: int = 0) -> ManyBoards:
    """Open boards with ``cells``, shape (boards, rows, columns), uint8, in the fastest way that the rule allows.

    Raises:
        BoardSizeError: the boards do not fit into memory.
    """
    boards, rows, columns = cells.shape
    require_memory_for_cells((boards * rows, columns), 1)
    has_bits = not is_ranged(rule) and planes_refusal(rule) is None
    return (BoardsInBits if has_bits else BoardsInBytes)(cells, rule, generation)


class BoardsInBytes(ManyBoards):
    """Boards with a byte for each cell, computed by the reference implementation."""

    def __init__(self, cells: Cells, rule: Rule, generation: int) -> None:
        super().__init__(cells, rule, generation)
        self._cells = cells.copy()
        self._block = max(1, _BLOCK_WORDS * 8 // max(1, self.shape[0] * self.shape[1]))

    def step(self, generations: int) -> None:
        """Compute ``generations`` generations of every board."""
        for first in range(0, self.boards, self._block):
            cells = self._cells[first : first + self._block]
            for number in range(generations):
                cells = next_generation(cells, self.rule, self.generation + number)
            self._cells[first : first + self._block] = cells
        self.generation += generations

    def read(self, first: int, stop: int) -> Cells:
        """Return some boards; see :meth:`ManyBoards.read`."""
        return self._cells[first:stop].copy()

    def write(self, first: int, cells: Cells) -> None:
        """Replace some boards; see :meth:`ManyBoards.write`."""
        self._cells[first : first + len(cells)] = cells

    def census(self) -> NDArray[np.int64]:
        """Count the cells of each board; see :meth:`ManyBoards.census`."""
        return np.array([census(board, self.rule) for board in self._cells]).reshape(self.boards, -1)


class BoardsInBits(ManyBoards):
    """Boards in bit planes: bit ``u`` of a word belongs to board ``u`` of a stack of 64."""

    def __init__(self, cells: Cells, rule: Rule, generation: int) -> None:
        super().__init__(cells, rule, generation)
        circuit = rule_circuit(rule)
        self._circuit, self._codes = circuit, circuit.codes
        stacks = -(-self.boards // _BOARDS_PER_WORD)
        self._planes = np.zeros((self._codes.planes, stacks, *self.shape), _WORD)
        self._scratch: dict[int, FramedPlanes] = {}
        self.write(0, cells)

    def step(self, generations: int) -> None:
        """Compute ``generations`` generations of every board."""
        species, stacks = self.rule.live_states, self._planes.shape[1]
        ties = [
            {name: tie_value(name, self.generation + number, species) for name in self._circuit.ties}
            for number in range(generations if self._circuit.ties else 0)
        ]
        rows, columns = self.shape
        block = min(max(1, _BLOCK_WORDS // ((rows + 2) * (columns + 2))), max(1, stacks))
        for first in range(0, stacks, block):
            part = self._planes[:, first : first + block]
            work = self._framed(part.shape[1])
            for plane, words in zip(work.cells, part, strict=True):
                plane[...] = words
            for number in range(generations):
                work.step(ties[number] if ties else {})
            for plane, words in zip(work.cells, part, strict=True):
                words[...] = plane
        self.generation += generations

    def _framed(self, stacks: int) -> FramedPlanes:
        if stacks not in self._scratch:
            self._scratch[stacks] = FramedPlanes(self._circuit, (stacks, *self.shape), _WORD, self.rule.edges)
        return self._scratch[stacks]

    def read(self, first: int, stop: int) -> Cells:
        """Return some boards; see :meth:`ManyBoards.read`."""
        found = np.empty((max(0, stop - first), *self.shape), np.uint8)
        for stack, boards, place in _stacks(first, stop):
            code = np.zeros((_BOARDS_PER_WORD, *self.shape), np.uint16)
            for number, plane in enumerate(self._planes[:, stack]):
                code |= _bits(plane).astype(np.uint16) << number
            found[place] = self._codes.states[code[boards]]
        return found

    def write(self, first: int, cells: Cells) -> None:
        """Replace some boards; see :meth:`ManyBoards.write`."""
        for stack, boards, place in _stacks(first, first + len(cells)):
            for number in range(self._codes.planes):
                bits = _bits(self._planes[number, stack])
                bits[boards] = self._codes.bits[:, number][cells[place]]
                self._planes[number, stack] = _words(bits)

    def census(self) -> NDArray[np.int64]:
        """Count the cells of each board; see :meth:`ManyBoards.census`."""
        names = len(self.rule.census_names)
        found = np.empty((self._planes.shape[1], _BOARDS_PER_WORD, names), np.int64)
        for stack in range(len(found)):
            planes = self._planes[:, stack]
            rest = np.bitwise_or.reduce(planes[: self._codes.shown])
            for state in range(1, names):
                words = np.full(self.shape, np.iinfo(_WORD).max)
                for plane, is_set in zip(planes, self._codes.bits[state], strict=True):
                    words &= plane if is_set else ~plane
                found[stack, :, state - 1] = count_bits(words)
                rest &= ~words
            found[stack, :, names - 1] = count_bits(rest)
        return found.reshape(-1, names)[: self.boards]


def _stacks(first: int, stop: int) -> list[tuple[int, slice, slice]]:
    """Return where boards ``first`` to before ``stop`` lie: (stack, boards of the stack, boards of those wanted)."""
    parts = []
    for stack in range(first // _BOARDS_PER_WORD, -(-stop // _BOARDS_PER_WORD)):
        start = stack * _BOARDS_PER_WORD
        low, high = max(first, start), min(stop, start + _BOARDS_PER_WORD)
        parts.append((stack, slice(low - start, high - start), slice(low - first, high - first)))
    return parts


def _bits(words: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return the bits of words of shape (rows, columns): shape (64, rows, columns), uint8."""
    data = np.ascontiguousarray(words.astype("<u8", copy=False)).view(np.uint8)
    bits = np.unpackbits(data.reshape(*words.shape, 8), axis=-1, bitorder="little")
    return np.moveaxis(bits, -1, 0)


def _words(bits: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return the words of bits of shape (64, rows, columns): shape (rows, columns), uint64."""
    packed = np.packbits(np.ascontiguousarray(np.moveaxis(bits, 0, -1)), axis=-1, bitorder="little")
    return packed.view("<u8")[..., 0].astype(np.uint64, copy=False)
