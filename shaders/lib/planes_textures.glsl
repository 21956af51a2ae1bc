// Reads a band of bit planes in textures by rows, as lib/planes_buffer.glsl does in a buffer: row r is row r / ROWS of
// texture r % ROWS of its plane (see gpulife/engines/bitplanes/gl_fragment_bands.py).
#include "lib/bit_count.glsl"
#param PLANES
#param ROWS

uniform usampler2D plane0_row0, plane0_row1, plane0_row2, plane0_row3, plane0_row4, plane0_row5, plane0_row6, plane0_row7;
uniform usampler2D plane1_row0, plane1_row1, plane1_row2, plane1_row3;
uniform usampler2D plane2_row0, plane2_row1;

// Defined by the including shader: processes a word of cells of each plane.
void take(uint live, uint second, uint third);

#if PLANES == 1
#define TAKE(A, B, C) take(texelFetch(A, at, 0)[part], 0u, 0u)
#elif PLANES == 2
#define TAKE(A, B, C) take(texelFetch(A, at, 0)[part], texelFetch(B, at, 0)[part], 0u)
#else
#define TAKE(A, B, C) take(texelFetch(A, at, 0)[part], texelFetch(B, at, 0)[part], texelFetch(C, at, 0)[part])
#endif
#define ROW(K, A, B, C) if (row + K >= low && row + K < high) TAKE(A, B, C)

// Processes the words of the rows from `low` to the one before `high`.
void take_rows(int low, int high, int word)
{
    int part = word & 3;
    ivec2 at = ivec2(word >> 2, low / ROWS);
    for (int row = at.y * ROWS; row < high; row += ROWS, ++at.y) {
        ROW(0, plane0_row0, plane1_row0, plane2_row0);
#if ROWS > 1
        ROW(1, plane0_row1, plane1_row1, plane2_row1);
#endif
#if ROWS > 2
        ROW(2, plane0_row2, plane1_row2, none);
        ROW(3, plane0_row3, plane1_row3, none);
#endif
#if ROWS > 4
        ROW(4, plane0_row4, none, none);
        ROW(5, plane0_row5, none, none);
        ROW(6, plane0_row6, none, none);
        ROW(7, plane0_row7, none, none);
#endif
    }
}

uint bits_in(uint word) { return bit_counts(uvec4(word)).x; }
