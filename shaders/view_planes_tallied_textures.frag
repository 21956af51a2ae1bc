#version 330 core
// Squares that were counted into a texture.
#param PLANES
uniform usampler2D tallies;
uvec4 tally_at(int word, int row) { return texelFetch(tallies, ivec2(word, row), 0); }
#include "lib/view_planes_tallied.glsl"
