"""Makes circuits smaller by local rewriting.

The *cases* of a circuit are all combinations of its inputs that can occur. The value of each gate is known in all
cases. The rewriter visits one gate after the other. It finds the cases in which the gate's value matters to an output.
Then it looks for a replacement: an expression of other gates that has the same value in these cases, and that needs
fewer operations than the gates that become useless.

Searches for replacements use a sample of the cases. A replacement that changes an output in another case is refused,
and that case joins the sample.

Gates are and, or, xor and and_not only; all of them are 0 if all inputs are 0. Any circuit can be written in this way
without more gates. Only its outputs may then have to be inverted.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from random import Random

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.circuits import FALSE, TRUE, Circuit, Wire

_INPUT, _AND, _OR, _XOR, _AND_NOT = range(5)
_KINDS = {"and": _AND, "or": _OR, "xor": _XOR, "and_not": _AND_NOT}
_Bits = int
"""A number with a bit for each case, or for each case of the sample."""
_Words = NDArray[np.uint64]
_Expression = int | tuple[int, "_Expression", "_Expression"]
"""A node, or an operation on two expressions: (kind, left, right)."""

_FIRST_SAMPLE = 1024
"""Number of cases in the first sample. A circuit with fewer cases is rewritten without a sample."""
_OF_EACH_VALUE = 4
"""Number of cases in the first sample in which a gate is 0, and in which it is 1, if there are so many."""
_LEARNED = 64
"""Number of refused replacements after which their cases join the sample."""
MAX_WORK = 70_000_000
"""Limit on the work of rewriting a circuit, in words that are compared; at the limit it takes about a second."""
_CALL = 8000
"""The work of a search, in addition to the words that are compared."""
_SHUFFLES = 3
"""Number of fruitless attempts to change a circuit so that more can be saved."""
_DIVISORS = 500
"""Maximum number of nodes that are tried in replacements of a gate."""
_MAX_AFFECTED = 400
"""Maximum number of gates whose changes are followed to find out whether a gate's value matters."""
_TRIES = 12
"""Maximum number of replacements that are tried for a gate."""
_PAIRS = 6
"""Maximum number of pairs of nodes, of each kind of operation, that are tried in replacements."""
_FIRST_OPERANDS = 6
"""Maximum number of first operands, of each kind of operation, that are tried in replacements of several gates."""
_GAP = 8
"""Distance between the positions of adjacent nodes."""


def rewritten(
    circuit: Circuit, outputs: Mapping[str, Wire], cases: Mapping[str, NDArray[np.bool_]]
) -> tuple[Circuit, dict[str, Wire]]:
    """Return a circuit without shifts that computes the same outputs, with as few operations as can be found.

    Args:
        circuit: the circuit.
        outputs: its outputs, keyed by name.
        cases: the value of each input in all cases that can occur. In other cases, the outputs may change.
    """
    network = _Network(circuit, list(outputs.values()), cases)
    search = _Search(network)
    best, best_cost = (circuit, list(outputs.values())), circuit.cost(list(outputs.values()))
    passes = shuffled = 0
    while search.has_work_left and shuffled < _SHUFFLES:
        # The first passes find most of what can be saved, quickly.
        saved = search.improve(depth=1 if passes < 2 else 3, backwards=passes % 2 == 1)
        passes += 1
        if search.has_work_left and (saved or passes <= 2):
            continue
        found = network.circuit()
        if (cost := found[0].cost(found[1])) < best_cost:
            best, best_cost, shuffled = found, cost, 0
        search.improve(depth=2, backwards=False, shuffles=True)
        shuffled += 1
    return best[0], dict(zip(outputs, best[1], strict=True))


class _Network:
    """A circuit whose gates can be replaced.

    A node is an input, a gate, or node 0, which is always 0. ``position`` orders the nodes: a gate comes after its
    operands.
    """

    def __init__(self, circuit: Circuit, outputs: Sequence[Wire], cases: Mapping[str, NDArray[np.bool_]]) -> None:
        self.cases = len(next(iter(cases.values()), np.zeros(1)))
        self.kind: list[int] = []
        self.left: list[int] = []
        self.right: list[int] = []
        self.value: list[_Bits] = []
        self.position: list[int] = []
        self.readers: list[set[int]] = []
        self.references: list[int] = []
        self.names: list[str] = []
        self.sampled: list[_Bits] = []
        self.words = np.zeros((0, 0), np.uint64)
        """The sampled values: shape (words, nodes)."""
        self.places = np.zeros(0, np.int64)
        """The positions of nodes that can be used; -1 for others."""
        self._known: dict[tuple[int, int, int], int] = {}
        self._new: list[int] = []
        self.outputs, self._inverted = self._read(circuit, outputs, cases)
        self.sample = _first_sample(self.value, self.cases)
        self.words = np.zeros((-(-len(self.sample) // 64), len(self.kind)), np.uint64)
        self.places = np.zeros(len(self.kind), np.int64)
        self._store(range(len(self.kind)))
        self.tidy()

    def _read(
        self, circuit: Circuit, outputs: Sequence[Wire], cases: Mapping[str, NDArray[np.bool_]]
    ) -> tuple[list[int], list[bool]]:
        """Add the nodes of a circuit. Return, for each output, its node, and whether the node's value is inverted."""
        self._add(_INPUT, 0, 0, 0)
        self.names.append("")
        steps = circuit.steps(outputs)
        found = {FALSE: (0, False), TRUE: (0, True)}
        for wire, kind, _ in steps:
            if kind.startswith("in:"):
                name = kind.removeprefix("in:")
                self.names.append(name)
                bits = np.packbits(cases[name], bitorder="little").tobytes()
                found[wire] = self._add(_INPUT, 0, 0, int.from_bytes(bits, "little")), False
        for wire, kind, wires in steps:
            if kind == "not":
                node, inverted = found[wires[0]]
                found[wire] = node, not inverted
            elif kind in _KINDS:
                found[wire] = self._gate_of(_KINDS[kind], *(found[each] for each in wires))
        return [found[wire][0] for wire in outputs], [found[wire][1] for wire in outputs]

    def _gate_of(self, kind: int, one: tuple[int, bool], other: tuple[int, bool]) -> tuple[int, bool]:
        """Add a gate whose operands may be inverted. Return its node, and whether the node's value is inverted."""
        (left, not_left), (right, not_right) = one, other
        if kind == _XOR:
            return self._gate(_XOR, left, right), not_left != not_right
        if kind == _OR:
            node, inverted = self._gate_of(_AND, (left, not not_left), (right, not not_right))
            return node, not inverted
        if kind == _AND_NOT:
            not_right = not not_right
        if not_left and not_right:
            return self._gate(_OR, left, right), True
        if not_left:
            return self._gate(_AND_NOT, right, left), False
        return self._gate(_AND_NOT if not_right else _AND, left, right), False

    def _gate(self, kind: int, left: int, right: int) -> int:
        if left == right:
            return left if kind in (_AND, _OR) else 0
        if 0 in (left, right):
            other = left + right
            return 0 if kind == _AND or (kind == _AND_NOT and left == 0) else other
        if kind != _AND_NOT and left > right:
            left, right = right, left
        key = kind, left, right
        if key not in self._known:
            self._known[key] = self._add(kind, left, right, _computed(kind, self.value[left], self.value[right]))
        return self._known[key]

    def _add(self, kind: int, left: int, right: int, value: _Bits, position: int = 0) -> int:
        self.kind.append(kind)
        self.left.append(left)
        self.right.append(right)
        self.value.append(value)
        self.position.append(position)
        self.readers.append(set())
        self.references.append(0)
        self.sampled.append(0)
        return len(self.kind) - 1

    # The order of nodes, and their sampled values.

    def tidy(self) -> None:
        """Renumber the nodes, sorted by their distance from the inputs. Remove gates that no output needs."""
        inputs = range(len(self.names))
        level = dict.fromkeys(inputs, 0)
        waiting = list(self.outputs)
        while waiting:
            node = waiting[-1]
            operands = (self.left[node], self.right[node])
            if node in level:
                waiting.pop()
            elif missing := [each for each in operands if each not in level]:
                waiting += missing
            else:
                level[node] = 1 + max(level[each] for each in operands)
        order = sorted(level, key=lambda node: (level[node], self.position[node], node))
        number = {node: place for place, node in enumerate(order)}
        self.kind = [self.kind[node] for node in order]
        self.left = [number.get(self.left[node], 0) for node in order]
        self.right = [number.get(self.right[node], 0) for node in order]
        self.value = [self.value[node] for node in order]
        self.outputs = [number[node] for node in self.outputs]
        self.position = [_GAP * place for place in range(len(order))]
        self.readers = [set() for _ in order]
        self.references = [0] * len(order)
        self.sampled = [self.sampled[node] for node in order]
        self._known.clear()
        for node in range(len(inputs), len(order)):
            self._refer(node)
        for node in self.outputs:
            self.references[node] += 1
        spare = len(order) // 4 + 64
        self.words = np.pad(self.words[:, order], ((0, 0), (0, spare)))
        self.places = np.pad(self.position, (0, spare), constant_values=-1)

    def _refer(self, node: int) -> None:
        for operand in (self.left[node], self.right[node]):
            self.readers[operand].add(node)
            self.references[operand] += 1

    def _store(self, nodes: Collection[int]) -> None:
        """Store the sampled values of nodes that have changed."""
        if len(self.kind) > len(self.places):
            self.words = np.concatenate([self.words, np.zeros_like(self.words)], axis=1)
            self.places = np.concatenate([self.places, np.full_like(self.places, -1)])
        which = list(nodes)
        found = self._values_in(self.sample, which)
        self.words[:, which] = found.T
        for node, words in zip(which, found, strict=True):
            self.sampled[node] = int.from_bytes(words.tobytes(), "little")
            used = self.kind[node] == _INPUT or self.references[node] > 0
            self.places[node] = self.position[node] if used else -1

    def _values_in(self, cases: NDArray[np.int64], nodes: Sequence[int]) -> _Words:
        """Return the nodes' values in some cases: shape (nodes, words)."""
        size = -(-self.cases // 8)
        known = np.frombuffer(b"".join(self.value[node].to_bytes(size, "little") for node in nodes), np.uint8)
        picked = known.reshape(len(nodes), size)[:, cases >> 3] >> (cases & 7).astype(np.uint8) & 1
        found = np.zeros((len(nodes), -(-len(cases) // 64) * 8), np.uint8)
        found[:, : -(-len(cases) // 8)] = np.packbits(picked, axis=1, bitorder="little")
        return found.view("<u8")

    def words_of(self, sampled: _Bits) -> _Words:
        return np.frombuffer(sampled.to_bytes(8 * len(self.words), "little"), "<u8")

    def learn(self, cases: Sequence[int]) -> None:
        """Add 64 cases to the sample."""
        inputs, nodes = range(len(self.names)), range(len(self.kind))
        more = [int(word) for (word,) in self._values_in(np.array(cases), inputs)] + [0] * (len(nodes) - len(inputs))
        for node in sorted(nodes[len(inputs) :], key=lambda gate: self.position[gate]):
            more[node] = _computed(self.kind[node], more[self.left[node]], more[self.right[node]])
        self.sampled = [bits | word << len(self.sample) for bits, word in zip(self.sampled, more, strict=True)]
        self.sample = np.concatenate([self.sample, cases])
        self.words = np.concatenate([self.words, np.zeros((1, self.words.shape[1]), np.uint64)])
        self.words[-1, : len(more)] = more

    # What a gate's value changes, and replacements.

    def effect(
        self, node: int, value: _Bits, values: Sequence[_Bits], most: int | None = None
    ) -> tuple[_Bits, dict[int, _Bits]]:
        """Find out what changes if a node has another value.

        Args:
            node: the node.
            value: its other value.
            values: the present values of all nodes, in all cases or in the sample.
            most: if more nodes than this change, the nodes that have changed so far count as outputs.

        Returns:
            The cases in which an output changes, and the new values of all nodes that change.
        """
        outputs = set(self.outputs)
        changed = {node: value}
        differ = value ^ values[node] if node in outputs else 0
        waiting = [(self.position[reader], reader) for reader in self.readers[node]]
        heapify(waiting)
        seen = set(self.readers[node])
        while waiting:
            if most is not None and len(changed) > most:
                for each, new in changed.items():
                    if not self.readers[each].isdisjoint(reader for _, reader in waiting):
                        differ |= new ^ values[each]
                break
            _, reader = heappop(waiting)
            left, right = self.left[reader], self.right[reader]
            new = _computed(
                self.kind[reader],
                changed[left] if left in changed else values[left],
                changed[right] if right in changed else values[right],
            )
            if new == values[reader]:
                continue
            changed[reader] = new
            if reader in outputs:
                differ |= new ^ values[reader]
            for each in self.readers[reader]:
                if each not in seen:
                    seen.add(each)
                    heappush(waiting, (self.position[each], each))
        return differ, changed

    def only_for(self, node: int) -> set[int]:
        """Return the gates that nothing else needs: the node itself, and gates from which it is computed."""
        found, waiting = {node}, [node]
        left: dict[int, int] = {}
        while waiting:
            gate = waiting.pop()
            for operand in (self.left[gate], self.right[gate]):
                if self.kind[operand] != _INPUT:
                    left[operand] = left.get(operand, self.references[operand]) - 1
                    if left[operand] == 0:
                        found.add(operand)
                        waiting.append(operand)
        return found

    def saved(self, expression: _Expression, alone: set[int]) -> int:
        """Return how many gates are saved if an expression replaces a node; ``alone`` is from :meth:`only_for`."""
        kept: set[int] = set()
        waiting = [node for node in _nodes(expression) if node in alone]
        while waiting:
            node = waiting.pop()
            if node not in kept:
                kept.add(node)
                waiting += [each for each in (self.left[node], self.right[node]) if each in alone]
        return len(alone) - len(kept) - _size(expression)

    def replace(self, node: int, expression: _Expression) -> _Bits:
        """Replace a gate, unless that changes an output. Return the cases in which an output would change."""
        value = self._value_of(expression)
        changed: dict[int, _Bits] = {}
        if value != self.value[node]:
            differ, changed = self.effect(node, value, self.value)
            if differ:
                return differ
        new = self._build(expression, iter(range(self.position[node] - _size(expression) + 1, self.position[node] + 1)))
        for reader in self.readers[node]:
            for operands in (self.left, self.right):
                if operands[reader] == node:
                    operands[reader] = new
                    self.references[new] += 1
            self.readers[new].add(reader)
        self.references[new] += self.outputs.count(node)
        self.outputs = [new if each == node else each for each in self.outputs]
        self.readers[node] = set()
        self.references[node] = 0
        self._remove(node)
        changed.pop(node, None)
        for each, its_value in changed.items():
            self.value[each] = its_value
        self._store({new, *changed, *self._new})
        self._new.clear()
        return 0

    def _value_of(self, expression: _Expression) -> _Bits:
        if isinstance(expression, int):
            return self.value[expression]
        kind, left, right = expression
        return _computed(kind, self._value_of(left), self._value_of(right))

    def _build(self, expression: _Expression, positions: Iterator[int]) -> int:
        if isinstance(expression, int):
            return expression
        kind, *operands = expression
        left, right = (self._build(each, positions) for each in operands)
        node = self._add(kind, left, right, _computed(kind, self.value[left], self.value[right]), next(positions))
        self._refer(node)
        self._new.append(node)
        return node

    def _remove(self, node: int) -> None:
        waiting = [node]
        while waiting:
            gate = waiting.pop()
            self.places[gate] = -1
            for operand in (self.left[gate], self.right[gate]):
                self.references[operand] -= 1
                self.readers[operand].discard(gate)
                if self.references[operand] == 0 and self.kind[operand] != _INPUT:
                    waiting.append(operand)

    def circuit(self) -> tuple[Circuit, list[Wire]]:
        """Return the network as a circuit, and the wires of the outputs."""
        self.tidy()
        found = Circuit()
        wires = [FALSE]
        build: dict[int, Callable[[Wire, Wire], Wire]] = {
            _AND: found.and_,
            _OR: found.or_,
            _XOR: found.xor,
            _AND_NOT: found.and_not,
        }
        for node in range(1, len(self.kind)):
            if self.kind[node] == _INPUT:
                wires.append(found.input(self.names[node]) if self.references[node] else FALSE)
            else:
                wires.append(build[self.kind[node]](wires[self.left[node]], wires[self.right[node]]))
        ends = zip(self.outputs, self._inverted, strict=True)
        return found, [found.not_(wires[node]) if inverted else wires[node] for node, inverted in ends]


def _computed(kind: int, left: _Bits, right: _Bits) -> _Bits:
    if kind == _AND:
        return left & right
    if kind == _OR:
        return left | right
    return left ^ right if kind == _XOR else left & ~right


def _nodes(expression: _Expression) -> list[int]:
    return [expression] if isinstance(expression, int) else [*_nodes(expression[1]), *_nodes(expression[2])]


def _size(expression: _Expression) -> int:
    return 0 if isinstance(expression, int) else 1 + _size(expression[1]) + _size(expression[2])


def _first_sample(values: Sequence[_Bits], cases: int) -> NDArray[np.int64]:
    """Choose a sample of the cases: some at random, and a few in which each value is 0, and in which it is 1.

    The sample is as long as some number of words, unless it has all cases.
    """
    if cases <= _FIRST_SAMPLE:
        return np.arange(cases)
    random = np.random.default_rng(1)
    chosen = np.zeros(cases, bool)
    chosen[random.choice(cases, _FIRST_SAMPLE, replace=False)] = True
    for value in values:
        known = np.frombuffer(value.to_bytes(-(-cases // 8), "little"), np.uint8)
        bits = np.unpackbits(known, count=cases, bitorder="little").astype(bool)
        for some in (bits, ~bits):
            if np.count_nonzero(some & chosen) < _OF_EACH_VALUE:
                places = np.flatnonzero(some)
                chosen[random.choice(places, min(_OF_EACH_VALUE, len(places)), replace=False)] = True
    sample = np.flatnonzero(chosen)
    return np.pad(sample, (0, -len(sample) % 64), mode="edge")


@dataclass(slots=True)
class _Divisors:
    """The nodes that a replacement can use.

    Attributes:
        nodes: the nodes.
        words: their sampled values: shape (words, nodes).
    """

    nodes: NDArray[np.int64]
    words: _Words


class _Search:
    """Searches for replacements of gates.

    The *wanted* value of an expression is given by two sets of cases: ``on``, in which it must be 1, and ``off``, in
    which it must be 0.
    """

    def __init__(self, network: _Network) -> None:
        self._network = network
        self._work = 0
        self._random = Random(1)  # noqa: S311 - not for secrets
        self._refused: dict[int, None] = {}

    @property
    def has_work_left(self) -> bool:
        return self._work < MAX_WORK

    def improve(self, *, depth: int, backwards: bool, shuffles: bool = False) -> int:
        """Visit all gates; return how many gates have been saved.

        Args:
            depth: the largest number of gates in a replacement.
            backwards: True to begin at the outputs.
            shuffles: True to make also replacements that save nothing. Later passes may then find more to save.
        """
        network = self._network
        network.tidy()
        gates = range(len(network.names), len(network.kind))
        return sum(
            self._visit(gate, depth, shuffles)
            for gate in (reversed(gates) if backwards else gates)
            if network.references[gate] and self.has_work_left
        )

    def _visit(self, gate: int, depth: int, shuffles: bool) -> int:
        """Replace a gate if that saves operations; return how many it saves."""
        network = self._network
        if len(self._refused) >= _LEARNED:
            network.learn([*self._refused][:_LEARNED])
            self._refused.clear()
        everywhere = (1 << len(network.sample)) - 1
        now = network.sampled[gate]
        matters, _ = network.effect(gate, now ^ everywhere, network.sampled, _MAX_AFFECTED)
        alone = network.only_for(gate)
        on, off = network.words_of(now & matters), network.words_of(matters & ~now)
        places = network.places[: len(network.kind)]
        nodes = np.flatnonzero((places >= 0) & (places < network.position[gate]))
        if len(nodes) > _DIVISORS:
            near = np.argsort(-places[nodes], kind="stable")[:_DIVISORS]
            nodes = np.sort(nodes[near])
        divisors = _Divisors(nodes, network.words[:, nodes])
        tried = 0
        own = network.kind[gate], network.left[gate], network.right[gate]
        for expression in self._expressions(divisors, on, off, min(depth, len(alone) - (not shuffles))):
            saved = network.saved(expression, alone)
            if saved < 0 or (saved == 0 and (not shuffles or expression == own or self._random.random() < 0.5)):
                continue
            self._work += network.cases // 4
            differ = network.replace(gate, expression)
            if not differ:
                return saved
            self._refused[(differ & -differ).bit_length() - 1] = None
            tried += 1
            if tried == _TRIES:
                break
        return 0

    def _expressions(self, divisors: _Divisors, on: _Words, off: _Words, most: int) -> Iterator[_Expression]:
        """Yield expressions that have the wanted value in the sample, of at most ``most`` operations."""
        words, nodes = divisors.words, divisors.nodes
        self._work += words.size + _CALL
        if not on.any():
            yield 0
            return
        misses = _any(~words & on[:, None])
        exceeds = _any(words & off[:, None])
        yield from nodes[~misses & ~exceeds][:4].tolist()
        if most < 1:
            return
        self._work += 4 * words.size
        meets = _any(words & on[:, None])
        covers, inside, outside = (
            np.flatnonzero(each) for each in (~misses & exceeds, ~exceeds & meets & misses, ~meets & exceeds)
        )
        too_much, missing = words[:, covers] & off[:, None], ~words[:, inside] & on[:, None]
        spared = off[:, None] & ~words[:, outside]
        for kind, (one, some), (other, others) in (
            (_AND, (covers, too_much), (covers, too_much)),
            (_AND_NOT, (covers, too_much), (outside, spared)),
            (_OR, (inside, missing), (inside, missing)),
        ):
            for i, j in self._disjoint(some, others, ordered=one is other):
                yield kind, int(nodes[one[i]]), int(nodes[other[j]])
        for i, j in _xor_pairs(words & (on | off)[:, None], on):
            yield _XOR, int(nodes[i]), int(nodes[j])
        if most < 2:
            return
        # Choose the first operand; an expression of fewer operations is the second one.
        whole = np.bitwise_count(on).sum() + np.bitwise_count(off).sum()
        wrong = np.bitwise_count((words & off[:, None]) | (~words & on[:, None])).sum(0)
        first: list[tuple[float, int, int, _Words, _Words]] = []
        for i in _fewest(np.bitwise_count(too_much).sum(0)):
            column = too_much[:, i]
            rest = float(np.bitwise_count(column).sum()) / float(np.bitwise_count(off).sum())
            first += [(rest, _AND, covers[i], on, column), (rest, _AND_NOT, covers[i], column, on)]
        for i in _fewest(np.bitwise_count(missing).sum(0)):
            rest = float(np.bitwise_count(missing[:, i]).sum()) / float(np.bitwise_count(on).sum())
            first.append((rest, _OR, inside[i], missing[:, i], off))
        for i in _fewest(np.bitwise_count(spared).sum(0)):
            rest = float(np.bitwise_count(spared[:, i]).sum()) / float(np.bitwise_count(off).sum())
            first.append((rest, -_AND_NOT, outside[i], on, spared[:, i]))
        for i in _fewest(np.minimum(wrong, whole - wrong))[: _FIRST_OPERANDS // 2]:
            w = words[:, i]
            first.append((float(wrong[i]) / float(whole), _XOR, i, (on & ~w) | (off & w), (on & w) | (off & ~w)))
        for _, kind, i, then_on, then_off in sorted(first, key=lambda each: each[0]):
            if then_on.any() and self.has_work_left:
                for second in self._expressions(divisors, then_on, then_off, most - 1):
                    node = int(nodes[i])
                    yield (_AND_NOT, second, node) if kind < 0 else (kind, node, second)

    def _disjoint(self, some: _Words, others: _Words, *, ordered: bool) -> Iterator[tuple[int, int]]:
        """Yield pairs of columns without a common bit; only pairs (i, j) with i < j if ``ordered``."""
        if not some.shape[1] or not others.shape[1]:
            return
        counts = np.bitwise_count(some).sum(1)
        order = np.argsort(-counts.astype(np.int64), kind="stable")
        self._work += some.shape[1] * others.shape[1]
        i, j = np.nonzero((some[order[0], :, None] & others[order[0], None, :]) == 0)
        if ordered:
            i, j = i[i < j], j[i < j]
        for start in range(1, len(order), 4):
            if not len(i):
                return
            rows = order[start : start + 4, None]
            apart = ~_any(some[rows, i] & others[rows, j])
            i, j = i[apart], j[apart]
        yield from zip(i[:_PAIRS].tolist(), j[:_PAIRS].tolist(), strict=True)


def _any(words: _Words) -> NDArray[np.bool_]:
    """Return whether each column has a bit that is set."""
    found: NDArray[np.bool_] = np.bitwise_or.reduce(words, axis=0) != 0
    return found


def _fewest(counts: NDArray[np.integer]) -> list[int]:
    found: list[int] = np.argsort(counts, kind="stable")[:_FIRST_OPERANDS].tolist()
    return found


def _xor_pairs(words: _Words, on: _Words) -> Iterator[tuple[int, int]]:
    """Yield pairs of columns that differ exactly in the bits of ``on``."""
    sums = np.bitwise_xor.reduce(words, axis=0)  # equal for equal columns
    order = np.argsort(sums)
    wanted = sums ^ np.bitwise_xor.reduce(on)
    place = np.minimum(np.searchsorted(sums[order], wanted), len(sums) - 1)
    partner = order[place]
    found = 0
    for i in np.flatnonzero(sums[partner] == wanted).tolist():
        j = int(partner[i])
        if i < j and ((words[:, i] ^ words[:, j]) == on).all():
            yield i, j
            found += 1
            if found == _PAIRS:
                return
