"""Larger than Life (Kellie Evans, 1996): births and survivals by the number of live cells in a large neighbourhood.

Names follow Golly and MCell. An example is ``R5,C0,M1,S34..58,B34..45,NM``. R5: neighbours are up to 5 cells away.
C0: there are two states; C3 or more means that cells die slowly, as in Generations, and only state 1 counts. M1: the
middle cell counts. S and B: a live cell survives with 34 to 58 live cells in the neighbourhood, and a dead cell is born
with 34 to 45. NM: the neighbourhood is a square; NN is a diamond, NC a disc.
"""

import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import RuleError
from gpulife.rules.families.generations import aged, parse_states
from gpulife.rules.rule import NEIGHBOURS, Cells, Edges, Rule, RuleFamily, TruthTable, ring_bit

MAX_RANGE = 50
"""The largest range. Golly has ranges up to 500."""
_MAX_NEAR = 10
"""The largest range of ``cells_larger_than_life.frag``, which counts half a neighbourhood in one byte."""
_CELLS_PER_TEXEL = 16

_NUMBERS = r"(?P<{0}>\d+)(?:(?:\.\.|-)(?P<{0}_end>\d+))?"
_NAME = re.compile(
    rf"R(?P<range>\d+),C(?P<states>\d+)(?:,M(?P<middle>\d+))?,S{_NUMBERS.format('survivals')},"
    rf"B{_NUMBERS.format('births')}(?:,N(?P<shape>[A-Z]))?",
    re.IGNORECASE,
)
_EVANS_NAME = re.compile(
    r"(?P<range>\d+),(?P<births>\d+),(?P<births_end>\d+),(?P<survivals>\d+),(?P<survivals_end>\d+)"
)
_LISTS = re.compile(r"(?<=,[SB])\d{1,4}(?:(?:\.\.|-|,)\d{1,4}){1,200}(?=,|$)", re.IGNORECASE)
"""The numbers after S or B if there are several, separated by commas, dots or dashes."""


_SHAPES = "MNC"
"""The letters of the shapes; cells_larger_than_life.frag knows them by their places here."""


class Law(NamedTuple):
    """The parameters of a Larger than Life rule.

    Attributes:
        range: how many rows or columns away a neighbour can be.
        middle: True if the cell itself counts as a part of its neighbourhood.
        survivals: (smallest, largest) number of live cells in the neighbourhood with which a live cell survives.
        births: (smallest, largest) number of live cells in the neighbourhood with which a dead cell comes to life.
        shape: ``M`` for a square, ``N`` for a diamond, ``C`` for a disc.
    """

    range: int
    middle: bool
    survivals: tuple[int, int]
    births: tuple[int, int]
    shape: str

    def half_width(self, distance: int) -> int:
        """Return how many columns the neighbourhood extends to either side, ``distance`` rows from its middle."""
        match self.shape:
            case "M":
                return self.range
            case "N":
                return self.range - distance
        # Within range + 1/2 of the middle.
        return max(w for w in range(self.range + 1) if w**2 + distance**2 <= self.range * (self.range + 1))

    @property
    def most(self) -> int:
        """The largest number of live cells that a neighbourhood can have."""
        rows = range(-self.range, self.range + 1)
        return sum(2 * self.half_width(abs(row)) + 1 for row in rows) - (not self.middle)


def parse(law: str) -> Rule | None:
    """Parse a rule in Golly's notation, in upper or lower case, or in Evans's, as in ``5,34,45,34,58``.

    As in other programs, an interval may be written with a dash, or as a list, as in ``S5,6,7,B7,8``. If M is missing,
    it is 0. If N is missing, the neighbourhood is a square.
    """
    match = _NAME.fullmatch(_LISTS.sub(_interval, law)) or _EVANS_NAME.fullmatch(law)
    if match is None:
        return None
    found = match.groupdict()
    reach = _number(law, found["range"], "range", 1, MAX_RANGE)
    shape = (found.get("shape") or "M").upper()
    if shape not in _SHAPES:
        return None  # one of gpulife.rules.families.higher_range
    middle = _number(law, found.get("middle", "1") or "0", "M", 0, 1)
    states = max(2, parse_states(law, found.get("states", "0"), fewest=0))
    most = Law(reach, bool(middle), (0, 0), (0, 0), shape).most
    limits = {}
    for what in ("survivals", "births"):
        low = _number(law, found[what], what, 0, most)
        high = low if found[f"{what}_end"] is None else _number(law, found[f"{what}_end"], what, 0, most)
        if low > high:
            raise RuleError(f"rule {law[:60]!r}: {what} from {low} to {high}; the first number must not be larger")
        limits[what] = low, high
    (fewest, longest), (first, last) = limits["survivals"], limits["births"]
    name = f"R{reach},C{states if states > 2 else 0},M{middle},S{fewest}..{longest},B{first}..{last},N{shape}"
    births, survivals = frozenset(range(first, last + 1)), frozenset(range(fewest, longest + 1))
    return Rule(name, FAMILY, states - 1, births, survivals)


def _interval(found: re.Match[str]) -> str:
    """Return a list of numbers and intervals as one interval; unchanged if it has gaps or an interval goes down."""
    numbers: set[int] = set()
    for part in found[0].split(","):
        first, *last = (int(digits) for digits in re.split(r"\.\.|-", part))
        if last and last[-1] < first:
            return found[0]
        numbers.update(range(first, (last or [first])[-1] + 1))
    whole = numbers and max(numbers) - min(numbers) + 1 == len(numbers)
    return f"{min(numbers)}..{max(numbers)}" if whole and "," in found[0] else found[0]


def _number(law: str, digits: str, what: str, low: int, high: int) -> int:
    if len(digits) > 9 or not low <= int(digits) <= high:
        raise RuleError(f"rule {law[:60]!r}: {what} {digits[:12]}; it can be {low} to {high}")
    return int(digits)


@lru_cache
def law_of(rule: Rule) -> Law:
    """Return the parameters of a rule of this family, parsed from the rule's name."""
    match = _NAME.fullmatch(rule.law)
    assert match is not None  # noqa: S101 - parse made the name
    numbers = {name: int(digits) for name, digits in match.groupdict().items() if name != "shape"}
    return Law(
        numbers["range"],
        bool(numbers["middle"]),
        (numbers["survivals"], numbers["survivals_end"]),
        (numbers["births"], numbers["births_end"]),
        match["shape"],
    )


def step(cells: Cells, rule: Rule, _generation: int, _corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`."""
    law = law_of(rule)
    neighbours = count_around(cells == 1, law, rule.edges)
    survives, born = ((low <= neighbours) & (neighbours <= high) for low, high in (law.survivals, law.births))
    return aged(cells, rule, born, survives)


def count_around(live: NDArray[np.bool_], law: Law, edges: Edges) -> NDArray[np.uint16]:
    """Count the live cells in the neighbourhood of each cell. The counts have the shape of ``live``.

    On a torus smaller than the neighbourhood, one cell is counted several times.
    """
    reach = law.range
    margins = [(0, 0)] * (live.ndim - 2) + [(reach, reach), (reach + 1, reach)]
    framed = np.pad(live, margins, mode="wrap" if edges is Edges.TORUS else "constant")
    sums = np.cumsum(framed, axis=-1, dtype=np.uint16)  # differences stay right after an overflow
    rows, columns = live.shape[-2:]
    count = np.zeros(live.shape, np.uint16)
    for row in range(-reach, reach + 1):
        width = law.half_width(abs(row))
        line = sums[..., reach + row : reach + row + rows, :]
        first = reach - width  # index of the column before the leftmost neighbour
        count += line[..., first + 2 * width + 1 :][..., :columns] - line[..., first:][..., :columns]
    return count if law.middle else count - live


def truth_table(rule: Rule) -> TruthTable | None:
    """Return the truth table of a rule of range 1; None for larger ranges."""
    law = law_of(rule)
    if law.range > 1:
        return None
    parents = sum(ring_bit((down, right)) for down, right in NEIGHBOURS if abs(right) <= law.half_width(abs(down)))
    count = np.array([(ring & parents).bit_count() for ring in range(256)])
    limits = ((law.births, count), (law.survivals, count + law.middle))
    lives = np.array([(low <= number) & (number <= high) for (low, high), number in limits])
    return TruthTable(lives, parents)


def _uniforms(rule: Rule, _generation: int) -> dict[str, int]:
    law = law_of(rule)
    return {
        "range": law.range,
        "shape": _SHAPES.index(law.shape),
        "middle": int(law.middle),
        "fewest_surviving": law.survivals[0],
        "most_surviving": law.survivals[1],
        "fewest_born": law.births[0],
        "most_born": law.births[1],
    }


def _shader(rule: Rule) -> tuple[str, dict[str, int]]:
    reach, parameters = law_of(rule).range, {"OLDEST": rule.live_states}
    if reach <= _MAX_NEAR:
        return "cells_larger_than_life.frag", parameters
    return "cells_larger_than_life_far.frag", {**parameters, "BESIDE": -(-reach // _CELLS_PER_TEXEL)}


FAMILY: RuleFamily = RuleFamily(
    names={
        "Rr,Cc,Mm,Ss..t,Bb..c,NM": "Larger than Life, range 1 to 50: neighbours in a large square (NM), "
        "diamond (NN) or disc (NC)"
    },
    listed_before="RealTime:N",
    parse=parse,
    step=step,
    shader=_shader,
    reach=lambda rule: law_of(rule).range,
    uniforms=_uniforms,
    truth_table=truth_table,
    has_ages=True,
    wild=("flip", "turn"),
)
