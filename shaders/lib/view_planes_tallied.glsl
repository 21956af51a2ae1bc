// The light of squares that have been counted by lib/view_planes_tally.glsl: how a massive board looks from afar.
#include "lib/view_planes_light.glsl"
#param SIDE

uniform ivec2 first;  // column of the map's first cell and row of the map that the tallies begin with
uniform int words;    // of a row of tallies

void main()
{
    ivec2 place = ivec2(gl_FragCoord.xy);
    int column = place.x * block - first.x, row = place.y - first.y;
#if SIDE == 32
    uvec4 sum = uvec4(0u);
    int low = max(column >> 5, 0), high = min(column + block >> 5, words);
    for (int word = low; word < high; ++word) sum += tally_at(word, row);
#else
    uvec4 tally = tally_at(column >> 5, row);
    int square = (column & 31) / SIDE;
#if SIDE == 4
    tally >>= uint(square / 2 * 8);
    uvec4 sum = uvec4(square % 2 == 0 ? tally.x : tally.y, square % 2 == 0 ? tally.z : tally.w, 0u, 0u) & 0xffu;
#else
    uvec4 sum = tally >> uint(square * SIDE) & ((1u << SIDE) - 1u);
#endif
#endif
    light = light_of_counts(sum);
}
