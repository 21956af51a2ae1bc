"""Writes the fragment shaders of a look at what sleeps: see :mod:`gpulife.engines.bitplanes.gl_fragment_look`.

A *strip* is some rows of blocks of a band. Nothing here needs OpenGL.
"""

from gpulife.engines.bitplanes.resting_tiles import ANYWHERE, EAST, LIFE, WEST


def copied_source(textures: int) -> tuple[str, list[str]]:
    """Return the shader that copies a strip of that many textures, and the names of its samplers."""
    names = [f"before{number}" for number in range(textures)]
    outputs = "\n".join(f"layout(location = {number}) out uvec4 kept{number};" for number in range(textures))
    copies = "\n".join(f"    kept{number} = texelFetch({name}, at, 0);" for number, name in enumerate(names))
    return (
        f"""\
#version 330 core
uniform usampler2D {", ".join(names)};
uniform int shift; // blocks above the strip
{outputs}
void main()
{{
    ivec2 at = ivec2(gl_FragCoord.xy) + ivec2(0, shift);
{copies}
}}
""",
        names,
    )


def changed_source(textures: int) -> tuple[str, list[str]]:
    """Return the shader that tells where a block differs from its copy, and whether anything lives in either."""
    now, kept = ([f"{name}{number}" for number in range(textures)] for name in ("now", "kept"))
    fetched = "\n".join(
        f"""\
    here = texelFetch({name}, at, 0);
    changed |= here ^ texelFetch({copy}, in_copy, 0);
    alive |= here;"""
        for name, copy in zip(now, kept, strict=True)
    )
    return (
        f"""\
#version 330 core
uniform usampler2D {", ".join(now + kept)};
uniform int shift; // blocks above the strip
out float changes; // bits
void main()
{{
    ivec2 at = ivec2(gl_FragCoord.xy), in_copy = at - ivec2(0, shift);
    uvec4 here, changed = uvec4(0u), alive = uvec4(0u);
{fetched}
    int bits = int(any(notEqual(changed, uvec4(0u)))) * {ANYWHERE};
    bits |= int(any(notEqual(alive | changed, uvec4(0u)))) * {LIFE};
    changes = float(bits | int(changed.x != 0u) * {WEST} | int(changed.w != 0u) * {EAST}) / 255.0;
}}
""",
        now + kept,
    )
