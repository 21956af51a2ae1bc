#version 330 core
// Counts the cells of squares of bit planes in textures: a texel is a tally.
#include "lib/planes_textures.glsl"
#define WORDS uint
#include "lib/view_planes_tally.glsl"
out uvec4 tally;

void main()
{
    ivec2 place = ivec2(gl_FragCoord.xy);
    int word = first.x + place.x;
    inside = between(limits.x - 32 * word, limits.z - 32 * word);
    tally_rows(place.y, word);
    tally = uvec4(sums[0], sums[1], sums[2], sums[3]);
}
