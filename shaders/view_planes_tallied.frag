#version 330 core
// The light of squares that were counted into a buffer: how a massive board looks from afar.
#param COUNTS
#param SIDE
#param PACKED
#include "lib/read_square_counts.glsl"
#include "lib/view_planes_light.glsl"

uniform ivec2 first; // column of the map's first cell and row of the map that the counts begin with
uniform int words;   // of a row of counts

void main()
{
    ivec2 place = ivec2(gl_FragCoord.xy);
    int column = place.x * block - first.x, row = place.y - first.y, across = words * (32 / SIDE);
    int low = max(column, 0) / SIDE, high = min((column + block) / SIDE, across);
    uvec4 states = uvec4(0u);
    for (int square = low; square < high; ++square) states += states_at(row * across + square);
    light = light_of_groups(states);
}
