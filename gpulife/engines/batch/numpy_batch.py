"""The batch for any machine: numpy's bitwise operations on whole boards."""

from collections.abc import Callable, Iterator
from functools import cache, partial

import numpy as np

from gpulife.engines.batch import Batch, Indices, Words, set_bits
from gpulife.engines.bitplanes.rule_circuits import rule_circuit
from gpulife.engines.bitplanes.three_rows import RuleCircuit
from gpulife.rules import Cells, Edges, Rule
from gpulife.rules.families import life_like


class NumpyBatch(Batch):
    """A batch of universes in main memory. It uses the smallest unsigned integers with a bit for each universe."""

    def __init__(self, cells: Cells, rule: Rule, generation: int, universes: int) -> None:
        super().__init__(cells, rule, generation, universes)
        word = np.dtype(f"u{next(size for size in (1, 2, 4, 8) if 8 * size >= universes)}")
        rows, columns = self.shape
        # A frame of one cell holds the cells beyond the edges. Rows are contiguous in memory, so neighbours are shifts
        # of the whole board by a cell or by a row.
        self._planes = [np.zeros((rows + 2, columns + 2), word) for _ in range(2)]
        for plane, chosen in zip(self._planes, ((cells == 1) | (cells == 2), cells == 2), strict=True):
            plane[1:-1, 1:-1][chosen] = np.iinfo(word).max
        self._first_wins = np.zeros((), word)
        """Which species wins ties: all bits are set for species 1, none for species 2."""
        self._steps = list(self._bind(_circuit(rule.births, rule.survivals)))

    def _words(self) -> tuple[Words, Words]:
        return self._planes[0][1:-1, 1:-1], self._planes[1][1:-1, 1:-1]

    def _plant(self, universes: Indices, rows: Indices, columns: Indices, *, second: bool) -> None:
        set_bits(*self._words(), (rows, columns), universes, second=second)

    def _step(self, *, ties_to_second: bool) -> None:
        self._first_wins[...] = 0 if ties_to_second else np.iinfo(self._first_wins.dtype).max
        for plane in self._planes:
            self._fill_frame(plane)
        for step in self._steps:
            step()

    def _bind(self, circuit: RuleCircuit) -> Iterator[Callable[[], object]]:
        """Yield the functions that compute one generation, in the order in which to call them.

        After the calls, the frame of cells around each board holds arbitrary values.
        """
        width = self.shape[1] + 2
        boards = [plane.reshape(-1) for plane in self._planes]
        sides = (("l", slice(None, -2)), ("c", slice(1, -1)), ("r", slice(2, None)))
        given = {f"{n}.{side}": b[part] for n, b in zip(circuit.planes, boards, strict=True) for side, part in sides}
        steps, values = circuit.row.bind(list(circuit.values.values()), given, boards[0][:-2])
        yield from steps
        rows = (("top", slice(-2 * width)), ("middle", slice(width, -width)), ("down", slice(2 * width, None)))
        given = {
            f"{row}.{n}": words[part] for n, words in zip(circuit.values, values, strict=True) for row, part in rows
        }
        given |= {f"tie.{name}": self._first_wins for name in circuit.ties}
        places = slice(width + 1, -width - 1)
        steps, after = circuit.combine.bind(list(circuit.planes_after.values()), given, boards[0][places])
        yield from steps
        yield from (partial(np.copyto, b[places], words) for b, words in zip(boards, after, strict=True))

    def _fill_frame(self, plane: Words) -> None:
        if self.rule.edges is Edges.DEAD:
            plane[0] = plane[-1] = 0
            plane[:, 0] = plane[:, -1] = 0
            return
        plane[:, 0], plane[:, -1] = plane[:, -2], plane[:, 1]
        plane[0], plane[-1] = plane[-2], plane[1]


@cache
def _circuit(births: frozenset[int], survivals: frozenset[int]) -> RuleCircuit:
    """Return the logic circuit of a rule for two species. Its inputs ``tie.*`` say which species a tied birth gets."""
    return rule_circuit(Rule("", life_like.FAMILY, 2, births, survivals))
