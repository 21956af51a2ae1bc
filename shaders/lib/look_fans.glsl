// Where the fans of rosettes hang: a large one beside the middle of the board, the others on two garlands, which run behind
// it. The board is divided into squares for each size; a fan hangs where a garland crosses a column of squares.
const int SIZES = 4;
const float PLACES[SIZES] = float[SIZES](5.0, 10.0, 21.0, 62.0); // cells from fan to fan
const float SPANS[SIZES] = float[SIZES](1.0, 1.0, 1.0, 0.60);    // share of this that a fan may span
const int ROW[SIZES] = int[SIZES](0, 30, 47, 58);                // first row of a size in the sheet, which has 64 rows
const float MOST = 29.0;                                         // rows of the smallest fans that a window shows at most
const float LARGEST = 0.54, ASTRAY = 0.16;                       // radius and shift, in distances from fan to fan
const int SUBJECT = 3; // the size of which a small board has one
// Places of that in its square, in even and odd columns, and its size: one hangs half outside, the other is smaller.
const vec2 PLACES_OF_SUBJECT[2] = vec2[2](vec2(0.12, 0.40), vec2(0.52, 0.60));
const float SIZES_OF_SUBJECT[2] = float[2](1.36, 0.86);
// Garlands hang from one nail to the next, a square of the largest size farther on: the nail, and how far they sag.
const int GARLANDS = 2;
const vec2 NAIL[GARLANDS] = vec2[GARLANDS](vec2(0.80, 0.07), vec2(0.30, 0.46));
const float SAG[GARLANDS] = float[GARLANDS](0.22, 0.38);

// Width and height of the squares of a size. From afar, fans stand for larger squares.
vec2 side_of(int size)
{
    float rows = window.y * abs(scale.y) / PLACES[0], far = exp2(ceil(max(log2(rows / (MOST - 3.0)), 0.0)));
    return board / max(floor(board / (PLACES[size] * far) + 0.5), vec2(1.0));
}

// The square that stands first in the sheet, a little above and to the left of the window.
vec2 corner_of(vec2 side) { return floor(vec2(origin.x, origin.y + window.y * scale.y) / side - 0.5); }

// How high a garland hangs at a place, in the square of the largest fan there, and how steep it is.
vec2 garland_at(int each, vec2 p, vec2 subject)
{
    vec2 square = p / subject;
    float along = fract(square.x - NAIL[each].x), sag = 4.0 * SAG[each];
    return vec2((floor(square.y) + NAIL[each].y + sag * along * (1.0 - along)) * subject.y, sag * (1.0 - 2.0 * along) * subject.y / subject.x);
}

// A random number of a fan, and where its middle is across the board, in squares. How far down, the sheet says.
float lot_of(vec2 id, vec2 side, int size)
{
    vec2 count = floor(board / side + 0.5);
    return hash(id - count * floor(id / count) + 31.7 * float(size + 1));
}
float across_of(float column, float lot, int size) { return size == SUBJECT ? column + PLACES_OF_SUBJECT[int(mod(column, 2.0))].x : column + 0.5 + 2.0 * ASTRAY * (lot - 0.5); }

// The distance from fan to fan that a fan of this size has its radius, pleats and shadow from, in cells.
float least_of(vec2 side, int size) { return SPANS[size] * min(side.x, side.y); }
