// The squares of a word that lib/view_planes_tally.glsl has counted together, one by one.

// The bits of a square of a word, by its tally; of three planes also those in both others than the first.
uvec4 bits_of(uvec4 tally, int square)
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
