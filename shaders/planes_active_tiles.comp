#version 430 core
// Lists a band's active tiles: those in or near which something changed between the last two passes.
// `changes` has a number for each tile, with a bit for each part of the tile (pass_source.WHERE).
#param ACROSS
#param MAX_ACROSS
#define HEADER 4 // as in gpulife/engines/bitplanes/pass_source.py
layout(local_size_x = 8) in;
layout(std430, binding = 2) buffer Changes { uint changes[]; };
layout(std430, binding = 3) buffer List { uint list[]; };

uniform int groups; // tiles across the board
uniform int tile_rows; // rows of tiles of the whole board
uniform int first_row; // of the band, counted in rows of tiles of the whole board
uniform bool wrap;
uniform int outside; // rows of tiles in `changes` above the board's, and below: 1 for a strip of a larger board, else 0
uniform bool short_row; // whether the last row of tiles has fewer rows of cells than a pass looks at around a tile
uniform bool short_column; // whether the last tile of a row has fewer columns than that

const uint ANY = 1u;
// The part of the neighbour at (dy + 1, dx + 1) that is nearest: a change there can be seen from this tile.
const uint NEAR[9] = uint[](256u, 4u, 128u, 16u, 1u, 8u, 64u, 2u, 32u);

// Wraps a coordinate on the torus: there are at least two rows and columns of tiles, and it is at most two outside.
int inside(int place, int count)
{
    return place < 0 ? place + count : place >= count ? place - count : place;
}

uint look(int row, int column, uint parts)
{
    int x = inside(column, groups);
    if (outside > 0) {
        bool known = row >= -1 && row <= tile_rows && (wrap || x == column);
        return known ? changes[(row + 1) * groups + x] & parts : 0u;
    }
    int y = inside(row, tile_rows);
    bool there = wrap || (y == row && x == column);
    return there ? changes[y * groups + x] & parts : 0u;
}

// Tells whether a pass looks past the tile at a place: it is the last one, and too small.
bool beyond(int place, int count, bool is_short)
{
    return is_short && inside(place, count) == count - 1;
}

void main()
{
    int column = int(gl_GlobalInvocationID.x), row = first_row + int(gl_GlobalInvocationID.y);
    if (column >= groups) {
        return;
    }
    uint seen = 0u;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            seen |= look(row + dy, column + dx, NEAR[(dy + 1) * 3 + dx + 1]);
            bool down = dy != 0 && beyond(row + dy, tile_rows, short_row);
            bool across = dx != 0 && beyond(column + dx, groups, short_column);
            if (down) {
                seen |= look(row + 2 * dy, column + dx, ANY);
            }
            if (across) {
                seen |= look(row + dy, column + 2 * dx, ANY);
            }
            if (down && across) {
                seen |= look(row + 2 * dy, column + 2 * dx, ANY);
            }
        }
    }
    if (seen == 0u) {
        changes[(row + outside) * groups + column] = 0u; // only "computed" was set
    } else {
        uint at = atomicAdd(list[3], 1u);
        list[HEADER + int(at)] = gl_GlobalInvocationID.y * uint(groups) + uint(column);
        // The list begins with the workgroups that it takes: MAX_ACROSS side by side at most, the others below.
        uint number = at / uint(ACROSS);
        if (at % uint(ACROSS) == 0u) {
            if (number < uint(MAX_ACROSS)) {
                atomicAdd(list[0], 1u);
            } else if (number % uint(MAX_ACROSS) == 0u) {
                atomicAdd(list[1], 1u);
            }
        }
    }
}
