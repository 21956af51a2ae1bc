"""Boolean circuits: the operations on words of 32 cells that compute a rule, generated from the rule.

A circuit is a list of two-input gates without repetitions and without needless constants. It is text and numbers
only: the shaders' text is written out of it (:mod:`gpulife.engines.bitplanes.pass_source`) and numpy can run it.
:mod:`gpulife.engines.bitplanes.rule_circuits` builds those of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[Any]
"""Unsigned whole numbers, a cell a bit."""
_GLSL = {"and": "{} & {}", "or": "{} | {}", "xor": "{} ^ {}", "but": "{} & ~{}", "not": "~{}"}
_NUMPY = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "but": np.bitwise_and, "not": np.invert}


@dataclass(frozen=True, slots=True)
class Wire:
    """What a gate of a circuit gives: an index into the circuit's gates. The first two wires are 0 and 1."""

    index: int


NO, YES = Wire(0), Wire(1)


class Circuit:
    """Gates that are added one after the other; equal gates are the same wire."""

    def __init__(self) -> None:
        self._gates: list[tuple[str, tuple[Wire, ...]]] = [("no", ()), ("yes", ())]
        self._known: dict[tuple[str, tuple[Wire, ...]], Wire] = {}

    def input(self, name: str) -> Wire:
        """A word that comes from outside: a GLSL expression, or a name that :meth:`bind` is given."""
        return self._gate("in:" + name)

    def invert(self, a: Wire) -> Wire:
        """Not ``a``."""
        if a in (NO, YES):
            return YES if a == NO else NO
        kind, inputs = self._gates[a.index]
        return inputs[0] if kind == "not" else self._gate("not", a)

    def both(self, a: Wire, b: Wire) -> Wire:
        """``a`` and ``b``."""
        if NO in (a, b) or self._opposite(a, b):
            return NO
        if YES in (a, b) or a == b:
            return b if a == YES else a
        for one, other in ((a, b), (b, a)):
            kind, inputs = self._gates[one.index]
            if kind == "not":
                return self._gate("but", other, inputs[0])
        return self._gate("and", *sorted((a, b), key=lambda wire: wire.index))

    def either(self, *wires: Wire) -> Wire:
        """The or of any number of wires."""
        return reduce(self._either, wires, NO)

    def odd(self, *wires: Wire) -> Wire:
        """The exclusive or of any number of wires."""
        return reduce(self._odd, wires, NO)

    def but(self, a: Wire, b: Wire) -> Wire:
        """``a`` and not ``b``."""
        return self.both(a, self.invert(b))

    def choose(self, which: Wire, yes: Wire, no: Wire) -> Wire:
        """``yes`` where ``which``, else ``no``."""
        if yes == no:
            return yes
        if yes == self.invert(no) and NO not in (yes, no):
            return self.odd(which, no)
        return self._either(self.both(which, yes), self.but(no, which))

    def majority(self, a: Wire, b: Wire, c: Wire) -> Wire:
        """Where two or three of three are set; shares a gate with ``odd(a, b, c)``."""
        return self._either(self.both(a, b), self.both(self.odd(a, b), c))

    def needed(self, outputs: Sequence[Wire]) -> list[int]:
        """Indices of the gates that ``outputs`` need, in the order of computing, inputs and constants included."""
        found: set[int] = set()
        waiting = [wire.index for wire in outputs]
        while waiting:
            index = waiting.pop()
            if index not in found:
                found.add(index)
                waiting += [wire.index for wire in self._gates[index][1]]
        return sorted(found)

    def inputs(self, outputs: Sequence[Wire]) -> list[str]:
        """Names of the inputs that ``outputs`` need."""
        kinds = (self._gates[index][0] for index in self.needed(outputs))
        return [kind.removeprefix("in:") for kind in kinds if kind.startswith("in:")]

    def cost(self, outputs: Sequence[Wire]) -> int:
        """How many operations ``outputs`` take; a "not" before an "and" counts with it."""
        return sum(self._gates[index][0] in _GLSL for index in self.needed(outputs))

    def bind(
        self, outputs: Sequence[Wire], values: Mapping[str, Words], like: Words
    ) -> tuple[list[Callable[[], Words]], list[Words]]:
        """Make a program in numpy of it, for whoever runs it often.

        Args:
            outputs: what is wanted.
            values: of the inputs, which are read whenever the program runs: of ``like``'s shape, or single words.
            like: what words look like.

        Returns:
            The steps to be called one after the other, and the arrays that then hold ``outputs``: either of the
            program's own or of its inputs.
        """
        order = self.needed(outputs)
        last = {wire.index: index for index in order for wire in self._gates[index][1]}
        last |= {wire.index: -1 for wire in outputs}
        known: dict[int, Words] = {}
        steps: list[Callable[[], Words]] = []
        free: list[Words] = []
        for index in order:
            kind, wires = self._gates[index]
            if kind not in _NUMPY:
                constant = np.zeros_like(like) if kind == "no" else ~np.zeros_like(like)
                known[index] = values[kind[3:]] if kind.startswith("in:") else constant
                continue
            operands = [known[wire.index] for wire in wires]
            known[index] = out = free.pop() if free else np.empty_like(like)
            if kind == "but":
                steps.append(partial(np.invert, operands[1], out))
                operands[1] = out
            steps.append(partial(_NUMPY[kind], *operands, out))
            free += [known[w.index] for w in wires if last[w.index] == index and self._gates[w.index][0] in _NUMPY]
        return steps, [known[wire.index] for wire in outputs]

    def glsl(self, outputs: Mapping[str, Wire], inputs: Mapping[str, str], word: str = "uint") -> list[str]:
        """GLSL statements that assign ``outputs`` (names that are declared) and declare what they need.

        ``inputs`` says which expression each input is; inner words are called ``g1``, ``g2``, ... and are of type
        ``word``.
        """
        names: dict[int, str] = {0: f"{word}(0)", 1: f"~{word}(0)"}
        lines = []
        for index in self.needed(list(outputs.values())):
            kind, wires = self._gates[index]
            if kind.startswith("in:"):
                names[index] = inputs[kind.removeprefix("in:")]
            elif kind in _GLSL:
                expression = _GLSL[kind].format(*(names[wire.index] for wire in wires))
                names[index] = f"g{index}"
                lines.append(f"{word} g{index} = {expression};")
        return lines + [f"{name} = {names[wire.index]};" for name, wire in outputs.items()]

    def _either(self, a: Wire, b: Wire) -> Wire:
        if YES in (a, b) or self._opposite(a, b):
            return YES
        if NO in (a, b) or a == b:
            return b if a == NO else a
        return self._gate("or", *sorted((a, b), key=lambda wire: wire.index))

    def _odd(self, a: Wire, b: Wire) -> Wire:
        if a == b:
            return NO
        if NO in (a, b):
            return b if a == NO else a
        if YES in (a, b):
            return self.invert(b if a == YES else a)
        if self._opposite(a, b):
            return YES
        return self._gate("xor", *sorted((a, b), key=lambda wire: wire.index))

    def _opposite(self, a: Wire, b: Wire) -> bool:
        return self._gates[a.index] == ("not", (b,)) or self._gates[b.index] == ("not", (a,))

    def _gate(self, kind: str, *wires: Wire) -> Wire:
        key = (kind, wires)
        if key not in self._known:
            self._known[key] = Wire(len(self._gates))
            self._gates.append(key)
        return self._known[key]


Table = Mapping[tuple[bool, ...], bool]
"""A truth table: the values of its variables and what they give; what is not in it may give anything."""


def build_table(circuit: Circuit, variables: Sequence[Wire], table: Table) -> Wire:
    """The cheapest circuit found for a truth table: decided a variable at a time, in every order of asking."""
    found = []
    for order in permutations(range(len(variables))):
        reordered = {tuple(values[place] for place in order): result for values, result in table.items()}
        found.append(_decide(circuit, [variables[place] for place in order], reordered))
    return cheapest(circuit, found)


def cheapest(circuit: Circuit, wires: Sequence[Wire]) -> Wire:
    """The first of the wires that take fewest operations."""
    return min(wires, key=lambda wire: circuit.cost([wire]))


def _decide(circuit: Circuit, variables: Sequence[Wire], table: Table) -> Wire:
    """Shannon's expansion by the first variable; both branches are made one where the table allows it."""
    results = set(table.values())
    if len(results) <= 1:
        return YES if True in results else NO
    branches: tuple[dict[tuple[bool, ...], bool], dict[tuple[bool, ...], bool]] = ({}, {})
    for values, result in table.items():
        branches[values[0]][values[1:]] = result
    no, yes = branches
    if all(yes[values] == no[values] for values in yes.keys() & no.keys()):
        return _decide(circuit, variables[1:], no | yes)
    if all(yes[values] != no[values] for values in yes.keys() & no.keys()):
        inverted = {values: not result for values, result in yes.items()}
        return circuit.odd(variables[0], _decide(circuit, variables[1:], no | inverted))
    return circuit.choose(variables[0], _decide(circuit, variables[1:], yes), _decide(circuit, variables[1:], no))
