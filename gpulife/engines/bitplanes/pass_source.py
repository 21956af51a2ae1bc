"""Writes the compute shader that steps bit planes: several generations a pass, in registers, without a barrier.

An invocation owns K words of each plane and streams down over R rows, and as many rows above and below as there are
generations. Each row that it loads goes through T levels: level t keeps values of the last two rows of generation t;
with those of the third it computes a row of generation t + 1, which goes on to the next level. Unknown cells beyond the
K words spread inwards from both ends by a cell a generation; words are shifted by 16 bits at load and store, so that
the K - 1 words between are right for up to 16 generations.

A pass may also watch what it changes: it compares each row with what the buffer held before, which is the row of two
passes ago, and leaves a number for each tile (what one invocation owns) that says where in it something differed: see
:mod:`gpulife.engines.bitplanes.gl_active_tiles`.

Nothing here needs OpenGL.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import product
from textwrap import indent
from typing import Annotated

from msgspec import Meta

from gpulife.engines.bitplanes.rule_circuits import RuleCircuit, rule_circuit
from gpulife.rules import Edges, Rule
from gpulife.storage.schema import integer

_PARTS = ("any", "top", "bottom")
"""The parts of a tile that, combined with its sides, make WHERE."""
MAX_WORDS = 5
_MAX_OPERATIONS = 4800
"""Limit on a row's operations in all levels: llvmpipe compiles for some 5 seconds, once for each rule and machine."""
_MAX_CARD_COST = 100
"""Limit on the cost of a circuit whose four generations fit into a graphics card's registers, by NVIDIA's and AMD's
compilers. Rules of three or four species whose births take other than three parents cost more."""
_MANY_CELLS = 1 << 26
"""Cells of a board that keeps a graphics card busy with a quarter of a million invocations of 64 rows."""
MAX_GROUPS_ACROSS = 1 << 15
"""Workgroups side by side in the dispatch of a list, with the others below: drivers need not take more than 65,535."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassShape:
    """How a pass is cut into invocations.

    Attributes:
        words: K, the 32-bit words of each plane and row that an invocation holds; it writes K - 1 of them. 2 or more.
        bits: size of the words that it computes with, 32 or 64; K words are a whole number of them.
        rows: R, the rows of an invocation.
        generations: T, the generations of a pass, 1 to 16.
        across: invocations of a workgroup side by side.
        down: invocations of a workgroup one below the other.
        unroll: rows in an iteration of the loop: 2, 4 or 8. Values carried to the next iteration are slow on llvmpipe.
    """

    words: Annotated[int, integer(2, 4096)] = 5
    bits: Annotated[int, Meta(ge=32, le=64, multiple_of=32, description="32 or 64")] = 32
    rows: Annotated[int, integer(1, 4096)] = 128
    generations: Annotated[int, integer(1, 16)] = 16
    across: Annotated[int, integer(1, 4096)] = 8
    down: Annotated[int, integer(1, 4096)] = 1
    unroll: Annotated[int, Meta(ge=2, le=4096, multiple_of=2, description="an even number up to 4096")] = 4

    @property
    def own_words(self) -> int:
        """K - 1, the words that an invocation writes."""
        return self.words - 1


class Watch(Enum):
    """Whether a pass watches what it changes."""

    NONE = auto()
    """It does not watch."""
    ALL = auto()
    """It computes and watches all tiles."""
    LISTED = auto()
    """It computes and watches only the tiles in a list."""


WHERE = ("any", "top", "bottom", "left", "right", "top_left", "top_right", "bottom_left", "bottom_right")
"""Parts of a tile in which something changed, a bit each, from bit 0; its borders are as wide as a pass looks."""
COMPUTED = 1 << len(WHERE)
"""The bit of a tile that the last pass computed, so that its halos have to be filled again."""
LIST_HEADER = 4
"""Words before a list's tiles: three numbers of workgroups for an indirect dispatch, and the number of tiles."""


_WATCHING = """layout(std430, binding = 2) writeonly buffer Changes { uint changes[]; };
uniform int first_tile;"""
_LIST = "layout(std430, binding = 3) readonly buffer List { uint list[]; };"
_DEAD_EDGES = """uniform int above;
uniform int below;"""
_INSIDE = """uniform int columns;
uint inside(int cell) {
    int low = clamp(-cell, 0, 32), high = clamp(columns - cell, 0, 32);
    uint from = low > 31 ? 0u : 0xffffffffu << low;
    return high > 31 ? from : from & ~(0xffffffffu << max(high, 0));
}"""


@lru_cache(maxsize=128)  # art mode opens the same boards again and again
def pass_source(rule: Rule, shape: PassShape, watch: Watch = Watch.NONE) -> str:
    """Return the compute shader of a pass of ``rule`` in the given shape, on a board with the rule's edges."""
    return "\n".join(_Writer(rule_circuit(rule), rule, shape, watch).lines()) + "\n"


class _Writer:
    """Writes a shader: ``p{t}_{k}_{PLANE}`` are words of generation t, ``s{0,1}_{t}_{k}_{VALUE}`` kept values."""

    def __init__(self, circuit: RuleCircuit, rule: Rule, shape: PassShape, watch: Watch) -> None:
        self.circuit = circuit
        self.watch, self.watches = watch, watch is not Watch.NONE
        self.shape = shape
        self.species = rule.live_states
        self.dead = rule.edges is Edges.DEAD
        self.kept = sorted({*circuit.needed["top"], *circuit.needed["middle"]})
        self.bits = shape.bits
        self.word = {32: "uint", 64: "uint64_t"}[shape.bits]
        self.words = range(shape.words * 32 // shape.bits)
        self.tie_phases = min(rule.live_states, shape.generations) if circuit.ties else 0

    def lines(self) -> Iterator[str]:
        """Yield the whole text."""
        shape = self.shape
        # 64-bit words need an extension of GLSL 4.50, which not every compiler accepts in earlier versions.
        yield f"#version {430 if self.bits == 32 else 450} core"
        if self.bits == 64:
            yield "#extension GL_ARB_gpu_shader_int64 : require"
        yield f"""\
layout(local_size_x = {shape.across}, local_size_y = {shape.down}) in;
layout(std430, binding = 0) readonly buffer Before {{ uint before[]; }};
layout(std430, binding = 1) {"" if self.watches else "writeonly "}buffer After {{ uint after[]; }};
{_WATCHING if self.watches else ""}
{_LIST if self.watch is Watch.LISTED else ""}
uniform int groups;
uniform int first_row;
uniform int rows;
uniform int stride;
uniform int halo;
{"uniform uint first;" if self.tie_phases else ""}
{_DEAD_EDGES if self.dead else ""}
{_INSIDE if self.dead or self.watches else ""}
void main() {{"""
        if self.watch is Watch.LISTED:
            yield f"""\
    uint group_number = gl_WorkGroupID.y * {MAX_GROUPS_ACROSS}u + gl_WorkGroupID.x;
    uint number = group_number * {shape.across}u + gl_LocalInvocationID.x;
    if (number >= list[3]) return;
    int tile = int(list[number + {LIST_HEADER}u]), group = tile % groups;
    int row = tile / groups * {shape.rows};"""
        else:
            yield f"""\
    int group = int(gl_GlobalInvocationID.x);
    int row = first_row + int(gl_GlobalInvocationID.y) * {shape.rows};
    if (group >= groups || row >= rows) return;"""
        if self.watch is Watch.ALL:
            yield f"    int tile = row / {shape.rows} * groups + group;"
        if self.watches:
            own = range(shape.own_words)
            yield "    uint " + ", ".join(f"{part}_{k} = 0u" for part in _PARTS for k in own) + ";"
        yield f"""\
    int last = min({shape.rows}, rows - row) + {2 * shape.generations};
    int line = stride * {len(self.circuit.planes)};
    int source = (halo + row - {shape.generations}) * line + group * {shape.own_words};
    int target = (halo + row - {2 * shape.generations}) * line + group * {shape.own_words} + 1;"""
        yield from self._ties()
        for k in self.words if self.dead else ():
            cell = f"group * {32 * shape.own_words} + {k * self.bits - 16}"
            yield f"    {self.word} inside_{k} = {self._wide(f'inside({cell})', f'inside({cell} + 32)')};"
        for t, k in product(range(shape.generations), self.words):
            names = ", ".join(f"s{i}_{t}_{k}_{_name(v)} = {self.word}(0)" for i in (0, 1) for v in self.kept)
            yield f"    {self.word} {names};"
        yield f"    for (int i = 0; i < last; i += {shape.unroll}) {{"
        for parity in range(shape.unroll):
            yield _block(self._row(parity), 8)
        yield "    }"
        if self.watches:
            yield from self._report()
        yield "}"

    def _ties(self) -> Iterator[str]:
        for phase in range(self.tie_phases):
            yield f"    uint first_{phase} = (first + {phase}u) % {self.species}u;"
            for name in self.circuit.ties:
                kind, *rest = name.split(".")
                if kind == "before":
                    i, j = rest
                    yield (
                        f"    {self.word} tie_{phase}_{_name(name)} = "
                        f"{i}u < first_{phase} && first_{phase} <= {j}u ? {self.word}(0) : ~{self.word}(0);"
                    )
                else:
                    number = f"first_{phase}" if kind == "first" else f"((first_{phase} + 1u) % {self.species}u)"
                    bit = 1 if rest[0] == "high" else 0
                    yield f"    {self.word} tie_{phase}_{_name(name)} = -{self.word}({number} >> {bit} & 1u);"

    def _row(self, parity: int) -> Iterator[str]:
        """Write the code of a row through all levels; slot ``1 - parity`` has the values kept of the previous row."""
        planes, shape = self.circuit.planes, self.shape
        yield f"int y = i + {parity};"
        if self.dead:
            yield f"""\
int r = row - {shape.generations} + y;
{self.word} there = r >= above && r < below ? ~{self.word}(0) : {self.word}(0);"""
        if self.watches:
            yield "uint " + ", ".join(f"changed_{k} = 0u" for k in range(shape.own_words)) + ";"
        for number, plane in enumerate(planes):
            yield f"int from_{plane} = source + y * line + {number} * stride;"
            yield from (f"uint w{k}_{plane} = before[from_{plane} + {k}];" for k in range(shape.words + 1))
            halves = [f"w{k}_{plane} >> 16 | w{k + 1}_{plane} << 16" for k in range(shape.words)]
            for k in self.words:
                here = halves[k] if self.bits == 32 else self._wide(*halves[2 * k : 2 * k + 2])
                # Words beyond dead edges may be left over from another band.
                yield f"{self.word} p0_{k}_{plane} = {f'({here}) & there' if self.dead else here};"
        for t in range(shape.generations):
            if self.dead:
                # Row y of the loop is row - T + y of the band; after level t it has lost t + 1 rows.
                yield f"""\
int r{t} = row - {shape.generations} + y - {t + 1};
{self.word} inside{t} = r{t} >= above && r{t} < below ? ~{self.word}(0) : {self.word}(0);"""
            yield from (f"{self.word} {', '.join(f'p{t + 1}_{k}_{plane}' for plane in planes)};" for k in self.words)
            yield from (_block(self._word(t, k, parity)) for k in self.words)
        yield f"if (y >= {2 * shape.generations} && y < last) {{"
        for number, plane in enumerate(planes):
            yield f"    int to_{plane} = target + y * line + {number} * stride;"
            for k in range(shape.own_words):
                own = self._own(f"p{shape.generations}", k, plane)
                if self.watches:
                    yield f"""\
    uint own_{plane}_{k} = {own};
    changed_{k} |= own_{plane}_{k} ^ after[to_{plane} + {k}];"""
                    own = f"own_{plane}_{k}"
                yield f"    after[to_{plane} + {k}] = {own};"
        if self.watches:
            yield from self._note()
        yield "}"

    def _note(self) -> Iterator[str]:
        """Write the code that adds a row's changes to the parts of the tile in which the row lies."""
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
        """Write the code that stores a bit for each of WHERE; all of a row's last tile counts as its right."""
        own, generations = self.shape.own_words, self.shape.generations
        for k in range(own):
            yield f"    uint board_{k} = inside((group * {own} + {k}) * 32);"  # behind it lie halos
            yield from (f"    {part}_{k} &= board_{k};" for part in _PARTS)
        yield "    uint right_side = group == groups - 1 ? 0xffffffffu : 0u;"
        for part in _PARTS:
            yield f"""\
    uint {part}_whole = {" | ".join(f"{part}_{k}" for k in range(own))};
    uint {part}_left = {part}_0 & {(1 << generations) - 1:#x}u;
    uint {part}_right = {part}_{own - 1} >> {32 - generations} | ({part}_whole & right_side);"""
        order = [f"{part}_whole" for part in _PARTS]
        order += [f"{part}_{side}" for part in _PARTS for side in ("left", "right")]
        bits = " | ".join(f"({name} != 0u ? {1 << number}u : 0u)" for number, name in enumerate(order))
        yield f"    changes[first_tile + tile] = {bits} | {COMPUTED}u;"

    def _wide(self, low: str, high: str) -> str:
        """Return the expression of a word of two 32-bit expressions, or of the first alone if words have 32 bits."""
        return low if self.bits == 32 else f"packUint2x32(uvec2({low}, {high}))"

    def _own(self, name: str, k: int, plane: str) -> str:
        """Return the expression of an invocation's own word k, which begins half a word later."""
        if self.bits == 32:
            return f"{name}_{k}_{plane} >> 16 | {name}_{k + 1}_{plane} << 16"
        here = f"{name}_{k // 2}_{plane}"
        if k % 2 == 0:
            return f"uint({here} >> 16)"
        return f"uint({here} >> 48) | uint({name}_{k // 2 + 1}_{plane}) << 16"

    def _word(self, t: int, k: int, parity: int) -> Iterator[str]:
        """Write the code of word k in level t: its row's values, the new planes, and the values kept."""
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
        yield f"{self.word} " + ", ".join(f"v_{_name(value)}" for value in circuit.values) + ";"
        outputs = {f"v_{_name(value)}": wire for value, wire in circuit.values.items()}
        yield _block(circuit.row.glsl(outputs, names, self.word))
        given = {f"down.{value}": f"v_{_name(value)}" for value in circuit.needed["down"]}
        for place, slot in (("middle", 1 - parity % 2), ("top", parity % 2)):
            given |= {f"{place}.{value}": f"s{slot}_{t}_{k}_{_name(value)}" for value in circuit.needed[place]}
        if self.tie_phases:
            given |= {f"tie.{name}": f"tie_{t % self.species}_{_name(name)}" for name in circuit.ties}
        made = {f"p{t + 1}_{k}_{plane}": wire for plane, wire in circuit.planes_after.items()}
        yield _block(circuit.combine.glsl(made, given, self.word))
        if self.dead:
            yield from (f"p{t + 1}_{k}_{plane} &= inside{t} & inside_{k};" for plane in circuit.planes)
        yield from (f"s{parity % 2}_{t}_{k}_{_name(value)} = v_{_name(value)};" for value in self.kept)


def _block(lines: Iterable[str], spaces: int = 0) -> str:
    """Indent lines of GLSL in braces."""
    return indent("{\n" + indent("\n".join(lines), "    ") + "\n}", " " * spaces)


def _name(value: str) -> str:
    return value.replace(".", "_")


def shape_for(rule: Rule, board: tuple[int, int], *, wide: bool, software: bool) -> PassShape:
    """Return a shape that suits a rule and a board, without measuring.

    Args:
        rule: the rule with its edges.
        board: (rows, columns) in cells.
        wide: whether there are 64-bit words.
        software: whether the processor computes.
    """
    return _shape_for_processors(rule, board, wide=wide) if software else _shape_for_graphics_cards(rule, board)


def _shape_for_processors(rule: Rule, board: tuple[int, int], *, wide: bool) -> PassShape:
    """Return a shape for processors: few words for narrow boards, and few rows for low ones.

    Expensive rules get fewer generations, so that programs stay small.
    """
    rows, columns = board
    bits = 64 if wide else 32
    words = min(-(-columns // 32) + 1, 4 if wide else 5)
    words += words % (bits // 32)
    cost = rule_circuit(rule).cost * words * 32 // bits
    generations = next((length for length in (16, 8, 4) if length * cost <= _MAX_OPERATIONS), 2)
    height = next((height for height in (512, 256) if rows >= 8 * height), 32)
    return PassShape(words=words, bits=bits, rows=height, generations=generations)


def _shape_for_graphics_cards(rule: Rule, board: tuple[int, int]) -> PassShape:
    """Return a shape that fits into the registers of every card: compilers put the rest into slow memory.

    Tuning climbs from here: see :mod:`gpulife.engines.bitplanes.tuning_cache`. Workgroups are as wide as the 32 or 64
    invocations that cards compute at once.
    """
    rows, columns = board
    return PassShape(
        words=2,
        bits=32,
        rows=64 if rows * columns >= _MANY_CELLS else 32,
        generations=4 if rule_circuit(rule).cost <= _MAX_CARD_COST else 2,
        across=64 if columns >= 64 * 32 else 32,
        unroll=2,
    )
