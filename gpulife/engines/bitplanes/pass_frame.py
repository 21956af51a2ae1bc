"""Writes the common part of compute shaders for bit planes: buffers, an invocation's tile, recorded changes.

Other modules write the code that computes an invocation's machine words and rows:
:mod:`gpulife.engines.bitplanes.pass_source` for rules with eight neighbours,
:mod:`gpulife.engines.bitplanes.range_source` for Larger than Life.

A pass may also record its changes (*watch* them): it compares each row with the old content of the target buffer, the
row of two passes ago. For each tile (the area of one invocation) it stores flags: which parts have changed, and whether
anything lives there. See :mod:`gpulife.engines.bitplanes.gl_active_tiles`.

Nothing here needs OpenGL.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto

from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.pass_text import (
    BEFORE_BUFFER,
    BEFORE_TEXTURE,
    DEAD_EDGES,
    INSIDE,
    NEVER_STORED,
    WORD_TYPES,
    version,
    wide,
)
from gpulife.engines.bitplanes.plane_codes import PlaneCodes
from gpulife.resources import resource_folder
from gpulife.rules import Edges, Rule

_PARTS = ("any", "top", "bottom")
"""Parts of a tile: all of it, its top and its bottom. WHERE also has the left and the right of each."""
MAX_GROUPS_ACROSS = 1 << 15
"""Maximum number of workgroups side by side in a dispatch over a list. Further workgroups go below them.

Every driver allows 65,535.
"""


class Watch(Enum):
    """Whether a pass records which tiles it has changed (watches them), and for which tiles."""

    NONE = auto()
    """The pass computes all tiles and does not record which of them have changed."""
    ALL = auto()
    """The pass computes all tiles and records which of them have changed."""
    LISTED = auto()
    """The pass computes only the tiles in a list and records which of them have changed."""


WHERE = ("any", "top", "bottom", "left", "right", "top_left", "top_right", "bottom_left", "bottom_right")
"""The parts of a tile for which changes are recorded, one bit each, from bit 0.

Parts along a border of the tile are as wide as a pass reads beyond that border.
"""
COMPUTED = 1 << len(WHERE)
"""Bit that marks a tile whose cells were computed or painted; copies of these cells in halos are outdated."""
LIFE = (COMPUTED << 2, COMPUTED << 3)
"""Bits that mark a tile with live cells: one for each of a band's two buffers. The bit below marks listed tiles."""
LIST_HEADER = 4
"""Number of words before the tiles of a list: three with the size of the dispatch, one with the number of tiles."""


_WATCHING = """layout(std430, binding = 2) buffer Changes { uint changes[]; };
uniform int first_tile;
uniform uint life;
uniform uint kept_bits;
uniform uint set_bits;"""
_LIST = "layout(std430, binding = 3) readonly buffer List { uint list[]; };"
_LINE_ENDS = (resource_folder("shaders") / "lib/line_ends.glsl").read_text(encoding="utf-8")


class PassFrame(ABC):
    """Writes a compute shader that steps bit planes. Subclasses write the code that computes cells.

    Args:
        rule: the rule with the board's edges.
        shape: how the work of the pass is divided among invocations.
        watch: which tiles to compute, and whether to record changes.
        codes: how the rule's states are stored in planes.
        repeats: True if a single workgroup computes a whole board in many passes of one dispatch.
        software: True to optimise the shader for processors.
        reach: how far a pass reads to each side, in cells.
        lead: how many rows an invocation must load before it can store its first row.
    """

    has_turns = False
    """True if species take turns, so that the shader needs to know the generation."""

    def __init__(
        self,
        rule: Rule,
        shape: PassShape,
        watch: Watch,
        codes: PlaneCodes,
        *,
        repeats: bool,
        software: bool,
        reach: int,
        lead: int,
    ) -> None:
        self.repeats, self.software = repeats, software and not repeats  # repeated passes read storage buffers
        self.watch, self.watches = watch, watch is not Watch.NONE
        self.looks_ahead = self.software and not self.watches
        self.shape, self.codes, self.planes = shape, codes, codes.names
        self.dead = rule.edges is Edges.DEAD
        self.bits = shape.bits
        self.word = WORD_TYPES[shape.bits]
        self.words = range(shape.words * 32 // shape.bits)
        self.reach, self.lead = reach, lead

    @abstractmethod
    def body(self) -> Iterator[str]:
        """Yield the lines that compute the invocation's rows, each stored by :meth:`store`.

        The lines may use some variables. ``row`` is the first row that the invocation stores. ``line`` and ``stride``
        are the distances between rows and between planes, in words. ``source`` is the index of the word before the
        invocation's own words, ``lead / 2`` rows above ``row``.
        """

    def lines(self) -> Iterator[str]:
        """Yield the lines of the shader."""
        shape = self.shape
        yield from version(self.bits)
        yield f"""\
layout(local_size_x = {shape.across * shape.down}) in;
{self._buffers()}
{_WATCHING if self.watches else ""}
{_LIST if self.watch is Watch.LISTED else ""}
uniform int groups;
uniform int first_row;
uniform int rows;
uniform int stride;
uniform int halo;
{"uniform uint first;" if self.has_turns else ""}
{DEAD_EDGES if self.dead else ""}
{INSIDE if self.dead or self.watches else ""}
{self._repeating() if self.repeats else ""}
void main() {{"""
        yield from self._place()
        if self.watch is Watch.ALL:
            yield f"    int tile = row / {shape.rows} * groups + group;"
        idle = "group >= groups || row >= rows ? 0 : " if self.repeats else ""
        if self.watches:
            own = range(shape.own_words)
            yield "    uint " + ", ".join(f"{part}_{k} = 0u" for part in (*_PARTS, "alive") for k in own) + ";"
        yield f"""\
    int last = {idle}min({shape.rows}, rows - row) + {self.lead};
    int line = stride * {len(self.planes)};
    int source = (halo + row - {self.lead // 2}) * line + group * {shape.own_words};
    int target = (halo + row - {self.lead}) * line + group * {shape.own_words} + 1;"""
        yield from self.body()
        if self.looks_ahead:
            yield NEVER_STORED
        if self.watches:
            yield from self._report()
        if self.repeats:
            yield """\
    side = 1 - side;
    memoryBarrierBuffer();
    barrier();
    }"""
        yield "}"

    def inside_words(self, *, before: int) -> Iterator[str]:
        """Yield the lines that define a mask ``inside_K`` for each word K: its set bits are cells of the board.

        The words begin ``before`` cells to the left of the invocation's own words.
        """
        for k in self.words:
            cell = f"group * {32 * self.shape.own_words} + {k * self.bits - before}"
            yield f"    {self.word} inside_{k} = {wide(self.bits, f'inside({cell})', f'inside({cell} + 32)')};"

    def changed_words(self) -> Iterator[str]:
        """Yield the line that declares the variables in which a row's changes are collected."""
        if self.watches:
            yield "uint " + ", ".join(f"changed_{k} = 0u" for k in range(self.shape.own_words)) + ";"

    def store(self, own: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """Yield the lines that store row ``y``; ``own`` has GLSL expressions of each plane's own words."""
        yield f"if (y >= {self.lead} && y < last) {{"
        for number, plane in enumerate(self.planes):
            yield f"    int to_{plane} = target + y * line + {number} * stride;"
            for k, expression in enumerate(own[plane]):
                stored = expression
                if self.watches or self.looks_ahead:
                    yield f"    uint own_{plane}_{k} = {expression};"
                    stored = f"own_{plane}_{k}"
                if self.watches:
                    yield f"    changed_{k} |= {stored} ^ after[to_{plane} + {k}];"
                    if number < self.codes.shown:
                        yield f"    alive_{k} |= {stored};"
                elif self.looks_ahead:
                    yield f"    used |= {stored};"
                yield f"    after[to_{plane} + {k}] = {stored};"
        if self.watches:
            yield from self._note()
        yield "}"

    def _place(self) -> Iterator[str]:
        shape = self.shape
        if self.watch is Watch.LISTED:
            yield f"""\
    uint group_number = gl_WorkGroupID.y * {MAX_GROUPS_ACROSS}u + gl_WorkGroupID.x;
    uint number = group_number * {shape.across}u + gl_LocalInvocationID.x;
    if (number >= list[3]) return;
    int tile = int(list[number + {LIST_HEADER}u]), group = tile % groups;
    int row = tile / groups * {shape.rows};"""
        elif self.repeats:
            yield f"""\
    int number = int(gl_LocalInvocationID.x);
    int group = number % {shape.across}, row = number / {shape.across} * {shape.rows};
    for (int done = 0; done < passes; ++done) {{"""
            if not self.dead:
                yield f"""\
    for (int line = number; line < rows * {len(self.planes)}; line += {shape.across * shape.down})
        fill_line_ends((halo * {len(self.planes)} + line) * stride + 1);
    memoryBarrierBuffer();
    barrier();"""
        else:
            # Numbered in one direction: llvmpipe makes vectors only of invocations with adjacent x.
            yield f"""\
    int number = int(gl_LocalInvocationID.x);
    int group = int(gl_WorkGroupID.x) * {shape.across} + number % {shape.across};
    int row = first_row + (int(gl_WorkGroupID.y) * {shape.down} + number / {shape.across}) * {shape.rows};
    if (group >= groups || row >= rows) return;"""

    def _buffers(self) -> str:
        if self.repeats:
            return "layout(std430, binding = 0) coherent buffer Side { uint words[]; } sides[2];"
        access = "" if self.watches or self.looks_ahead else "writeonly "
        return f"""\
{BEFORE_TEXTURE if self.software else BEFORE_BUFFER}
layout(std430, binding = 1) {access}buffer After {{ uint after[]; }};"""

    def _repeating(self) -> str:
        return f"""\
uniform int passes;
{"" if self.dead else "uniform int columns;"}
int side = 0;
#define WIDE 1
#define cells sides[side].words
#define before sides[side].words
#define after sides[1 - side].words
{"" if self.dead else _LINE_ENDS}"""

    def _note(self) -> Iterator[str]:
        """Write the code that adds a row's changes to those of its tile and of the tile's top and bottom."""
        yield f"""\
    int in_tile = y - {self.lead};
    uint is_top = in_tile < {self.reach} ? 0xffffffffu : 0u;
    uint is_bottom = in_tile >= last - {self.lead} - {self.reach} ? 0xffffffffu : 0u;"""
        for k in range(self.shape.own_words):
            yield f"""\
    any_{k} |= changed_{k};
    top_{k} |= changed_{k} & is_top;
    bottom_{k} |= changed_{k} & is_bottom;"""

    def _report(self) -> Iterator[str]:
        """Write the code that stores which parts of a tile have changed, as the bits of WHERE."""
        own = self.shape.own_words
        for k in range(own):
            yield f"    uint board_{k} = inside((group * {own} + {k}) * 32);"  # halos come after the board
            yield from (f"    {part}_{k} &= board_{k};" for part in (*_PARTS, "alive"))
        # Any change in the last tile of a row also counts for the tile's right part.
        yield "    uint right_side = group == groups - 1 ? 0xffffffffu : 0u;"
        for part in _PARTS:
            yield f"""\
    uint {part}_whole = {" | ".join(f"{part}_{k}" for k in range(own))};
    uint {part}_left = {part}_0 & {(1 << self.reach) - 1:#x}u;
    uint {part}_right = {part}_{own - 1} >> {32 - self.reach} | ({part}_whole & right_side);"""
        order = [f"{part}_whole" for part in _PARTS]
        order += [f"{part}_{side}" for part in _PARTS for side in ("left", "right")]
        bits = " | ".join(f"({name} != 0u ? {1 << number}u : 0u)" for number, name in enumerate(order))
        alive = " | ".join(f"alive_{k}" for k in range(own))
        yield f"""\
    uint kept = (changes[first_tile + tile] & kept_bits) | set_bits;
    changes[first_tile + tile] = {bits} | {COMPUTED}u | (({alive}) != 0u ? life : 0u) | kept;"""
