// Reads a band of bit planes in textures by rows, as lib/planes_buffer.glsl does in a buffer: row r is row r / ROWS of
// texture r % ROWS of its plane (see gpulife/engines/bitplanes/gl_fragment_bands.py).
#include "lib/bit_count.glsl"
#param PLANES
#param ROWS
#param SAMPLERS
#param TAKE_ROWS

uniform usampler2D SAMPLERS;

// Defined by the including shader: processes a word of cells of each plane.
void take(uint plane[PLANES]);

// Processes the words of the rows from `low` to the one before `high`.
void take_rows(int low, int high, int word)
{
    int part = word & 3;
    ivec2 at = ivec2(word >> 2, low / ROWS);
    uint plane[PLANES];
    for (int row = at.y * ROWS; row < high; row += ROWS, ++at.y) {
        TAKE_ROWS
    }
}

uint bits_in(uint word) { return bit_counts(uvec4(word)).x; }
