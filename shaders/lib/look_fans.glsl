// Where the fans of rosettes hang: of each size, one for each of the squares into which the board is divided.
const int SIZES = 4;
const float PLACES[SIZES] = float[SIZES](5.0, 10.0, 21.0, 80.0); // cells from fan to fan
const float SPANS[SIZES] = float[SIZES](1.0, 1.0, 1.0, 0.52);    // share of this that a fan may span
const int ROW[SIZES] = int[SIZES](0, 30, 47, 58);                // first row of a size in the sheet, which has 64 rows
const float MOST = 29.0;                                         // rows of the smallest fans that a window shows at most
const float LARGEST = 0.54, ASTRAY = 0.28;                       // radius and shift, in distances from fan to fan
const int SUBJECT = 3; // the size of which a small board has one, in its middle

// Width and height of the squares of a size. From afar, fans stand for larger squares.
vec2 side_of(int size)
{
    float rows = window.y * abs(scale.y) / PLACES[0], far = exp2(ceil(max(log2(rows / (MOST - 3.0)), 0.0)));
    return board / max(floor(board / (PLACES[size] * far) + 0.5), vec2(1.0));
}

// The square that stands first in the sheet, a little above and to the left of the window.
vec2 corner_of(vec2 side) { return floor(vec2(origin.x, origin.y + window.y * scale.y) / side - 0.5); }

// A random number of a fan, and its middle.
float lot_of(vec2 id, vec2 side, int size)
{
    vec2 count = floor(board / side + 0.5);
    return hash(id - count * floor(id / count) + 31.7 * float(size + 1));
}
vec2 middle_of(vec2 id, vec2 side, float lot, int size)
{
    if (size == SUBJECT)
        return (id + 0.5) * side;
    return (id + 0.5 + 2.0 * ASTRAY * (vec2(lot, fract(lot * 57.0)) - 0.5)) * side;
}

// The distance from fan to fan that a fan of this size has its radius, pleats and shadow from, in cells.
float least_of(vec2 side, int size) { return SPANS[size] * min(side.x, side.y); }
