"""Reads the ``@TABLE`` section of a ``.rule`` file, and expands variables and symmetries to plain transitions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from gpulife.errors import RuleError
from gpulife.rules.rule_file import MAX_STATES, Line, RuleFile, error_at, whole_number

# Golly's neighbourhoods: the cells that decide, their order in files, and their symmetries.

Offset = tuple[int, int]
"""(rows, columns) from a cell to a neighbour: (-1, 0) is the cell above."""

CENTRE: Offset = (0, 0)
_N, _NE, _E, _SE, _S, _SW, _W, _NW = (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)
PERMUTE = "permute"
"""Name of the symmetry under which the neighbours may be in any order."""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The cells that decide a cell's next state.

    Attributes:
        name: the name that rule files use.
        ring: offsets of the neighbours, clockwise from the first, in the order in which transitions list them.
        symmetries: pairs, keyed by the names that rule files use. The first item is the smallest rotation of the ring,
            in positions (0 for none). The second is True if the ring may also be reflected.
    """

    name: str
    ring: tuple[Offset, ...]
    symmetries: dict[str, tuple[int, bool]]

    @property
    def cells(self) -> tuple[Offset, ...]:
        """The offsets of the cells whose states a transition lists: the cell itself, then its neighbours."""
        return (CENTRE, *self.ring)

    def orders(self, symmetry: str) -> Iterator[tuple[int, ...]]:
        """Yield each order in which a transition with ``symmetry`` may list the neighbours, as indices into ``ring``.

        :data:`PERMUTE` is not supported, as it allows too many orders.
        """
        turn, reflects = self.symmetries[symmetry]
        size = len(self.ring)
        for first in range(0, size, turn or size):
            yield tuple((first + place) % size for place in range(size))
            if reflects:
                yield tuple((first - place) % size for place in range(size))


_TURNS = {"none": (0, False), "reflect_horizontal": (0, True), PERMUTE: (0, False)}
NEIGHBOURHOODS: dict[str, Neighbourhood] = {
    each.name: each
    for each in (
        Neighbourhood("vonNeumann", (_N, _E, _S, _W), _TURNS | {"rotate4": (1, False), "rotate4reflect": (1, True)}),
        Neighbourhood(
            "Moore",
            (_N, _NE, _E, _SE, _S, _SW, _W, _NW),
            _TURNS
            | {
                "rotate4": (2, False),
                "rotate8": (1, False),
                "rotate4reflect": (2, True),
                "rotate8reflect": (1, True),
            },
        ),
        Neighbourhood(
            "hexagonal",
            (_N, _E, _SE, _S, _W, _NW),
            {
                "none": (0, False),
                "rotate2": (3, False),
                "rotate3": (2, False),
                "rotate6": (1, False),
                "rotate6reflect": (1, True),
                PERMUTE: (0, False),
            },
        ),
        # The two neighbours in a row: rotating the ring by one position swaps them.
        Neighbourhood("oneDimensional", (_W, _E), {"none": (0, False), "reflect": (1, False), PERMUTE: (0, False)}),
    )
}
"""All neighbourhoods, keyed by the name that rule files use."""

TREE_ORDERS: dict[int, tuple[Offset, ...]] = {
    4: (_N, _W, _E, _S, CENTRE),
    8: (_NW, _NE, _SW, _SE, _N, _W, _E, _S, CENTRE),
}
"""The offsets of a tree's inputs, in the order in which the tree reads them. Keyed by the number of neighbours."""


# Variables and transitions.

MAX_TRANSITIONS = 1 << 16
"""Limit on the number of a table's transitions after variables and symmetries are expanded."""
_MAX_SPELLED = 1 << 18
"""Limit on the number of transitions generated while variables and symmetries are expanded, with duplicates."""
_DESCRIPTOR = re.compile(r"(n_states|neighborhood|symmetries)\s*:\s*(.*)")
_VARIABLE = re.compile(r"var\s+([A-Za-z_][A-Za-z0-9_.-]*)[\s={]+([^={}]*)\}?")
"""As in Golly, the equals sign and the braces may be missing, as in ``var b = a``."""
_IN_ORDER = "n_states, neighborhood and symmetries"

States = int
"""A set of states as a bit mask: bit s is set if state s belongs to the set."""


@dataclass(frozen=True, slots=True)
class Transition:
    """One transition: the states of a cell and its neighbours to which it applies, and the cell's next state.

    Attributes:
        inputs: the accepted states of the cell itself, then of its neighbours in the neighbourhood's order.
        output: the cell's next state.
    """

    inputs: tuple[States, ...]
    output: int


@dataclass(slots=True)
class Table:
    """A table with all variables and symmetries expanded.

    Attributes:
        states: the number of states.
        neighbourhood: the cells that decide a cell's next state.
        transitions: the transitions in the order in which they are tried; if none fits, a cell keeps its state.
    """

    states: int
    neighbourhood: Neighbourhood
    transitions: list[Transition] = field(default_factory=list)


def read_table(file: RuleFile) -> Table:
    """Read the table of a ``.rule`` file, and expand its variables and symmetries.

    Raises:
        RuleError: a line is wrong, or the table is too large; the message names the line.
    """
    reader = _Reader(file.source)
    for line in file.lines:
        reader.read(line)
    return reader.finish()


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._descriptors: dict[str, str] = {}
        self._variables: dict[str, tuple[int, ...]] = {}
        self._known: dict[Transition, None] = {}
        self._spelled = 0
        self._table: Table | None = None

    def read(self, line: Line) -> None:
        number, text = line
        if descriptor := _DESCRIPTOR.fullmatch(text):
            if self._table is not None:
                raise error_at(
                    self._source, number, f"{descriptor[1]} must come before the first variable or transition"
                )
            self._descriptors[descriptor[1]] = descriptor[2].strip()
            self._check(number, descriptor[1], descriptor[2].strip())
            return
        self._table = self._table or self._begin(number)
        if text.startswith("var "):
            self._read_variable(number, text)
        else:
            self._read_transition(number, text)

    def finish(self) -> Table:
        table = self._table or self._begin(None)
        table.transitions = list(self._known)
        return table

    def _check(self, number: int, descriptor: str, value: str) -> None:
        if descriptor == "n_states" and not 2 <= (whole_number(value) or 0) <= MAX_STATES:
            raise error_at(self._source, number, f"n_states is {value[:20]!r}; it can be 2 to {MAX_STATES}")
        if descriptor == "neighborhood" and value not in NEIGHBOURHOODS:
            known = ", ".join(NEIGHBOURHOODS)
            raise error_at(self._source, number, f"neighborhood is {value[:40]!r}; it can be {known}")

    def _begin(self, number: int | None) -> Table:
        missing = [name for name in ("n_states", "neighborhood", "symmetries") if name not in self._descriptors]
        if missing:
            where = "the table" if number is None else f"the first variable or transition, line {number}"
            raise RuleError(f"{self._source}: no {missing[0]} before {where}; a table begins with {_IN_ORDER}")
        neighbourhood = NEIGHBOURHOODS[self._descriptors["neighborhood"]]
        symmetry = self._descriptors["symmetries"]
        if symmetry not in neighbourhood.symmetries:
            known = ", ".join(neighbourhood.symmetries)
            raise RuleError(
                f"{self._source}: symmetries is {symmetry[:40]!r}; {neighbourhood.name} tables can have {known}"
            )
        return Table(int(self._descriptors["n_states"]), neighbourhood)

    def _read_variable(self, number: int, text: str) -> None:
        match = _VARIABLE.fullmatch(text)
        if match is None:
            raise error_at(self._source, number, f"{text[:40]!r} is not a variable; write var NAME={{1,2,3}}")
        values: dict[int, None] = {}
        for word in re.split(r"[,\s]+", match[2].strip(", \t")):
            if word in self._variables:
                values.update(dict.fromkeys(self._variables[word]))
            else:
                values[self._state(number, word)] = None
        self._variables[match[1]] = tuple(values)

    def _state(self, number: int, word: str) -> int:
        assert self._table is not None  # noqa: S101 - read() makes the table first
        state = whole_number(word)
        if state is None:
            raise error_at(self._source, number, f"{word[:40]!r} is neither a state nor a variable defined above")
        if state >= self._table.states:
            raise error_at(self._source, number, f"state {word[:12]} is too large; n_states is {self._table.states}")
        return state

    def _read_transition(self, number: int, text: str) -> None:
        assert self._table is not None  # noqa: S101 - read() makes the table first
        needed = len(self._table.neighbourhood.cells) + 1
        words = [word.strip() for word in text.removesuffix(",").split(",")] if "," in text else list(text)
        # Golly ignores surplus entries, which hides mistakes in the table.
        if len(words) != needed:
            name = self._table.neighbourhood.name
            raise error_at(
                self._source, number, f"{text[:40]!r} has {len(words)} entries; in {name} tables, it has {needed}"
            )
        values = [self._variables.get(word) or (self._state(number, word),) for word in words]
        # A variable has the same state everywhere in a transition.
        bound = sorted({word for word in words if word in self._variables and words.count(word) > 1})
        if len(values[-1]) > 1 and words[-1] not in bound:
            raise error_at(
                self._source, number, f"output {words[-1]!r} could be several states: use the variable as an input too"
            )
        places = [bound.index(word) if word in bound else -1 for word in words]
        sets = [sum(1 << state for state in states) for states in values]
        # The first variable by name changes fastest. This order decides where two bindings give one cell two outputs.
        # It matches bgolly; Golly's help does not state it. As in bgolly, each binding is expanded by all symmetries
        # before the next.
        for chosen in product(*(self._variables[name] for name in reversed(bound))):
            states = chosen[::-1]
            inputs = [1 << states[place] if place >= 0 else known for place, known in zip(places, sets, strict=True)]
            self._spell_out(number, tuple(inputs[:-1]), inputs[-1].bit_length() - 1)

    def _spell_out(self, number: int, inputs: tuple[States, ...], output: int) -> None:
        assert self._table is not None  # noqa: S101 - read() makes the table first
        symmetry = self._descriptors["symmetries"]
        ring = inputs[1:]
        if symmetry == PERMUTE:
            turned = _permutations(ring)
        else:
            orders = self._table.neighbourhood.orders(symmetry)
            turned = (tuple(ring[place] for place in order) for order in orders)
        for neighbours in turned:
            self._known[Transition((inputs[0], *neighbours), output)] = None
            self._spelled += 1
            if len(self._known) > MAX_TRANSITIONS or self._spelled > _MAX_SPELLED:
                limit = f"a table can have at most {MAX_TRANSITIONS}"
                raise error_at(
                    self._source, number, f"too many transitions after expanding variables and symmetries; {limit}"
                )


def _permutations(values: tuple[States, ...]) -> Iterator[tuple[States, ...]]:
    """Yield each distinct permutation of ``values`` once, in lexicographic order."""
    order = sorted(values)
    while True:
        yield tuple(order)
        left = next((place for place in range(len(order) - 2, -1, -1) if order[place] < order[place + 1]), None)
        if left is None:
            return
        right = next(place for place in range(len(order) - 1, left, -1) if order[place] > order[left])
        order[left], order[right] = order[right], order[left]
        order[left + 1 :] = reversed(order[left + 1 :])
