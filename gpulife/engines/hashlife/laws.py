"""Which rules hashlife computes, and what its kernels need to know of a rule.

A square's result is stored once and used in all generations, so the rule must not depend on the generation. Rules that
repeat after two or four generations are possible all the same, since steps of four or more generations may begin in
every fourth generation only. There are two kinds of such rules: those whose ties take turns, and births without
neighbours (B0). As in Golly, a plane under B0 shows how the cells differ from those far away. These cells are live in
all odd generations, or, if the rule also has S8, in all generations.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.circuits import Circuit, Wire
from gpulife.engines.bitplanes.fragment_source import tie_uniforms
from gpulife.engines.bitplanes.pass_text import plain
from gpulife.engines.bitplanes.rule_circuits import is_ranged, planes_refusal, rule_circuit
from gpulife.engines.bitplanes.three_rows import RuleCircuit
from gpulife.errors import EngineError
from gpulife.rules import Cells, Edges, Rule
from gpulife.rules.diagram import Diagram

BASE_GENERATIONS = 4
"""The generations by which a kernel advances cells at most."""
AND, OR, XOR, AND_NOT, NOT, LEFT, RIGHT, ABOVE, BELOW, COPY = range(10)
"""The operations of a program: kinds of gates, and the words of the left neighbours, of those above and so on."""

_KINDS = {"and": AND, "or": OR, "xor": XOR, "and_not": AND_NOT, "not": NOT}
_MAX_COST = 400
"""The largest cost of a circuit that is faster than looking up each cell in a diagram, if the rule has one."""
_BEFORE, _AFTER = "invert before", "invert after"


class Law(NamedTuple):
    """What the kernels read of a rule, with the memory in which they work.

    Attributes:
        program: the operations of a generation, each (kind, target, first operand, second operand); uint32, shape
            (operations, 4). An operand is the place of a register in ``registers``. There are no operations if the
            kernels look up each cell.
        registers: four words for each register, uint64. The first registers hold the planes, the next ones the new
            planes.
        first_phase: the place of the register that gets the first of ``phases``.
        phases: words that depend on the phase of the rule; uint64, shape (period, words in each phase).
        words: the words of a leaf, uint64, shape (planes,).
        numbers, root, states, groups, offsets: those of the rule's diagram; see :class:`gpulife.rules.diagram.Diagram`.
        rows: 16 rows of 16 cells; uint64, shape (16, 2).
        cells: the same memory, a byte for each cell.
        after: the next states, uint8, shape (16, 16).
    """

    program: NDArray[np.uint32]
    registers: NDArray[np.uint64]
    first_phase: int
    phases: NDArray[np.uint64]
    words: NDArray[np.uint64]
    numbers: NDArray[np.uint32]
    root: int
    states: int
    groups: NDArray[np.int64]
    offsets: NDArray[np.int64]
    rows: NDArray[np.uint64]
    cells: Cells
    after: Cells


@dataclass(frozen=True, slots=True, eq=False)
class Coding:
    """How cells are stored in the words of a leaf.

    Attributes:
        planes: the number of words of a leaf.
        codes: the code of each state, whose bit p is in word p; uint16, shape (states,).
        states: the state of each code, uint8, shape (2 ** planes,).
    """

    planes: int
    codes: NDArray[np.uint16]
    states: Cells


def refusal(rule: Rule) -> str | None:
    """Return why hashlife cannot compute ``rule``, as a line; None if it can."""
    family, cannot = rule.family, f"hashlife cannot compute rule {rule.law}"
    if rule.size is not None:
        return f"rule {rule} has a board of its own, but hashlife computes only a plane without end: use {rule.law}"
    if family.period(rule) is None:
        return f"{cannot}: it depends on chance and on cells' positions, so nothing in it repeats"
    if is_ranged(rule) or family.reach(rule) > 1:
        return f"{cannot}: its neighbours are up to {family.reach(rule)} cells away, and only those beside a cell count"
    if family.diagram(rule) is None and (reason := planes_refusal(rule)) is not None:
        return f"{cannot}: {reason}"
    if BASE_GENERATIONS % period_of(rule):
        return f"{cannot}: its ties take turns in {period_of(rule)} generations, but steps are powers of two"
    if rule.live_states > 1 and _next_of_equal(rule, 0):
        return f"{cannot}: with births on an empty plane, it may have only two states"
    return None


def period_of(rule: Rule) -> int:
    """Return after how many generations the rule of a plane repeats: 1 if it is always the same."""
    if _has_circuit(rule) and rule_circuit(rule).ties:
        return rule.live_states
    return 2 if rule.live_states == 1 and _next_of_equal(rule, 0) and not _next_of_equal(rule, 1) else 1


def background(rule: Rule, generation: int) -> int:
    """Return the state of the cells far away: 1 in some generations under B0, else 0."""
    if not _next_of_equal(rule, 0):
        return 0
    return generation % 2 if period_of(rule) == 2 else 1


def law_of(rule: Rule) -> tuple[Law, Coding]:
    """Return what kernels need of a rule, and how they store its states.

    Raises:
        EngineError: hashlife cannot compute the rule.
    """
    if (reason := refusal(rule)) is not None:
        raise EngineError(reason)
    rows = np.zeros((16, 2), np.uint64)
    law = Law(
        program=np.zeros((0, 4), np.uint32),
        registers=np.zeros(4, np.uint64),
        first_phase=0,
        phases=np.zeros((1, 0), np.uint64),
        words=np.zeros(1, np.uint64),
        numbers=np.zeros(1, np.uint32),
        root=0,
        states=rule.live_states + 1,
        groups=np.zeros(0, np.int64),
        offsets=np.zeros((0, 2), np.int64),
        rows=rows,
        cells=rows.view(np.uint8),
        after=np.zeros((16, 16), np.uint8),
    )
    diagram = rule.family.diagram(rule)
    if diagram is not None and not _has_circuit(rule):
        return _with_diagram(law, diagram)
    circuit = rule_circuit(rule)
    bits = circuit.codes.bits
    planes = bits.shape[1]
    codes = (bits @ (1 << np.arange(planes))).astype(np.uint16)
    states = np.zeros(1 << planes, np.uint8)
    states[codes] = np.arange(len(codes))
    return _with_program(law, circuit, rule), Coding(planes, codes, states)


def _has_circuit(rule: Rule) -> bool:
    """Return True if kernels use the rule's circuit; otherwise they look up each cell in its diagram."""
    if planes_refusal(rule) is not None:
        return False
    # Under B0, cells of two states are inverted by the circuit.
    return rule.family.diagram(rule) is None or rule.live_states == 1 or rule_circuit(rule).cost <= _MAX_COST


def _next_of_equal(rule: Rule, state: int) -> int:
    """Return the next state of a cell in ``state`` whose neighbours are all in the same state."""
    cells = np.full((3, 3), state, np.uint8)
    return int(rule.family.step(cells, replace(rule, edges=Edges.DEAD, size=None), 0, (0, 0))[1, 1])


def _with_diagram(law: Law, diagram: Diagram) -> tuple[Law, Coding]:
    planes = max(1, (diagram.states - 1).bit_length())
    law = law._replace(
        words=np.zeros(planes, np.uint64),
        numbers=np.array(diagram.numbers, np.uint32),
        root=diagram.root,
        groups=np.array(diagram.groups, np.int64),
        offsets=np.array(diagram.order, np.int64),
    )
    states = np.minimum(np.arange(1 << planes), diagram.states - 1).astype(np.uint8)
    return law, Coding(planes, np.arange(diagram.states, dtype=np.uint16), states)


# Programs: a rule's two circuits as one list of operations on registers.


def _with_program(law: Law, circuit: RuleCircuit, rule: Rule) -> Law:
    inverted = _inverted_phases(rule)
    names = [*circuit.ties, *([_BEFORE, _AFTER] if any(map(any, inverted)) else [])]
    phases = np.zeros((period_of(rule), len(names)), np.uint64)
    for phase, (before, after) in zip(range(len(phases)), inverted, strict=True):
        given = tie_uniforms(rule, phase, 1)
        values = {name: bool(given[f"tie0_{plain(name)}"]) for name in circuit.ties}
        values |= {_BEFORE: before, _AFTER: after}
        phases[phase] = [np.uint64(2**64 - 1) if values[name] else np.uint64(0) for name in names]
    program = _Program(circuit, names)
    return law._replace(
        program=np.array(program.operations, np.uint32) * np.array([1, 4, 4, 4], np.uint32),
        registers=program.registers(),
        first_phase=4 * program.first_phase,
        phases=phases,
        words=np.zeros(len(circuit.planes), np.uint64),
    )


def _inverted_phases(rule: Rule) -> list[tuple[bool, bool]]:
    """Return for each phase whether cells far away are live before and after the generation."""
    return [(bool(background(rule, phase)), bool(background(rule, phase + 1))) for phase in range(period_of(rule))]


_Input = Callable[[], int]
"""Returns the register of an input; the first call adds the operation that fills it."""


class _Program:
    """Translates a rule's circuits into operations.

    Args:
        circuit: the rule's circuits.
        names: the names of the words that depend on the phase.

    Attributes:
        operations: each (kind, target, first operand, second operand), the last three as numbers of registers.
        first_phase: the number of the register that gets the first of ``names``.
    """

    def __init__(self, circuit: RuleCircuit, names: list[str]) -> None:
        count = len(circuit.planes)
        self.operations: list[tuple[int, int, int, int]] = []
        self._zeros, self._ones, self.first_phase = 2 * count, 2 * count + 1, 2 * count + 2
        self._count = self.first_phase + len(names)
        self._phases = {name: self.first_phase + place for place, name in enumerate(names)}
        planes = {name: self._inverted(_BEFORE, place) for place, name in enumerate(circuit.planes)}
        sides: dict[str, _Input] = {
            f"{name}.{side}": partial(self._moved, kind, here)
            for name, here in planes.items()
            for side, kind in (("l", LEFT), ("c", COPY), ("r", RIGHT))
        }
        found = self._translate(circuit.row, list(circuit.values.values()), sides)
        values = dict(zip(circuit.values, found, strict=True))
        inputs: dict[str, _Input] = {
            f"tie.{name}": partial(self._moved, COPY, place) for name, place in self._phases.items()
        }
        for row, kind in (("top", ABOVE), ("middle", COPY), ("down", BELOW)):
            inputs |= {f"{row}.{name}": partial(self._moved, kind, values[name]) for name in circuit.needed[row]}
        after = self._translate(circuit.combine, list(circuit.planes_after.values()), inputs)
        for place, register in enumerate(after):
            self.operations.append((COPY, count + place, self._inverted(_AFTER, register), 0))

    def registers(self) -> NDArray[np.uint64]:
        """Return the registers, in which all words are clear but those of the constant 1."""
        registers = np.zeros((self._count, 4), np.uint64)
        registers[self._ones] = np.uint64(2**64 - 1)
        return registers.reshape(-1)

    def _inverted(self, when: str, register: int) -> int:
        return self._do(XOR, register, self._phases[when]) if when in self._phases else register

    def _moved(self, kind: int, here: int) -> int:
        return here if kind == COPY else self._do(kind, here)

    def _do(self, kind: int, one: int, other: int = 0) -> int:
        self._count += 1
        self.operations.append((kind, self._count - 1, one, other))
        return self._count - 1

    def _translate(self, circuit: Circuit, outputs: list[Wire], inputs: dict[str, _Input]) -> list[int]:
        """Add the operations of a circuit; return the registers of ``outputs``."""
        known: dict[int, int] = {}
        for wire, kind, operands in circuit.steps(outputs):
            if kind.startswith("in:"):
                known[wire.gate] = inputs[kind.removeprefix("in:")]()
            elif kind in ("false", "true"):
                known[wire.gate] = self._ones if kind == "true" else self._zeros
            else:
                known[wire.gate] = self._do(_KINDS[kind], *(known[each.gate] for each in operands))
        return [known[wire.gate] for wire in outputs]
