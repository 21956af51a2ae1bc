// The number of cells in each state, from the set bits in each plane and, with three planes, in both the last two.
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
