#version 330 core
// The first level of a census: the number of cells in each of four states, in a column of texels, 64 rows high.
#include "lib/bytes.glsl"
#param AGES

uniform usampler2D band;
uniform int rows;
#if !AGES
uniform int first_state; // counts this state and the next three, in x, y, z, w
#endif
out uvec4 counts;

// The sum of the 16 bytes.
uint total(uvec4 v)
{
    uvec4 pairs = (v & 0x00ff00ffu) + (v >> 8 & 0x00ff00ffu);
    uint sum = pairs.x + pairs.y + pairs.z + pairs.w;
    return (sum & 0xffffu) + (sum >> 16);
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    uvec4 a = uvec4(0u), b = uvec4(0u), c = uvec4(0u), d = uvec4(0u); // no byte can pass 64
    int end = min(rows, at.y * 64 + 64);
    for (int y = at.y * 64; y < end; ++y) {
        uvec4 cells = texelFetch(band, ivec2(at.x, y), 0);
#if AGES // counts state 1, and all older states together
        a += is_state(cells, 1u);
        b += is_live(cells & 254u * EACH);
#else
        uint state = uint(first_state);
        a += is_state(cells, state);
        b += is_state(cells, state + 1u);
        c += is_state(cells, state + 2u);
        d += is_state(cells, state + 3u);
#endif
    }
    counts = uvec4(total(a), total(b), total(c), total(d));
}
