#version 430 core
// Counts the cells of squares of bit planes in a buffer into another one. On Mesa's llvmpipe that takes 0.3 times as
// long as fragments do, whose vectors are squares of pixels: here one is a line of words.
#include "lib/planes_texels.glsl"
#include "lib/view_planes_tally.glsl"
#param PACKED
#include "lib/square_counts.glsl"
#include "lib/square_states.glsl"
#include "lib/texels_in_turn.glsl"
layout(local_size_x = ACROSS) in;
layout(std430, binding = 0) writeonly buffer Counts { uint counts[]; };

uniform int words; // of a row of squares: those of whole texels

// Counts the squares of four words and a row of squares.
void count(ivec2 place)
{
    if (4 * place.x >= words) return;
    int texel = (first.x + 1) / 4 + place.x;
    ivec4 here = words_of(texel);
    for (int k = 0; k < 4; ++k) inside[k] = between(limits.x - 32 * here[k], limits.z - 32 * here[k]);
    tally_rows(place.y, texel);
    int at = (place.y * words + 4 * place.x) * (32 / SIDE) * NUMBERS;
    for (int k = 0; k < 4; ++k) {
        uvec4 tally = uvec4(sums[0][k], sums[1][k], sums[2][k], sums[3][k]);
        for (int square = 0; square < 32 / SIDE; ++square, at += NUMBERS) {
            uvec4 states = counts_of(tally, square);
#if PACKED
            states.xy = states.xz | states.yw << 16;
#endif
            for (int number = 0; number < NUMBERS; ++number) counts[at + number] = states[number];
        }
    }
}

void main()
{
    ivec2 place = ivec2(gl_GlobalInvocationID.xy) * ivec2(IN_TURN, 1);
    for (int turn = 0; turn < IN_TURN; ++turn, ++place.x) count(place);
}
