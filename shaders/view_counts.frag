#version 330 core
// The light of squares of cells that were counted elsewhere: how a board in strips looks from afar.
#param STATES

uniform usampler2D counts; // of each state in a component
uniform sampler2D palette;
uniform int block;         // cells along the side of a square
uniform ivec2 corner;      // texel of the map that the first one of the counts is for
out vec4 light; // premultiplied; times block / block^2, as in view_density.frag

vec4 light_of(int state, uint count) { return texelFetch(palette, ivec2(state, 0), 0) * float(count); }

void main()
{
    uvec4 count = texelFetch(counts, ivec2(gl_FragCoord.xy) - corner, 0);
    light = light_of(1, count.x);
#if STATES > 1
    light += light_of(2, count.y);
#endif
#if STATES > 2
    light += light_of(3, count.z);
#endif
#if STATES > 3
    light += light_of(4, count.w);
#endif
    light /= float(block);
}
