#version 330 core
// Follows the life and death of every cell, for the effects: sixteen cells a texel, as on the board.
// ghost: the state of a live cell plus 32, or the state that a dead cell had last. since: the number of generations
// since it was born or died, at most 127.
#include "lib/bytes.glsl"

uniform usampler2D band;
uniform usampler2D ghost;
uniform usampler2D since;
uniform int generations; // since the last update, at most 127; 0: only painted; negative: the past is unknown
layout(location = 0) out uvec4 ghost_after;
layout(location = 1) out uvec4 since_after;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    uvec4 cells = texelFetch(band, at, 0);
    uvec4 before = texelFetch(ghost, at, 0);
    uvec4 alive = live(cells);
    uvec4 present = cells | alive * 32u;
    if (generations < 0) {
        ghost_after = present;
        since_after = uvec4(127u * EACH);
        return;
    }
    if (generations == 0) { // erased cells have not died
        ghost_after = before & ~whole((before >> 5 & EACH) & ~alive);
        since_after = texelFetch(since, at, 0);
        return;
    }
    ghost_after = choose(alive, present, before & 31u * EACH);
    uvec4 changed = live(ghost_after ^ before);
    uvec4 time = texelFetch(since, at, 0) + uint(generations) * EACH; // at most 254
    time = (time | (time >> 7 & EACH) * 127u) & 127u * EACH;
    since_after = time & ~whole(changed);
}
