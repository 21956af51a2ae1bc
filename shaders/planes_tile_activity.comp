#version 430 core
// Counts a bit-plane tile's live cells, and its cells that differ from the earlier copy of the board.
#include "lib/planes.glsl"
#param SHOWN
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) writeonly buffer Counts { uvec2 counts[]; }; // alive, changed

layout(binding = 1) uniform usamplerBuffer kept; // the copy
// The first SHOWN planes are those of which one is set in every live cell.
uniform int tile;    // cells a side: 4, 8, 16 or a multiple of 32
uniform int shift;   // rows of the first tile above the band
uniform ivec2 size;  // (columns, rows) of the band
uniform ivec2 tiles; // (across, down)

// A word whose lowest `count` bits are set, at most 32.
uint bits(int count) { return count >= 32 ? 0xffffffffu : (1u << uint(max(count, 0))) - 1u; }

void main()
{
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(place, tiles))) {
        return;
    }
    ivec2 low = place * tile - ivec2(0, shift);
    ivec2 high = min(low + tile, size);
    low.y = max(low.y, 0);
    uvec2 sum = uvec2(0u);
    for (int word = low.x >> 5; word * 32 < high.x; ++word) {
        // Bits beyond the last column are from the other side of the torus, or undefined.
        uint mask = bits(high.x - 32 * word) & ~bits(low.x - 32 * word);
        int line = line_at(low.y) + word;
        for (int row = low.y; row < high.y; ++row) {
            uint alive = 0u, changed = 0u;
            for (int p = 0; p < PLANES; ++p, line += stride) {
                uint now = word_at(line);
                if (p < SHOWN) alive |= now;
                changed |= now ^ texelFetch(kept, line).x;
            }
            sum += uvec2(bitCount(alive & mask), bitCount(changed & mask));
        }
    }
    counts[place.y * tiles.x + place.x] = sum;
}
