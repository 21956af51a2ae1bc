"""Builds the circuits of Larger than Life, which count the live cells of large neighbourhoods.

The live cells are counted in two steps. First, the live cells in each column of a neighbourhood are counted. Then the
counts of adjacent columns of equal height are added up; the sum of a wide window is the sum of two narrower ones. A
number is stored as a machine word for each of its bits, with a bit for each cell.

The input words begin R cells (the range) to the left of the words to compute. So the neighbourhood of the cell at bit b
begins at bit b of the input, and all shifts go in one direction.

In a square neighbourhood all columns have the same height. Each column then has a counter, which is updated from one
row to the next: the row that enters the neighbourhood is added, and the row that leaves it is subtracted. In other
neighbourhoods the live cells in columns are counted anew for each row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from gpulife.engines.bitplanes.circuits import FALSE, TRUE, Circuit, Wire, add_up
from gpulife.engines.bitplanes.counted_circuits import age_codes, aged
from gpulife.engines.bitplanes.plane_codes import PlaneCodes
from gpulife.rules import Rule
from gpulife.rules.families.larger_than_life import Law, law_of

_ADDED, _SHIFTED = 5, 3
"""Number of operations to add two bits and a carry, and to shift a word."""

Number = list[Wire]
"""A number for each cell of a word: one wire for each bit of the numbers, lowest bit first."""


@dataclass(frozen=True, kw_only=True)
class RangeCircuit:
    """The circuits that compute a generation of a Larger than Life rule, for adjacent words of a row.

    The names of inputs and outputs end with the index k of a word.

    Attributes:
        codes: how the rule's states are stored in planes.
        reach: the range of the neighbourhood.
        walks: True if each column has a counter that is updated from one row to the next.
        count: the circuit that updates the counters ``column.BIT.k``. Its inputs are the counters, and the live cells
            ``enters.k`` and ``leaves.k`` of the rows that enter and leave the neighbourhood.
        counts_after: the outputs of ``count``, keyed by the counters' names; empty unless ``walks``.
        combine: the circuit that computes the next planes. If ``walks``, its inputs are the counters ``column.BIT.k``;
            otherwise the live cells ``row.DOWN.k`` of each row, DOWN rows below the middle row. These words begin
            ``reach`` cells before the words to compute. More inputs, ``here.PLANE.k``, are the present planes of the
            words to compute.
        planes_after: the outputs of ``combine``, keyed by ``PLANE.k``.
    """

    codes: PlaneCodes
    reach: int
    walks: bool
    count: Circuit
    counts_after: Mapping[str, Wire]
    combine: Circuit
    planes_after: Mapping[str, Wire]


def ranged_dead_sleep(rule: Rule) -> bool:
    """Return True if, under a Larger than Life rule, dead cells without live neighbours stay dead."""
    return law_of(rule).births[0] > 0


@lru_cache(maxsize=64)
def range_circuit(rule: Rule, words: int, own: int, *, may_walk: bool = True) -> RangeCircuit:
    """Return the circuits of a Larger than Life rule.

    Args:
        rule: the rule.
        words: the number of input words, which must contain all neighbours of the computed cells in a row.
        own: the number of words to compute.
        may_walk: False to count the live cells in columns anew for each row, even in a square neighbourhood.
    """
    law, codes = law_of(rule), age_codes(rule)
    walks = may_walk and law.half_width(0) == law.half_width(law.range)
    count, combine = Circuit(), Circuit()
    heights = [law.half_width(abs(across)) for across in range(-law.range, law.range + 1)]  # shapes are symmetric
    columns = (_counters if walks else _sums)(combine, sorted(set(heights)), words)
    totals = _totals(combine, columns, heights, words)
    after: dict[str, Wire] = {}
    for k in range(own):
        here = [combine.input(f"here.{plane}.{k}") for plane in codes.names]
        fits = _fits(combine, law, totals[k], here[0])
        after |= {f"{plane}.{k}": wire for plane, wire in aged(combine, codes, here, fits).items()}
    return RangeCircuit(
        codes=codes,
        reach=law.range,
        walks=walks,
        count=count,
        counts_after=_counted(count, law.range, words) if walks else {},
        combine=combine,
        planes_after=after,
    )


def _counted(circuit: Circuit, reach: int, words: int) -> dict[str, Wire]:
    """Build the columns' counters for the next row; return their wires, keyed by name.

    There are ``words`` words, and the rule's range is ``reach``. A row changes each counter by at most one.
    """
    after = {}
    for k in range(words):
        enters, leaves = circuit.input(f"enters.{k}"), circuit.input(f"leaves.{k}")
        changes = circuit.xor(enters, leaves)
        for bit in range((2 * reach + 1).bit_length()):
            counter = circuit.input(f"column.{bit}.{k}")
            after[f"column.{bit}.{k}"] = circuit.xor(counter, changes)
            # A carry where 1 goes up, a borrow where 0 goes down.
            changes = circuit.and_not(changes, circuit.xor(counter, enters))
    return after


def _counters(circuit: Circuit, heights: Sequence[int], words: int) -> dict[int, list[Number]]:
    """Add the columns' counters to the circuit as inputs; return {height: the counters of each word}.

    ``heights`` has a single item, the height of all columns.
    """
    (height,) = heights
    bits = range((2 * height + 1).bit_length())
    return {height: [[circuit.input(f"column.{bit}.{k}") for bit in bits] for k in range(words)]}


def _sums(circuit: Circuit, heights: Sequence[int], words: int) -> dict[int, list[Number]]:
    """Count the live cells in columns of each height in ``heights``; return {height: the counts of each word}."""
    columns: dict[int, list[Number]] = {}
    for k in range(words):
        column: Number = []
        rows = [0]
        for height in range(heights[-1] + 1):
            rows += [-height, height] if height else []
            if height in heights:
                cells = [[circuit.input(f"row.{down}.{k}")] for down in rows]
                column = add_up(circuit, [column, *cells], 2 * height + 1)
                columns.setdefault(height, []).append(column)
                rows = []
    return columns


def _totals(circuit: Circuit, columns: Mapping[int, list[Number]], heights: Sequence[int], words: int) -> list[Number]:
    """Count the live cells in the neighbourhoods of a row's cells; return a :data:`Number` for each word.

    ``heights`` has a height for each column of the neighbourhood, from the left: how many rows it extends above and
    below the middle. ``columns`` maps each height to the counts of live cells in such columns.
    """
    parts: list[list[Number]] = [[] for _ in range(words)]
    windows: dict[tuple[int, int], list[Number]] = {}
    start = 0
    for height, run in groupby(heights):
        width = len(list(run))
        if (height, width) not in windows:
            windows[height, width] = _window(circuit, columns[height], width, 2 * height + 1)
        for part, moved in zip(parts, _moved(circuit, windows[height, width], start), strict=True):
            part.append(moved)
        start += width
    most = sum(2 * height + 1 for height in heights)
    return [add_up(circuit, part, most) for part in parts]


def _window(circuit: Circuit, columns: list[Number], width: int, height: int) -> list[Number]:
    """Add up, for each cell, the counts of its own column and of the ``width`` - 1 columns to its right.

    ``columns`` contains the counts of live cells in columns of ``height`` cells.
    """
    windows = {1: columns}
    for wide, narrow in _widths(width, height):
        moved = _moved(circuit, windows[narrow], wide)
        pairs = zip(windows[wide], moved, strict=True)
        windows[wide + narrow] = [add_up(circuit, pair, (wide + narrow) * height) for pair in pairs]
    return windows[width]


def _moved(circuit: Circuit, numbers: list[Number], cells: int) -> list[Number]:
    """For each cell, return the number of the cell that is ``cells`` positions to its right.

    At the end of the last word, where no such cell exists, the results are wrong.
    """
    beyond = [FALSE] * len(numbers[0])
    return [
        [circuit.shift(bit, more, cells) for bit, more in zip(number, ahead, strict=True)]
        for number, ahead in zip(numbers, [*numbers[1:], beyond], strict=True)
    ]


@lru_cache
def _widths(width: int, height: int) -> tuple[tuple[int, int], ...]:
    """Return the cheapest way to add up the counts of ``width`` columns, as a sequence of additions (wide, narrow).

    Each addition joins two windows of columns, ``wide`` and ``narrow`` columns wide: the widest window computed so far,
    and any window computed so far. ``height`` says how large the counts can become.
    """
    best: tuple[float, tuple[tuple[int, int], ...]] = (float("inf"), ())
    waiting: list[tuple[float, tuple[int, ...], tuple[tuple[int, int], ...]]] = [(0, (1,), ())]
    while waiting:
        spent, have, steps = waiting.pop()
        if spent >= best[0]:
            continue
        if have[-1] == width:
            best = spent, steps
            continue
        wide = have[-1]
        for narrow in have:  # the widest is tried first, since it was put last
            if wide + narrow <= width:
                cost = _ADDED * (wide * height).bit_length() + _SHIFTED * (narrow * height).bit_length()
                waiting.append((spent + cost, (*have, wide + narrow), (*steps, (wide, narrow))))
    return best[1]


def _fits(circuit: Circuit, law: Law, total: Number, live: Wire) -> Wire:
    """Return a wire that is set where ``total`` lets a live cell survive, or a dead cell come to life."""
    itself = int(not law.middle)  # then a live cell's total includes the cell itself
    low, high = law.survivals
    return circuit.select(
        live, _between(circuit, total, low + itself, high + itself), _between(circuit, total, *law.births)
    )


def _between(circuit: Circuit, number: Number, low: int, high: int) -> Wire:
    return circuit.and_not(_at_least(circuit, number, low), _at_least(circuit, number, high + 1))


def _at_least(circuit: Circuit, number: Number, least: int) -> Wire:
    if least >= 1 << len(number):
        return FALSE
    found = TRUE
    for place, bit in enumerate(number):
        found = circuit.and_(bit, found) if least >> place & 1 else circuit.or_(bit, found)
    return found
