#version 430 core
// Fills the halo words at the ends of a band's lines on a torus: 16 cells of the other end on each side. An invocation
// does all lines of TILE_ROWS rows, unless the last pass skipped the tiles at both ends: then the halos are still
// right.
#define COMPUTED 512u // as in gpulife/engines/bitplanes/pass_frame.py
#param PLANES
#param TILE_ROWS
#param WIDE
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Band { uint cells[]; };
layout(std430, binding = 2) readonly buffer Changes { uint changes[]; };

uniform int halo;
uniform int rows;
uniform int stride;
uniform bool sleeps; // true if the last pass wrote `changes`
uniform int first_tile;
uniform int groups; // tiles across the board
uniform int columns;

#include "lib/line_ends.glsl"

void main()
{
    int row = int(gl_GlobalInvocationID.x) * TILE_ROWS;
    if (row >= rows) {
        return;
    }
    if (sleeps) {
        int tile = first_tile + int(gl_GlobalInvocationID.x) * groups;
        // The last tile may be narrower than a halo.
        if (((changes[tile] | changes[tile + groups - 1] | changes[tile + groups - 2]) & COMPUTED) == 0u) {
            return;
        }
    }
    int stop = min(row + TILE_ROWS, rows);
    for (int line = (halo + row) * PLANES; line < (halo + stop) * PLANES; ++line) {
        fill_line_ends(line * stride + 1);
    }
}
