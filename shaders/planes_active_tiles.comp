#version 430 core
// Lists a band's active tiles: those in or near which something changed. An invocation takes one tile that may have
// changed, of the list of those that the last pass computed, or some of a rectangle, and lists those from which they are
// seen.
// `changes` has a number for each tile, with a bit for each part of the tile (pass_source.WHERE), and others.
#param ACROSS
#param MAX_ACROSS
#param TILES_EACH
#define HEADER 4 // as in gpulife/engines/bitplanes/pass_source.py, as are the bits
#define PARTS 511u
#define COMPUTED 512u
#define LISTED 1024u
layout(local_size_x = ACROSS) in;
layout(std430, binding = 2) buffer Changes { uint changes[]; };
layout(std430, binding = 3) buffer List { uint list[]; };
layout(std430, binding = 4) readonly buffer Before { uint before[]; };

uniform int groups; // tiles across the board
uniform int tile_rows; // rows of tiles of the whole board
uniform int first_row; // of the band, counted in rows of tiles of the whole board
uniform int stop_row; // the one after its last
uniform bool wrap;
uniform int outside; // rows of tiles in `changes` above the board's, and below: 1 for a strip of a larger board, else 0
uniform bool short_row; // whether the last row of tiles has fewer rows of cells than a pass looks at around a tile
uniform bool short_column; // whether the last tile of a row has fewer columns than that
uniform bool is_listed; // whether tiles are those of the list `before`
uniform int source_row; // the first row of the rectangle, or of the band whose list it is
uniform int source_column;
uniform int source_rows;
uniform int source_columns;
uniform uint counts; // bits of which one counts as a change everywhere in a tile, instead of what changed
uniform bool is_painted; // whether all tiles of the rectangle count as changed

// The part of a tile that is nearest to the neighbour at (dy + 1, dx + 1): a change there can be seen from it.
const uint NEAR[9] = uint[](32u, 2u, 64u, 8u, 1u, 16u, 128u, 4u, 256u);

// Wraps a coordinate on the torus: there are at least two rows and columns of tiles, and it is at most two outside.
int inside(int place, int count)
{
    return place < 0 ? place + count : place >= count ? place - count : place;
}

// Tells whether the tile at a place is the last one, and so small that passes look past it.
bool is_small(int place, int count, bool is_short)
{
    return is_short && inside(place, count) == count - 1;
}

void add(int row, int column)
{
    int x = inside(column, groups), y = outside > 0 ? row : inside(row, tile_rows);
    if ((!wrap && (x != column || y != row)) || y < first_row || y >= stop_row) {
        return;
    }
    if ((atomicOr(changes[(y + outside) * groups + x], LISTED) & LISTED) != 0u) {
        return; // the pass over the list clears it
    }
    uint at = atomicAdd(list[3], 1u);
    list[HEADER + int(at)] = uint((y - first_row) * groups + x);
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

// Lists the tiles from which a tile is seen, the one at a place of `changes`, if it has changed.
void look_at(int at)
{
    uint flags = changes[at];
    uint changed = is_painted ? PARTS : counts == 0u ? flags & PARTS : (flags & counts) == 0u ? 0u : PARTS;
    if ((flags & COMPUTED) != 0u) {
        atomicAnd(changes[at], ~COMPUTED); // halos have been filled from it
    }
    int row = at / groups - outside, column = at % groups;
    // A loop and no branch: llvmpipe leaves out a loop in which no invocation of a vector is.
    for (int near = changed == 0u ? 9 : 0; near < 9; ++near) {
        int number = (near + 4) % 9; // the tile itself comes first, so that lists stay in order
        int dy = number / 3 - 1, dx = number % 3 - 1;
        if ((changed & NEAR[number]) != 0u || number == 4) {
            add(row + dy, column + dx);
        }
        bool down = dy != 0 && is_small(row + dy, tile_rows, short_row);
        bool across = dx != 0 && is_small(column + dx, groups, short_column);
        if (down) {
            add(row + 2 * dy, column + dx);
        }
        if (across) {
            add(row + dy, column + 2 * dx);
        }
        if (down && across) {
            add(row + 2 * dy, column + 2 * dx);
        }
    }
}

void main()
{
    int group = int(gl_WorkGroupID.y) * MAX_ACROSS + int(gl_WorkGroupID.x), place = int(gl_LocalInvocationID.x);
    int first = (source_row + outside) * groups, last = (tile_rows + 2 * outside) * groups;
    if (is_listed) {
        int number = group * ACROSS + place;
        if (number < int(before[3])) {
            look_at(first + int(before[HEADER + number]));
        }
        return;
    }
    // Most of a large rectangle is dead: a workgroup for so few tiles would take longer than they do, and so would
    // dividing by columns where it has all of them.
    for (int turn = 0; turn < TILES_EACH; ++turn) {
        int number = (group * TILES_EACH + turn) * ACROSS + place;
        if (number < source_rows * source_columns) {
            int at = number;
            if (source_columns < groups) {
                at = number / source_columns * groups + source_column + number % source_columns;
            }
            look_at(inside(first + at, last));
        }
    }
}
