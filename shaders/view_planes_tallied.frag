#version 330 core
// Squares that were counted into a buffer, which is read as a texture.
#param PLANES
uniform usamplerBuffer tallies; // in unit 0: moderngl cannot set samplers of buffers
uvec4 tally_at(int word, int row);
#include "lib/view_planes_tallied.glsl"
#include "lib/tallies.glsl"

uvec4 tally_at(int word, int row)
{
    int at = (row * words + word) * COUNTS;
    uvec4 tally = uvec4(texelFetch(tallies, at).x, 0u, 0u, 0u);
    if (COUNTS > 1) tally.y = texelFetch(tallies, at + 1).x;
    if (COUNTS > 2) tally.zw = uvec2(texelFetch(tallies, at + 2).x, texelFetch(tallies, at + 3).x);
    return tally;
}
