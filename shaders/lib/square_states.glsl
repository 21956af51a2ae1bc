// The squares of a word that lib/view_planes_tally.glsl has counted together, one by one.

// How many cells of a square of a word are in each group, by its tally.
uvec4 counts_of(uvec4 tally, int square)
{
#if SIDE == 32
    return tally;
#elif SIDE == 4
    tally >>= uint(square / 2 * 8);
    return uvec4(square % 2 == 0 ? tally.x : tally.y, square % 2 == 0 ? tally.z : tally.w, 0u, 0u) & 0xffu;
#else
    return tally >> uint(square * SIDE) & ((1u << SIDE) - 1u);
#endif
}
