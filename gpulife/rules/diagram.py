"""Rules as decision diagrams, in which the states of a cell and its neighbours lead to the cell's next state.

The inputs (the cell and its neighbours) are read one after the other. In each node, the state of one input selects the
next node. A node of the last input gives the cell's next state. A Golly tree already is a diagram. A table is compiled
to one: each node stands for the transitions that still fit the inputs read so far. Equal nodes are merged to keep
diagrams small.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import RuleError
from gpulife.rules._transitions import TREE_ORDERS, Offset, Table
from gpulife.rules.rule_file import MAX_STATES, RuleFile, error_at, whole_number

MAX_ENTRIES = 1 << 21
"""Limit on the length of a diagram's ``numbers``; at the limit they take 8 MiB."""
_MAX_WORK = 1 << 25
"""Limit on the work of compiling a table, in units; at the limit, compiling takes about half a second.

Each set of transitions costs 8 units, plus 1 for every two 64-bit words of the set.
"""
_MAX_KEPT = 1 << 23
"""Limit on the number of 64-bit words for sets of transitions during compilation; at the limit they take 64 MiB."""
_MAX_PARAMETER = 64


@dataclass(frozen=True, slots=True, eq=False)
class Diagram:
    """A rule as a decision diagram.

    Attributes:
        states: the number of states.
        order: the offsets of the inputs from the cell, in the order in which they are looked up.
        numbers: all nodes one after the other, shape (n,), uint32. A node has one number for each state of its input:
            the index at which the next node begins. In nodes of the last input, it is the cell's next state.
        root: the index in ``numbers`` at which the root node begins.
        look_ups: for each look-up, the number of inputs that it combines into one index; see
            :mod:`gpulife.rules.known_tables`. Empty if each look-up uses one input.
    """

    states: int
    order: tuple[Offset, ...]
    numbers: NDArray[np.uint32]
    root: int
    look_ups: tuple[int, ...] = ()

    @property
    def groups(self) -> tuple[int, ...]:
        """The number of inputs that each look-up uses: ``look_ups``, or all 1 if ``look_ups`` is empty."""
        return self.look_ups or (1,) * len(self.order)

    def next_states(self) -> NDArray[np.uint8]:
        """Return the next state for each combination of inputs. The array has one axis for each input in ``order``."""
        grid = np.meshgrid(*[np.arange(self.states)] * len(self.order), indexing="ij", sparse=True)
        place: NDArray[np.intp] = np.array(self.root)
        left = iter(grid)
        for group in self.groups:
            digits: NDArray[np.intp] = np.array(0)
            for inputs in islice(left, group):
                digits = digits * self.states + inputs
            place = self.numbers[place + digits].astype(np.intp)
        return place.astype(np.uint8)

    def next_state(self, inputs: Sequence[int]) -> int:
        """Return the next state of a cell with these inputs, listed in ``order``."""
        place, left = self.root, list(inputs)
        for group in self.groups:
            digits = 0
            for _ in range(group):
                digits = digits * self.states + left.pop(0)
            place = int(self.numbers[place + digits])
        return place


@dataclass(slots=True)
class _Nodes:
    states: int
    source: str
    rows: list[tuple[int, ...]] = field(default_factory=list)
    known: dict[tuple[int, ...], int] = field(default_factory=dict)

    def index_of(self, level: int, row: tuple[int, ...]) -> int:
        """Return the index in ``numbers`` at which a node begins. Add the node if it is new.

        ``level`` is the node's level, and ``row`` contains its numbers, one for each state.
        """
        key = (level, *row)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = len(self.rows) * self.states
            self.rows.append(row)
            if len(self.rows) * self.states > MAX_ENTRIES:
                raise _too_large(self.source)
        return found

    def diagram(self, order: tuple[Offset, ...], root: int) -> Diagram:
        numbers = np.array(self.rows, np.uint32).reshape(-1)
        return Diagram(self.states, order, numbers, root)


def diagram_of_fold(
    states: int,
    order: tuple[Offset, ...],
    begin: Callable[[int], Hashable],
    add: Callable[[Any, int, int], Hashable],
    end: Callable[[Any], int],
) -> Diagram:
    """Return the diagram of a rule that reads the cell and then its neighbours, and keeps a note of what it has seen.

    Args:
        states: the number of states.
        order: the offsets of the inputs; the first one is the cell itself, (0, 0).
        begin: returns the first note, from the state of the cell.
        add: returns the next note, from the last one, the number of the input in ``order`` and its state.
        end: returns the cell's next state from the last note.

    Raises:
        RuleError: the diagram is too large.
    """
    nodes = _Nodes(states, "the rule")
    seen: dict[tuple[int, Hashable], int] = {}

    def node(level: int, note: Hashable) -> int:
        if level == len(order):
            return end(note)
        found = seen.get((level, note))
        if found is None:
            row = tuple(node(level + 1, add(note, level, state)) for state in range(states))
            found = seen[level, note] = nodes.index_of(level, row)
        return found

    root = nodes.index_of(0, tuple(node(1, begin(state)) for state in range(states)))
    return nodes.diagram(order, root)


def diagram_of_table(table: Table, source: str) -> Diagram:
    """Return the diagram of a table.

    Raises:
        RuleError: the diagram is too large, or takes too long to make.
    """
    return _Compiler(table, source).compile()


class _Compiler:
    """Compiles a table of transitions to a decision diagram.

    A node at level n looks up input number n, counted from 0. It stands for the transitions that fit the first n
    inputs. This set of transitions is stored as a bit mask.
    """

    # Golly compiles tables into bit arrays instead, and reads a word for every 32 transitions and input of each cell. A
    # diagram costs one look-up for each input, however many transitions there are.
    def __init__(self, table: Table, source: str) -> None:
        self._source = source
        self._order = table.neighbourhood.cells
        self._nodes = _Nodes(table.states, source)
        self._seen: dict[tuple[int, int], int] = {}
        self._work = self._kept = 0
        every = (1 << table.states) - 1
        rest = (every,) * (len(self._order) - 1)
        # If nothing fits, a cell keeps its state: add one transition for each state after all others.
        inputs = [transition.inputs for transition in table.transitions]
        inputs += [(1 << state, *rest) for state in range(table.states)]
        self._outputs = [transition.output for transition in table.transitions] + list(range(table.states))
        self._fitting = [self._fitting_at(level, inputs) for level in range(len(self._order))]
        # Transitions that accept all inputs from a level on. Those after the first of them can never apply.
        certain = [(1 << len(inputs)) - 1]
        for level in reversed(range(len(self._order))):
            takes_all = np.array([each[level] == every for each in inputs])
            certain.append(certain[-1] & _bits(takes_all))
        self._certain = certain[::-1]

    def compile(self) -> Diagram:
        root = self._node(0, (1 << len(self._outputs)) - 1)
        return self._nodes.diagram(self._order, root)

    def _fitting_at(self, level: int, inputs: list[tuple[int, ...]]) -> tuple[list[int], list[int]]:
        """Find, for each state of the input at ``level``, the transitions that accept it.

        Return a list of the distinct sets of transitions, as bit masks; and for each state, the index of its set in
        that list. ``inputs`` has, for each transition, the states that it accepts at each level.
        """
        states = self._nodes.states
        sets: dict[int, int] = {}
        kinds = np.array([sets.setdefault(each[level], len(sets)) for each in inputs])
        columns: dict[bytes, int] = {}
        members = np.array([[each >> state & 1 for state in range(states)] for each in sets], bool)
        of_state = [columns.setdefault(members[:, state].tobytes(), len(columns)) for state in range(states)]
        distinct = [_bits(np.frombuffer(column, bool)[kinds]) for column in columns]
        return distinct, of_state

    def _node(self, level: int, fitting: int) -> int:
        """Return the index of the node for ``level`` and the transitions ``fitting``. Add the node if it is new.

        After the last level, return the cell's next state instead.
        """
        if surely := fitting & self._certain[level]:
            fitting &= ((surely & -surely) << 1) - 1
        if level == len(self._order):
            return self._outputs[(fitting & -fitting).bit_length() - 1]
        key = (level, fitting)
        found = self._seen.get(key)
        if found is None:
            distinct, of_state = self._fitting[level]
            words = fitting.bit_length() // 64
            self._work += 64 + len(distinct) * (8 + words // 2)
            self._kept += words
            if self._work > _MAX_WORK or self._kept > _MAX_KEPT:
                raise _too_large(self._source)
            sets = [fitting & column for column in distinct]
            children = {each: self._node(level + 1, each) for each in dict.fromkeys(sets)}
            row = tuple([children[sets[kind]] for kind in of_state])
            found = self._seen[key] = self._nodes.index_of(level, row)
        return found


def read_tree(file: RuleFile) -> Diagram:
    """Return the tree of a ``.rule`` file as a diagram.

    Raises:
        RuleError: a line is wrong; the message names the line.
    """
    parameters: dict[str, int] = {}
    nodes: list[tuple[int, ...]] = []
    depths: list[int] = []
    for number, text in file.lines:
        if "=" in text:
            name, _, value = text.partition("=")
            parameters[name.strip()[:_MAX_PARAMETER]] = _parameter(file, number, name.strip(), value.strip(), nodes)
            continue
        for name in ("num_states", "num_neighbors", "num_nodes"):
            if name not in parameters:
                raise error_at(file.source, number, f"{name} must come before the first node")
        depth, row = _tree_node(file, number, text, parameters, depths)
        depths.append(depth)
        nodes.append(row)
    if not nodes or len(nodes) != parameters["num_nodes"]:
        said = parameters.get("num_nodes", "missing")
        raise RuleError(f"{file.source}: the tree has {len(nodes)} nodes, but num_nodes is {said}")
    states, neighbours = parameters["num_states"], parameters["num_neighbors"]
    if depths[-1] != neighbours + 1:
        depth = depths[-1]
        raise RuleError(f"{file.source}: the last node is the root, so its depth must be {neighbours + 1}, not {depth}")
    rows = [
        row if depth == 1 else tuple(child * states for child in row) for depth, row in zip(depths, nodes, strict=True)
    ]
    numbers = np.array(rows, np.uint32).reshape(-1)
    return Diagram(states, TREE_ORDERS[neighbours], numbers, (len(nodes) - 1) * states)


def _parameter(file: RuleFile, number: int, name: str, value: str, nodes: list[tuple[int, ...]]) -> int:
    allowed = {"num_states": range(2, MAX_STATES + 1), "num_neighbors": (4, 8), "num_nodes": range(1, 1 << 24)}
    if name not in allowed:
        raise error_at(file.source, number, f"unknown parameter {name[:40]!r}; use one of {', '.join(allowed)}")
    if nodes:
        raise error_at(file.source, number, f"{name} must come before the first node")
    known = whole_number(value)
    if known is None or known not in allowed[name]:
        limits = "4 or 8" if name == "num_neighbors" else f"{allowed[name][0]} to {allowed[name][-1]}"
        raise error_at(file.source, number, f"{name} is {value[:20]!r}; it can be {limits}")
    return known


def _tree_node(
    file: RuleFile, number: int, text: str, parameters: dict[str, int], depths: list[int]
) -> tuple[int, tuple[int, ...]]:
    states = parameters["num_states"]
    words = text.split()
    values = [whole_number(word) for word in words]
    if len(values) != states + 1 or None in values:
        raise error_at(file.source, number, f"{text[:40]!r} is not a node; a node has {states + 1} whole numbers")
    depth, *row = (value for value in values if value is not None)
    if not 1 <= depth <= parameters["num_neighbors"] + 1:
        raise error_at(file.source, number, f"depth {depth}; it can be 1 to {parameters['num_neighbors'] + 1}")
    for value in row:
        if depth == 1 and value >= states:
            raise error_at(file.source, number, f"state {value} is too large; num_states is {states}")
        if depth > 1 and (value >= len(depths) or depths[value] != depth - 1):
            raise error_at(file.source, number, f"node {value} is not a node of depth {depth - 1} defined above")
    return depth, tuple(row)


def _bits(members: NDArray[np.bool_]) -> int:
    """Return the number whose bits are ``members``; the first item is bit 0."""
    return int.from_bytes(np.packbits(members, bitorder="little").tobytes(), "little")


def _too_large(source: str) -> RuleError:
    return RuleError(
        f"{source}: the table is too complicated: its diagram would exceed {MAX_ENTRIES} numbers or take too long"
    )
