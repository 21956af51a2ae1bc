"""Steps bit planes of many boards at once, with numpy's bitwise operations on whole arrays.

An unsigned integer stands for each cell of a board: bit ``u`` belongs to board ``u``. So one operation computes as many
boards as the integer has bits, and neighbours are shifts of the whole array by a cell or by a row.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from gpulife.engines.bitplanes.three_rows import RuleCircuit
from gpulife.rules import Edges

Words = NDArray[Any]
"""Unsigned integers with a bit for each board."""


class FramedPlanes:
    """The bit planes of stacks of boards, each board with a frame of one cell for what lies beyond its edges.

    Args:
        circuit: the circuits of the rule.
        shape: (stacks, rows, columns). All boards of a stack share the words of their cells.
        word: the type of a word, an unsigned integer.
        edges: the boards' edges.

    Attributes:
        cells: the cells of each plane, shape ``shape``: views to read and write, in the order of ``circuit.planes``.
    """

    def __init__(self, circuit: RuleCircuit, shape: tuple[int, int, int], word: DTypeLike, edges: Edges) -> None:
        stacks, rows, columns = shape
        self._edges = edges
        self._framed: list[Words] = [np.zeros((stacks, rows + 2, columns + 2), word) for _ in circuit.planes]
        self.cells: list[Words] = [plane[:, 1:-1, 1:-1] for plane in self._framed]
        self._ties = {name: np.zeros((), word) for name in circuit.ties}
        self._steps = list(self._bind(circuit, columns + 2))

    def step(self, ties: Mapping[str, bool]) -> None:
        """Compute a generation. ``ties`` gives the value of each input of the circuit that decides ties."""
        for name, value in self._ties.items():
            value[...] = np.iinfo(value.dtype).max if ties[name] else 0
        for plane in self._framed:
            self._fill_frame(plane)
        for step in self._steps:
            step()

    def _bind(self, circuit: RuleCircuit, width: int) -> Iterator[Callable[[], object]]:
        """Yield the functions that compute one generation, in the order in which to call them.

        After the calls, the frames hold arbitrary values. ``width`` is the width of a row with its frame.
        """
        boards = [plane.reshape(-1) for plane in self._framed]
        sides = (("l", slice(None, -2)), ("c", slice(1, -1)), ("r", slice(2, None)))
        given = {f"{n}.{side}": b[part] for n, b in zip(circuit.planes, boards, strict=True) for side, part in sides}
        steps, values = circuit.row.bind(list(circuit.values.values()), given, boards[0][:-2])
        yield from steps
        rows = (("top", slice(-2 * width)), ("middle", slice(width, -width)), ("down", slice(2 * width, None)))
        given = {
            f"{row}.{n}": words[part] for n, words in zip(circuit.values, values, strict=True) for row, part in rows
        }
        given |= {f"tie.{name}": value for name, value in self._ties.items()}
        places = slice(width + 1, -width - 1)
        steps, after = circuit.combine.bind(list(circuit.planes_after.values()), given, boards[0][places])
        yield from steps
        for number, words in enumerate(after):
            if any(np.may_share_memory(words, board) for board in boards):  # a plane moves as it is, as ages do
                after[number] = np.empty_like(words)
                yield partial(np.copyto, after[number], words)
        yield from (partial(np.copyto, b[places], words) for b, words in zip(boards, after, strict=True))

    def _fill_frame(self, plane: Words) -> None:
        if self._edges is Edges.DEAD:
            plane[:, 0] = plane[:, -1] = 0
            plane[:, :, 0] = plane[:, :, -1] = 0
            return
        plane[:, :, 0], plane[:, :, -1] = plane[:, :, -2], plane[:, :, 1]
        plane[:, 0], plane[:, -1] = plane[:, -2], plane[:, 1]
