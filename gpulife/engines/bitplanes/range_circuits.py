"""Builds the circuits of Larger than Life, which count the live cells of large neighbourhoods.

Each cell has a total, the number of live cells in its neighbourhood, which is updated from one row to the next. In each
column of the neighbourhood a cell enters at the bottom, and a cell leaves at the top. So a column changes the total by
-1, 0 or 1. The changes of adjacent columns of equal height are added up first; the sum of a wide window of columns is
the sum of two narrower ones.

Fragment shaders compute few rows, so they count each neighbourhood anew: first the live cells in each column, then the
sum of the columns.

A number is stored as a machine word for each of its bits, with a bit for each cell. The input words begin R cells (the
range) to the left of the words to compute. So the neighbourhood of the cell at bit b begins at bit b of the input, and
all shifts go in one direction.
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
        heights: how far columns of the neighbourhood extend above and below the middle row: all values that occur,
            from the lowest. Empty unless totals walk: see :func:`range_circuit`.
        count: the circuit that updates the totals ``total.BIT.k``. Its inputs are the totals, and for each HEIGHT the
            live cells ``enters.HEIGHT.k`` and ``leaves.HEIGHT.k`` of the rows that enter and leave columns of this
            height. These words begin ``reach`` cells before the words to compute.
        totals_after: the outputs of ``count``, keyed by the totals' names; empty unless totals walk.
        combine: the circuit that computes the next planes. If totals walk, its inputs are the totals; otherwise the
            live cells ``row.DOWN.k`` of each row, DOWN rows below the middle row, which begin ``reach`` cells before
            the words to compute. More inputs, ``here.PLANE.k``, are the present planes of the words to compute.
        planes_after: the outputs of ``combine``, keyed by ``PLANE.k``.
    """

    codes: PlaneCodes
    reach: int
    heights: tuple[int, ...]
    count: Circuit
    totals_after: Mapping[str, Wire]
    combine: Circuit
    planes_after: Mapping[str, Wire]


def ranged_dead_sleep(rule: Rule) -> bool:
    """Return True if, under a Larger than Life rule, dead cells without live neighbours stay dead."""
    return law_of(rule).births[0] > 0


@lru_cache(maxsize=64)
def range_circuit(rule: Rule, words: int, own: int, *, walks: bool = True) -> RangeCircuit:
    """Return the circuits of a Larger than Life rule.

    Args:
        rule: the rule.
        words: the number of input words, which must contain all neighbours of the computed cells in a row.
        own: the number of words to compute.
        walks: True if totals walk, which means that they are updated from one row to the next; False to count each
            neighbourhood anew.
    """
    law, codes = law_of(rule), age_codes(rule)
    count, combine = Circuit(), Circuit()
    heights = [law.half_width(abs(across)) for across in range(-law.range, law.range + 1)]  # shapes are symmetric
    kinds = sorted(set(heights))
    most = sum(2 * height + 1 for height in heights)
    if walks:
        totals = [[combine.input(f"total.{bit}.{k}") for bit in range(most.bit_length())] for k in range(own)]
    else:
        totals = _totals(combine, _sums(combine, kinds, words), heights, words)
    after: dict[str, Wire] = {}
    for k in range(own):
        here = [combine.input(f"here.{plane}.{k}") for plane in codes.names]
        fits = _fits(combine, law, totals[k], here[0])
        after |= {f"{plane}.{k}": wire for plane, wire in aged(combine, codes, here, fits).items()}
    return RangeCircuit(
        codes=codes,
        reach=law.range,
        heights=tuple(kinds) if walks else (),
        count=count,
        totals_after=_walked(count, heights, words, own) if walks else {},
        combine=combine,
        planes_after=after,
    )


def _walked(circuit: Circuit, heights: Sequence[int], words: int, own: int) -> dict[str, Wire]:
    """Build the totals of the next row; return their wires, keyed by name.

    ``heights`` has a height for each column of the neighbourhood: see :func:`_runs`. There are ``words`` input words,
    and ``own`` words of totals.
    """
    columns: dict[int, list[Number]] = {}
    for height in sorted(set(heights)):
        rows = [[circuit.input(f"{what}.{height}.{k}") for what in ("enters", "leaves")] for k in range(words)]
        columns[height] = [[circuit.xor(*two), circuit.and_not(two[1], two[0])] for two in rows]
    parts = []
    windows: dict[tuple[int, int], list[Number]] = {}
    for start, width, height in _runs(heights):
        if (height, width) not in windows:
            windows[height, width] = _changed_window(circuit, columns[height], width)
        parts.append((width, _moved(circuit, windows[height, width], start)))
    parts.sort(key=lambda part: part[0])
    while len(parts) > 1:
        (width, narrow), (wider, wide) = parts[:2]
        both = [_changed(circuit, *two, width + wider) for two in zip(wide, narrow, strict=True)]
        parts = sorted([*parts[2:], (width + wider, both)], key=lambda part: part[0])
    ((_, changes),) = parts
    bits = sum(2 * height + 1 for height in heights).bit_length()
    after: dict[str, Wire] = {}
    for k in range(own):
        total = [circuit.input(f"total.{bit}.{k}") for bit in range(bits)]
        after |= {f"total.{bit}.{k}": wire for bit, wire in enumerate(_add_signed(circuit, total, changes[k], bits))}
    return after


def _changed_window(circuit: Circuit, columns: list[Number], width: int) -> list[Number]:
    """Add up, for each cell, the changes of its own column and of the ``width`` - 1 columns to its right."""
    windows = {1: columns}
    for wide, narrow in _widths(width, 1):
        moved = _moved(circuit, windows[narrow], wide)
        pairs = zip(windows[wide], moved, strict=True)
        windows[wide + narrow] = [_changed(circuit, *pair, wide + narrow) for pair in pairs]
    return windows[width]


def _changed(circuit: Circuit, wide: Number, narrow: Number, width: int) -> Number:
    """Add the changes of two windows of columns, with ``width`` columns in all; ``narrow`` has no more bits."""
    return _add_signed(circuit, wide, narrow, width.bit_length() + 1)


def _add_signed(circuit: Circuit, number: Number, change: Number, bits: int) -> Number:
    """Return the lowest ``bits`` bits of the sum of two signed numbers; ``change`` has no more bits than ``number``.

    The highest bit of a signed number is its sign, which stands for all higher bits.
    """
    *low, sign = change
    total = []
    carry = FALSE
    for one, other in zip(number, low, strict=False):
        total.append(circuit.xor(one, other, carry))
        carry = circuit.majority(one, other, carry)
    changes = circuit.xor(carry, sign)  # set where the higher bits go up or down by one
    for place in range(len(low), bits):
        bit = number[min(place, len(number) - 1)]
        total.append(circuit.xor(bit, changes))
        # A carry where 1 goes up, a borrow where 0 goes down.
        changes = circuit.and_(changes, circuit.xor(bit, sign))
    return total


def _runs(heights: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return the runs of adjacent columns of equal height, from the left: (first column, columns, height) of each.

    ``heights`` has a height for each column of a neighbourhood, from the left: how many rows it extends above and below
    the middle.
    """
    runs = []
    start = 0
    for height, run in groupby(heights):
        width = len(list(run))
        runs.append((start, width, height))
        start += width
    return runs


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

    ``heights`` has a height for each column of the neighbourhood: see :func:`_runs`. ``columns`` maps each height to
    the counts of live cells in such columns.
    """
    parts: list[list[Number]] = [[] for _ in range(words)]
    windows: dict[tuple[int, int], list[Number]] = {}
    for start, width, height in _runs(heights):
        if (height, width) not in windows:
            windows[height, width] = _window(circuit, columns[height], width, 2 * height + 1)
        for part, moved in zip(parts, _moved(circuit, windows[height, width], start), strict=True):
            part.append(moved)
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
