#version 330 core
// Copies rows of a board to a strip with more texels on either side: 1 for live cells (state 1), else 0.
#include "lib/bytes.glsl"
#param WRAPS

uniform usampler2D band;
uniform int row_shift; // from a row of the strip to its row in the band
uniform int columns;   // of the board
uniform int beside;    // texels on either side, at most 4
out uvec4 live_cells;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy) + ivec2(-beside, row_shift);
    uvec4 cells = uvec4(0u);
#if WRAPS // margins, and unused bytes of the last texel, continue at the other end of the row
    for (int place = 0; place < 16; ++place) {
        int column = (16 * at.x + place + 64 * columns) % columns;
        uint cell = texelFetch(band, ivec2(column >> 4, at.y), 0)[column >> 2 & 3] >> 8 * (column & 3) & 255u;
        cells[place >> 2] |= cell << 8 * (place & 3);
    }
#else
    if (at.x >= 0 && 16 * at.x < columns) cells = texelFetch(band, at, 0);
#endif
    live_cells = is_state(cells, 1u);
}
