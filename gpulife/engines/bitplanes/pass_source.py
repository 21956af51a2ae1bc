"""Writes the compute shader that steps bit planes: several generations a pass, in registers, without a barrier.

An invocation holds K words of each plane. It streams down over R rows, and also over one row above and one below these
for each generation. Each loaded row goes through T levels. Level t keeps values of the last two rows of generation t;
with those of the third row it computes a row of generation t + 1, which goes to the next level. Unknown cells beyond
the K words spread inwards from both ends by a cell each generation. Words are shifted by 16 bits at load and store, so
``K - 1`` words in the middle are right for up to 16 generations.

A pass may also record its changes (*watch* them): it compares each row with the target buffer's old content, the row of
two passes ago. For each tile (the area of one invocation) it stores a number that tells in which parts something
changed, and whether anything lives: see :mod:`gpulife.engines.bitplanes.gl_active_tiles`.

Nothing here needs OpenGL.
"""

from collections.abc import Iterator
from enum import Enum, auto
from functools import lru_cache
from itertools import product

from gpulife.engines.bitplanes.pair_source import pair_source
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.pass_text import (
    BEFORE_BUFFER,
    BEFORE_TEXTURE,
    DEAD_EDGES,
    INSIDE,
    NEVER_STORED,
    WORD_TYPES,
    ahead,
    block,
    look_ahead,
    own_word,
    plain,
    tie_lines,
    tie_name,
    version,
    wide,
)
from gpulife.engines.bitplanes.rule_circuits import rule_circuit
from gpulife.engines.bitplanes.three_rows import RuleCircuit
from gpulife.resources import resource_folder
from gpulife.rules import Edges, Rule

_PARTS = ("any", "top", "bottom")
"""Vertical parts of a tile: anywhere, the top and the bottom. WHERE also has parts to the left and right."""
MAX_GROUPS_ACROSS = 1 << 15
"""Maximum number of workgroups side by side in a dispatch over a list. Others go below them.

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
"""Bits that mark a tile with life: one for each of a band's two buffers. The bit below them marks a listed tile."""
LIST_HEADER = 4
"""Words at the start of a list: three numbers of workgroups for an indirect dispatch, and the number of tiles."""


_WATCHING = """layout(std430, binding = 2) buffer Changes { uint changes[]; };
uniform int first_tile;
uniform uint life;
uniform uint kept_bits;
uniform uint set_bits;"""
_LIST = "layout(std430, binding = 3) readonly buffer List { uint list[]; };"
_LINE_ENDS = (resource_folder("shaders") / "lib/line_ends.glsl").read_text(encoding="utf-8")


@lru_cache(maxsize=128)  # art mode reopens the same boards
def pass_source(
    rule: Rule,
    shape: PassShape,
    watch: Watch = Watch.NONE,
    *,
    repeats: bool = False,
    software: bool = False,
    stride: int = 0,
) -> str:
    """Return the compute shader of a pass of ``rule`` in the given shape, on a board with the rule's edges.

    With ``repeats`` a single workgroup computes a whole board in many passes of one dispatch. With ``software`` the
    shader is optimised for processors: it reads the buffer as a texture instead of as storage, and prefetches memory.
    Passes in pairs of rows are for lines of ``stride`` words; they neither watch for changes nor repeat.
    """
    if stride and shape.in_pairs and watch is Watch.NONE and not repeats:
        return pair_source(rule, shape, stride, software=software)
    writer = _Writer(rule_circuit(rule), rule, shape, watch, repeats=repeats, software=software)
    return "\n".join(writer.lines()) + "\n"


class _Writer:
    """Writes a shader.

    Names of its variables: ``p{t}_{k}_{PLANE}`` are words of generation t; ``s{0,1}_{t}_{k}_{VALUE}`` are values kept
    of the last two rows.
    """

    def __init__(
        self,
        circuit: RuleCircuit,
        rule: Rule,
        shape: PassShape,
        watch: Watch,
        *,
        repeats: bool,
        software: bool,
    ) -> None:
        self.circuit = circuit
        self.repeats, self.software = repeats, software and not repeats  # repeated passes read storage buffers
        self.watch, self.watches = watch, watch is not Watch.NONE
        self.looks_ahead = self.software and not self.watches
        self.shape = shape
        self.species = rule.live_states
        self.dead = rule.edges is Edges.DEAD
        self.kept = sorted({*circuit.needed["top"], *circuit.needed["middle"]})
        self.bits = shape.bits
        self.word = WORD_TYPES[shape.bits]
        self.words = range(shape.words * 32 // shape.bits)
        self.tie_phases = min(rule.live_states, shape.generations) if circuit.ties else 0

    def lines(self) -> Iterator[str]:
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
{"uniform uint first;" if self.tie_phases else ""}
{DEAD_EDGES if self.dead else ""}
{INSIDE if self.dead or self.watches else ""}
{self._repeating() if self.repeats else ""}
void main() {{"""
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
    for (int line = number; line < rows * {len(self.circuit.planes)}; line += {shape.across * shape.down})
        fill_line_ends((halo * {len(self.circuit.planes)} + line) * stride + 1);
    memoryBarrierBuffer();
    barrier();"""
        else:
            # Numbered in one direction: llvmpipe makes vectors only of invocations with adjacent x.
            yield f"""\
    int number = int(gl_LocalInvocationID.x);
    int group = int(gl_WorkGroupID.x) * {shape.across} + number % {shape.across};
    int row = first_row + (int(gl_WorkGroupID.y) * {shape.down} + number / {shape.across}) * {shape.rows};
    if (group >= groups || row >= rows) return;"""
        if self.watch is Watch.ALL:
            yield f"    int tile = row / {shape.rows} * groups + group;"
        idle = "group >= groups || row >= rows ? 0 : " if self.repeats else ""
        if self.watches:
            own = range(shape.own_words)
            yield "    uint " + ", ".join(f"{part}_{k} = 0u" for part in (*_PARTS, "alive") for k in own) + ";"
        yield f"""\
    int last = {idle}min({shape.rows}, rows - row) + {2 * shape.generations};
    int line = stride * {len(self.circuit.planes)};
    int source = (halo + row - {shape.generations}) * line + group * {shape.own_words};
    int target = (halo + row - {2 * shape.generations}) * line + group * {shape.own_words} + 1;"""
        since = f"done * {shape.generations}" if self.repeats else ""
        yield from tie_lines(self.circuit, self.species, self.tie_phases, self.word, since)
        for k in self.words if self.dead else ():
            cell = f"group * {32 * shape.own_words} + {k * self.bits - 16}"
            yield f"    {self.word} inside_{k} = {wide(self.bits, f'inside({cell})', f'inside({cell} + 32)')};"
        for t, k in product(range(shape.generations), self.words):
            names = ", ".join(f"s{i}_{t}_{k}_{plain(v)} = {self.word}(0)" for i in (0, 1) for v in self.kept)
            yield f"    {self.word} {names};"
        if self.looks_ahead:
            yield from ahead(shape.unroll, shape.own_words)
        yield f"    for (int i = 0; i < last; i += {shape.unroll}) {{"
        if self.looks_ahead:
            yield from look_ahead(len(self.circuit.planes), shape.generations, shape.unroll)
        for parity in range(shape.unroll):
            yield block(self._row(parity), 8)
        yield "    }"
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
#define WIDE
#define cells sides[side].words
#define before sides[side].words
#define after sides[1 - side].words
{"" if self.dead else _LINE_ENDS}"""

    def _row(self, parity: int) -> Iterator[str]:
        """Write the code that computes all generations from a new row. ``1 - parity`` is the slot of the last row."""
        planes, shape = self.circuit.planes, self.shape
        yield f"int y = i + {parity};"
        if self.dead:
            yield f"""\
int r = row - {shape.generations} + y;
{self.word} there = r >= above && r < below ? ~{self.word}(0) : {self.word}(0);"""
        if self.watches:
            yield "uint " + ", ".join(f"changed_{k} = 0u" for k in range(shape.own_words)) + ";"
        loaded = "y"
        if self.repeats and not self.dead:
            loaded = "wrapped"
            yield f"""\
int here = row - {shape.generations} + y;
int wrapped = y - (here >= rows ? rows : here < 0 ? -rows : 0);"""
        for number, plane in enumerate(planes):
            yield f"int from_{plane} = source + {loaded} * line + {number} * stride;"
            read = "texelFetch(before, {}).x" if self.software else "before[{}]"
            yield from (f"uint w{k}_{plane} = {read.format(f'from_{plane} + {k}')};" for k in range(shape.words + 1))
            halves = [f"w{k}_{plane} >> 16 | w{k + 1}_{plane} << 16" for k in range(shape.words)]
            for k in self.words:
                here = halves[k] if self.bits == 32 else wide(self.bits, *halves[2 * k : 2 * k + 2])
                # Words beyond dead edges may be from another band.
                yield f"{self.word} p0_{k}_{plane} = {f'({here}) & there' if self.dead else here};"
        for t in range(shape.generations):
            if self.dead:
                # Row y of the loop is row - T + y of the band; after level t it is t + 1 rows higher.
                yield f"""\
int r{t} = row - {shape.generations} + y - {t + 1};
{self.word} inside{t} = r{t} >= above && r{t} < below ? ~{self.word}(0) : {self.word}(0);"""
            yield from (f"{self.word} {', '.join(f'p{t + 1}_{k}_{plane}' for plane in planes)};" for k in self.words)
            yield from (block(self._word(t, k, parity)) for k in self.words)
        yield f"if (y >= {2 * shape.generations} && y < last) {{"
        for number, plane in enumerate(planes):
            yield f"    int to_{plane} = target + y * line + {number} * stride;"
            made = [f"p{shape.generations}_{k}_{plane}" for k in self.words]
            for k in range(shape.own_words):
                own = own_word(self.bits, made, k)
                if self.watches or self.looks_ahead:
                    yield f"    uint own_{plane}_{k} = {own};"
                    own = f"own_{plane}_{k}"
                if self.watches:
                    yield f"    changed_{k} |= {own} ^ after[to_{plane} + {k}];"
                    if number < self.circuit.codes.shown:
                        yield f"    alive_{k} |= {own};"
                elif self.looks_ahead:
                    yield f"    used |= {own};"
                yield f"    after[to_{plane} + {k}] = {own};"
        if self.watches:
            yield from self._note()
        yield "}"

    def _note(self) -> Iterator[str]:
        """Write the code that adds a row's changes to those of each part of the tile in which the row lies."""
        generations = self.shape.generations
        yield f"""\
    int in_tile = y - {2 * generations};
    uint is_top = in_tile < {generations} ? 0xffffffffu : 0u;
    uint is_bottom = in_tile >= last - {2 * generations} - {generations} ? 0xffffffffu : 0u;"""
        for k in range(self.shape.own_words):
            yield f"""\
    any_{k} |= changed_{k};
    top_{k} |= changed_{k} & is_top;
    bottom_{k} |= changed_{k} & is_bottom;"""

    def _report(self) -> Iterator[str]:
        """Write the code that stores in which parts a tile has changed, as the bits of WHERE.

        A change in the last tile of a row also sets the bits of the tile's right part.
        """
        own, generations = self.shape.own_words, self.shape.generations
        for k in range(own):
            yield f"    uint board_{k} = inside((group * {own} + {k}) * 32);"  # halos come after the board
            yield from (f"    {part}_{k} &= board_{k};" for part in (*_PARTS, "alive"))
        yield "    uint right_side = group == groups - 1 ? 0xffffffffu : 0u;"
        for part in _PARTS:
            yield f"""\
    uint {part}_whole = {" | ".join(f"{part}_{k}" for k in range(own))};
    uint {part}_left = {part}_0 & {(1 << generations) - 1:#x}u;
    uint {part}_right = {part}_{own - 1} >> {32 - generations} | ({part}_whole & right_side);"""
        order = [f"{part}_whole" for part in _PARTS]
        order += [f"{part}_{side}" for part in _PARTS for side in ("left", "right")]
        bits = " | ".join(f"({name} != 0u ? {1 << number}u : 0u)" for number, name in enumerate(order))
        alive = " | ".join(f"alive_{k}" for k in range(own))
        yield f"""\
    uint kept = (changes[first_tile + tile] & kept_bits) | set_bits;
    changes[first_tile + tile] = {bits} | {COMPUTED}u | (({alive}) != 0u ? life : 0u) | kept;"""

    def _word(self, t: int, k: int, parity: int) -> Iterator[str]:
        """Write the code that computes word k of level t: the row's values, the new planes, and the values to keep."""
        circuit, last, top = self.circuit, len(self.words) - 1, self.bits - 1
        names = {}
        for number, name in enumerate(circuit.row.inputs(list(circuit.values.values()))):
            plane, side = name.split(".")
            names[name] = here = f"p{t}_{k}_{plane}"
            if side == "c":
                continue
            shift, back, neighbour = ("<<", ">>", k - 1) if side == "l" else (">>", "<<", k + 1)
            more = f" | p{t}_{neighbour}_{plane} {back} {top}" if 0 <= neighbour <= last else ""
            yield f"{self.word} x{number} = ({here} {shift} 1{more});"
            names[name] = f"x{number}"
        yield f"{self.word} " + ", ".join(f"v_{plain(value)}" for value in circuit.values) + ";"
        outputs = {f"v_{plain(value)}": wire for value, wire in circuit.values.items()}
        yield block(circuit.row.glsl(outputs, names, self.word))
        given = {f"down.{value}": f"v_{plain(value)}" for value in circuit.needed["down"]}
        for place, slot in (("middle", 1 - parity % 2), ("top", parity % 2)):
            given |= {f"{place}.{value}": f"s{slot}_{t}_{k}_{plain(value)}" for value in circuit.needed[place]}
        if self.tie_phases:
            given |= {f"tie.{name}": tie_name(t % self.species, name) for name in circuit.ties}
        made = {f"p{t + 1}_{k}_{plane}": wire for plane, wire in circuit.planes_after.items()}
        yield block(circuit.combine.glsl(made, given, self.word))
        if self.dead:
            yield from (f"p{t + 1}_{k}_{plane} &= inside{t} & inside_{k};" for plane in circuit.planes)
        yield from (f"s{parity % 2}_{t}_{k}_{plain(value)} = v_{plain(value)};" for value in self.kept)
