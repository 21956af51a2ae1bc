// Sums the light of all cells in a square of bit planes: how a board looks from afar whose squares begin anywhere.
#include "lib/planes_word.glsl"
#param COUNTS
#param MASKS
#include "lib/view_planes_light.glsl"

uniform ivec2 shift;  // (column, row) of the band less that of the map
uniform ivec4 limits; // first column and row to look at, then the ones after the last

uvec4 sum = uvec4(0u);
uint inside; // of the cells to look at

void take(uint plane[PLANES])
{
    uint mask[COUNTS];
    MASKS
    for (int k = 0; k < COUNTS; ++k) sum[k] += bits_in(mask[k] & inside);
}

void main()
{
    ivec2 low = ivec2(gl_FragCoord.xy) * block + shift;
    ivec2 high = min(low + block, limits.zw);
    low = max(low, limits.xy);
    int last = high.x - 1 >> 5;
    for (int word = low.x >> 5; word <= last; ++word) {
        inside = between(low.x - 32 * word, high.x - 32 * word);
        take_rows(low.y, high.y, word);
    }
    light = light_of_groups(sum);
}
