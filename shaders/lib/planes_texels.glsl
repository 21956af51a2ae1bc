// Reads a band of bit planes in a buffer by rows, four words of a line at a time: software renderers read texels of
// four words nearly as fast as texels of one. A line's first texel begins with the halo to the left of its first word.
#include "lib/planes.glsl"
#define WORDS uvec4

// Defined by the including shader: processes four words of cells of each plane.
void take(uvec4 plane[PLANES]);

// Returns the four words of a texel, in words of its line.
ivec4 words_of(int texel) { return 4 * texel + ivec4(-1, 0, 1, 2); }

// Processes a texel of the rows from `low` to the one before `high`.
void take_rows(int low, int high, int texel)
{
    int texels = stride / 4;
    int at = (halo + low) * PLANES * texels + texel;
    for (int row = low; row < high; ++row, at += PLANES * texels) {
        uvec4 plane[PLANES];
        for (int p = 0; p < PLANES; ++p) plane[p] = texelFetch(band, at + p * texels);
        take(plane);
    }
}

uvec4 bits_in(uvec4 words) { return uvec4(bitCount(words)); }
