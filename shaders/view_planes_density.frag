#version 430 core
// The light of all the cells in a square of bit planes: how a massive board looks from afar.
#include "lib/planes.glsl"

uniform int block;    // cells along the side of the square that one texel of the map stands for
uniform ivec2 shift;  // (column, row) of the band less that of the map
uniform ivec4 limits; // first column and row to look at, then the ones after the last
uniform sampler2D palette;
out vec4 light; // premultiplied; times block / block^2, as in view_density.frag

vec4 light_of(int state, uint count) { return texelFetch(palette, ivec2(state, 0), 0) * float(count); }

// The bits from one cell to before another, both counted from the word's first.
uint between(int low, int high)
{
    uint below_high = high >= 32 ? 0xffffffffu : (1u << uint(max(high, 0))) - 1u;
    uint below_low = low <= 0 ? 0u : (1u << uint(min(low, 31))) - 1u;
    return below_high & ~below_low;
}

void main()
{
    ivec2 low = ivec2(gl_FragCoord.xy) * block + shift;
    ivec2 high = min(low + block, limits.zw);
    low = max(low, limits.xy);
    uvec4 sum = uvec4(0u);
    int last = high.x - 1 >> 5;
    for (int word = low.x >> 5; word <= last; ++word) {
        uint mask = between(low.x - 32 * word, high.x - 32 * word);
        int line = line_at(low.y) + word;
        for (int row = low.y; row < high.y; ++row) {
            sum.x += uint(bitCount(words[line] & mask));
#if PLANES == 2
            sum.y += uint(bitCount(words[line + stride] & mask));
#elif PLANES == 3
            uint second = words[line + stride] & mask, third = words[line + 2 * stride] & mask;
            sum.y += uint(bitCount(second));
            sum.z += uint(bitCount(third));
            sum.w += uint(bitCount(second & third));
#endif
            line += PLANES * stride;
        }
    }
#if PLANES == 1
    light = light_of(1, sum.x);
#elif PLANES == 2
    light = light_of(1, sum.x - sum.y) + light_of(2, sum.y);
#else // state 1 + 2 * second + third
    light = light_of(1, sum.x - sum.y - sum.z + sum.w) + light_of(2, sum.z - sum.w) + light_of(3, sum.y - sum.w)
        + light_of(4, sum.w);
#endif
    light /= float(block);
}
