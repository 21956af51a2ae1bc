#version 430 core
// Unpacks sixteen cells of bit planes to bytes: the same texels that the cells engine keeps (see lib/bytes.glsl).
#include "lib/planes.glsl"

uniform ivec2 first; // (word, row) in the band of the texel at the lower left
out uvec4 cells;

// Four bits as four bytes.
uint spread(uint bits) { return (bits * 0x00204081u) & 0x01010101u; }
uvec4 spread16(uint bits) { return uvec4(spread(bits & 15u), spread(bits >> 4 & 15u), spread(bits >> 8 & 15u), spread(bits >> 12 & 15u)); }

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    int half_word = (at.x & 1) * 16;
    int line = line_at(at.y + first.y) + first.x + (at.x >> 1);
    cells = spread16(word_at(line) >> half_word & 0xffffu);
#if PLANES == 2
    cells += spread16(word_at(line + stride) >> half_word & 0xffffu);
#elif PLANES == 3
    cells += 2u * spread16(word_at(line + stride) >> half_word & 0xffffu)
        + spread16(word_at(line + 2 * stride) >> half_word & 0xffffu);
#endif
}
