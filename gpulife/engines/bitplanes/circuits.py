"""Boolean circuits: logical operations on words (unsigned integers with a bit for each cell) that compute a rule.

A circuit is a list of two-input gates without duplicates or needless constants. numpy can run it, and
:mod:`gpulife.engines.bitplanes.pass_source` turns it into shader text. :mod:`gpulife.engines.bitplanes.rule_circuits`
builds the circuits of rules.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial, reduce
from itertools import compress, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[Any]
"""Unsigned integers with a bit for each cell."""
_GLSL = {"and": "{} & {}", "or": "{} | {}", "xor": "{} ^ {}", "and_not": "{} & ~{}", "not": "~{}"}
_NUMPY = {
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "and_not": np.bitwise_and,
    "not": np.invert,
}
_SHIFT = "shift:"
_BITS = {"uint": 32, "uint64_t": 64}
"""Bits of a word, keyed by its GLSL type."""


class Wire(NamedTuple):
    """A wire: the index, in a circuit's list, of the gate that sets it. Wires 0 and 1 are the constants 0 and 1."""

    gate: int


FALSE, TRUE = Wire(0), Wire(1)


class Circuit:
    """A list of gates (logical operations) that grows while a circuit is built; equal gates are stored once."""

    def __init__(self) -> None:
        self._gates: list[tuple[str, tuple[Wire, ...]]] = [("false", ()), ("true", ())]
        self._known: dict[tuple[str, tuple[Wire, ...]], Wire] = {}

    def input(self, name: str) -> Wire:
        """Add the input ``name`` and return its wire; :meth:`glsl` and :meth:`bind` take values by this name."""
        return self._gate("in:" + name)

    def not_(self, a: Wire) -> Wire:
        """Return the wire for NOT ``a``."""
        if a in (FALSE, TRUE):
            return TRUE if a == FALSE else FALSE
        kind, inputs = self._gates[a.gate]
        return inputs[0] if kind == "not" else self._gate("not", a)

    def and_(self, a: Wire, b: Wire) -> Wire:
        """Return the wire for ``a`` AND ``b``."""
        if FALSE in (a, b) or self._opposite(a, b):
            return FALSE
        if TRUE in (a, b) or a == b:
            return b if a == TRUE else a
        for one, other in ((a, b), (b, a)):
            kind, inputs = self._gates[one.gate]
            if kind == "not":
                return self._gate("and_not", other, inputs[0])
        return self._gate("and", *sorted((a, b), key=lambda wire: wire.gate))

    def or_(self, *wires: Wire) -> Wire:
        """Return the wire for the OR of all ``wires``."""
        return reduce(self._or, wires, FALSE)

    def xor(self, *wires: Wire) -> Wire:
        """Return the wire for the XOR of all ``wires``: set where an odd number of them are set."""
        return reduce(self._xor, wires, FALSE)

    def and_not(self, a: Wire, b: Wire) -> Wire:
        """Return the wire for ``a`` AND NOT ``b``."""
        return self.and_(a, self.not_(b))

    def select(self, which: Wire, yes: Wire, no: Wire) -> Wire:
        """Return a wire that equals ``yes`` where ``which`` is set, and ``no`` elsewhere."""
        if yes == no:
            return yes
        if yes == self.not_(no) and FALSE not in (yes, no):
            return self.xor(which, no)
        return self._or(self.and_(which, yes), self.and_not(no, which))

    def majority(self, a: Wire, b: Wire, c: Wire) -> Wire:
        """Return a wire that is set where at least two of ``a``, ``b`` and ``c`` are set.

        If the circuit also has ``xor(a, b, c)``, the two share a gate.
        """
        return self._or(self.and_(a, b), self.and_(self.xor(a, b), c))

    def shift(self, here: Wire, ahead: Wire, cells: int) -> Wire:
        """Return a wire for the word that begins ``cells`` cells after the start of the word ``here``.

        Its last cells come from ``ahead``, the next word (FALSE if there is none). ``cells`` must be less than the
        number of cells in a word.
        """
        if cells == 0 or here == FALSE:  # a number's bit is FALSE in all words or in none
            return here
        return self._gate(f"{_SHIFT}{cells}", here, ahead)

    def needed(self, outputs: Sequence[Wire]) -> list[int]:
        """Return the indices of all gates, inputs and constants that ``outputs`` need, in the order of computation."""
        found: set[int] = set()
        waiting = [wire.gate for wire in outputs]
        while waiting:
            index = waiting.pop()
            if index not in found:
                found.add(index)
                waiting += [wire.gate for wire in self._gates[index][1]]
        return sorted(found)

    def steps(self, outputs: Sequence[Wire]) -> list[tuple[Wire, str, tuple[Wire, ...]]]:
        """Return what ``outputs`` need, in the order of computation: for each wire, the gate's kind and operands."""
        return [(Wire(index), *self._gates[index]) for index in self.needed(outputs)]

    def inputs(self, outputs: Sequence[Wire]) -> list[str]:
        """Return the names of the inputs that ``outputs`` need."""
        kinds = (self._gates[index][0] for index in self.needed(outputs))
        return [kind.removeprefix("in:") for kind in kinds if kind.startswith("in:")]

    def cost(self, outputs: Sequence[Wire]) -> int:
        """Return how many operations are needed to compute ``outputs``.

        Shifts do not count, and a "not" in front of an "and" costs nothing.
        """
        return sum(self._gates[index][0] in _GLSL for index in self.needed(outputs))

    def bind(
        self, outputs: Sequence[Wire], values: Mapping[str, Words], like: Words
    ) -> tuple[list[Callable[[], Words]], list[Words]]:
        """Compile the circuit to numpy calls that can be repeated.

        Args:
            outputs: the wires to compute.
            values: the array of each input, keyed by name: of the shape of ``like``, or a single word. Each call reads
                the arrays anew.
            like: an array with the type and shape of the outputs.

        Returns:
            The functions to call in this order, and the arrays that then hold the values of ``outputs``. If an output
            is also an input, its array is the one in ``values``; all other arrays are new.
        """
        order = self.needed(outputs)
        last = {wire.gate: index for index in order for wire in self._gates[index][1]}
        last |= {wire.gate: -1 for wire in outputs}
        known: dict[int, Words] = {}
        steps: list[Callable[[], Words]] = []
        free: list[Words] = []
        for index in order:
            kind, wires = self._gates[index]
            if not _is_computed(kind):
                constant = np.zeros_like(like) if kind == "false" else ~np.zeros_like(like)
                known[index] = values[kind[3:]] if kind.startswith("in:") else constant
                continue
            operands = [known[wire.gate] for wire in wires]
            known[index] = out = free.pop() if free else np.empty_like(like)
            if kind.startswith(_SHIFT):
                steps.append(partial(_shift_words, operands[0], operands[1], int(kind.removeprefix(_SHIFT)), out))
            else:
                if kind == "and_not":
                    steps.append(partial(np.invert, operands[1], out))
                    operands[1] = out
                steps.append(partial(_NUMPY[kind], *operands, out))
            done = (w for w in {*wires} if last[w.gate] == index and _is_computed(self._gates[w.gate][0]))
            free += [known[w.gate] for w in done]
        return steps, [known[wire.gate] for wire in outputs]

    def glsl(
        self,
        outputs: Mapping[str, Wire],
        inputs: Mapping[str, str],
        word: str = "uint",
        single: Collection[str] = (),
    ) -> list[str]:
        """Return GLSL statements that compute ``outputs`` and assign them to variables, which must be declared.

        Intermediate results are variables ``g1``, ``g2``, ...

        Args:
            outputs: the wires to compute, keyed by the names of the variables.
            inputs: the GLSL expression of each input, keyed by the input's name.
            word: the GLSL type of a word. A ``uvec4`` is a word of 128 cells.
            single: names of inputs that have 32 cells even if ``word`` is ``uvec4``, such as the word after a row in a
                shift. Values computed from these inputs alone also have 32 cells.
        """
        names: dict[int, str] = {0: f"{word}(0)", 1: f"~{word}(0)"}
        words: dict[int, str] = {}
        lines = []
        for index in self.needed(list(outputs.values())):
            kind, wires = self._gates[index]
            if kind.startswith("in:"):
                name = kind.removeprefix("in:")
                names[index] = inputs[name]
                words[index] = "uint" if name in single else word
            elif _is_computed(kind):
                words[index] = words[wires[0].gate]
                operands = [names[wire.gate] for wire in wires]
                if kind.startswith(_SHIFT):
                    ahead = "" if wires[1] == FALSE else operands[1]
                    expression = _shifted(kind, operands[0], words[index], ahead, words.get(wires[1].gate, ""))
                else:
                    expression = _GLSL[kind].format(*operands)
                names[index] = f"g{index}"
                lines.append(f"{words[index]} g{index} = {expression};")
        return lines + [f"{name} = {names[wire.gate]};" for name, wire in outputs.items()]

    def _or(self, a: Wire, b: Wire) -> Wire:
        if TRUE in (a, b) or self._opposite(a, b):
            return TRUE
        if FALSE in (a, b) or a == b:
            return b if a == FALSE else a
        return self._gate("or", *sorted((a, b), key=lambda wire: wire.gate))

    def _xor(self, a: Wire, b: Wire) -> Wire:
        if a == b:
            return FALSE
        if FALSE in (a, b):
            return b if a == FALSE else a
        if TRUE in (a, b):
            return self.not_(b if a == TRUE else a)
        if self._opposite(a, b):
            return TRUE
        # "not" goes to the output, so that circuits which differ only there share their gates.
        plain = [self._gates[wire.gate][1][0] if self._gates[wire.gate][0] == "not" else wire for wire in (a, b)]
        found = self._gate("xor", *sorted(plain, key=lambda wire: wire.gate))
        return self.not_(found) if (plain[0] == a) != (plain[1] == b) else found

    def _opposite(self, a: Wire, b: Wire) -> bool:
        return self._gates[a.gate] == ("not", (b,)) or self._gates[b.gate] == ("not", (a,))

    def _gate(self, kind: str, *wires: Wire) -> Wire:
        key = (kind, wires)
        if key not in self._known:
            self._known[key] = Wire(len(self._gates))
            self._gates.append(key)
        return self._known[key]


def _is_computed(kind: str) -> bool:
    return kind in _NUMPY or kind.startswith(_SHIFT)


def _shift_words(here: Words, ahead: Words, cells: int, out: Words) -> Words:
    np.right_shift(here, cells, out)
    out |= ahead << (8 * out.itemsize - cells)
    return out


def _shifted(kind: str, here: str, here_word: str, ahead: str, ahead_word: str) -> str:
    """Return the GLSL expression that computes a gate made by :meth:`Circuit.shift`.

    ``kind`` is the gate's kind, which contains the number of cells to shift. ``here`` and ``ahead`` are the GLSL
    expressions of the two words (``ahead`` is "" if there is no next word), ``here_word`` and ``ahead_word`` their GLSL
    types.
    """
    cells = int(kind.removeprefix(_SHIFT))
    if here_word == "uvec4":
        return shifted_lanes([*lanes_of(here), *(lanes_of(ahead) if ahead_word == "uvec4" else [ahead or "0u"])], cells)
    moved = f"{here} >> {cells}"
    return f"{moved} | {ahead} << {_BITS[here_word] - cells}" if ahead else moved


def lanes_of(word: str) -> list[str]:
    """Return the GLSL expressions of the four components of the uvec4 ``word``."""
    return [f"{word}.{lane}" for lane in "xyzw"]


def shifted_lanes(words: Sequence[str], cells: int) -> str:
    """Return the GLSL expression of a uvec4 with 128 cells of a row, beginning at cell ``cells``.

    ``words`` are the row's words, of 32 cells each. Cells after the last word are 0.
    """
    first, shift = divmod(cells, 32)
    found = [*words, *["0u"] * 5][first:]
    low, high = (f"uvec4({', '.join(found[start : start + 4])})" for start in (0, 1))
    return f"{low} >> {shift} | {high} << {32 - shift}" if shift else low


def depth_first(circuit: Circuit, outputs: Mapping[str, Wire]) -> tuple[Circuit, dict[str, Wire]]:
    """Return a copy of a circuit without shifts in which a gate comes soon after its operands.

    So fewer intermediate results are needed at the same time, and compilers can keep more of them in registers.
    """
    steps = {wire: (kind, operands) for wire, kind, operands in circuit.steps(list(outputs.values()))}
    held: dict[Wire, int] = {}
    for wire, (_, operands) in steps.items():  # as many results as if no gate had two readers
        dearest = sorted((held[each] for each in operands), reverse=True)
        held[wire] = max([1, *(number + place for place, number in enumerate(dearest))])
    copy = Circuit()
    made = {FALSE: FALSE, TRUE: TRUE}
    build: dict[str, Callable[..., Wire]] = {
        "and": copy.and_,
        "or": copy.or_,
        "xor": copy.xor,
        "and_not": copy.and_not,
        "not": copy.not_,
    }
    waiting = [*outputs.values()][::-1]
    while waiting:
        wire = waiting[-1]
        kind, operands = steps[wire]
        if missing := [each for each in operands if each not in made]:
            waiting += sorted(missing, key=lambda each: held[each])
            continue
        waiting.pop()
        if wire not in made:
            name = kind.removeprefix("in:")
            made[wire] = copy.input(name) if name != kind else build[kind](*(made[each] for each in operands))
    return copy, {name: made[wire] for name, wire in outputs.items()}


def add_up(circuit: Circuit, numbers: Iterable[Sequence[Wire]], most: int) -> list[Wire]:
    """Return the bits, lowest first, of the sum of ``numbers``. ``most`` is the largest sum that can occur."""
    count = most.bit_length()
    columns: list[list[Wire]] = [[] for _ in range(count)]  # bits of the same worth
    for number in numbers:
        for place, bit in enumerate(number):
            columns[place].append(bit)
    for place, ones in enumerate(columns):
        while len(ones) > 1:
            some = ones[:3]
            del ones[:3]
            ones.append(circuit.xor(*some))
            if place + 1 < count:
                columns[place + 1].append(circuit.and_(*some) if len(some) == 2 else circuit.majority(*some))
    return [ones[0] if ones else FALSE for ones in columns]


Table = Mapping[tuple[bool, ...], bool]
"""A truth table: maps each tuple of the variables' values to the result. Missing tuples may have any result."""


_MAX_PERMUTED = 5
"""The largest number of variables for which every order is tried."""


def build_table(circuit: Circuit, variables: Sequence[Wire], table: Table) -> Wire:
    """Build a circuit with few operations for a truth table; return the wire of the result.

    Several orders of the variables are tried: every order if there are at most _MAX_PERMUTED variables, else two.
    """
    found = []
    count = len(variables)
    orders = permutations(range(count)) if count <= _MAX_PERMUTED else (range(count), range(count)[::-1])
    for order in orders:
        sets = [0, 0]
        worth = [0] * count  # the first variable decides between the lower and the upper half of the table
        for place, variable in enumerate(order):
            worth[variable] = 1 << (count - 1 - place)
        for values, result in table.items():
            sets[result] |= 1 << sum(compress(worth, values))
        found.append(_decide(circuit, [variables[place] for place in order], sets[True], sets[False]))
    return cheapest(circuit, found)


def cheapest(circuit: Circuit, wires: Sequence[Wire]) -> Wire:
    """Return the one of ``wires`` that needs the fewest operations; if several need equally few, the first of them."""
    return min(wires, key=lambda wire: circuit.cost([wire]))


def _decide(circuit: Circuit, variables: Sequence[Wire], on: int, off: int) -> Wire:
    """Build a circuit for a truth table. It has a part for each value of the first variable (Shannon expansion).

    ``on`` has a bit for each case in which the result must be true, and ``off`` for each in which it must be false. The
    first variable is false in the cases of the lower half of the bits.
    """
    if not on or not off:
        return TRUE if on else FALSE
    first, *others = variables
    half = 1 << len(others)
    low = (1 << half) - 1
    no_on, no_off, yes_on, yes_off = on & low, off & low, on >> half, off >> half
    if not (no_on & yes_off or no_off & yes_on):
        return _decide(circuit, others, no_on | yes_on, no_off | yes_off)
    if not (no_on & yes_on or no_off & yes_off):
        return circuit.xor(first, _decide(circuit, others, no_on | yes_off, no_off | yes_on))
    return circuit.select(first, _decide(circuit, others, yes_on, yes_off), _decide(circuit, others, no_on, no_off))
