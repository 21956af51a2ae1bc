"""The batch for any machine: numpy's bitwise operations on whole boards."""

from functools import cache

import numpy as np

from gpulife.engines.batch import Batch, Indices, Words, set_bits
from gpulife.engines.batch.framed_planes import FramedPlanes
from gpulife.engines.bitplanes.rule_circuits import rule_circuit
from gpulife.engines.bitplanes.three_rows import RuleCircuit
from gpulife.rules import Cells, Rule
from gpulife.rules.families import life_like


class NumpyBatch(Batch):
    """A batch of universes in main memory. It uses the smallest unsigned integers with a bit for each universe."""

    def __init__(self, cells: Cells, rule: Rule, generation: int, universes: int) -> None:
        super().__init__(cells, rule, generation, universes)
        word = np.dtype(f"u{next(size for size in (1, 2, 4, 8) if 8 * size >= universes)}")
        circuit = _circuit(rule.births, rule.survivals)
        self._ties = circuit.ties
        self._planes = FramedPlanes(circuit, (1, *self.shape), word, rule.edges)
        for plane, chosen in zip(self._planes.cells, ((cells == 1) | (cells == 2), cells == 2), strict=True):
            plane[0][chosen] = np.iinfo(word).max

    def _words(self) -> tuple[Words, Words]:
        live, second = self._planes.cells
        return live[0], second[0]

    def _plant(self, universes: Indices, rows: Indices, columns: Indices, *, second: bool) -> None:
        set_bits(*self._words(), (rows, columns), universes, second=second)

    def _step(self, *, ties_to_second: bool) -> None:
        self._planes.step(dict.fromkeys(self._ties, not ties_to_second))


@cache
def _circuit(births: frozenset[int], survivals: frozenset[int]) -> RuleCircuit:
    """Return the logic circuit of a rule for two species. Its inputs ``tie.*`` say which species a tied birth gets."""
    return rule_circuit(Rule("", life_like.FAMILY, 2, births, survivals))
