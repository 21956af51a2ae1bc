#version 330 core
// Larger than Life: births and survivals by the live cells of a square, a diamond or a disc of range 1 to 10.
// Each column of the neighbourhood is summed for the 48 cells of three texels at once. The columns are added up from
// the outermost inwards, shifting the sum by a cell each time, so that each row is read only once.
#include "lib/bytes.glsl"
#include "lib/ageing.glsl"
#include "lib/only_cells.glsl"
#include "lib/larger_than_life.glsl"

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    int y = at.y + strip_shift;
    uvec4 left = texelFetch(strip, ivec2(at.x, y), 0);
    uvec4 here = texelFetch(strip, ivec2(at.x + 1, y), 0);
    uvec4 right = texelFetch(strip, ivec2(at.x + 2, y), 0);
    uvec4 itself = here * uint(1 - middle);
    // Sums of the columns to the left and to the right, in the bytes of two texels each.
    uvec4 west = uvec4(0u), to_west = uvec4(0u), east = uvec4(0u), to_east = uvec4(0u);
    int height = 0;
    for (int across = range; across >= 0; --across) {
        for (int end = height_of(across); height < end;) {
            ++height;
            left += texelFetch(strip, ivec2(at.x, y - height), 0) + texelFetch(strip, ivec2(at.x, y + height), 0);
            here += texelFetch(strip, ivec2(at.x + 1, y - height), 0) + texelFetch(strip, ivec2(at.x + 1, y + height), 0);
            right += texelFetch(strip, ivec2(at.x + 2, y - height), 0) + texelFetch(strip, ivec2(at.x + 2, y + height), 0);
        }
        if (across == 0) break;
        west += here;
        to_west += left;
        west = west << 8 | uvec4(to_west.w, west.xyz) >> 24;
        to_west = to_west << 8 | uvec4(0u, to_west.xyz) >> 24;
        east += here;
        to_east += right;
        east = east >> 8 | uvec4(east.yzw, to_east.x) << 24;
        to_east = to_east >> 8 | uvec4(to_east.yzw, 0u) << 24;
    }
    uvec4 even = (west & EVEN) + (east & EVEN) + (here & EVEN) - (itself & EVEN);
    uvec4 odd = (west >> 8 & EVEN) + (east >> 8 & EVEN) + (here >> 8 & EVEN) - (itself >> 8 & EVEN);
    after = next_cells(even, odd, at);
}
