// Which cells of a band lie under a texel of a map of the board (see gpulife/view/gl_visible_region.py).
#include "lib/bytes.glsl"

uniform usampler2D band;
uniform int block;    // cells along the side of the square that one texel of the map stands for
uniform ivec2 shift;  // (column, row) of the band less that of the map
uniform ivec4 limits; // first column and row to look at, then the ones after the last

// The cells under a texel of the map: the first (column, row), and the column and row after the last.
struct Square { ivec2 low, high; };

Square square_at(ivec2 map)
{
    ivec2 low = map * block + shift;
    return Square(max(low, limits.xy), min(low + block, limits.zw));
}

uint cell_of(uvec4 texel, int column) { return texel[column >> 2 & 3] >> (8 * (column & 3)) & 255u; }
