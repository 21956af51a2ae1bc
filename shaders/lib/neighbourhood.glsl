// The texel of this invocation with the cells around it: three rows of 1 + 16 + 1 cells.
// A board is a stack of bands, each a texture. Above and below a band is another band (itself on a torus with only one)
// or a row of dead cells: the caller binds the right texture and shifts the row.
#include "lib/bytes.glsl"
#include "lib/only_cells.glsl"
#param TORUS

uniform usampler2D band_above;
uniform usampler2D band;
uniform usampler2D band_below;
uniform int above_shift; // added to the number of the row above
uniform int below_shift; // added to the number of the row below
#if PADDED
uniform int last_byte;     // the byte of the last cell of a row
uniform uvec4 byte_after;  // 1 in the first unused byte
#endif

struct Row {
    uint left;   // the cell to the left, in the highest byte
    uvec4 cells;
    uint right;  // the cell to the right, in the lowest byte
};

Row fetch_row(usampler2D rows, int x, int y)
{
    Row row;
    row.cells = texelFetch(rows, ivec2(x, y), 0);
    uvec4 before = texelFetch(rows, ivec2(x == 0 ? last_texel : x - 1, y), 0);
    row.left = before.w & 0xff000000u;
    row.right = texelFetch(rows, ivec2(x == last_texel ? 0 : x + 1, y), 0).x & 0xffu;
#if TORUS && PADDED
    if (x == 0) row.left = before[last_byte >> 2] << (24 - 8 * (last_byte & 3)) & 0xff000000u;
#endif
#if !TORUS
    if (x == 0) row.left = 0u;
    if (x == last_texel) row.right = 0u;
#endif
#if PADDED
    // Put the cell to the right directly after the last cell, where the shifts below read it.
    if (x == last_texel) row.cells += row.right * byte_after;
#endif
    return row;
}

struct Neighbourhood { Row above, here, below; };

Neighbourhood fetch_neighbourhood(ivec2 at)
{
    return Neighbourhood(
        fetch_row(band_above, at.x, at.y - 1 + above_shift),
        fetch_row(band, at.x, at.y),
        fetch_row(band_below, at.x, at.y + 1 + below_shift));
}

// Each cell's left and its right neighbour, in the place of the cell.
uvec4 from_left(Row row) { return (row.cells << 8) | uvec4(row.left >> 24, row.cells.xyz >> 24); }
uvec4 from_right(Row row) { return (row.cells >> 8) | uvec4(row.cells.yzw << 24, row.right << 24); }

// For each cell the sum over its eight neighbours; here is the value of the cell itself.
uvec4 sum_around(Row columns_of_three, uvec4 here)
{
    return from_left(columns_of_three) + columns_of_three.cells + from_right(columns_of_three) - here;
}

// How many of the eight neighbours are alive.
uvec4 count_live(Neighbourhood n)
{
    return sum_around(
        Row(live(n.above.left) + live(n.here.left) + live(n.below.left),
            live(n.above.cells) + live(n.here.cells) + live(n.below.cells),
            live(n.above.right) + live(n.here.right) + live(n.below.right)),
        live(n.here.cells));
}

// How many of the eight neighbours are in one state.
uvec4 count_state(Neighbourhood n, uint state)
{
    return sum_around(
        Row(equal(n.above.left, state) + equal(n.here.left, state) + equal(n.below.left, state),
            equal(n.above.cells, state) + equal(n.here.cells, state) + equal(n.below.cells, state),
            equal(n.above.right, state) + equal(n.here.right, state) + equal(n.below.right, state)),
        equal(n.here.cells, state));
}

// The sum of the eight neighbours' state codes; correct for sums below 128, that is up to state 15.
uvec4 sum_codes(Neighbourhood n)
{
    return sum_around(
        Row(n.above.left + n.here.left + n.below.left,
            n.above.cells + n.here.cells + n.below.cells,
            n.above.right + n.here.right + n.below.right),
        n.here.cells);
}
