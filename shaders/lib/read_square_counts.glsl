// Reads the counts of squares in a buffer, which is seen as a texture: see lib/square_counts.glsl.
#include "lib/square_counts.glsl"
uniform usamplerBuffer counts; // in unit 0: moderngl cannot set samplers of buffers

uint number_of(int square, int number) { return texelFetch(counts, square * NUMBERS + number).x; }

#if PACKED
// Two counts in a number; smaller than 65536, they are made floats more quickly as signed numbers.
vec2 counts_in(uint number) { return vec2(ivec2(number & 0xffffu, number >> 16)); }
#endif

// How many cells of a square have each state.
uvec4 states_at(int square)
{
    uint first = number_of(square, 0);
#if PACKED
    uvec4 states = uvec4(first & 0xffffu, first >> 16, 0u, 0u);
    if (NUMBERS > 1) {
        uint second = number_of(square, 1);
        states.zw = uvec2(second & 0xffffu, second >> 16);
    }
#else
    uvec4 states = uvec4(first, 0u, 0u, 0u);
    if (NUMBERS > 1) states.y = number_of(square, 1);
    if (NUMBERS > 2) states.zw = uvec2(number_of(square, 2), NUMBERS > 3 ? number_of(square, 3) : 0u);
#endif
    return states;
}
