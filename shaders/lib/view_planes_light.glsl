// The light of a square of cells that have been counted in COUNTS groups of states, which begin with the state FIRST. With
// AGES a group may have several states, whose average light counts; else it has one.
#param FIRST
#param AGES
uniform int block;    // cells along the side of the square that one texel of the map stands for
uniform sampler2D palette;
#if AGES
uniform ivec4 ends; // the last state of each group
#endif
out vec4 light; // premultiplied; times block / block^2, as in view_density.frag

#if AGES
// The average of eight states at most: neighbours hardly differ.
vec4 light_of(int group)
{
    int first = group == 0 ? FIRST : ends[group - 1] + 1, step = (ends[group] - first) / 8 + 1, count = 0;
    vec4 sum = vec4(0.0);
    for (int state = first; state <= ends[group]; state += step, ++count) sum += texelFetch(palette, ivec2(state, 0), 0);
    return sum / float(max(count, 1));
}
#else
vec4 light_of(int group) { return texelFetch(palette, ivec2(FIRST + group, 0), 0); }
#endif

// Takes how many cells are in each group.
vec4 light_of_groups(uvec4 counts)
{
    vec4 all = vec4(0.0);
    for (int k = 0; k < COUNTS; ++k) all += light_of(k) * float(counts[k]);
    return all / float(block);
}
