#version 430 core
// Counts the cells of squares of bit planes in a buffer into another one. On Mesa's llvmpipe that takes 0.3 times as
// long as fragments do, whose vectors are squares of pixels: here one is a line of words.
#include "lib/planes_texels.glsl"
#include "lib/view_planes_tally.glsl"
#include "lib/tallies.glsl"
layout(local_size_x = 32) in;
layout(std430, binding = 0) writeonly buffer Tallies { uint tallies[]; };

uniform int words; // of a row of squares: those of whole texels

void main()
{
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    if (4 * place.x >= words) return;
    int texel = (first.x + 1) / 4 + place.x;
    ivec4 here = words_of(texel);
    for (int k = 0; k < 4; ++k) mask[k] = between(limits.x - 32 * here[k], limits.z - 32 * here[k]);
    tally_rows(place.y, texel);
    int at = (place.y * words + 4 * place.x) * COUNTS;
    for (int k = 0; k < 4; ++k)
        for (int count = 0; count < COUNTS; ++count) tallies[at + k * COUNTS + count] = sums[count][k];
}
