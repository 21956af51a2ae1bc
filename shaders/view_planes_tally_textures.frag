#version 330 core
// Counts the cells of squares of bit planes in textures: a texel is a tally.
#include "lib/planes_textures.glsl"
#include "lib/view_planes_tally.glsl"
out uvec4 tally;

void main() { tally = tally_of(ivec2(gl_FragCoord.xy)); }
