#version 330 core
// The light of squares that were counted into a texture by view_planes_tally_textures.frag.
#param COUNTS
#param SIDE
#include "lib/square_states.glsl"
#include "lib/view_planes_light.glsl"

uniform usampler2D counts;
uniform ivec2 first; // column of the map's first cell and row of the map that the tallies begin with
uniform int words;   // of a row of tallies

void main()
{
    ivec2 place = ivec2(gl_FragCoord.xy);
    int column = place.x * block - first.x, row = place.y - first.y;
#if SIDE == 32
    uvec4 sum = uvec4(0u);
    int low = max(column >> 5, 0), high = min(column + block >> 5, words);
    for (int word = low; word < high; ++word) sum += texelFetch(counts, ivec2(word, row), 0);
#else
    uvec4 sum = counts_of(texelFetch(counts, ivec2(column >> 5, row), 0), (column & 31) / SIDE);
#endif
    light = light_of_groups(sum);
}
