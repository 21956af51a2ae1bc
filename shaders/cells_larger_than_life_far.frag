#version 330 core
// Larger than Life, range 11 to 50, where counts do not fit into bytes: see cells_larger_than_life.frag. Here, too,
// columns are summed from the outermost inwards; but the sums of all columns that reach the sixteen cells are kept, and
// are added up in pairs of bytes. BESIDE is the number of texels beside a strip.
#include "lib/bytes.glsl"
#include "lib/ageing.glsl"
#include "lib/only_cells.glsl"
#include "lib/larger_than_life.glsl"
#param BESIDE

const int WORDS = 8 * BESIDE + 4;   // of the texels beside and of the own one
uint columns[WORDS];

// The columns of the sixteen cells that are `cells` to the right, negative to the left.
uvec4 moved(int cells)
{
    int place = 4 * 4 * BESIDE + cells, first = place >> 2, shift = 8 * (place & 3);
    uvec4 found;
    for (int i = 0; i < 4; ++i) {
        found[i] = columns[first + i] >> shift;
        if (shift > 0) found[i] |= columns[first + i + 1] << (32 - shift);
    }
    return found;
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    int y = at.y + strip_shift, height = 0;
    for (int i = 0; i <= 2 * BESIDE; ++i) {
        uvec4 row = texelFetch(strip, ivec2(at.x + i, y), 0);
        for (int k = 0; k < 4; ++k) columns[4 * i + k] = row[k];
    }
    uvec4 even = uvec4(0u), odd = uvec4(0u);
    for (int across = range; across >= 0; --across) {
        for (int end = height_of(across); height < end;) {
            ++height;
            for (int i = 0; i <= 2 * BESIDE; ++i) {
                uvec4 rows = texelFetch(strip, ivec2(at.x + i, y - height), 0)
                    + texelFetch(strip, ivec2(at.x + i, y + height), 0);
                for (int k = 0; k < 4; ++k) columns[4 * i + k] += rows[k];
            }
        }
        uvec4 east = moved(across), west = across > 0 ? moved(-across) : uvec4(0u);
        even += (east & EVEN) + (west & EVEN);
        odd += (east >> 8 & EVEN) + (west >> 8 & EVEN);
    }
    uvec4 itself = texelFetch(strip, ivec2(at.x + BESIDE, y), 0) * uint(1 - middle);
    even -= itself & EVEN;
    odd -= itself >> 8 & EVEN;
    after = next_cells(even, odd, at);
}
