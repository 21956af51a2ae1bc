"""Writes the fragment shader that computes one generation of Larger than Life on bit planes.

Nothing here needs OpenGL.
"""

# A fragment computes one texel (128 cells) of each plane in a few adjacent rows. It reads the live cells from a strip:
# some rows of a band, and R more rows (the rule's range) above and below them, with an additional texel at both ends of
# each row. So the shader needs no special code for the edges of a band or a torus. The strip is one texture. It holds
# row 0 of all blocks first, then row 1 of all blocks, and so on (fragment_source.py explains blocks). All fragments of
# a draw call begin at the same row of their blocks.

from collections.abc import Iterator
from functools import lru_cache

from gpulife.engines.bitplanes.circuits import lanes_of, shifted_lanes
from gpulife.engines.bitplanes.fragment_source import CELLS_PER_TEXEL
from gpulife.engines.bitplanes.layout import CELLS_PER_WORD
from gpulife.engines.bitplanes.pass_text import block
from gpulife.engines.bitplanes.range_circuits import RangeCircuit, range_circuit
from gpulife.engines.bitplanes.rule_circuits import plane_codes
from gpulife.rules import Rule

_MAX_OPERATIONS = 1200
"""Limit on a shader's operations on texels; llvmpipe compiles a shader of this size in about two seconds."""


def rows_of_fragment(rule: Rule, block_rows: int) -> int:
    """Return how many rows one fragment computes: a power of two that divides ``block_rows``.

    With more rows, each row is fetched by fewer fragments, but the shader takes longer to compile.
    """
    circuit = fragment_range_circuit(rule)
    cost = circuit.combine.cost(list(circuit.planes_after.values()))
    return next((rows for rows in (8, 4, 2) if rows <= block_rows and rows * cost <= _MAX_OPERATIONS), 1)


def plane_samplers(rule: Rule, rows: int) -> list[str]:
    """Return the names of the samplers that read the ``rows`` rows of a fragment.

    There is one for each row and plane, except for the first plane: its rows are read from the strip, a texture with
    copies of the live cells.
    """
    return [f"own{row}_{plane}" for plane in plane_codes(rule).names[1:] for row in range(rows)]


@lru_cache(maxsize=64)
def fragment_range_source(rule: Rule, block_rows: int, rows: int) -> str:
    """Return the fragment shader for a pass of Larger than Life.

    Each fragment computes ``rows`` rows of a block; a block has ``block_rows`` rows.
    """
    return "\n".join(_lines(rule, block_rows, rows)) + "\n"


def fragment_range_circuit(rule: Rule) -> RangeCircuit:
    """Return the circuits that compute a texel (128 cells) from the live cells in the rows around it."""
    return range_circuit(rule, 2, 1, walks=False)


def _lines(rule: Rule, block_rows: int, rows: int) -> Iterator[str]:
    circuit = fragment_range_circuit(rule)
    reach, planes = circuit.reach, circuit.codes.names
    is_near = 2 * reach <= CELLS_PER_WORD  # 32 cells are enough for a neighbourhood's end
    yield """\
#version 330 core
uniform int last;     // the last texel of a row
uniform uvec4 inside; // which of its bits are cells
uniform usampler2D strip;"""
    # From a block of the band to the strip's row that is some rows below the first drawn row.
    yield from (f"uniform int below{number};" for number in range(block_rows))
    yield from (f"uniform usampler2D {name};" for name in plane_samplers(rule, rows))
    for first, plane in enumerate(planes):
        yield from (f"layout(location = {first * rows + row}) out uvec4 after{row}_{plane};" for row in range(rows))
    yield """\
void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    uvec4 cells = at.x == last ? inside : uvec4(0xffffffffu);"""
    for name, row in enumerate(range(-reach, reach + rows)):
        lower, number = divmod(row, block_rows)
        west, here, east = f"west{name}", f"here{name}", f"east{name}"
        before = shifted_lanes([*lanes_of(west), *lanes_of(here), *lanes_of(east)], CELLS_PER_TEXEL - reach)
        after = shifted_lanes([*lanes_of(here), *lanes_of(east)], CELLS_PER_TEXEL - reach)
        if is_near:
            after = f"{here}.w >> {32 - reach} | {east}.x << {reach}"
        yield f"""\
    int y{name} = at.y + below{number} + {lower};
    uvec4 {west} = texelFetch(strip, ivec2(at.x, y{name}), 0);
    uvec4 {here} = texelFetch(strip, ivec2(at.x + 1, y{name}), 0);
    uvec4 {east} = texelFetch(strip, ivec2(at.x + 2, y{name}), 0);
    uvec4 row{name}_0 = {before};
    {"uint" if is_near else "uvec4"} row{name}_1 = {after};"""
    single = {f"row.{row}.1" for row in range(-reach, reach + 1)} if is_near else ()
    for row in range(rows):
        given = {f"row.{down}.{k}": f"row{row + reach + down}_{k}" for down in range(-reach, reach + 1) for k in (0, 1)}
        given[f"here.{planes[0]}.0"] = f"here{row + reach}"
        given |= {f"here.{plane}.0": f"texelFetch(own{row}_{plane}, at, 0)" for plane in planes[1:]}
        outputs = {f"after{row}_{plane}": circuit.planes_after[f"{plane}.0"] for plane in planes}
        yield block(
            [
                *circuit.combine.glsl(outputs, given, "uvec4", single),
                *(f"{name} &= cells;" for name in outputs),
            ],
            4,
        )
    yield "}"
