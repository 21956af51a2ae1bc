// The width of a board may be no multiple of 16: the last texel of a row then ends in bytes that are no cells and are
// always 0.
#param PADDED

uniform int last_texel;    // the rightmost texel of a row
#if PADDED
uniform uvec4 cells_mask;  // 255 in the bytes of the last texel that are cells
#endif

// Clears the bytes that are no cells.
uvec4 only_cells(uvec4 v, int x)
{
#if PADDED
    if (x == last_texel) return v & cells_mask;
#endif
    return v;
}
