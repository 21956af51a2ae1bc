#version 330 core
// The first level of a census of bit planes in textures: the set bits in a column of texels, 64 rows high.
#include "lib/bit_count.glsl"
#param PLANES

uniform usampler2D live;
#if PLANES > 1
uniform usampler2D second;
#endif
#if PLANES > 2
uniform usampler2D third;
#endif
uniform int rows;
out uvec4 counts; // of each plane, and of bits set in both the second and the third

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    uvec4 a = uvec4(0u), b = uvec4(0u), c = uvec4(0u), d = uvec4(0u);
    int end = min(rows, at.y * 64 + 64);
    for (int y = at.y * 64; y < end; ++y) {
        a += bit_counts(texelFetch(live, ivec2(at.x, y), 0));
#if PLANES > 1
        uvec4 seconds = texelFetch(second, ivec2(at.x, y), 0);
        b += bit_counts(seconds);
#endif
#if PLANES > 2
        uvec4 thirds = texelFetch(third, ivec2(at.x, y), 0);
        c += bit_counts(thirds);
        d += bit_counts(seconds & thirds);
#endif
    }
    counts = uvec4(a.x + a.y + a.z + a.w, b.x + b.y + b.z + b.w, c.x + c.y + c.z + c.w, d.x + d.y + d.z + d.w);
}
