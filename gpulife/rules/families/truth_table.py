"""Rules by a truth table: whether a cell lives depends on which of its eight neighbours live, not only on how many.

The table has an entry for each of the 512 combinations of live and dead among a cell and its neighbours. There are five
kinds of names for such rules, all of them Golly's (https://golly.sourceforge.io/Help/Algorithms/QuickLife.html):

- with Hensel's letters, as in ``B2-a/S12``: see :mod:`gpulife.rules.families._hensel`;
- for six neighbours on hexagons, as in ``B2/S35H``: all except those at the upper right and the lower left;
- for the four von Neumann neighbours above, below and beside a cell, as in ``B2/S013V``;
- ``MAP`` and the table itself in base64, for eight, six or four neighbours;
- Wolfram's elementary rules with even numbers, as in ``W30``: live cells stay, and the three cells above a dead cell
  decide whether it is born, so that each row is the generation after the row above.

A name that ends with ``:N`` has N species. As in Life-like rules, a live cell keeps its species, and a newborn cell
takes the commonest species among its live neighbours. Only neighbours in the rule's neighbourhood count.
"""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import RuleError
from gpulife.rules.families import life_like
from gpulife.rules.families._hensel import LETTERS, counts_of, rings_of
from gpulife.rules.rule import (
    ALL_NEIGHBOURS,
    NEIGHBOURS,
    Cells,
    Edges,
    Rule,
    RuleFamily,
    TruthTable,
    count_neighbours,
    framed,
    parse_species,
    ring_bit,
)

# Names of rules.


class Law(NamedTuple):
    """A rule without its number of species: its canonical name, and its truth table (None for a Life-like rule)."""

    name: str
    table: TruthTable | None


class _Shape(NamedTuple):
    """A neighbourhood.

    ``words`` is a phrase for error messages, such as "on hexagons". ``ring`` is a bit mask of the neighbours: see
    :data:`gpulife.rules.rule.ALL_NEIGHBOURS`.
    """

    words: str
    ring: int


_SIX, _FOUR = 0b1101_1011, 0b0101_1010
"""The ring of all six neighbours on hexagons, and the ring of all four in von Neumann's neighbourhood."""
_SHAPES = {"H": _Shape("on hexagons", _SIX), "V": _Shape("in von Neumann's neighbourhood", _FOUR)}
_MAX_NAME = 300
"""Maximum length of a rule's name. Even with all letters written out, names are shorter."""
_SPECIES = re.compile(r"(?P<law>.*?)(?::(?P<species>\d+))?", re.DOTALL)


def parse(law: str) -> Rule | None:
    """Parse a rule's name, in upper or lower case; return None if it is none of the kinds listed above.

    ``:N`` at the end gives the number of species; it may be missing.

    Counts with letters may be written as in Golly: ``B3/S23-a4``, ``B3S23-a4``, ``B3_S23-a4``, ``S23-a4/B3`` and
    ``23-a4/3`` are the same. If the letters make no difference, a Life-like rule is returned.

    Raises:
        RuleError: a count, a letter, the length of a map, or a number is not allowed.
    """
    match = _SPECIES.fullmatch(law)
    assert match is not None  # noqa: S101 - it matches every text
    if len(law) > _MAX_NAME or (found := read_law(match["law"])) is None:
        return None
    species = 1 if match["species"] is None else parse_species(law, match["species"], life_like.MAX_SPECIES)
    name = found.name + (f":{species}" if species > 1 else "")
    return life_like.parse(name) if found.table is None else Rule(name, FAMILY, species)


@lru_cache(maxsize=128)
def truth_table(rule: Rule) -> TruthTable:
    """Return the truth table of a rule of this family, parsed from the rule's name."""
    law = read_law(rule.law.partition(":")[0])
    assert law is not None  # noqa: S101 - parse made the name
    assert law.table is not None  # noqa: S101 - parse returns Life-like rules as such
    return law.table


def read_law(law: str) -> Law | None:
    """Parse a rule's name that does not contain the number of species; return None for a name of another family.

    Raises:
        RuleError: the same errors as in :func:`parse`.
    """
    for pattern, read in _KINDS:
        if match := pattern.fullmatch(law):
            return read(law, match)
    return None


# Counts of neighbours, with Hensel's letters, on hexagons or in von Neumann's neighbourhood.


_ANY_LETTER = "ac-gijkm-rtuw-z"
"""Letters that are accepted after a count, so that an error message can name a wrong one.

Left out are B and S, which come before counts, and H, V and L (triangles), which come at the end of a name.
"""


def _counts(name: str, letters: str) -> str:
    return rf"(?P<{name}>(?:\d[-{letters}]*)*)"


def _counted(one: str, letters: str, between: str, other: str) -> re.Pattern[str]:
    """Return a regular expression for names with two groups of neighbour counts, such as ``B2-a/S12``.

    Args:
        one: pattern of the text before the first group, such as "[BS]".
        letters: the letters accepted in counts.
        between: pattern of the text after the first group.
        other: pattern of the text before the second group.
    """
    pattern = rf"(?P<one>{one}){_counts('first', letters)}{between}(?P<other>{other}){_counts('second', letters)}"
    return re.compile(pattern + "(?P<shape>[HV]?)", re.IGNORECASE)


def _read_counted(law: str, match: re.Match[str]) -> Law | None:
    one, other = match["one"].upper(), match["other"].upper()
    if (one and one == other) or not any(match.group("first", "second", "one", "other")):
        return None
    births, survivals = match.group("second", "first")
    if one == "B" or other == "S":
        births, survivals = survivals, births
    sides = {"births": births, "survivals": survivals}
    if shape := match["shape"].upper():
        return _read_counted_in(law, sides, shape)
    rings = [rings_of(law, counts, what) for what, counts in sides.items()]
    name = "B{}/S{}".format(*map(counts_of, rings))
    return Law(name, None if life_like.parse(name) else _table(rings))


def _read_counted_in(law: str, sides: dict[str, str], shape: str) -> Law:
    words, neighbours = _SHAPES[shape]
    most = neighbours.bit_count()
    names, rings = [], []
    for what, counts in sides.items():
        numbers = sorted(set(counts) & set(digits))
        if len(numbers) < len(set(counts)):
            raise RuleError(f"rule {law[:60]!r}: {what} with letters; {words} only numbers of neighbours count")
        if numbers and int(numbers[-1]) > most:
            raise RuleError(f"rule {law[:60]!r}: {what} at {numbers[-1]} neighbours; {words} a cell has 0 to {most}")
        names.append("".join(numbers))
        rings.append(frozenset(ring for ring in range(256) if str((ring & neighbours).bit_count()) in numbers))
    return Law("B{}/S{}".format(*names) + shape, _table(rings, neighbours))


def _table(rings: list[frozenset[int]], parents: int = ALL_NEIGHBOURS) -> TruthTable:
    """Return a truth table, given the rings (sets of live neighbours) at which cells are born and survive.

    ``rings`` has two items: the rings for births, then those for survivals. ``parents`` is the ring of all neighbours
    in the rule's neighbourhood.
    """
    return TruthTable(np.array([[ring in each for ring in range(256)] for each in rings]), parents)


# Maps: the table itself.

_BASE64 = ascii_uppercase + ascii_lowercase + digits + "+/"
_SHOWN = 6
"""Number of signs of a wrong map that its error names, so that the error fits on one line."""
_MAPS = {86: ALL_NEIGHBOURS, 22: _SIX, 6: _FOUR}
"""The ring of the neighbours that a map covers, keyed by the length of the map."""


def _read_map(law: str, match: re.Match[str]) -> Law:
    code = match["code"].removesuffix("==")
    shown = law if len(law) <= _SHOWN else f"{law[:_SHOWN]}..."
    if wrong := [sign for sign in code if sign not in _BASE64]:
        raise RuleError(f"rule {shown!r}: {wrong[0]!r} in a map; allowed are A-Z, a-z, 0-9, + and /")
    if len(code) not in _MAPS:
        raise RuleError(f"rule {shown!r}: a map of {len(code)} signs; it must have 86, 22 or 6")
    parents = _MAPS[len(code)]
    length = 2 << parents.bit_count()
    bits = [_BASE64.index(sign) >> place & 1 for sign in code for place in range(5, -1, -1)]
    unused = len(bits) - length
    last = _BASE64[_BASE64.index(code[-1]) >> unused << unused]  # so that each rule has one name
    # An entry's number has a digit for each cell, also for the cell itself in the middle. The digits are in reading
    # order; but in a map of six neighbours the row below comes first, as in Golly 3.3.
    entries = np.zeros((2, 256), np.intp)
    alive, rings = np.ogrid[:2, :256]
    places = sorted([*NEIGHBOURS, (0, 0)], key=lambda place: (-place[0] if parents == _SIX else place[0], place[1]))
    for place in places:
        if place == (0, 0):
            entries = 2 * entries + alive
        elif parents & (bit := ring_bit(place)):
            entries = 2 * entries + (rings & bit > 0)
    return Law(f"MAP{code[:-1]}{last}", TruthTable(np.array(bits, bool)[entries], parents))


# Wolfram's rules: the neighbours above decide.

_ABOVE = 0b1110_0000


def _read_wolfram(law: str, match: re.Match[str]) -> Law:
    number = int(match["number"]) if len(match["number"]) <= 3 else 256
    if number > 255 or number % 2:
        raise RuleError(
            f"rule {law[:60]!r}: Wolfram's number {match['number'][:12]}; it can be 0 to 254, and must be even"
        )
    births = frozenset(ring for ring in range(256) if number >> (ring >> 5) & 1)
    return Law(f"W{number}", _table([births, frozenset(range(256))], _ABOVE))


_KINDS: tuple[tuple[re.Pattern[str], Callable[[str, re.Match[str]], Law | None]], ...] = (
    (_counted("[BS]?", _ANY_LETTER, "/", "[BS]?"), _read_counted),
    (_counted("[BS]", LETTERS, "_?", "[BS]"), _read_counted),
    (re.compile(r"MAP(?P<code>\S*)", re.IGNORECASE), _read_map),
    (re.compile(r"W(?P<number>\d+)", re.IGNORECASE), _read_wolfram),
)


# The rule in numpy and on the GPU.


def step(cells: Cells, rule: Rule, generation: int, _corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`."""
    table = truth_table(rule)
    alive = cells > 0
    child = life_like.commonest(cells, rule, generation, partial(_count_parents, table.parents))[0]
    return np.where(alive, cells, child) * living(alive, table, rule.edges)


def living(alive: NDArray[np.bool_], table: TruthTable, edges: Edges) -> NDArray[np.bool_]:
    """Return which cells live in the next generation; ``alive`` says which live now. Both have the same shape."""
    around = framed(alive, edges)
    rings = np.zeros(alive.shape, np.uint8)
    for place in NEIGHBOURS:
        rings += _shifted(around, place) * np.uint8(ring_bit(place))
    return table.lives[alive.view(np.uint8), rings]


def _count_parents(parents: int, values: NDArray[np.bool_], edges: Edges) -> Cells:
    """Count, for each cell, the neighbours in ``parents`` (a ring) for which ``values`` is True."""
    if parents == ALL_NEIGHBOURS:
        return count_neighbours(values, edges)
    around = framed(values, edges).view(np.uint8)
    return sum(
        (_shifted(around, place) for place in NEIGHBOURS if parents & ring_bit(place)), np.zeros_like(values, np.uint8)
    )


def _shifted(around: NDArray[Any], offset: tuple[int, int]) -> NDArray[Any]:
    """Return, for each cell, the value of its neighbour at ``offset`` (rows down, columns to the right).

    ``around`` has the values of all cells, with a border of one cell on each side.
    """
    rows, columns = around.shape[-2] - 2, around.shape[-1] - 2
    return around[..., 1 + offset[0] : 1 + offset[0] + rows, 1 + offset[1] : 1 + offset[1] + columns]


def fours(table: TruthTable) -> NDArray[np.uint32]:
    """Return a lookup table for shaders, which computes four cells of a row at once: shape (2^18,), uint32.

    The index is a block of three rows and six columns, with a bit for each cell. The lowest six bits are the upper row;
    in each row, the lowest bit is the leftmost cell. The number at this index has a byte for each of the four inner
    cells of the middle row: 1 if the cell lives in the next generation, else 0. The lowest byte is the leftmost cell.
    """
    index = np.arange(1 << 18, dtype=np.uint32)
    rows = [index >> shift & 63 for shift in (0, 6, 12)]
    numbers = np.zeros_like(index)
    for cell in range(4):
        rings = np.zeros(index.shape, np.intp)
        for down, right in NEIGHBOURS:
            rings += (rows[1 + down] >> (1 + cell + right) & 1) * ring_bit((down, right))
        numbers |= table.lives[rows[1] >> (1 + cell) & 1, rings].astype(np.uint32) << 8 * cell
    return numbers


FAMILY: RuleFamily = RuleFamily(
    names={
        "Bx-a/Sy": "Hensel's letters say how the neighbours lie, as in B2-a/S12 (Just Friends); with :N, N species",
        "Bx/SyH": "hexagons: a cell has six neighbours, as in B2/S35H; with :N, N species",
        "Bx/SyV": "von Neumann's neighbourhood: a cell has four neighbours, as in B2/S013V; with :N, N species",
        "MAP...": "any rule as Golly's map of all neighbourhoods, 86, 22 or 6 signs long; with :N, N species",
        "Wn": "Wolfram's elementary rules, row below row, with an even number, as in W30; with :N, N species",
    },
    listed_before="Bx/Sy/N",
    parse=parse,
    step=step,
    shader=lambda rule: (
        "cells_truth_table.frag",
        {"SPECIES": rule.live_states, "PARENTS": truth_table(rule).parents},
    ),
    numbers=lambda rule: fours(truth_table(rule)),
    uniforms=lambda rule, generation: {"first": (generation + 1) % rule.live_states},
    period=lambda rule: rule.live_states,
    truth_table=truth_table,
)
