// How many cells have each state, by the bits in each plane; of three planes also by those in both others than the first.
uvec4 states_of(uvec4 sum)
{
#if PLANES == 1
    return sum;
#elif PLANES == 2
    return uvec4(sum.x - sum.y, sum.y, 0u, 0u);
#else // state 1 + 2 * second + third
    return uvec4(sum.x - sum.y - sum.z + sum.w, sum.z - sum.w, sum.y - sum.w, sum.w);
#endif
}
