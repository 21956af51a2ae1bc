// The light of a square of cells that have been counted.
uniform int block;    // cells along the side of the square that one texel of the map stands for
uniform sampler2D palette;
out vec4 light; // premultiplied; times block / block^2, as in view_density.frag

vec4 light_of(int state, uint count) { return texelFetch(palette, ivec2(state, 0), 0) * float(count); }

// Takes how many cells have each state.
vec4 light_of_states(uvec4 states)
{
    vec4 all = light_of(1, states.x);
#if PLANES >= 2
    all += light_of(2, states.y);
#endif
#if PLANES == 3
    all += light_of(3, states.z) + light_of(4, states.w);
#endif
    return all / float(block);
}
