// Sums the light of all cells in a square of bit planes: how a massive board looks from afar.
// With TALLY the squares of a word have been counted before, by view_planes_tally.frag with squares of so many cells.
#include "lib/planes_word.glsl"
#param TALLY

uniform int block;    // cells along the side of the square that one texel of the map stands for
uniform ivec2 shift;  // (column, row) of the band less that of the map
uniform ivec4 limits; // first column and row to look at, then the ones after the last
uniform sampler2D palette;
#if TALLY
uniform usampler2D tallies;
uniform ivec2 first; // the word of the tallies' first column, and the map's row of their first row
#endif
out vec4 light; // premultiplied; times block / block^2, as in view_density.frag

vec4 light_of(int state, uint count) { return texelFetch(palette, ivec2(state, 0), 0) * float(count); }

uvec4 sum = uvec4(0u);
#if !TALLY
uint mask; // of the cells to look at
#endif

void take(uint live, uint second, uint third)
{
#if !TALLY
    sum.x += bits_in(live & mask);
#if PLANES >= 2
    sum.y += bits_in(second & mask);
#endif
#if PLANES == 3
    sum.z += bits_in(third & mask);
    sum.w += bits_in(second & third & mask);
#endif
#endif
}

void main()
{
    ivec2 low = ivec2(gl_FragCoord.xy) * block + shift;
#if TALLY
    uvec4 tally = texelFetch(tallies, ivec2((low.x >> 5) - first.x, int(gl_FragCoord.y) - first.y), 0);
    int square = (low.x & 31) / TALLY;
#if TALLY == 4
    tally >>= uint(square / 2 * 8);
    sum.xy = uvec2(square % 2 == 0 ? tally.x : tally.y, square % 2 == 0 ? tally.z : tally.w) & 0xffu;
#else
    sum = tally >> uint(square * TALLY) & ((1u << TALLY) - 1u);
#endif
#else
    ivec2 high = min(low + block, limits.zw);
    low = max(low, limits.xy);
    int last = high.x - 1 >> 5;
    for (int word = low.x >> 5; word <= last; ++word) {
        mask = between(low.x - 32 * word, high.x - 32 * word);
        take_rows(low.y, high.y, word);
    }
#endif
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
