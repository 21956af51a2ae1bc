"""The shape of a pass: how invocations divide a board among them, and which shape suits a rule, board and device.

See :mod:`gpulife.engines.bitplanes.pass_source` for the work of an invocation.
"""

from dataclasses import dataclass, field, replace
from math import prod
from typing import Annotated

from msgspec import Meta

from gpulife.engines.bitplanes.life_like_circuits import PLANES
from gpulife.engines.bitplanes.range_circuits import range_circuit
from gpulife.engines.bitplanes.rule_circuits import is_ranged, rule_circuit
from gpulife.rules import Rule
from gpulife.storage.schema import ADDED_LATER, integer

MAX_WORDS = 5
_MAX_OPERATIONS = 7000
"""Maximum number of operations in the code that computes a row in all generations of a pass.

llvmpipe compiles this many in about 5 seconds.
"""
_MAX_PAIR_OPERATIONS = 3500
"""Like _MAX_OPERATIONS, if rows are computed in pairs."""
_MANY_OPERATIONS = 500
"""The cost of a circuit above which the programs for processors are as small as possible, so that they compile fast."""
_MAX_NARROW_COST = 100
"""The largest cost of a circuit with which an invocation of a processor's pass stores only half of its words.

If the circuit costs more, computing words that are not stored takes longer than keeping fewer values saves.
"""
_FEW_VALUES = 5
"""Maximum number of a row's values with which passes of 16 generations on processors are faster than those of 12."""
_MAX_CARD_COSTS = {4: 100, 2: 300}
"""Maximum cost of a circuit for passes of four and of two generations.

With costlier circuits, such passes need more registers than NVIDIA's or AMD's cards have.
"""
_MAX_KEPT_RANGE = 8
"""Maximum range at which an invocation of a card holds three machine words of each row, except in squares.

NVIDIA's and AMD's compilers report that these words still fit into registers.
"""
_MANY_CELLS = 1 << 26
"""Number of cells of the smallest board that keeps a graphics card busy if each invocation computes 64 rows."""
MAX_REPEATED_CELLS = 1 << 15
"""Number of cells of the largest board that a single thread computes faster than several threads do."""
_VECTOR = 8
"""Number of invocations that a processor computes at once; small boards are divided so that none of them is idle."""
_GROUPS_OF_CORE = 5
"""Minimum number of workgroups for each core of a processor, so that all cores finish a pass at about the same time."""
_SHARING = (1, 2, 4)
"""Numbers of species for which the two rows of a pair can share partial sums under Conway's rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassShape:
    """How the work of a pass is divided among invocations.

    Attributes:
        words: K, the number of 32-bit words of each plane and row that an invocation holds, at least 2. It writes K - 1
            of them.
        bits: the bits of the words with which shaders compute, 32 or 64; with 64, K is even.
        rows: R, the number of rows that an invocation computes.
        generations: T, the number of generations that a pass computes, 1 to 16.
        across: the number of invocations side by side in a workgroup.
        down: the number of invocations one below the other in a workgroup.
        unroll: the number of rows in an iteration of the loop: 2, 4 or 8. Values kept for the next iteration are slow
            on llvmpipe.
        pair_words: like ``words``, but for passes that compute rows in pairs (see
            :mod:`gpulife.engines.bitplanes.pair_source`); even with 64 bits. 0 if passes do not compute pairs. Passes
            in pairs compute a whole board and an even number of generations.
        lanes: the number of invocations in a subgroup that exchange words; 0 if none do.
    """

    words: Annotated[int, integer(2, 4096)] = 5
    bits: Annotated[int, Meta(ge=32, le=64, multiple_of=32, description="32 or 64")] = 32
    rows: Annotated[int, integer(1, 4096)] = 128
    generations: Annotated[int, integer(1, 16)] = 16
    across: Annotated[int, integer(1, 4096)] = 8
    down: Annotated[int, integer(1, 4096)] = 1
    unroll: Annotated[int, Meta(ge=2, le=4096, multiple_of=2, description="an even number up to 4096")] = 4
    pair_words: Annotated[int, integer(0, 64)] = field(default=0, metadata=ADDED_LATER)
    lanes: Annotated[int, integer(0, 128)] = field(default=0, metadata=ADDED_LATER)

    @property
    def own_words(self) -> int:
        """The number of words of each plane and row that an invocation writes: K - 1."""
        return self.words - 1

    @property
    def in_pairs(self) -> bool:
        """True if passes over a whole board compute pairs of rows."""
        return self.pair_words > 0 and self.generations % 2 == 0

    @property
    def pass_words(self) -> int:
        """The number of words of a row that a subgroup writes if rows are computed in pairs.

        If ``lanes`` is 0, subgroups play no role: it is the number of words that one invocation writes.
        """
        return self.lanes * self.pair_words - 2 if self.lanes else self.pair_words - 1

    @property
    def loads_texels(self) -> bool:
        """True if all invocations of a pass on single rows begin at a texel (four words), so that they can load these.

        Passes of Larger than Life do on processors.
        """
        return self.own_words % 4 == 0

    def groups(self, words: int, rows: int) -> tuple[int, int]:
        """Return how many workgroups compute a board of ``words`` words and ``rows`` rows: (across, down).

        If rows are computed in pairs without subgroups, invocations are numbered through the whole board, so that only
        the last workgroup can have idle ones.
        """
        if self.in_pairs and not self.lanes:
            invocations = -(-words // self.pass_words) * -(-rows // self.rows)
            return -(-invocations // (self.across * self.down)), 1
        if self.in_pairs:
            return -(-words // self.pass_words), -(-rows // self.rows)
        return -(-words // (self.across * self.own_words)), -(-rows // (self.rows * self.down))

    def max_rows(self, words: int, groups: int) -> int:
        """Return how many rows of ``words`` words can be computed with at most ``groups`` workgroups along an axis."""
        if self.in_pairs and not self.lanes:
            return groups * self.across * self.down // -(-words // self.pass_words) * self.rows
        return groups * self.rows * (1 if self.in_pairs else self.down)

    @property
    def alone(self) -> "PassShape":
        """A copy of this shape whose passes compute one row at a time, not pairs of rows."""
        if self.pair_words == 0:
            return self
        return replace(self, pair_words=0, lanes=0, unroll=2 if self.lanes else min(4, self.unroll))

    def for_rule(self, rule: Rule) -> "PassShape":
        """Return this shape; for Larger than Life, a copy with one generation and without pairs of rows."""
        return replace(self.alone, generations=1) if is_ranged(rule) else self


def shape_for(
    rule: Rule, board: tuple[int, int], *, wide: bool, software: bool, lanes: int = 0, cores: int = 2
) -> PassShape:
    """Return a shape that should suit a rule and a board. Nothing is measured.

    Args:
        rule: the rule with its edges.
        board: (rows, columns) in cells.
        wide: True if shaders can compute with 64-bit words.
        software: True if the processor computes, not a graphics card.
        lanes: invocations of a graphics card's subgroup that can exchange words; 0 if they cannot.
        cores: the number of cores of the processor, if it computes.
    """
    if is_ranged(rule):
        return _shape_for_ranges(rule, board, wide=wide, software=software)
    if software:
        return _shape_for_processors(rule, board, wide=wide, cores=cores)
    shape = _shape_for_graphics_cards(rule, board)
    return _in_pairs(shape, rule, board, lanes) if lanes and shares_pairs(rule) else shape


def _shape_for_ranges(rule: Rule, board: tuple[int, int], *, wide: bool, software: bool) -> PassShape:
    """Return a shape for passes of Larger than Life, of one generation each.

    An invocation first counts the live cells of ``2 * range + 1`` extra rows. So it gets many rows if the board has
    many.
    """
    rows, columns = board
    if software:
        bits = 64 if wide else 32
        height = next((height for height in (256, 128, 64) if rows >= 8 * height), 32)
        return PassShape(words=5, bits=bits, rows=height, generations=1, unroll=2)
    height = 128 if rows * columns >= _MANY_CELLS else 64
    across = 64 if columns >= 64 * 32 else 32
    circuit = range_circuit(rule, words=2, own=1)
    words = 3 if len(circuit.heights) == 1 or circuit.reach <= _MAX_KEPT_RANGE else 2
    return PassShape(words=words, bits=32, rows=height, generations=1, across=across, unroll=2)


def _shape_for_processors(rule: Rule, board: tuple[int, int], *, wide: bool, cores: int) -> PassShape:
    """Return a shape for a processor that runs the shaders, as with llvmpipe.

    Narrow boards get few words, and boards with few rows get few rows. Expensive rules get few generations, so that
    programs stay small.
    """
    rows, columns = board
    bits = 64 if wide else 32
    words = min(-(-columns // 32) + 1, 4 if wide else 5)
    words += words % (bits // 32)
    circuit = rule_circuit(rule)
    is_large = circuit.cost > _MANY_OPERATIONS
    generations = 2 if is_large else _generations(circuit.cost * words * 32 // bits, _MAX_OPERATIONS)
    unroll = 2 if is_large else 4
    if rows * columns <= MAX_REPEATED_CELLS:
        across = -(-columns // (32 * (words - 1)))
        down = max(1, _VECTOR // across)
        return PassShape(
            words=words,
            bits=bits,
            rows=-(-rows // down),
            generations=generations,
            across=across,
            down=down,
            unroll=unroll,
        )
    shape = PassShape(words=words, bits=bits, rows=32, generations=generations, unroll=unroll)
    if wide:
        shape = _in_pairs_on_processors(rule, shape)
    # An invocation also computes two extra rows for each generation, so it gets many rows, but every core some work.
    heights = (replace(shape, rows=height) for height in (1024, 512, 256, 128, 64))
    words = -(-columns // 32)
    return next((each for each in heights if prod(each.groups(words, rows)) >= _GROUPS_OF_CORE * cores), shape)


def _in_pairs_on_processors(rule: Rule, shape: PassShape) -> PassShape:
    """Return ``shape``, changed so that passes can compute rows in pairs."""
    circuit, words = rule_circuit(rule), shape.words
    # A single word of 64 bits keeps few values, and shifts compile to rotations. That pays off for several planes; with
    # three or four species, twice the rows in an iteration do, too.
    names = circuit.codes.names
    if len(names) == 1:
        most = 16 if len(circuit.values) <= _FEW_VALUES else 12
        return replace(shape, pair_words=words, generations=min(shape.generations, most))
    if circuit.cost <= _MAX_NARROW_COST:
        return replace(shape, pair_words=2, unroll=8 if names == PLANES[4] else shape.unroll)
    generations = _generations(circuit.cost * words * 32 // shape.bits, _MAX_PAIR_OPERATIONS)
    return replace(shape, pair_words=words, generations=generations)


def _generations(cost: int, most: int) -> int:
    """Return the number of generations of a pass that takes ``cost`` operations for each, at most ``most`` in all."""
    return next((length for length in (16, 8, 4) if length * cost <= most), 2)


def _in_pairs(shape: PassShape, rule: Rule, board: tuple[int, int], lanes: int) -> PassShape:
    """Return ``shape``, changed so that passes can compute rows in pairs.

    An invocation also computes two extra rows for each generation, so it gets many rows if the board is large. Even
    then there are some 2,000 subgroups, enough to keep every card busy.
    """
    cells = board[0] * board[1]
    rows = next((rows for rows, least in ((256, 1 << 30), (128, 1 << 29)) if cells >= least), shape.rows)
    words = {1: 4, 2: 2, 4: 1}[rule.live_states]
    return replace(shape, rows=rows, pair_words=words, lanes=lanes, unroll=8)


def _shape_for_graphics_cards(rule: Rule, board: tuple[int, int]) -> PassShape:
    """Return a shape for graphics cards.

    An invocation has so few values that every card can keep them all in registers, which are fast.

    Tuning starts with this shape: see :mod:`gpulife.engines.bitplanes.gl_autotune`. Workgroups are as wide as the 32 or
    64 invocations that cards compute at once.
    """
    rows, columns = board
    cost = rule_circuit(rule).cost
    return PassShape(
        words=2,
        bits=32,
        rows=64 if rows * columns >= _MANY_CELLS else 32,
        generations=next((length for length, most in _MAX_CARD_COSTS.items() if cost <= most), 1),
        across=64 if columns >= 64 * 32 else 32,
        unroll=2,
    )


def shares_pairs(rule: Rule) -> bool:
    """Return True if the two rows of a pair share partial sums.

    They do under Conway's rule with 1, 2 or 4 species. With four species, three different parents must give birth to
    the fourth species.
    """
    if (
        not rule.family.is_life_like
        or rule.births != {3}
        or rule.survivals != {2, 3}
        or rule.live_states not in _SHARING
    ):
        return False
    child = rule.family.mixed_child
    species = range(1, 5)
    return rule.live_states < 4 or (child is not None and all(child(rule, sum(species) - s) == s for s in species))
