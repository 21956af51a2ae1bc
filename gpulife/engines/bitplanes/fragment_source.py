"""Writes the fragment shader that steps bit planes on OpenGL 3.3, which has no compute shaders.

A fragment computes a *block*: one texel (128 cells) of each plane in each of R rows. Nothing here needs OpenGL.
"""

# There are R render targets for each plane. For T generations the fragment also reads T rows above and T rows below the
# block. If several rows need the same value, it is computed once. Beside each texel the fragment keeps a rim: a machine
# word with the 16 cells after the texel in its low half and the 16 cells before it in its high half. The texel's four
# words and the rim form a ring. The two cells in the middle of the rim are not neighbours on the board. So wrong cells
# spread from there, by one cell in each generation, but do not reach the texel.
#
# Fragments are shaded in quads of 2 x 2, so one of a fragment's two neighbouring texels belongs to another fragment of
# its quad. Where fetching is slow, a fragment does not fetch that texel: it gets the nearest T cells of it from the
# other fragment, by means of the difference dFdx. It fetches only the outer texel, the one outside the quad.
#
# The caller decides which texture holds each row. For each row that a block reads there is a sampler, and a uniform
# that says where the row is in that texture, relative to the block (see gl_fragment_engine.py). So the shader does not
# depend on the number of bands, or on whether rows wrap.

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from textwrap import indent

from gpulife.engines.bitplanes.pass_text import plain
from gpulife.engines.bitplanes.rule_circuits import MAX_FAR_PLANES, is_ranged, plane_codes, rule_circuit
from gpulife.engines.bitplanes.three_rows import tie_value
from gpulife.engines.gl.shader_source import Parameters
from gpulife.rules import Edges, Rule

# The shape of a pass in a fragment shader: the rows of a block and the generations that suit a rule and a device.

CELLS_PER_TEXEL = 128
"""Cells in a texel, all of one row and one plane: four words of 32 bits."""
MAX_TARGETS = MAX_FAR_PLANES
"""The number of render targets that every OpenGL 3.3 driver supports."""
MIN_UNITS = 16
"""The number of textures that a fragment shader can use at once with every OpenGL 3.3 driver."""
BLOCK_ROWS = {1: 8, 2: 4, 3: 2, 4: 2, 5: 1, 6: 1, 7: 1, 8: 1}
"""Rows of a block, keyed by the number of planes: the largest power of two that MAX_TARGETS allows."""
_MAX_OPERATIONS = 2000
"""Limit on a shader's operations on texels; llvmpipe compiles a shader of this size in about two seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FragmentShape:
    """How a board is divided among fragments, and how many generations a pass computes.

    Attributes:
        rows: R, the rows of a block, the part that one fragment computes.
        generations: T, the generations of a pass, at most R.
        quads: True if a fragment takes some cells from a neighbouring fragment instead of fetching them; see
            gl_drawing_probe.py.
    """

    rows: int
    generations: int
    quads: bool = False

    def seen_rows(self, generations: int) -> int:
        """Return how many rows the computation of a block reads in a pass of ``generations`` generations."""
        return self.rows + 2 * generations


def fragments_refusal(rule: Rule, units: int) -> str | None:
    """Return why fragment shaders cannot compute a rule that has bit planes; None if they can.

    ``units`` is the number of textures that a shader can read.
    """
    planes = plane_codes(rule).planes
    if planes in BLOCK_ROWS and (is_ranged(rule) or (BLOCK_ROWS[planes] + 2) * planes <= units):
        return None
    return f"rule {rule.law} has {planes} bit planes, too many without compute shaders"


def cells_in_last_texel(columns: int) -> int:
    """Return the number of cells in the last texel of a row of ``columns`` cells, 1 to 128."""
    return (columns - 1) % CELLS_PER_TEXEL + 1


def longest_pass(shape: FragmentShape, columns: int) -> int:
    """Return the number of generations of the longest pass of ``shape`` on a board of ``columns`` columns."""
    # A pass of T generations reads T cells to each side, all from one texel. On a torus this may be the last texel of a
    # row, which may have fewer cells.
    return shape.generations if cells_in_last_texel(columns) >= shape.generations else 1


def fragment_shape_for(rule: Rule, *, units: int, software: bool, quads: bool = False) -> FragmentShape:
    """Return how many rows a fragment should compute, and how many generations a pass, for a rule.

    Args:
        rule: a rule that has bit planes.
        units: the number of textures that a fragment shader can use.
        software: True if the processor computes, not a graphics card.
        quads: True if fragments can take cells from each other.
    """
    planes = plane_codes(rule).planes
    rows = BLOCK_ROWS[planes]
    if is_ranged(rule):
        return FragmentShape(rows=rows, generations=1)
    circuit = rule_circuit(rule)
    for generations in (4, 2) if software else (2,):
        shape = FragmentShape(rows=rows, generations=min(generations, rows), quads=quads)
        fits = shape.seen_rows(shape.generations) * planes <= units
        if fits and _operations(shape, circuit.cost) <= _MAX_OPERATIONS:
            return shape
    return FragmentShape(rows=rows, generations=1, quads=quads)


def _operations(shape: FragmentShape, cost: int) -> int:
    """Estimate how many operations a shader for ``shape`` has.

    ``cost`` is the number of operations for one row and one generation.
    """
    return cost * sum(shape.rows + 2 * level for level in range(1, shape.generations + 1))


Words = dict[str, int | tuple[int, ...]]
"""Values of a shader's uniforms, keyed by their names."""
_PARTIAL_TORUS = """\
uniform int end_word;    // the word of a row's last texel with the last cell
uniform int end_shift;   // unused bits in it
uniform int rim_shift;   // unused bits of the last texel, at most 31
uniform uvec4 seam_up;   // how far the cells after the seam move into each word of the last texel
uniform uvec4 seam_down;
uniform uvec4 seam_up_mask;
uniform uvec4 seam_down_mask;
uint last_cells(uvec4 texel)
{
    uint before = end_word > 0 ? texel[max(end_word - 1, 0)] : 0u;
    return texel[end_word] << end_shift | before >> (31 - end_shift) >> 1;
}"""


def sampler_names(rule: Rule, rows: int, generations: int) -> list[str]:
    """Return the names of the samplers: for each row that a block reads, from the top, one name for each plane."""
    planes = rule_circuit(rule).planes
    return [f"row{row}_{plane}" for row in range(rows + 2 * generations) for plane in planes]


def texture_reading(planes: int, rows: int) -> Parameters:
    """Return the parameters of ``lib/planes_textures.glsl``: it reads ``planes`` planes, in blocks of ``rows`` rows."""
    samplers = [[f"plane{plane}_row{row}" for row in range(rows)] for plane in range(planes)]
    takes = []
    for row in range(rows):
        fetches = " ".join(
            f"plane[{plane}] = texelFetch({samplers[plane][row]}, at, 0)[part];" for plane in range(planes)
        )
        takes.append(f"if (row + {row} >= low && row + {row} < high) {{ {fetches} take(plane); }}")
    names = ", ".join(name for each in samplers for name in each)
    return {"ROWS": rows, "SAMPLERS": names, "TAKE_ROWS": " ".join(takes)}


def texel_reading(planes: int, arrays: Sequence[str]) -> tuple[list[str], Parameters]:
    """Return the names of the samplers that fetch a texel of each plane, and the shader's parameters for that.

    Args:
        planes: the number of planes.
        arrays: names of the GLSL arrays that receive the texels. The samplers are ``plane0``, ``plane1``... for the
            first array, and ``plane0_NAME``... for an array ``NAME`` after it.
    """
    places = [
        (f"plane{plane}" + (f"_{array}" if number else ""), array, plane)
        for plane in range(planes)
        for number, array in enumerate(arrays)
    ]
    names = [name for name, _, _ in places]
    fetches = " ".join(f"{array}[{plane}] = texelFetch({name}, at, 0);" for name, array, plane in places)
    return names, {"SAMPLERS": ", ".join(names), "FETCH": fetches}


def seam_uniforms(columns: int) -> Words:
    """Return the uniforms that tell the shader where a row of ``columns`` cells ends within its last texel."""
    cells = cells_in_last_texel(columns)
    starts = [cells - 32 * word for word in range(4)]  # first cell after the seam, relative to each word
    return {
        "last": (columns - 1) // CELLS_PER_TEXEL,
        "inside": tuple((1 << min(max(start, 0), 32)) - 1 for start in starts),
        "end_word": (cells - 1) // 32,
        "end_shift": -cells % 32,
        "rim_shift": min(CELLS_PER_TEXEL - cells, 31),
        "seam_up": tuple(start if 0 <= start < 32 else 0 for start in starts),
        "seam_up_mask": tuple(0xFFFFFFFF if 0 <= start < 32 else 0 for start in starts),
        "seam_down": tuple(-start if -32 < start < 0 else 0 for start in starts),
        "seam_down_mask": tuple(0xFFFFFFFF if -32 < start < 0 else 0 for start in starts),
    }


def tie_uniforms(rule: Rule, generation: int, generations: int) -> Words:
    """Return the uniforms that decide ties: which species a newborn cell gets if several are equally common around it.

    The pass begins with the board of ``generation`` and computes ``generations`` generations.
    """
    return {
        f"tie{level}_{plain(name)}": 0xFFFFFFFF if tie_value(name, generation + level, rule.live_states) else 0
        for level in range(generations)
        for name in rule_circuit(rule).ties
    }


@lru_cache(maxsize=128)  # art mode reopens the same boards
def fragment_source(rule: Rule, rows: int, generations: int, *, partial: bool, quads: bool = False) -> str:
    """Return the fragment shader of a pass of ``rule`` on a board with the rule's edges.

    Args:
        rule: a rule that has bit planes.
        rows: R, the rows of a block.
        generations: T, the generations of a pass, at most R.
        partial: True if the last texel of a row has unused bits, which stay clear.
        quads: True if fragments take cells from each other; ignored if a torus wraps in the middle of a texel.
    """
    return "\n".join(_Writer(rule, rows, generations, partial=partial, quads=quads).lines()) + "\n"


class _Writer:
    """Writes the shader of a pass: see :func:`fragment_source`."""

    # The shader's variables, for row r in generation t: p{t}_{r}_{PLANE} is a texel, h{t}_{r}_{PLANE} its rim.
    # v{t}_{r}_{VALUE} is a value computed from the texel, w{t}_{r}_{VALUE} one computed from the rim.

    def __init__(self, rule: Rule, rows: int, generations: int, *, partial: bool, quads: bool) -> None:
        self.circuit = rule_circuit(rule)
        self.rule, self.rows, self.generations, self.partial = rule, rows, generations, partial
        self.planes = self.circuit.planes
        self.dead = rule.edges is Edges.DEAD
        self.quads = quads and (self.dead or not partial)  # otherwise more than T cells cross the seam
        self.seen = rows + 2 * generations

    def lines(self) -> Iterator[str]:
        yield """\
#version 330 core
uniform int last; // the last texel of a row"""
        # Not an array: compilers shorten an array if a degenerate rule does not use its last elements.
        yield from (f"uniform int shift{row};" for row in range(self.seen))
        if self.partial or (self.dead and self.generations > 1):
            yield "uniform uvec4 inside; // which bits of the last texel are cells"
        if self.partial and not self.dead:
            yield _PARTIAL_TORUS
        if self.dead and self.generations > 1:
            yield "uniform int there; // a bit for each row: whether it is on the board"
        for name in sampler_names(self.rule, self.rows, self.generations):
            yield f"uniform usampler2D {name};"
        for level in range(self.generations):
            yield from (f"uniform uint tie{level}_{plain(name)};" for name in self.circuit.ties)
        for number, plane in enumerate(self.planes):
            for row in range(self.rows):
                yield f"layout(location = {number * self.rows + row}) out uvec4 after{row}_{plane};"
        yield """\
void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    bool is_first = at.x == 0, is_last = at.x == last;
    int west = is_first ? last : at.x - 1, east = is_last ? 0 : at.x + 1;"""
        if self.quads:  # a quad may begin in the last column; the column after it is then column 0
            yield """\
    bool is_odd = (at.x & 1) == 1;
    int own = at.x > last ? 0 : at.x, outer = is_odd ? east : west;
    float to_inner = is_odd ? -1.0 : 1.0;"""
        if self.partial and not self.dead:
            yield """\
    uvec4 up_mask = is_last ? seam_up_mask : uvec4(0u), down_mask = is_last ? seam_down_mask : uvec4(0u);
    int rim_down = is_last ? rim_shift : 0;"""
        if self.partial or (self.dead and self.generations > 1):
            yield "    uvec4 cells = is_last ? inside : ~uvec4(0u);"
        if self.dead and self.generations > 1:
            yield """\
    uint rim = (is_first ? 0u : 0xffff0000u) | (is_last ? 0u : at.x == last - 1 ? inside.x & 0xffffu : 0xffffu);"""
        for row in range(self.seen):
            yield _block(self._load(row), declared=self._words(0, row))
        for level in range(self.generations):
            yield from self._level(level)
        yield "}"

    def _words(self, level: int, row: int) -> str:
        texels = ", ".join(f"p{level}_{row}_{plane}" for plane in self.planes)
        if level == self.generations - 1 == 0:
            rims = ", ".join(f"{side}_{row}_{plane}" for plane in self.planes for side in ("west", "east"))
        else:
            rims = ", ".join(f"h{level}_{row}_{plane}" for plane in self.planes)
        return f"uvec4 {texels};\nuint {rims};"

    def _load(self, row: int) -> Iterator[str]:
        yield f"int y = at.y + shift{row};"
        for plane in self.planes:
            yield from self._load_quads(row, plane) if self.quads else self._load_texels(row, plane)
            if self.generations == 1:
                yield f"west_{row}_{plane} = west_{plane};"
                yield f"east_{row}_{plane} = east_{plane};"
            else:
                yield f"h0_{row}_{plane} = (west_{plane} & 0xffff0000u) | (east_{plane} & 0xffffu);"

    def _load_texels(self, row: int, plane: str) -> Iterator[str]:
        sampler, texel = f"row{row}_{plane}", f"p0_{row}_{plane}"
        yield f"""\
{texel} = texelFetch({sampler}, ivec2(at.x, y), 0);
uint east_{plane} = texelFetch({sampler}, ivec2(east, y), 0).x;"""
        before = f"texelFetch({sampler}, ivec2(west, y), 0)"
        if self.dead:
            yield f"uint west_{plane} = is_first ? 0u : {before}.w;"
            yield f"east_{plane} = is_last ? 0u : east_{plane};"
        elif self.partial:
            yield f"""\
uvec4 before_{plane} = {before};
uint west_{plane} = is_first ? last_cells(before_{plane}) : before_{plane}.w;
{texel} |= (uvec4(east_{plane}) << seam_up & up_mask) | (uvec4(east_{plane}) >> seam_down & down_mask);
east_{plane} >>= rim_down;"""
        else:
            yield f"uint west_{plane} = {before}.w;"

    def _load_quads(self, row: int, plane: str) -> Iterator[str]:
        """Write the code that loads the texel of ``plane`` in row ``row`` of a block, and the cells beside it.

        Some of these cells are taken from another fragment of the same 2x2 quad.
        """
        sampler, texel, cells = f"row{row}_{plane}", f"p0_{row}_{plane}", self.generations
        ends = f"{texel}.x & {(1 << cells) - 1}u | {texel}.w >> {32 - cells} << {cells}"
        yield f"""\
{texel} = texelFetch({sampler}, ivec2(own, y), 0);
uvec4 outer_{plane} = texelFetch({sampler}, ivec2(outer, y), 0);
float ends_{plane} = float(int({ends}));
uint inner_{plane} = uint(int(ends_{plane} + to_inner * dFdx(ends_{plane})));
uint west_{plane} = is_odd ? inner_{plane} >> {cells} << {32 - cells} : outer_{plane}.w;
uint east_{plane} = is_odd ? outer_{plane}.x : inner_{plane} & {(1 << cells) - 1}u;"""
        if self.dead:
            yield f"west_{plane} = is_first ? 0u : west_{plane};"
            yield f"east_{plane} = is_last ? 0u : east_{plane};"

    def _level(self, level: int) -> Iterator[str]:
        """Write the code that computes generation ``level + 1`` of the pass, in all rows still needed later."""
        is_final = level == self.generations - 1
        rows = range(level, self.seen - level)
        for row in rows:
            yield from self._values(level, row, "uvec4", "v")
            if not is_final:
                yield from self._values(level, row, "uint", "w")
        for row in rows[1:-1]:
            if is_final:
                own = row - self.generations
                yield _block(self._combine(level, row, "uvec4", "v", {f"after{own}_{p}": p for p in self.planes}))
                if self.partial:
                    yield from (f"    after{own}_{plane} &= cells;" for plane in self.planes)
                continue
            after = level + 1
            yield indent(self._words(after, row), "    ")
            yield _block(self._combine(level, row, "uvec4", "v", {f"p{after}_{row}_{p}": p for p in self.planes}))
            yield _block(self._combine(level, row, "uint", "w", {f"h{after}_{row}_{p}": p for p in self.planes}))
            if self.dead:
                yield f"    uint there{after}_{row} = 0u - uint(there >> {row} & 1);"
                for plane in self.planes:
                    yield f"    p{after}_{row}_{plane} &= cells & there{after}_{row};"
                    yield f"    h{after}_{row}_{plane} &= rim & there{after}_{row};"

    def _values(self, level: int, row: int, word: str, prefix: str) -> Iterator[str]:
        """Write the code that computes a row's values, such as sums of neighbours.

        ``word`` is the GLSL type: "uvec4" for the texel's cells, "uint" for the cells just beside the texel. The values
        are those of generation ``level``; the names of their variables begin with ``prefix``.
        """
        circuit, names, lines = self.circuit, {}, []
        for number, name in enumerate(circuit.row.inputs(list(circuit.values.values()))):
            plane, side = name.split(".")
            texel, rim = f"p{level}_{row}_{plane}", f"h{level}_{row}_{plane}"
            west, east = (rim, rim) if self.generations > 1 else (f"west_{row}_{plane}", f"east_{row}_{plane}")
            names[name] = f"x{number}"
            if word == "uint":
                sides = {"l": f"{rim} << 1 | {texel}.w >> 31", "r": f"{rim} >> 1 | {texel}.x << 31", "c": rim}
            else:
                sides = {
                    "l": f"{texel} << 1 | uvec4({west}, {texel}.xyz) >> 31",
                    "r": f"{texel} >> 1 | uvec4({texel}.yzw, {east}) << 31",
                    "c": texel,
                }
            lines.append(f"{word} x{number} = {sides[side]};")
        outputs = {f"{prefix}{level}_{row}_{plain(value)}": wire for value, wire in circuit.values.items()}
        if outputs:
            yield _block([*lines, *circuit.row.glsl(outputs, names, word)], declared=f"{word} {', '.join(outputs)};")

    def _combine(self, level: int, row: int, word: str, prefix: str, planes: dict[str, str]) -> list[str]:
        """Write the code that computes a row's next generation from its values and those of the adjacent rows.

        ``word`` and ``prefix`` are as in :meth:`_values`. ``planes`` maps the name of each variable to assign to the
        name of the plane that it receives.
        """
        circuit = self.circuit
        given = {
            f"{place}.{value}": f"{prefix}{level}_{row + step}_{plain(value)}"
            for step, place in ((-1, "top"), (0, "middle"), (1, "down"))
            for value in circuit.needed[place]
        }
        given |= {f"tie.{name}": f"{word}(tie{level}_{plain(name)})" for name in circuit.ties}
        return circuit.combine.glsl({name: circuit.planes_after[plane] for name, plane in planes.items()}, given, word)


def _block(lines: Iterable[str], declared: str = "") -> str:
    """Put lines of GLSL in braces, after the line ``declared``, which declares the variables that the lines set."""
    return indent(f"{declared}\n{{\n" + indent("\n".join(lines), "    ") + "\n}", "    ")
