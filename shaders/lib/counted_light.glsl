// The light of cells whose states have been counted by squares: see lib/read_square_counts.glsl.
#define COUNTS COUNTED
#define PACKED 1
#include "lib/read_square_counts.glsl"
uniform ivec4 counted; // column and row on the map of the first square counted, then how many across and down
uniform vec4 light1, light2, light3, light4; // of the states, premultiplied

// How many cells have each state.
vec4 states_in(uint first, uint second) { return vec4(counts_in(first), NUMBERS > 1 ? counts_in(second) : vec2(0.0)); }

// In a square; its last number is the second one, if there are two.
vec4 states_of_square(int square) { return states_in(number_of(square, 0), number_of(square, NUMBERS - 1)); }

// In the squares of a row from one to the one before another, at most 32.
vec4 states_of_squares(int square, int stop)
{
    uint first = 0u, second = 0u;
    for (; square < stop; ++square) {
        first += number_of(square, 0);
        if (NUMBERS > 1) second += number_of(square, 1);
    }
    return states_in(first, second);
}

vec4 light_of_states(vec4 states)
{
    vec4 light = states.x * light1;
    if (COUNTS > 1) light += states.y * light2;
    if (COUNTS > 2) light += states.z * light3 + states.w * light4;
    return light;
}
