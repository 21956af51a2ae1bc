#version 330 core
// Copies rows of a plane to a strip with one more texel of 128 cells on either side, for laws that look at most 64 cells
// far. NARROW is 1 for boards of fewer than 64 columns.
#param WRAPS
#param NARROW

uniform usampler2D plane;
uniform int shift;   // from a row of the strip to its row in the plane's texture
uniform int columns; // of the board
out uvec4 cells;

// On a torus, the texels at the ends of a row, and unused bits of the last one, continue at the other end of the row.
#if WRAPS
uint word(int x, int y)
{
    return texelFetch(plane, ivec2(x >> 2, y), 0)[x & 3];
}

#if NARROW
uint cells_from(int from, int y)
{
    uint found = 0u;
    for (int i = 0; i < 32; ++i) {
        int cell = (from + 128 * columns + i) % columns;
        found |= (word(cell >> 5, y) >> (cell & 31) & 1u) << i;
    }
    return found;
}
#else
// The cells of the row from cell `from` on; those after its last cell are clear.
uint cells_inside(int from, int y)
{
    int x = from >> 5, away = from & 31;
    uint found = word(x, y) >> away;
    return away > 0 && 32 * (x + 1) < columns ? found | word(x + 1, y) << (32 - away) : found;
}

uint cells_from(int from, int y)
{
    if (from < -64 || from >= columns + 64) return 0u; // too far away
    int first = from < 0 ? from + columns : from < columns ? from : from - columns, left = columns - first;
    uint found = cells_inside(first, y);
    return left < 32 ? found | cells_inside(0, y) << left : found;
}
#endif
#endif

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy) + ivec2(-1, shift);
#if WRAPS
    for (int part = 0; part < 4; ++part) cells[part] = cells_from(128 * at.x + 32 * part, at.y);
#else
    cells = texelFetch(plane, at, 0);
#endif
}
