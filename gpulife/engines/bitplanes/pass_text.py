"""GLSL texts for all passes of bit planes: the board's edges, machine words of 32 or 64 bits, ties and prefetching."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import indent

from gpulife.engines.bitplanes.three_rows import RuleCircuit

DEAD_EDGES = """uniform int above;
uniform int below;"""
INSIDE = """uniform int columns;
uint inside(int cell) {
    int low = clamp(-cell, 0, 32), high = clamp(columns - cell, 0, 32);
    uint from = low > 31 ? 0u : 0xffffffffu << low;
    return high > 31 ? from : from & ~(0xffffffffu << max(high, 0));
}"""

NEVER_STORED = "    if (stride == 0) after[0] = used;  // never"
"""A line of GLSL that seems to use the variable ``used`` but never stores it; only for Mesa's llvmpipe.

``used`` collects words that were loaded early or stored. Without this line, llvmpipe would compute its last operations
lane by lane.
"""

BEFORE_BUFFER = "layout(std430, binding = 0) readonly buffer Before { uint before[]; };"
BEFORE_TEXTURE = "uniform usamplerBuffer before;"
WORD_TYPES = {32: "uint", 64: "uint64_t"}
"""GLSL types of words, keyed by the number of bits."""


def version(bits: int) -> Iterator[str]:
    """Yield the first lines of a shader that computes with words of ``bits`` bits."""
    # 64-bit words need an extension of GLSL 4.50, which not every compiler accepts in earlier versions.
    yield f"#version {430 if bits == 32 else 450} core"
    if bits == 64:
        yield "#extension GL_ARB_gpu_shader_int64 : require"


def wide(bits: int, low: str, high: str) -> str:
    """Return GLSL text that joins two 32-bit words into a word of ``bits`` bits; if ``bits`` is 32, only ``low``."""
    return low if bits == 32 else f"packUint2x32(uvec2({low}, {high}))"


def own_word(bits: int, words: Sequence[str], k: int) -> str:
    """Return GLSL text for the 32-bit word ``k`` that an invocation stores.

    The stored word begins at bit ``32 * k + 16`` of the computed words. ``words`` are the names of these, with ``bits``
    bits each.
    """
    if bits == 32:
        return f"{words[k]} >> 16 | {words[k + 1]} << 16"
    here = words[k // 2]
    if k % 2 == 0:
        return f"uint({here} >> 16)"
    return f"uint({here} >> 48) | uint({words[k // 2 + 1]}) << 16"


def tie_lines(circuit: RuleCircuit, species: int, phases: int, word: str, since: str = "") -> Iterator[str]:
    """Yield the GLSL lines that define the tie-breaking variables of each *phase* (generation within a pass).

    Args:
        circuit: the rule's circuits, which list its ties; see :func:`tie_name` for the variables' names.
        species: the number of species that take turns.
        phases: the number of phases to define; later generations of a pass use the same variables again.
        word: the GLSL type of the variables.
        since: a GLSL expression for the number of generations computed earlier in this dispatch; "" if none were.
    """
    for phase in range(phases):
        yield f"    uint first_{phase} = (first + {f'uint({since} + {phase})' if since else f'{phase}u'}) % {species}u;"
        for name in circuit.ties:
            kind, *rest = name.split(".")
            if kind == "before":
                i, j = rest
                yield (
                    f"    {word} {tie_name(phase, name)} = "
                    f"{i}u < first_{phase} && first_{phase} <= {j}u ? {word}(0) : ~{word}(0);"
                )
            else:
                number = f"first_{phase}" if kind == "first" else f"((first_{phase} + 1u) % {species}u)"
                bit = 1 if rest[0] == "high" else 0
                yield f"    {word} {tie_name(phase, name)} = -{word}({number} >> {bit} & 1u);"


def tie_name(phase: int, name: str) -> str:
    """Return the name of the GLSL variable whose bits decide the tie ``name`` in generation ``phase`` of a pass.

    ``name`` is one of ``RuleCircuit.ties``, such as ``first.high``.
    """
    return f"tie_{phase}_{plain(name)}"


def block(lines: Iterable[str], spaces: int = 0) -> str:
    """Put lines of GLSL in braces, and indent them by ``spaces`` spaces."""
    return indent("{\n" + indent("\n".join(lines), "    ") + "\n}", " " * spaces)


def plain(value: str) -> str:
    """Return the name of a value, such as ``live.s``, as a GLSL identifier."""
    return value.replace(".", "_")


def ahead(unroll: int, own: int) -> Iterator[str]:
    """Yield the GLSL lines that compute the first address that an invocation prefetches: see :func:`look_ahead`.

    An invocation writes ``own`` words of a row. Adjacent invocations share the work. Of the ``unroll`` rows of an
    iteration each requests one, at the right end of the words that they read together.
    """
    yield "    uint used = 0u;"
    yield f"    int ahead = source + {unroll} * (line + {own}) + number % {unroll} * (line - {own});"
    yield "    int end = source + (last - 1) * line;"


def look_ahead(planes: int, generations: int, unroll: int) -> Iterator[str]:
    """Yield the GLSL lines that load the memory for the next iteration into the processor's caches.

    A pass has ``generations`` generations and ``planes`` planes; an iteration has ``unroll`` rows. Rows are far apart
    in memory, so without prefetching a processor would wait for each row in turn.
    """
    yield "        int soon = min(ahead, end);"
    yield f"        int later = max(soon - {generations} * line, 0);"
    for plane in range(planes):
        yield f"        used |= texelFetch(before, soon + {plane} * stride).x;"
        yield f"        used |= after[later + {plane} * stride];"
    yield f"        ahead += {unroll} * line;"
