#version 330 core
// Counts a tile's live cells, and its cells that differ from the earlier copy of the board.
#include "lib/bytes.glsl"

uniform usampler2D band;
uniform usampler2D kept;
uniform int tile;  // cells a side: 4, 8 or a multiple of 16
uniform int shift; // rows of the first tile above the band
uniform int rows;  // of the band
out uvec2 counts;  // alive, changed

// The sum of the 16 bytes.
uint total(uvec4 v)
{
    uvec4 pairs = (v & 0x00ff00ffu) + (v >> 8 & 0x00ff00ffu);
    uint sum = pairs.x + pairs.y + pairs.z + pairs.w;
    return (sum & 0xffffu) + (sum >> 16);
}

void main()
{
    ivec2 low = ivec2(gl_FragCoord.xy) * tile - ivec2(0, shift);
    ivec2 high = low + tile;
    low.y = max(low.y, 0);
    high.y = min(high.y, rows);
    // A tile narrower than a texel is some of its words; beyond the last column all cells are dead.
    int first = low.x & 15;
    ivec4 word = ivec4(0, 4, 8, 12);
    uvec4 mask = 0u - uvec4(greaterThanEqual(word, ivec4(first))) & 0u - uvec4(lessThan(word, ivec4(first + tile)));
    int end = min(high.x + 15 >> 4, textureSize(band, 0).x);
    counts = uvec2(0u);
    for (int x = low.x >> 4; x < end; ++x) {
        for (int top = low.y; top < high.y; top += 64) {
            int stop = min(top + 64, high.y); // so that no byte exceeds 64
            uvec4 alive = uvec4(0u), changed = uvec4(0u);
            for (int y = top; y < stop; ++y) {
                uvec4 now = texelFetch(band, ivec2(x, y), 0) & mask;
                alive += is_live(now);
                changed += is_live((now ^ texelFetch(kept, ivec2(x, y), 0)) & mask);
            }
            counts += uvec2(total(alive), total(changed));
        }
    }
}
