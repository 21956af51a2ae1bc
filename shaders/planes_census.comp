#version 430 core
// Counts a band's cells: for each workgroup the cells in each of up to four groups of states.
#include "lib/planes_texels.glsl"
#include "lib/planes_word.glsl"
#param COUNTS
#param MASKS
// Four invocations count the 64 rows of a workgroup (see gpulife/engines/bitplanes/gl_engine.py): processors prefetch
// from some 32 pages of memory, and each line of a massive board is on another page.
#define ROWS 16
#include "lib/texels_in_turn.glsl"
layout(local_size_x = ACROSS, local_size_y = 4) in;
layout(std430, binding = 0) buffer Counts { uint counts[]; };

uniform int rows;
uniform int columns;

shared uint totals[4];

uvec4 inside; // bits of the board's cells
uvec4 sums[COUNTS];

void take(uvec4 plane[PLANES])
{
    uvec4 mask[COUNTS];
    MASKS
    for (int k = 0; k < COUNTS; ++k) sums[k] += bits_in(mask[k] & inside);
}

void main()
{
    int row = int(gl_GlobalInvocationID.y) * ROWS;
    if (gl_LocalInvocationIndex < 4u) totals[gl_LocalInvocationIndex] = 0u;
    barrier();
    for (int k = 0; k < COUNTS; ++k) sums[k] = uvec4(0u);
    int texel = int(gl_GlobalInvocationID.x) * IN_TURN;
    for (int end = min(texel + IN_TURN, stride / 4); texel < end; ++texel) {
        ivec4 words = words_of(texel);
        for (int k = 0; k < 4; ++k) inside[k] = between(-32 * words[k], columns - 32 * words[k]);
        take_rows(row, min(row + ROWS, rows), texel);
    }
    for (int k = 0; k < COUNTS; ++k) {
        uvec4 sum = sums[k];
        atomicAdd(totals[k], sum.x + sum.y + sum.z + sum.w);
    }
    barrier();
    if (gl_LocalInvocationIndex < 4u) {
        uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
        counts[group * 4u + gl_LocalInvocationIndex] = totals[gl_LocalInvocationIndex];
    }
}
