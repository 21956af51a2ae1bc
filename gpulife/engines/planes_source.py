"""The text of the compute shader that steps bit planes: several generations a pass, in registers, without a barrier.

An invocation owns K words of each plane and streams down over R rows and as many above and below as there are
generations. Each row that it loads goes through T levels: level t keeps what it needs of the last two rows of
generation t, and with the third it makes a row of generation t + 1, which goes on to the next level. What is unknown
beyond the K words creeps in by a cell a generation from both ends; words are shifted by 16 bits at load and store, so
that the K - 1 words between are right for up to 16 generations.

A pass may also watch what it changes: it compares each row with what the buffer held before, which is the row of two
passes ago, and leaves a number a tile (what one invocation owns) that says where in it something differed: see
:mod:`gpulife.engines.gl_planes_sleep`.

Text only; nothing here needs OpenGL.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from gpulife.engines.rule_circuits import RuleCircuit, rule_circuit
from gpulife.rules import Edges, Rule

_PARTS = ("any", "top", "bottom")
"""Of a tile: what WHERE is made of, with its sides."""
MOST_WORDS = 5
_MOST_OPERATIONS = 4800
"""Of a row through all levels: some 5 seconds of compiling on llvmpipe, once for each rule and machine."""
_MAX_CARD_COST = 100
"""Of a circuit whose four generations fit into the registers of a graphics card, as NVIDIA's and AMD's compilers find.
Rules of three and four species whose births take other than three parents cost more."""
_MANY_CELLS = 1 << 26
"""Of a board that keeps a graphics card busy with a quarter of a million invocations of 64 rows."""
MAX_GROUPS_ACROSS = 1 << 15
"""Workgroups of a list's dispatch side by side, the others go below: no driver has to take more than 65,535."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How a pass is cut into invocations.

    Attributes:
        words: K, of 32 bits, that an invocation holds of each plane and row; K - 1 of them are its own. 2 or more.
        bits: of the words that it computes with, 32 or 64; K is a multiple of them.
        rows: R, of an invocation.
        generations: T of a pass, 1 to 16.
        across: invocations of a workgroup side by side.
        down: and one below the other.
        unroll: rows of a round of the loop: 2, 4 or 8. What is kept from a round to the next is dear on llvmpipe.
    """

    words: int = 5
    bits: int = 32
    rows: int = 128
    generations: int = 16
    across: int = 8
    down: int = 1
    unroll: int = 4

    @property
    def own_words(self) -> int:
        """K - 1."""
        return self.words - 1


class Watch(Enum):
    """Whether a pass watches what it changes."""

    NONE = auto()
    """It does not."""
    ALL = auto()
    """Of all tiles."""
    LISTED = auto()
    """Of the tiles in a list, which are all that it computes."""


WHERE = ("any", "top", "bottom", "left", "right", "top_left", "top_right", "bottom_left", "bottom_right")
"""Where in a tile something changed: a bit each, from bit 0; along its borders as far in as a pass sees."""
COMPUTED = 1 << len(WHERE)
"""The bit of a tile that the last pass computed: what lay in its halos is lost."""
LIST_HEADER = 4
"""Words before a list's tiles: three numbers of workgroups, as indirect dispatches take them, and how many tiles."""


@lru_cache(maxsize=128)  # art mode opens the same boards again and again
def pass_source(rule: Rule, shape: Shape, watch: Watch = Watch.NONE) -> str:
    """The compute shader of a pass of ``shape.generations`` generations of ``rule`` on a board with its edges."""
    return "\n".join(_Writer(rule_circuit(rule), rule, shape, watch).lines()) + "\n"


class _Writer:
    """Writes a shader; names: ``p{t}_{k}_{PLANE}`` a word of generation t, ``s{0,1}_{t}_{k}_{VALUE}`` what is kept."""

    def __init__(self, circuit: RuleCircuit, rule: Rule, shape: Shape, watch: Watch) -> None:
        self.circuit = circuit
        self.watch = watch
        self.shape = shape
        self.species = rule.species
        self.dead = rule.edges is Edges.DEAD
        self.kept = sorted({*circuit.kept["top"], *circuit.kept["middle"]})
        self.bits = shape.bits
        self.word = {32: "uint", 64: "uint64_t"}[shape.bits]
        self.words = range(shape.words * 32 // shape.bits)
        self.levels = range(shape.generations)
        self.tie_phases = min(rule.species, shape.generations) if circuit.ties else 0

    def lines(self) -> Iterator[str]:
        """The whole text."""
        shape = self.shape
        # What makes words of 64 bits belongs to an extension of GLSL 4.50, and not every compiler takes it before that.
        yield f"#version {430 if self.bits == 32 else 450} core"
        if self.bits == 64:
            yield "#extension GL_ARB_gpu_shader_int64 : require"
        yield f"layout(local_size_x = {shape.across}, local_size_y = {shape.down}) in;"
        yield "layout(std430, binding = 0) readonly buffer Before { uint before[]; };"
        access = "writeonly " if self.watch is Watch.NONE else ""
        yield f"layout(std430, binding = 1) {access}buffer After {{ uint after[]; }};"
        if self.watch is not Watch.NONE:
            yield "layout(std430, binding = 2) writeonly buffer Changes { uint changes[]; };"
            yield "uniform int first_tile;"
        if self.watch is Watch.LISTED:
            yield "layout(std430, binding = 3) readonly buffer List { uint list[]; };"
        yield "uniform int groups;"
        yield "uniform int first_row;"
        yield "uniform int rows;"
        yield "uniform int stride;"
        yield "uniform int halo;"
        if self.tie_phases:
            yield "uniform uint first;"
        if self.dead:
            yield "uniform int above;"
            yield "uniform int below;"
        if self.dead or self.watch is not Watch.NONE:
            yield "uniform int columns;"
            yield "uint inside(int cell) {"
            yield "    int low = clamp(-cell, 0, 32), high = clamp(columns - cell, 0, 32);"
            yield "    uint from = low > 31 ? 0u : 0xffffffffu << low;"
            yield "    return high > 31 ? from : from & ~(0xffffffffu << max(high, 0));"
            yield "}"
        yield "void main() {"
        if self.watch is Watch.LISTED:
            yield f"    uint group_number = gl_WorkGroupID.y * {MAX_GROUPS_ACROSS}u + gl_WorkGroupID.x;"
            yield f"    uint number = group_number * {shape.across}u + gl_LocalInvocationID.x;"
            yield "    if (number >= list[3]) return;"
            yield f"    int tile = int(list[number + {LIST_HEADER}u]), group = tile % groups;"
            yield f"    int row = tile / groups * {shape.rows};"
        else:
            yield "    int group = int(gl_GlobalInvocationID.x);"
            yield f"    int row = first_row + int(gl_GlobalInvocationID.y) * {shape.rows};"
            yield "    if (group >= groups || row >= rows) return;"
        if self.watch is Watch.ALL:
            yield f"    int tile = row / {shape.rows} * groups + group;"
        if self.watch is not Watch.NONE:
            own = range(shape.own_words)
            yield "    uint " + ", ".join(f"{part}_{k} = 0u" for part in _PARTS for k in own) + ";"
        yield f"    int last = min({shape.rows}, rows - row) + {2 * shape.generations};"
        yield f"    int line = stride * {len(self.circuit.planes)};"
        yield f"    int source = (halo + row - {shape.generations}) * line + group * {shape.own_words};"
        yield f"    int target = (halo + row - {2 * shape.generations}) * line + group * {shape.own_words} + 1;"
        yield from self._ties()
        if self.dead:
            for k in self.words:
                cell = f"group * {32 * shape.own_words} + {k * self.bits - 16}"
                yield f"    {self.word} inside_{k} = {self._wide(f'inside({cell})', f'inside({cell} + 32)')};"
        for t in self.levels:
            for k in self.words:
                names = ", ".join(f"s{i}_{t}_{k}_{_name(v)} = {self.word}(0)" for i in (0, 1) for v in self.kept)
                yield f"    {self.word} {names};"
        yield f"    for (int i = 0; i < last; i += {shape.unroll}) {{"
        for parity in range(shape.unroll):
            yield "        {"
            yield from (f"            {line}" for line in self._row(parity))
            yield "        }"
        yield "    }"
        if self.watch is not Watch.NONE:
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
        """One row through all levels; the values kept of the row before it are in slot ``1 - parity``."""
        planes, shape = self.circuit.planes, self.shape
        yield f"int y = i + {parity};"
        if self.dead:
            yield f"int r = row - {shape.generations} + y;"
            yield f"{self.word} there = r >= above && r < below ? ~{self.word}(0) : {self.word}(0);"
        if self.watch is not Watch.NONE:
            yield "uint " + ", ".join(f"changed_{k} = 0u" for k in range(shape.own_words)) + ";"
        for number, plane in enumerate(planes):
            yield f"int from_{plane} = source + y * line + {number} * stride;"
            for k in range(shape.words + 1):
                yield f"uint w{k}_{plane} = before[from_{plane} + {k}];"
            halves = [f"w{k}_{plane} >> 16 | w{k + 1}_{plane} << 16" for k in range(shape.words)]
            for k in self.words:
                here = halves[k] if self.bits == 32 else self._wide(*halves[2 * k : 2 * k + 2])
                # What lies beyond dead edges may be left over from another band.
                yield f"{self.word} p0_{k}_{plane} = {f'({here}) & there' if self.dead else here};"
        for t in self.levels:
            if self.dead:
                # Row y of the loop is row - T + y of the band; after level t it has lost t + 1 rows.
                yield f"int r{t} = row - {shape.generations} + y - {t + 1};"
                yield f"{self.word} inside{t} = r{t} >= above && r{t} < below ? ~{self.word}(0) : {self.word}(0);"
            for k in self.words:
                yield f"{self.word} {', '.join(f'p{t + 1}_{k}_{plane}' for plane in planes)};"
            for k in self.words:
                yield "{"
                yield from (f"    {line}" for line in self._word(t, k, parity))
                yield "}"
        yield f"if (y >= {2 * shape.generations} && y < last) {{"
        t = shape.generations
        for number, plane in enumerate(planes):
            yield f"    int to_{plane} = target + y * line + {number} * stride;"
            for k in range(shape.own_words):
                own = self._own(f"p{t}", k, plane)
                if self.watch is Watch.NONE:
                    yield f"    after[to_{plane} + {k}] = {own};"
                    continue
                yield f"    uint own_{plane}_{k} = {own};"
                yield f"    changed_{k} |= own_{plane}_{k} ^ after[to_{plane} + {k}];"
                yield f"    after[to_{plane} + {k}] = own_{plane}_{k};"
        if self.watch is not Watch.NONE:
            yield from self._note()
        yield "}"

    def _note(self) -> Iterator[str]:
        """What changed in a row goes to the parts of the tile that the row is in."""
        height = f"last - {2 * self.shape.generations}"
        yield f"    int in_tile = y - {2 * self.shape.generations};"
        yield f"    uint is_top = in_tile < {self.shape.generations} ? 0xffffffffu : 0u;"
        yield f"    uint is_bottom = in_tile >= {height} - {self.shape.generations} ? 0xffffffffu : 0u;"
        for k in range(self.shape.own_words):
            yield f"    any_{k} |= changed_{k};"
            yield f"    top_{k} |= changed_{k} & is_top;"
            yield f"    bottom_{k} |= changed_{k} & is_bottom;"

    def _report(self) -> Iterator[str]:
        """A bit for each of WHERE; the last tile of a row may end anywhere, so that all of it counts as its right."""
        end = self.shape.own_words - 1
        for k in range(end + 1):
            yield f"    uint board_{k} = inside((group * {end + 1} + {k}) * 32);"  # behind it lie halos
            for part in _PARTS:
                yield f"    {part}_{k} &= board_{k};"
        yield "    uint right_side = group == groups - 1 ? 0xffffffffu : 0u;"
        for part in _PARTS:
            whole = " | ".join(f"{part}_{k}" for k in range(end + 1))
            yield f"    uint {part}_whole = {whole};"
            yield f"    uint {part}_left = {part}_0 & {(1 << self.shape.generations) - 1:#x}u;"
            far = 32 - self.shape.generations
            yield f"    uint {part}_right = {part}_{end} >> {far} | ({part}_whole & right_side);"
        order = [f"{part}_whole" for part in _PARTS]
        order += [f"{part}_{side}" for part in _PARTS for side in ("left", "right")]
        bits = " | ".join(f"({name} != 0u ? {1 << number}u : 0u)" for number, name in enumerate(order))
        yield f"    changes[first_tile + tile] = {bits} | {COMPUTED}u;"

    def _wide(self, low: str, high: str) -> str:
        """A word made of two expressions of 32 bits; of the first alone where words have as many."""
        return low if self.bits == 32 else f"packUint2x32(uvec2({low}, {high}))"

    def _own(self, name: str, k: int, plane: str) -> str:
        """The expression of an invocation's own word k, which lies half a word farther on."""
        if self.bits == 32:
            return f"{name}_{k}_{plane} >> 16 | {name}_{k + 1}_{plane} << 16"
        here = f"{name}_{k // 2}_{plane}"
        if k % 2 == 0:
            return f"uint({here} >> 16)"
        return f"uint({here} >> 48) | uint({name}_{k // 2 + 1}_{plane}) << 16"

    def _word(self, t: int, k: int, parity: int) -> Iterator[str]:
        """Word k of level t: its row's values, the new planes, and what is kept."""
        circuit, last, top = self.circuit, len(self.words) - 1, self.bits - 1
        inputs = {}
        for name in circuit.row.inputs(list(circuit.values.values())):
            plane, side = name.split(".")
            here = f"p{t}_{k}_{plane}"
            if side == "l":
                inputs[name] = f"({here} << 1" + (f" | p{t}_{k - 1}_{plane} >> {top})" if k else ")")
            elif side == "r":
                inputs[name] = f"({here} >> 1" + (f" | p{t}_{k + 1}_{plane} << {top})" if k < last else ")")
            else:
                inputs[name] = here
        names = {}
        for number, (name, text) in enumerate(inputs.items()):
            if text.startswith("("):
                yield f"{self.word} x{number} = {text};"
                names[name] = f"x{number}"
            else:
                names[name] = text
        yield f"{self.word} " + ", ".join(f"v_{_name(value)}" for value in circuit.values) + ";"
        yield "{"
        outputs = {f"v_{_name(value)}": wire for value, wire in circuit.values.items()}
        yield from circuit.row.glsl(outputs, names, self.word)
        yield "}"
        given = {f"down.{value}": f"v_{_name(value)}" for value in circuit.kept["down"]}
        given |= {f"middle.{value}": f"s{1 - parity % 2}_{t}_{k}_{_name(value)}" for value in circuit.kept["middle"]}
        given |= {f"top.{value}": f"s{parity % 2}_{t}_{k}_{_name(value)}" for value in circuit.kept["top"]}
        if self.tie_phases:
            phase = t % self.species
            given |= {f"tie.{name}": f"tie_{phase}_{_name(name)}" for name in circuit.ties}
        yield "{"
        made = {f"p{t + 1}_{k}_{plane}": wire for plane, wire in circuit.after.items()}
        yield from circuit.then.glsl(made, given, self.word)
        yield "}"
        if self.dead:
            for plane in circuit.planes:
                yield f"p{t + 1}_{k}_{plane} &= inside{t} & inside_{k};"
        for value in self.kept:
            yield f"s{parity % 2}_{t}_{k}_{_name(value)} = v_{_name(value)};"


def _name(value: str) -> str:
    return value.replace(".", "_")


def shape_for(rule: Rule, board: tuple[int, int], *, wide: bool, software: bool) -> Shape:
    """A shape that suits a rule and a board of (rows, columns), before anything is measured.

    Args:
        rule: with its edges.
        board: (rows, columns) in cells.
        wide: whether there are words of 64 bits.
        software: whether the processor computes.
    """
    return _shape_for_processors(rule, board, wide=wide) if software else _shape_for_graphics_cards(rule, board)


def _shape_for_processors(rule: Rule, board: tuple[int, int], *, wide: bool) -> Shape:
    """Narrow boards need few words, low ones few rows.

    Dear rules get fewer generations, so that what the compiler is given stays small.
    """
    rows, columns = board
    bits = 64 if wide else 32
    words = min(-(-columns // 32) + 1, 4 if wide else 5)
    words += words % (bits // 32)
    cost = rule_circuit(rule).cost * words * 32 // bits
    generations = next((few for few in (16, 8, 4) if few * cost <= _MOST_OPERATIONS), 2)
    strip = next((most for most in (512, 256) if rows >= 8 * most), 32)
    return Shape(words=words, bits=bits, rows=strip, generations=generations)


def _shape_for_graphics_cards(rule: Rule, board: tuple[int, int]) -> Shape:
    """What fits into the registers of every card: compilers put the rest into slow memory.

    Tuning climbs from here: see :mod:`gpulife.engines.tuning`. Workgroups are as wide as the 32 or 64 invocations that
    cards compute at once.
    """
    rows, columns = board
    return Shape(
        words=2,
        bits=32,
        rows=64 if rows * columns >= _MANY_CELLS else 32,
        generations=4 if rule_circuit(rule).cost <= _MAX_CARD_COST else 2,
        across=64 if columns >= 64 * 32 else 32,
        unroll=2,
    )
