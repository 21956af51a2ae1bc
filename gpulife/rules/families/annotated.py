"""Rules whose cells have notes: Golly's families Super, Investigator and History, on top of a rule with two states.

They follow Golly 4's algorithm Super (https://golly.sourceforge.io/Help/Algorithms/Super.html):

- ``LifeSuper`` and ``B36/S23Super`` have 26 states. Odd states live. The first seven are those of LifeHistory. Others
  leave trails in other colours or none, and a newborn takes the state of its parents if they agree; some dead states
  are labels, which change beside life or beside each other.
- ``LifeInvestigator`` has 21 states. States 0 and 1 are those of Life; all others are fixed or change in turn, and
  kill, revive or only count as alive for the cells beside them.
- ``B2-a/S12History`` has the seven states of :mod:`gpulife.rules.families.history`, for rules that need more than the
  number of neighbours.

Each rule becomes a decision diagram, as Golly's tables do.
"""

import re
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, NamedTuple

from gpulife.errors import RuleError
from gpulife.rules.diagram import Diagram, diagram_of_fold
from gpulife.rules.families import history, life_like, table, truth_table
from gpulife.rules.known_tables import widened
from gpulife.rules.rule import NEIGHBOURS, Cells, Rule, RuleFamily, TruthTable, ring_bit

# Life below the notes: what decides whether a cell lives, read neighbour by neighbour.


class _Life(NamedTuple):
    """A rule with two states, as a sum over neighbours.

    Attributes:
        order: the offsets of the neighbours.
        worth: what each live neighbour adds to the sum, in the order of ``order``.
        survives: the sums at which a live cell survives.
        born: the sums at which a dead cell is born.
    """

    order: tuple[tuple[int, int], ...]
    worth: tuple[int, ...]
    survives: frozenset[int]
    born: frozenset[int]

    @property
    def counts(self) -> bool:
        """True if only the number of live neighbours matters."""
        return set(self.worth) == {1}


def _life_of(law: TruthTable) -> _Life:
    order = tuple(place for place in NEIGHBOURS if law.parents & ring_bit(place))
    rings = [ring for ring in range(256) if not ring & ~law.parents]
    by_count: dict[int, set[tuple[bool, bool]]] = {}
    for ring in rings:
        by_count.setdefault(ring.bit_count(), set()).add((bool(law.lives[0, ring]), bool(law.lives[1, ring])))
    if all(len(kinds) == 1 for kinds in by_count.values()):
        worth = (1,) * len(order)
        lives = {count: next(iter(kinds)) for count, kinds in by_count.items()}
    else:
        worth = tuple(map(ring_bit, order))
        lives = {ring: (bool(law.lives[0, ring]), bool(law.lives[1, ring])) for ring in rings}
    born, survives = (frozenset(total for total, kinds in lives.items() if kinds[alive]) for alive in (0, 1))
    return _Life(order, worth, survives, born)


class _Fold(NamedTuple):
    """How a family reads a cell and its neighbours: see :func:`gpulife.rules.diagram.diagram_of_fold`."""

    begin: Callable[[int], Hashable]
    add: Callable[[Any, int, int], Hashable]
    end: Callable[[Any], int]


# History: only walls and life matter.

_WALL = 6
_TRAIL = {1: 2, 3: 4, 5: 4}
"""For live states of History: the next state of a cell that dies."""


class _HistoryNote(NamedTuple):
    cell: int
    total: int = 0
    wall: bool = False


def _history(life: _Life) -> _Fold:
    def add(note: _HistoryNote, level: int, state: int) -> _HistoryNote:
        total = note.total + life.worth[level - 1] * (state % 2)
        return _HistoryNote(note.cell, total, note.wall or (state == _WALL and note.cell % 2 == 1))

    def end(note: _HistoryNote) -> int:
        if note.cell % 2:
            return note.cell if note.total in life.survives and not note.wall else _TRAIL[note.cell]
        if note.total not in life.born or note.cell == _WALL:
            return note.cell
        return 3 if note.cell == 4 else 1

    return _Fold(_HistoryNote, add, end)


# Super.

_PLAIN = -1
"""In ``_Parents.trail``: the newborn will be in state 1 whatever else its neighbours are."""
_SEVERAL = -1
"""In ``_Parents.other``: parents in several states from 13 on."""


class _Parents(NamedTuple):
    """What decides the state of a newborn: which live states are among its neighbours.

    Attributes:
        trail: 9 or 11 if that state is; 0 if neither; _PLAIN if the newborn is in state 1 in any case.
        marked: 3 or 7 if that state is, else 0.
        other: the state from 13 on, 0 for none, _SEVERAL for several.
    """

    trail: int = 0
    marked: int = 0
    other: int = 0

    def with_state(self, state: int) -> "_Parents":
        """Add a neighbour."""
        trail, marked, other = self
        if trail == _PLAIN or not state % 2:
            return self
        if state in (1, 5):
            return _Parents(_PLAIN)
        if state in (3, 7):
            marked = state if marked in (0, state) else _PLAIN
        elif state in (9, 11):
            trail = state if trail in (0, state) else _PLAIN
        else:
            other = state if other in (0, state) else _SEVERAL
        if marked == 7 and other:
            other = _SEVERAL
        if _PLAIN in (trail, marked) or (trail and (marked == 3 or other)) or (marked == 3 and other == _SEVERAL):
            return _Parents(_PLAIN)
        return _Parents(trail, marked, other)

    @property
    def child(self) -> int:
        """The state of the newborn."""
        if self.trail:
            return max(1, self.trail)
        if self.marked == 7 or self.other == _SEVERAL:
            return 13
        return max(1, self.other)


_LABELS: dict[int, tuple[Callable[[int], bool], int]] = {
    14: (lambda _state: False, 0),
    16: (lambda state: state % 2 == 1 or state == 14, 14),
    18: (lambda state: state == 22, 22),
    20: (lambda state: state == 18, 18),
    22: (lambda state: state == 20, 20),
    24: (lambda state: state % 2 == 1 or state in (14, 18), 18),
}
"""For each label: whether a neighbour's state touches it, and the state that it then gets."""


class _SuperNote(NamedTuple):
    cell: int
    total: int = 0
    wall: bool = False
    parents: _Parents = _Parents()
    touched: bool = False


def _super(life: _Life) -> _Fold:
    most = {False: max(life.born, default=-1), True: max(life.survives, default=-1)}

    def add(note: _SuperNote, level: int, state: int) -> _SuperNote:
        cell, total, wall, parents, touched = note
        total = min(total + life.worth[level - 1] * (state % 2), most[cell % 2 == 1] + 1)
        wall = wall or (state == _WALL and (cell % 2 == 1 or cell == 8 or cell > 12))
        if cell in _LABELS:
            touched = touched or _LABELS[cell][0](state)
        if cell % 2 == 0 and cell not in (4, _WALL, 8):
            parents = parents.with_state(state)
        if total > most[False]:
            parents = _Parents()
        return _SuperNote(cell, total, wall, parents, touched)

    def end(note: _SuperNote) -> int:
        cell = note.cell
        if cell % 2:
            if note.total in life.survives and not note.wall:
                return cell
            if cell > 12 or (cell == 7 and note.wall):
                return 0
            return 4 if cell == 5 else cell + 1
        if note.wall:
            return 0
        if note.total in life.born and cell != _WALL:
            return {4: 3, 8: 7}.get(cell) or note.parents.child
        if cell == 14:
            return 0
        return _LABELS[cell][1] if note.touched else cell

    return _Fold(_SuperNote, add, end)


# Investigator.

_KILLERS, _EGGS = frozenset({2, 3, 6, 7, 14, 16}), frozenset({8, 9, 12, 13, 14})
_CATALYSTS = frozenset({15, 16})
_ALIVE_FOR_BIRTHS = frozenset({1, 2, 4, 6, 8, 10, 12, 15, 16, 17, 19})
_ALIVE_FOR_SURVIVALS = _ALIVE_FOR_BIRTHS - {17, 19} | {18, 20}
_TURNS = {6: 7, 7: 6, 10: 11, 11: 10, 12: 13, 13: 12, 19: 20, 20: 19}


class _InvestigatorNote(NamedTuple):
    cell: int
    total: int = 0
    forced: bool = False
    catalyst: bool = False
    normal: bool = False


def _investigator(life: _Life) -> _Fold:
    def add(note: _InvestigatorNote, level: int, state: int) -> _InvestigatorNote:
        cell, total, forced, catalyst, normal = note
        if cell > 1 or forced:
            return note
        forced = state in (_KILLERS if cell else _EGGS)
        total += life.worth[level - 1] * (state in (_ALIVE_FOR_SURVIVALS if cell else _ALIVE_FOR_BIRTHS))
        if not cell:
            catalyst, normal = catalyst or state in _CATALYSTS, normal or state == 1
        return _InvestigatorNote(cell, total, forced, catalyst, normal)

    def end(note: _InvestigatorNote) -> int:
        if note.cell > 1:
            return _TURNS.get(note.cell, note.cell)
        if note.forced:
            return 1 - note.cell
        if note.cell:
            return int(note.total in life.survives)
        return int(note.total in life.born and (note.normal or not note.catalyst))

    return _Fold(_InvestigatorNote, add, end)


# States. The colours are Golly's; dark ones are lightened to be readable as text.

SUPER_STATES = (
    ("off", (11, 13, 18)),
    ("on", (0, 255, 0)),
    ("history", (64, 84, 220)),
    ("marked on", (255, 216, 255)),
    ("marked off", (255, 0, 0)),
    ("start", (255, 255, 0)),
    ("boundary", (128, 128, 128)),
    ("no-trail marked on", (255, 105, 180)),
    ("no-trail marked off", (160, 64, 160)),
    ("on 2", (0, 191, 255)),
    ("history 2", (58, 106, 160)),
    ("on 3", (64, 224, 208)),
    ("history 3", (0, 128, 64)),
    ("no-trail 1", (255, 255, 255)),
    ("vanishing label", (255, 99, 71)),
    ("no-trail 2", (250, 128, 114)),
    ("removable label", (219, 112, 147)),
    ("no-trail 3", (255, 165, 0)),
    ("label 1", (245, 222, 179)),
    ("no-trail 4", (0, 255, 255)),
    ("label 2", (192, 192, 192)),
    ("no-trail 5", (192, 255, 128)),
    ("label 3", (255, 182, 193)),
    ("no-trail 6", (0, 255, 127)),
    ("hidden label", (72, 76, 84)),
    ("no-trail 7", (255, 0, 127)),
)
INVESTIGATOR_STATES = (
    ("off", (11, 13, 18)),
    ("on", (0, 236, 91)),
    ("killer on", (0, 192, 254)),
    ("killer off", (254, 0, 0)),
    ("eternal on", (254, 254, 254)),
    ("eternal off", (110, 110, 110)),
    ("alternating killer on", (239, 41, 254)),
    ("alternating killer off", (110, 60, 170)),
    ("egg on", (254, 230, 0)),
    ("egg off", (150, 128, 0)),
    ("alternating on", (130, 200, 0)),
    ("alternating off", (0, 120, 40)),
    ("alternating egg on", (254, 140, 0)),
    ("alternating egg off", (140, 70, 0)),
    ("inverter", (70, 90, 254)),
    ("catalyst", (192, 192, 192)),
    ("catalyst and killer", (140, 140, 140)),
    ("on for births", (254, 160, 200)),
    ("off for births", (150, 60, 120)),
    ("alternating on for births", (120, 190, 190)),
    ("alternating off for births", (60, 120, 120)),
)


# Names and families.

_NAME = re.compile(r"(?P<law>.+?)[ _-]*(?P<kind>Super|Investigator|History)", re.IGNORECASE | re.DOTALL)
_MAX_NAME = 300
_FOLDS = {"Super": _super, "Investigator": _investigator, "History": _history}
_STATES = {"Super": SUPER_STATES, "Investigator": INVESTIGATOR_STATES, "History": history.STATES}


def parse(law: str, kind: str) -> Rule | None:
    """Parse a name such as ``LifeSuper`` of one ``kind``; return None for other names.

    Raises:
        RuleError: the rule below has several species, or a Super rule needs more than the number of neighbours.
    """
    match = _NAME.fullmatch(law) if len(law) <= _MAX_NAME else None
    if match is None or match["kind"].lower() != kind.lower():
        return None
    rule = life_like.parse(match["law"]) or truth_table.parse(match["law"])
    if rule is None:
        return None
    if rule.live_states > 1:
        raise RuleError(f"rule {law[:60]!r}: {rule.law} has several species; {kind} needs a rule with one")
    if kind == "Super" and not _life_of_law(rule.law).counts:
        raise RuleError(f"rule {law[:60]!r}: Super needs a rule that only counts neighbours, as in B36/S23Super")
    of = "Life" if rule.law == "B3/S23" else rule.law
    return Rule(f"{of}{kind}", _FAMILIES[kind], len(_STATES[kind]) - 1, rule.births, rule.survivals)


@lru_cache(maxsize=64)
def _life_of_law(law: str) -> _Life:
    rule = life_like.parse(law) or truth_table.parse(law)
    assert rule is not None  # noqa: S101 - parse has read the name
    found = rule.family.truth_table(rule)
    assert found is not None  # noqa: S101 - both families have tables
    return _life_of(found)


@lru_cache(maxsize=16)
def _diagram_of(law: str) -> Diagram:
    match = _NAME.fullmatch(law)
    assert match is not None  # noqa: S101 - parse made the name
    life, kind = _life_of_law(match["law"]), match["kind"]
    return widened(diagram_of_fold(len(_STATES[kind]), ((0, 0), *life.order), *_FOLDS[kind](life)))


def diagram_of(rule: Rule) -> Diagram:
    """Return the decision diagram of a rule of these families.

    Raises:
        RuleError: it is too large.
    """
    return _diagram_of(rule.law)


def step(cells: Cells, rule: Rule, generation: int, corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`."""
    return table.step(diagram_of(rule), cells, rule, generation, corner)


def _family(kind: str, names: dict[str, str], without_marks: tuple[int, ...] = ()) -> RuleFamily:
    return RuleFamily(
        names=names,
        listed_before="RealTime:N",
        parse=lambda law: parse(law, kind),
        step=step,
        shader=lambda rule: ("cells_table.frag", table.parameters_of(diagram_of(rule))),
        numbers=lambda rule: diagram_of(rule).numbers,
        uniforms=lambda rule, _generation: {
            "root": diagram_of(rule).root,
            "nothing": table.next_of_nothing(diagram_of(rule)),
        },
        diagram=diagram_of,
        states=_STATES[kind],
        without_marks=without_marks,
        wild=("flip", "turn"),
    )


SUPER = _family(
    "Super",
    {
        "LifeSuper": "Life with 26 states: trails in several colours, marks and labels, as in Golly",
        "Bx/SySuper": "the same for any rule that counts neighbours, as in B36/S23Super",
    },
    tuple(_WALL if state == _WALL else state % 2 for state in range(len(SUPER_STATES))),
)
INVESTIGATOR = _family(
    "Investigator",
    {"LifeInvestigator": "Life with walls, eggs and other fixed cells, as in Golly; also B36/S23Investigator"},
)
HISTORY = _family(
    "History",
    {"Bx-a/SyHistory": "any rule with letters, hexagons or a map that shows where cells have been"},
    history.FAMILY.without_marks,
)
_FAMILIES = {"Super": SUPER, "Investigator": INVESTIGATOR, "History": HISTORY}
