#version 330 core
// Counts a bit-plane tile's live cells, and its cells that differ from the earlier copy of the board, in the rows of
// one texture of each plane.
#include "lib/bit_count.glsl"
#include "lib/planes_word.glsl"
#param PLANES
#param ROWS
#param SHOWN
#param SAMPLERS
#param FETCH

uniform usampler2D SAMPLERS;
uniform int tile;  // cells a side: 4, 8, 16 or a multiple of 32
uniform int shift; // rows of the first tile above the band
uniform int rows;  // of the band
uniform int row;   // the first row in these textures, which have every ROWS-th row
out uvec2 counts;  // alive, changed

uint total(uvec4 counts) { return counts.x + counts.y + counts.z + counts.w; }

void main()
{
    ivec2 low = ivec2(gl_FragCoord.xy) * tile - ivec2(0, shift);
    ivec2 high = low + tile;
    ivec2 line = (clamp(ivec2(low.y, high.y), 0, rows) - row + ROWS - 1) / ROWS;
    int last = min(high.x - 1 >> 7, textureSize(plane0, 0).x - 1); // beyond the last column all cells are dead
    counts = uvec2(0u);
    for (int x = low.x >> 7; x <= last; ++x) {
        ivec2 cells = ivec2(low.x, high.x) - x * 128;
        uvec4 mask = uvec4(between(cells.x, cells.y), between(cells.x - 32, cells.y - 32), between(cells.x - 64, cells.y - 64),
            between(cells.x - 96, cells.y - 96));
        for (int y = line.x; y < line.y; ++y) {
            ivec2 at = ivec2(x, y);
            uvec4 plane[PLANES], kept[PLANES], alive = uvec4(0u), changed = uvec4(0u);
            FETCH
            for (int p = 0; p < PLANES; ++p) {
                if (p < SHOWN) alive |= plane[p];
                changed |= plane[p] ^ kept[p];
            }
            counts += uvec2(total(bit_counts(alive & mask)), total(bit_counts(changed & mask)));
        }
    }
}
