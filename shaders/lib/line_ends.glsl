// The halo words at the ends of a line of `cells` on a torus: 16 cells of the other end on each side.
// Whoever includes this has `cells`, words of 32 cells, and `columns`, the number of cells in a line. WIDE is 0 if there
// may be fewer than 32 columns, else 1: processors compute both sides of a branch.

// Cells `from` to `from + 15` of the line whose first cell is in word `line`; on narrow boards they may wrap.
uint sixteen(int line, int from)
{
    uint found = 0u;
#if !WIDE
    if (columns < 32) {
        for (int i = 0; i < 16; ++i) {
            int cell = (from + i) % columns;
            found |= (cells[line + (cell >> 5)] >> (cell & 31) & 1u) << i;
        }
        return found;
    }
#endif
    int word = line + (from >> 5), shift = from & 31;
    found = cells[word] >> shift;
    if (shift > 16) {
        found |= cells[word + 1] << (32 - shift);
    }
    return found & 0xffffu;
}

// Fills the halo words of the line whose first cell is in word `line`.
void fill_line_ends(int line)
{
    // The first 16 cells before cell 0 are those from -16 on: a multiple of the width is added for narrow boards.
#if WIDE
    uint left_side = sixteen(line, columns - 16);
#else
    uint left_side = sixteen(line, columns < 32 ? 16 * columns - 16 : columns - 16);
#endif
    uint right_side = sixteen(line, 0);
    int word = line + (columns >> 5), shift = columns & 31;
    uint own = shift > 0 ? cells[word] & ~(0xffffffffu << shift) : 0u;
    cells[line - 1] = left_side << 16;
    cells[word] = own | right_side << shift;
    if (shift > 16) {
        cells[word + 1] = right_side >> (32 - shift);
    }
}
