#version 330 core
// Rules with any counts in any neighbourhood, range 1 to 50. Each neighbour of sixteen cells at once is added up in
// bytes, and the bytes in pairs of bytes before they are full.
#include "lib/bytes.glsl"
#include "lib/ageing.glsl"
#include "lib/only_cells.glsl"

uniform usampler2D strip;   // 1 for live cells, with margins: see cells_strip.frag
uniform usampler2D band;
uniform usampler2D numbers; // 1024 a row: the neighbours, then for each count 1 for births, plus 2 for survivals
uniform int strip_shift;    // from a row of the band to its row in the strip
uniform int neighbours;
uniform int range;
out uvec4 after;

uint number(uint place) { return texelFetch(numbers, ivec2(place & 1023u, place >> 10), 0).r; }

// The sixteen cells that begin `right` cells to the right of a texel, negative to the left.
uvec4 moved(ivec2 at, int right)
{
    ivec2 first = ivec2(at.x + (right >> 4), at.y);
    uvec4 low = texelFetch(strip, first, 0);
    int words = right >> 2 & 3, shift = 8 * (right & 3);
    if ((right & 15) == 0) return low;
    uvec4 high = texelFetch(strip, first + ivec2(1, 0), 0), found;
    for (int i = 0; i < 4; ++i) {
        int from = words + i;
        uint near = from < 4 ? low[from] : high[from - 4];
        uint next = from < 3 ? low[from + 1] : high[from - 3];
        found[i] = shift == 0 ? near : near >> shift | next << (32 - shift);
    }
    return found;
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 here = ivec2(at.x + (range + 15) / 16, at.y + strip_shift);
    uvec4 sums = uvec4(0u), even = uvec4(0u), odd = uvec4(0u);
    for (int k = 0; k < neighbours; ++k) {
        uint place = number(uint(k));
        sums += moved(here + ivec2(0, int(place >> 8) - 128), int(place & 255u) - 128);
        if (k % 255 == 254 || k == neighbours - 1) {
            even += sums & 0x00ff00ffu;
            odd += sums >> 8 & 0x00ff00ffu;
            sums = uvec4(0u);
        }
    }
    uvec4 births = uvec4(0u), survivals = uvec4(0u);
    for (int cell = 0; cell < 16; ++cell) {
        int word = cell >> 2;
        uint pair = (cell & 1) == 0 ? even[word] : odd[word];
        uint becomes = number(uint(neighbours) + (pair >> 16 * (cell >> 1 & 1) & 0xffffu));
        births[word] |= (becomes & 1u) << 8 * (cell & 3);
        survivals[word] |= (becomes >> 1) << 8 * (cell & 3);
    }
    after = only_cells(aged(texelFetch(band, at, 0), births, survivals), at.x);
}
