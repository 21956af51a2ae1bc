// The plan of the maquette: where its corners, its river, its square and its park are. Lengths are in cells, or larger
// units where the board is seen from afar.
uniform sampler2D wide;
uniform sampler2D ranks;
uniform float values; // of the ranks

const float SIDE = 3.0;                // of a lot
const vec2 BLOCK = vec2(4.0, 3.0);     // lots between two streets
const float STREET = 0.72;             // half the width of a street
const float MARGIN = 0.075;            // of table at the right and below, in the window's shorter side, where a board has no end
const float BLEED = 0.12;              // by how much such a board goes on beyond the left and upper edge of the window
const float RIM = 1.4;                 // of bare ground around the town
const float QUAY = 1.5;                // width of the quays
const float CROWN = 0.60;              // greatest radius of a middling tree; each lot has room for 2 x 2, for one large or for 4 x 4 small ones
const float LARGE = 1.12, SMALL = 0.31;

vec2 low, high;    // corners of the model
vec2 size;         // of the board
float unit;        // in texels
float near_;       // 1 when people have zoomed in: then all lots are land, and nothing is there but houses and trees
float side_;       // 1 or -1: on which side the river comes in; each size of board has its own
vec2 square, park; // the corners of their blocks

void survey()
{
    unit = exp2(max(floor(log2(abs(scale.x) * window.y / 25.0 / SIDE) + 0.5), 0.0));
    near_ = zoomed_in();
    size = board / unit;
    // The model is the board, or as much of an endless one as the window shows, but for a margin of table on two sides.
    float shorter = min(window.x, window.y);
    vec2 reach = window * 0.5 - MARGIN * shorter + frame_out(), beyond = window * 0.5 + BLEED * shorter, centre = origin + window * scale * 0.5;
    low = (repeats == 0 ? vec2(0.0) : floor(centre - beyond * abs(scale) + 0.5)) / unit;
    high = (repeats == 0 ? board : floor(centre + reach * abs(scale) + 0.5)) / unit;
    side_ = hash(board) < 0.5 ? 1.0 : -1.0;
    vec2 pace = BLOCK * SIDE;
    square = floor(size * vec2(0.5 - 0.14, 0.5 - side_ * 0.06 - 0.21) / pace) * pace;
    park = floor(size * vec2(0.5 + 0.10, 0.5 + side_ * 0.04 + 0.24) / pace) * pace;
}

// Where the middle of the river is in a column, and by how much it falls there in a unit.
vec2 river_at(float x)
{
    float u = x / size.x - 0.5, bend = 5.6 * u + 0.7 * side_;
    return vec2(size.y * (0.5 + side_ * (0.34 * u + 0.085 * sin(bend))), side_ * size.y / size.x * (0.34 + 0.476 * cos(bend)));
}

// How far a place is from the water; less than 0 on it.
float land_at(vec2 p)
{
    vec2 river = river_at(p.x);
    return abs(p.y - river.x) * inversesqrt(1.0 + river.y * river.y) - 3.9 - 0.9 * sin(9.0 * (p.x / size.x - 0.5) + 1.0) + 30.0 * near_;
}

// Some houses have flat roofs, on which towers may stand: most houses of some blocks, and a few of all others.
bool is_flat(vec2 id) { return hash(id * 1.3 + 9.0) < (hash(floor(id / BLOCK) + 2.0) < 0.3 ? 0.8 : 0.14); }
bool is_on_model(vec2 p) { return all(greaterThan(p, low)) && all(lessThan(p, high)); }
bool is_inside(vec2 p, vec2 corner, vec2 extent) { return all(greaterThan(p, corner)) && all(lessThan(p, corner + extent)) && near_ < 0.5; }
bool is_on_square(vec2 p) { return is_inside(p, square, BLOCK * SIDE); }
bool is_in_park(vec2 p) { return is_inside(p, park, BLOCK * SIDE * vec2(2.0, 1.0)); }

// Some blocks have no street on their left: they are one with their neighbour. Bridges always lead to streets.
bool is_joined(vec2 block)
{
    vec2 middle = (block + 0.5) * BLOCK * SIDE, before = middle - vec2(BLOCK.x * SIDE, 0.0);
    return mod(block.x, 2.0) > 0.5 && hash(block * 1.9 + 4.0) < 0.55 && !is_on_square(middle) && !is_on_square(before)
        && !is_in_park(middle) && !is_in_park(before);
}

// How far a place is from the middle of the next street in each direction.
vec2 from_streets(vec2 p)
{
    vec2 pace = BLOCK * SIDE, block = floor(p / pace), f = p - block * pace, rim = min(f, pace - f);
    bool is_open = !is_joined(f.x < 0.5 * pace.x ? block : block + vec2(1, 0));
    return vec2(is_open ? rim.x : pace.x, rim.y);
}

// Lots without houses are gardens, and those of some blocks fields, in which hardly any tree stands.
bool is_field(vec2 block) { return hash(block * 2.3 + 6.0) < 0.34; }

// The sheet has four texels for each lot, one for each tree that may stand there.
vec2 first_lot() { return floor(low / SIDE) - 1.0; }
