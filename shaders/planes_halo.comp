#version 430 core
// Fills the halo words at the ends of the lines of a band on a torus: 16 cells of the other end on each side.
// An invocation does all lines of TILE_ROWS rows, unless the last pass left out the tiles at either end: then the halo is
// as it was filled last, with the same cells.
#define COMPUTED 512u // as in gpulife/engines/bitplanes/pass_source.py
#param PLANES
#param TILE_ROWS
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Band { uint cells[]; };
layout(std430, binding = 2) readonly buffer Changes { uint changes[]; };

uniform int halo;
uniform int rows;
uniform int stride;
uniform bool sleeps; // whether the last pass wrote `changes`
uniform int first_tile;
uniform int groups; // tiles across the board
uniform int columns;

// Cells `from` to `from + 15` of the line whose first cell is in word `line`; on narrow boards they may wrap.
uint sixteen(int line, int from)
{
    uint found = 0u;
    if (columns < 32) {
        for (int i = 0; i < 16; ++i) {
            int cell = (from + i) % columns;
            found |= (cells[line + (cell >> 5)] >> (cell & 31) & 1u) << i;
        }
        return found;
    }
    int word = line + (from >> 5), shift = from & 31;
    found = cells[word] >> shift;
    if (shift > 16) {
        found |= cells[word + 1] << (32 - shift);
    }
    return found & 0xffffu;
}

void fill(int line)
{
    // The first 16 cells before cell 0 are those from -16 on: a multiple of the width is added for narrow boards.
    uint before = sixteen(line, columns < 32 ? 16 * columns - 16 : columns - 16);
    uint after = sixteen(line, 0);
    int word = line + (columns >> 5), shift = columns & 31;
    uint own = shift > 0 ? cells[word] & ~(0xffffffffu << shift) : 0u;
    cells[line - 1] = before << 16;
    cells[word] = own | after << shift;
    if (shift > 16) {
        cells[word + 1] = after >> (32 - shift);
    }
}

void main()
{
    int row = int(gl_GlobalInvocationID.x) * TILE_ROWS;
    if (row >= rows) {
        return;
    }
    if (sleeps) {
        int tile = first_tile + int(gl_GlobalInvocationID.x) * groups;
        // The last tile may be narrower than what a halo holds.
        if (((changes[tile] | changes[tile + groups - 1] | changes[tile + groups - 2]) & COMPUTED) == 0u) {
            return;
        }
    }
    int stop = min(row + TILE_ROWS, rows);
    for (int line = (halo + row) * PLANES; line < (halo + stop) * PLANES; ++line) {
        fill(line * stride + 1);
    }
}
