#version 430 core
// Lists a band's active tiles: tiles in which, or near which, something changed. An invocation checks one tile of the
// last pass's list, or several tiles of a rectangle. If a tile has changed, it lists all tiles that the change can
// affect. `changes` has a number for each tile, with a bit for each part of the tile (pass_source.WHERE), and other
// bits.
#param ACROSS
#param MAX_ACROSS
#param TILES_EACH
#define HEADER 4 // as in gpulife/engines/bitplanes/pass_frame.py, as are the bits
#define PARTS 511u
#define COMPUTED 512u
#define LISTED 1024u
layout(local_size_x = ACROSS) in;
layout(std430, binding = 2) buffer Changes { uint changes[]; };
layout(std430, binding = 3) buffer List { uint list[]; };
layout(std430, binding = 4) readonly buffer Before { uint before[]; };

uniform int groups; // tiles across the board
uniform int tile_rows; // rows of tiles of the whole board
uniform int first_row; // the band's first row of tiles within the whole board
uniform int stop_row; // the row of tiles after the band's last
uniform bool wrap;
uniform int outside; // extra rows of tiles in `changes` above and below: 1 for a strip of a larger board, else 0
uniform bool short_row; // true if the last row of tiles has fewer rows of cells than the reach of a pass
uniform bool short_column; // true if the last tile of a row has fewer columns than that
uniform bool is_listed; // true to check the tiles in the list `before`
uniform int source_row; // the first row of the rectangle, or of the band with that list
uniform int source_column;
uniform int source_rows;
uniform int source_columns;
uniform uint counts; // bits that each count as a change everywhere in a tile; 0 to use recorded changes
uniform bool is_painted; // true if all tiles of the rectangle count as changed

// The part of a tile nearest to the neighbour at (dy + 1, dx + 1): a change there affects that neighbour.
const uint NEAR[9] = uint[](32u, 2u, 64u, 8u, 1u, 16u, 128u, 4u, 256u);

// Wraps a coordinate on the torus: there are at least two rows and columns, and it is at most two outside.
int inside(int place, int count)
{
    return place < 0 ? place + count : place >= count ? place - count : place;
}

// Returns true if the tile is the last one, and smaller than the reach of a pass.
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
    // The list begins with its number of workgroups: at most MAX_ACROSS side by side, the others below.
    uint number = at / uint(ACROSS);
    if (at % uint(ACROSS) == 0u) {
        if (number < uint(MAX_ACROSS)) {
            atomicAdd(list[0], 1u);
        } else if (number % uint(MAX_ACROSS) == 0u) {
            atomicAdd(list[1], 1u);
        }
    }
}

// If a tile has changed, lists the tiles that it affects; `changes` has the tile at that place.
void look_at(int at)
{
    uint flags = changes[at];
    uint changed = is_painted ? PARTS : counts == 0u ? flags & PARTS : (flags & counts) == 0u ? 0u : PARTS;
    if ((flags & COMPUTED) != 0u) {
        atomicAnd(changes[at], ~COMPUTED); // its halos have been filled
    }
    int row = at / groups - outside, column = at % groups;
    // A loop instead of a branch: llvmpipe skips a loop if no invocation of a vector enters it.
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
    // Most of a large rectangle is dead. A workgroup for each few tiles would take longer than the tiles, as would
    // dividing by columns if the rectangle has all of them.
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
