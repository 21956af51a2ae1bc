// Reads a band of bit planes in a buffer by rows, as lib/planes_textures.glsl does in textures.
#include "lib/planes.glsl"

// Defined by the including shader: processes a word of cells of each plane.
void take(uint live, uint second, uint third);

// Processes the words of the rows from `low` to the one before `high`.
void take_rows(int low, int high, int word)
{
    int line = line_at(low) + word;
    for (int row = low; row < high; ++row, line += PLANES * stride) {
#if PLANES == 1
        take(word_at(line), 0u, 0u);
#elif PLANES == 2
        take(word_at(line), word_at(line + stride), 0u);
#else
        take(word_at(line), word_at(line + stride), word_at(line + 2 * stride));
#endif
    }
}

uint bits_in(uint word) { return uint(bitCount(word)); }
