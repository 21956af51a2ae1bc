#version 330 core
// Sums the light of all cells in a square of any size: how the board looks from afar.
#include "lib/view_band.glsl"
#param SPECIES
#param WHOLE_TEXELS

uniform sampler2D palette;
out vec4 light; // premultiplied; times block / block^2, so that a half float holds one cell of a million

// 255 in the bytes of the cells before the given one.
uvec4 bytes_before(int cell)
{
    ivec4 count = clamp(ivec4(cell) - ivec4(0, 4, 8, 12), 0, 4);
    return ((uvec4(1u) << uvec4(count * 8 & 31)) - 1u) | (0u - uvec4(count >> 2));
}

// The sum of the 16 bytes.
float total(uvec4 v)
{
    uvec4 pairs = (v & 0x00ff00ffu) + (v >> 8 & 0x00ff00ffu);
    uint sum = pairs.x + pairs.y + pairs.z + pairs.w;
    return float((sum & 0xffffu) + (sum >> 16));
}

vec4 light_of(int state, uvec4 counts) { return texelFetch(palette, ivec2(state, 0), 0) * total(counts); }

void main()
{
    Square square = square_at(ivec2(gl_FragCoord.xy));
    light = vec4(0.0);
    int last = square.high.x - 1 >> 4;
    for (int x = square.low.x >> 4; x <= last; ++x) {
#if !WHOLE_TEXELS
        uvec4 mask = bytes_before(square.high.x - 16 * x) & ~bytes_before(square.low.x - 16 * x);
#endif
#if SPECIES == 0 // too many to look for each
        for (int y = square.low.y; y < square.high.y; ++y) {
            uvec4 cells = texelFetch(band, ivec2(x, y), 0);
#if !WHOLE_TEXELS
            cells &= mask;
#endif
            if (cells == uvec4(0u)) continue;
            for (int place = 0; place < 16; ++place) light += texelFetch(palette, ivec2(cell_of(cells, place), 0), 0);
        }
#else
        for (int top = square.low.y; top < square.high.y; top += 64) {
            int end = min(top + 64, square.high.y); // so that no byte passes 64
            for (int first = 1; first <= SPECIES; first += 4) {
                uvec4 a = uvec4(0u), b = uvec4(0u), c = uvec4(0u), d = uvec4(0u);
                for (int y = top; y < end; ++y) {
                    uvec4 cells = texelFetch(band, ivec2(x, y), 0);
#if !WHOLE_TEXELS
                    cells &= mask;
#endif
#if SPECIES == 1
                    a += cells;
#elif SPECIES == 2 // the codes are two bits
                    a += cells & EACH;
                    b += cells >> 1 & EACH;
#else
                    a += equal(cells, uint(first));
                    b += equal(cells, uint(first + 1));
                    c += equal(cells, uint(first + 2));
                    d += equal(cells, uint(first + 3));
#endif
                }
                light += light_of(first, a);
#if SPECIES > 1
                light += light_of(first + 1, b);
#endif
#if SPECIES > 2
                light += light_of(first + 2, c) + light_of(first + 3, d);
#endif
            }
        }
#endif
    }
    light /= float(block);
}
