#version 430 core
// Counts a band's cells: for each workgroup the bits set in each plane, and those set in both `high` and `low`.
#include "lib/planes.glsl"
#define ROWS 64 // as in gpulife/engines/bitplanes/gl_engine.py
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Counts { uint counts[]; };

uniform int rows;
uniform int words;
uniform uint last_mask; // which bits of the last word of a line are cells

shared uint sums[4];

void main()
{
    int word = int(gl_GlobalInvocationID.x);
    if (gl_LocalInvocationIndex < 4u) {
        sums[gl_LocalInvocationIndex] = 0u;
    }
    barrier();
    if (word < words) {
        uint mask = word == words - 1 ? last_mask : 0xffffffffu;
        int row = int(gl_GlobalInvocationID.y) * ROWS, stop = min(row + ROWS, rows);
        uvec4 sum = uvec4(0u);
        for (; row < stop; ++row) {
            int at = line_at(row) + word;
            sum.x += uint(bitCount(word_at(at) & mask));
#if PLANES == 2
            sum.y += uint(bitCount(word_at(at + stride) & mask));
#elif PLANES == 3
            uint high = word_at(at + stride) & mask, low = word_at(at + 2 * stride) & mask;
            sum.y += uint(bitCount(high));
            sum.z += uint(bitCount(low));
            sum.w += uint(bitCount(high & low));
#endif
        }
        for (int plane = 0; plane < (PLANES == 3 ? 4 : PLANES); ++plane) {
            atomicAdd(sums[plane], sum[plane]);
        }
    }
    barrier();
    if (gl_LocalInvocationIndex < 4u) {
        uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
        counts[group * 4u + gl_LocalInvocationIndex] = sums[gl_LocalInvocationIndex];
    }
}
