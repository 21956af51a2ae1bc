#version 330 core
// The first level of a census of bit planes in textures: the cells of a column of texels, 64 rows high, in each of up to
// four groups of states.
#include "lib/bit_count.glsl"
#param PLANES
#param COUNTS
#param SAMPLERS
#param FETCH
#param MASKS

uniform usampler2D SAMPLERS;
uniform int rows;
out uvec4 counts;

void main()
{
    ivec2 place = ivec2(gl_FragCoord.xy);
    uvec4 sums[COUNTS];
    for (int k = 0; k < COUNTS; ++k) sums[k] = uvec4(0u);
    int end = min(rows, place.y * 64 + 64);
    for (int y = place.y * 64; y < end; ++y) {
        ivec2 at = ivec2(place.x, y);
        uvec4 plane[PLANES], mask[COUNTS];
        FETCH
        MASKS
        for (int k = 0; k < COUNTS; ++k) sums[k] += bit_counts(mask[k]);
    }
    counts = uvec4(0u);
    for (int k = 0; k < COUNTS; ++k) counts[k] = sums[k].x + sums[k].y + sums[k].z + sums[k].w;
}
