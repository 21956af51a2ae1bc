// Reads a band of bit planes in a buffer by rows, as lib/planes_textures.glsl does in textures.
#include "lib/planes.glsl"

// Defined by the including shader: processes a word of cells of each plane.
void take(uint plane[PLANES]);

// Processes the words of the rows from `low` to the one before `high`.
void take_rows(int low, int high, int word)
{
    int line = line_at(low) + word;
    for (int row = low; row < high; ++row, line += PLANES * stride) {
        uint plane[PLANES];
        for (int p = 0; p < PLANES; ++p) plane[p] = word_at(line + p * stride);
        take(plane);
    }
}

uint bits_in(uint word) { return uint(bitCount(word)); }
