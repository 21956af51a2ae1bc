// Sums the light of all cells in a square of bit planes: how a board looks from afar whose squares begin anywhere.
#include "lib/planes_word.glsl"
#include "lib/plane_states.glsl"
#include "lib/view_planes_light.glsl"

uniform ivec2 shift;  // (column, row) of the band less that of the map
uniform ivec4 limits; // first column and row to look at, then the ones after the last

uvec4 sum = uvec4(0u);
uint mask; // of the cells to look at

void take(uint live, uint second, uint third)
{
    sum.x += bits_in(live & mask);
#if PLANES >= 2
    sum.y += bits_in(second & mask);
#endif
#if PLANES == 3
    sum.z += bits_in(third & mask);
    sum.w += bits_in(second & third & mask);
#endif
}

void main()
{
    ivec2 low = ivec2(gl_FragCoord.xy) * block + shift;
    ivec2 high = min(low + block, limits.zw);
    low = max(low, limits.xy);
    int last = high.x - 1 >> 5;
    for (int word = low.x >> 5; word <= last; ++word) {
        mask = between(low.x - 32 * word, high.x - 32 * word);
        take_rows(low.y, high.y, word);
    }
    light = light_of_states(states_of(sum));
}
