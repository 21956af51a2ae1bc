// A board's width may not be a multiple of 16: the last texel of a row then ends with unused bytes, which are always 0.
#param PADDED

uniform int last_texel;    // the rightmost texel of a row
#if PADDED
uniform uvec4 cells_mask;  // 255 in the used bytes of the last texel
#endif

// Clears the unused bytes.
uvec4 only_cells(uvec4 v, int x)
{
#if PADDED
    if (x == last_texel) return v & cells_mask;
#endif
    return v;
}
