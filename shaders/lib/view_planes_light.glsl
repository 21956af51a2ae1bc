// The light of a square of cells whose bits have been counted.
uniform int block;    // cells along the side of the square that one texel of the map stands for
uniform sampler2D palette;
out vec4 light; // premultiplied; times block / block^2, as in view_density.frag

vec4 light_of(int state, uint count) { return texelFetch(palette, ivec2(state, 0), 0) * float(count); }

// Takes the number of bits in each plane; of three planes also that of bits in both others than the first.
vec4 light_of_counts(uvec4 sum)
{
#if PLANES == 1
    vec4 all = light_of(1, sum.x);
#elif PLANES == 2
    vec4 all = light_of(1, sum.x - sum.y) + light_of(2, sum.y);
#else // state 1 + 2 * second + third
    vec4 all = light_of(1, sum.x - sum.y - sum.z + sum.w) + light_of(2, sum.z - sum.w) + light_of(3, sum.y - sum.w)
        + light_of(4, sum.w);
#endif
    return all / float(block);
}
