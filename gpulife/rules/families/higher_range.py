"""Higher-range outer-totalistic rules (HROT): any counts in any neighbourhood up to 50 cells away.

Names follow Golly 4 and LifeViewer (https://golly.sourceforge.io/Help/Algorithms/Larger_than_Life.html), as in
``R3,C0,S0,7-12,27,B8,12,20-27,N2``: the range, the number of states, lists of the counts at which live cells survive
and at which dead cells are born, and the neighbourhood. C3 or more means that cells die slowly, and only state 1
counts. The cell itself never counts. ``M1`` before S, as in Larger than Life, means that it does; it is then taken off
the counts.

A rule whose counts are intervals, in a square, a diamond or a disc, is one of :mod:`larger_than_life`, whose engines
are faster.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import RuleError
from gpulife.rules.families.generations import aged, parse_states
from gpulife.rules.families.larger_than_life import MAX_RANGE
from gpulife.rules.rule import NEIGHBOURS, Cells, Edges, Rule, RuleFamily, TruthTable, ring_bit

# Neighbourhoods: which cells count, by rows down and columns to the right.

Mask = NDArray[np.bool_]
"""True for each neighbour, shape (2 * range + 1, 2 * range + 1); the cell itself, in the middle, is False."""

_SHAPES: dict[str, tuple[str, Callable[[NDArray[np.int64], NDArray[np.int64], int], Mask]]] = {
    "M": ("a square", lambda down, right, _reach: np.ones_like(down + right, bool)),
    "N": ("a diamond", lambda down, right, reach: abs(down) + abs(right) <= reach),
    "C": ("a disc", lambda down, right, reach: down**2 + right**2 <= reach * (reach + 1)),
    "2": ("a smaller disc", lambda down, right, reach: down**2 + right**2 <= reach**2),
    "B": ("a checkerboard", lambda down, right, _reach: (down + right) % 2 == 1),
    "D": ("the other squares of the checkerboard", lambda down, right, _reach: (down + right) % 2 == 0),
    "+": ("a cross", lambda down, right, _reach: down * right == 0),
    "X": ("a saltire", lambda down, right, _reach: abs(down) == abs(right)),
    "*": ("a star", lambda down, right, _reach: (down * right == 0) | (abs(down) == abs(right))),
    "#": ("a hash", lambda down, right, _reach: (abs(down) == 1) | (abs(right) == 1)),
    "H": ("a hexagon", lambda down, right, reach: abs(right - down) <= reach),
    "A": ("an asterisk on hexagons", lambda down, right, _reach: (down * right == 0) | (down == right)),
    "3": (
        "a tripod on hexagons",
        lambda down, right, _reach: (
            ((down == right) & (down > 0)) | ((down == 0) & (right < 0)) | ((right == 0) & (down < 0))
        ),
    ),
}
"""For each letter after N: what the neighbourhood is, and a function that returns its cells in a square."""
_NOT_HERE = {"L": "triangular", "W": "weighted", "G": "Gaussian"}


def mask_of(shape: str, reach: int) -> Mask:
    """Return the neighbourhood that ``shape`` names, such as ``H`` or ``@891891``, for a range."""
    side = 2 * reach + 1
    if shape.startswith("@"):
        digits = shape.removeprefix("@").rstrip("H")
        bits = np.array([int(digit, 16) >> place & 1 for digit in digits for place in (3, 2, 1, 0)], bool)
        return np.insert(bits, len(bits) // 2, False).reshape(side, side)
    down, right = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    mask = np.asarray(_SHAPES[shape][1](down, right, reach), bool)
    mask[reach, reach] = False
    return mask


class Law(NamedTuple):
    """The parameters of a rule.

    Attributes:
        range: how many rows or columns away a neighbour can be.
        shape: the neighbourhood: a letter, or ``@`` with hexadecimal digits.
    """

    range: int
    shape: str


# Names.

_LIST = r"(?:\d+(?:(?:\.\.|-)\d+)?(?:,\d+(?:(?:\.\.|-)\d+)?)*)?"
_NAME = re.compile(
    rf"R(?P<range>\d+),C(?P<states>\d+)(?:,M(?P<middle>\d+))?,S(?P<survivals>{_LIST}),B(?P<births>{_LIST})"
    r"(?:,N(?P<shape>[A-Z0-9+*#]|@[0-9A-F]+H?))?",
    re.IGNORECASE,
)
_MAX_NAME = 4000


def parse(law: str) -> Rule | None:
    """Parse a name, in upper or lower case; return None for a name of another family.

    Raises:
        RuleError: a number or the neighbourhood is not allowed.
    """
    match = _NAME.fullmatch(law) if len(law) <= _MAX_NAME else None
    if match is None:
        return None
    about = f"rule {law[:60]!r}"
    reach = _number(about, match["range"], "range", 1, MAX_RANGE)
    shape = (match["shape"] or "M").upper()
    if shape in _NOT_HERE:
        raise RuleError(f"{about}: {_NOT_HERE[shape]} neighbourhoods (N{shape}) are not supported")
    if not shape.startswith("@") and shape not in _SHAPES:
        shapes = ", ".join(f"N{letter} ({words})" for letter, (words, _) in _SHAPES.items())
        raise RuleError(f"{about}: neighbourhood N{shape}: use one of {shapes}, or N@ and hexadecimal digits")
    digits = ((2 * reach + 1) ** 2 - 1) // 4
    if shape.startswith("@") and len(shape.rstrip("H")) - 1 != digits:
        raise RuleError(f"{about}: {len(shape.rstrip('H')) - 1} hexadecimal digits; range {reach} needs {digits}")
    states = max(2, parse_states(law, match["states"], fewest=0))
    middle = _number(about, match["middle"] or "0", "M", 0, 1)
    most = int(mask_of(shape, reach).sum())
    survivals = {count - middle for count in _counts(about, match["survivals"], "survivals", most + middle)} - {-1}
    births = _counts(about, match["births"], "births", most)
    lists = ",".join(f"{side}{_text(counts)}" for side, counts in (("S", survivals), ("B", births)))
    ending = "" if shape == "M" else f",N{shape}"
    name = f"R{reach},C{states if states > 2 else 0},{lists}{ending}"
    return Rule(name, FAMILY, states - 1, frozenset(births), frozenset(survivals))


def _number(about: str, digits: str, what: str, low: int, high: int) -> int:
    if len(digits) > 9 or not low <= int(digits) <= high:
        raise RuleError(f"{about}: {what} {digits[:12]}; it can be {low} to {high}")
    return int(digits)


def _counts(about: str, text: str, what: str, most: int) -> set[int]:
    counts: set[int] = set()
    for part in filter(None, text.split(",")):
        ends = re.split(r"\.\.|-", part)
        first, last = (_number(about, digits, what, 0, most) for digits in (ends[0], ends[-1]))
        if first > last:
            raise RuleError(f"{about}: {what} from {first} to {last}; the first number must not be larger")
        counts.update(range(first, last + 1))
    return counts


def _text(counts: Iterable[int]) -> str:
    """Return a list of counts, with intervals, as in ``0,7-12,27``."""
    runs: list[list[int]] = []
    for count in sorted(counts):
        if runs and runs[-1][1] == count - 1:
            runs[-1][1] = count
        else:
            runs.append([count, count])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


@lru_cache
def law_of(rule: Rule) -> Law:
    """Return the parameters of a rule of this family, parsed from the rule's name."""
    match = _NAME.fullmatch(rule.law)
    assert match is not None  # noqa: S101 - parse made the name
    return Law(int(match["range"]), match["shape"] or "M")


@lru_cache(maxsize=64)
def _mask(rule: Rule) -> Mask:
    law = law_of(rule)
    return mask_of(law.shape, law.range)


# The rule in numpy and on the GPU.


def step(cells: Cells, rule: Rule, _generation: int, _corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`."""
    live, mask, reach = cells == 1, _mask(rule), law_of(rule).range
    margins = [(0, 0)] * (live.ndim - 2) + [(reach, reach), (reach + 1, reach)]
    framed = np.pad(live, margins, mode="wrap" if rule.edges is Edges.TORUS else "constant")
    sums = np.cumsum(framed, axis=-1, dtype=np.uint16)  # differences stay right after an overflow
    rows, columns = live.shape[-2:]
    count = np.zeros(live.shape, np.uint16)
    for row, line in enumerate(mask):
        ends = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]])))
        part = sums[..., row : row + rows, :]
        for first, stop in ends.reshape(-1, 2):
            count += part[..., stop:][..., :columns] - part[..., first:][..., :columns]
    becomes = _becomes(rule)[count]
    return aged(cells, rule, (becomes & 1) > 0, (becomes & 2) > 0)


@lru_cache(maxsize=64)
def _becomes(rule: Rule) -> NDArray[np.uint32]:
    """Return, for each count of neighbours, 1 if a dead cell is born, plus 2 if a live cell survives."""
    counts = np.arange(int(_mask(rule).sum()) + 1)
    born, survives = (np.isin(counts, list(side)) for side in (rule.births, rule.survivals))
    return born.astype(np.uint32) + 2 * survives.astype(np.uint32)


def truth_table(rule: Rule) -> TruthTable | None:
    """Return the truth table of a rule of range 1; None for larger ranges."""
    if law_of(rule).range > 1:
        return None
    mask = _mask(rule)
    parents = sum(ring_bit((down, right)) for down, right in NEIGHBOURS if mask[1 + down, 1 + right])
    becomes = _becomes(rule)[[(ring & parents).bit_count() for ring in range(256)]]
    return TruthTable(np.array([(becomes & 1) > 0, (becomes & 2) > 0]), parents)


def _numbers(rule: Rule) -> NDArray[np.uint32]:
    """Return the shader's table: neighbours, as 256 * (rows down + 128) + columns to the right + 128; then counts."""
    reach = law_of(rule).range
    down, right = np.nonzero(_mask(rule))
    places = 256 * (down - reach + 128) + right - reach + 128
    return np.concatenate([places.astype(np.uint32), _becomes(rule)])


FAMILY: RuleFamily = RuleFamily(
    names={
        "Rr,Cc,Ss,Bb,Nn": "any counts in a neighbourhood of range 1 to 50, as in R3,C0,S2,4-6,B5,9,NH: squares, "
        "hexagons (NH), crosses (N+) and others"
    },
    listed_before="RealTime:N",
    parse=parse,
    step=step,
    shader=lambda rule: ("cells_higher_range.frag", {"OLDEST": rule.live_states}),
    reach=lambda rule: law_of(rule).range,
    numbers=_numbers,
    uniforms=lambda rule, _generation: {"neighbours": int(_mask(rule).sum()), "range": law_of(rule).range},
    truth_table=truth_table,
    has_ages=True,
    wild=("flip", "turn"),
)
