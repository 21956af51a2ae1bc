#version 430 core
// Counts the cells of squares of bit planes in a buffer into another one. On Mesa's llvmpipe that takes 0.4 times as
// long as fragments do, whose vectors are squares of pixels: here one is a line of words.
#include "lib/planes_buffer.glsl"
#include "lib/view_planes_tally.glsl"
#include "lib/tallies.glsl"
layout(local_size_x = 128) in;
layout(std430, binding = 0) writeonly buffer Tallies { uint tallies[]; };

uniform int words; // of a row of squares

void main()
{
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    if (place.x >= words) return;
    uvec4 tally = tally_of(place);
    int at = (place.y * words + place.x) * COUNTS;
    for (int count = 0; count < COUNTS; ++count) tallies[at + count] = tally[count];
}
