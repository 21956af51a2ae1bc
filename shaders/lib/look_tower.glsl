// The plan of the look "tower": a square of plots in the middle of what the window shows of the board. Lengths are in
// texels of the inputs.
const float PLOTS = 40.0;     // along a side at most
const float TALLEST = 0.80;   // height of the highest tower that there can be, in sides of the square

float side;  // of the square
float plot;  // side of a plot
vec2 corner; // the first column and row of the square

// How far a plot is from the middles of the two avenues, which cross off the middle of the square, in plots; and how wide they are.
const vec2 CROSSING = vec2(0.42, 0.40);
const float AVENUE = 3.0;
vec2 from_avenues(vec2 at) { return abs(at - floor(CROSSING * side / plot) - 0.5); }

// Some 2 x 2 plots are built on as one.
bool is_wide(vec2 id)
{
    vec2 pair = floor(id * 0.5), off = from_avenues(pair * 2.0 + 1.0);
    return hash(pair * 1.7 + 12.0) < 0.34 && min(off.x, off.y) > 0.5 * AVENUE + 1.0;
}
// The sheet holds two texels for each plot and one for each GROUP x GROUP plots, in three squares above each other. Around each
// square lies a row of texels in which nothing stands.
const float GROUP = 4.0, PAINTS_AT = PLOTS + 2.0, GROUPS_AT = 2.0 * PAINTS_AT;

// The plot from which a plot's tower has its height and its colours.
vec2 lot_of(vec2 id) { return is_wide(id) ? floor(id * 0.5) * 2.0 : id; }

void survey()
{
    side = min(min(board.x, board.y), window.y * abs(scale.y) * 0.9);
    plot = exp2(max(ceil(log2(side / PLOTS)), 0.0));
    side = floor(side / plot) * plot;
    corner = floor(origin + window * scale * 0.5 - side * 0.5 + 0.5);
    corner = repeats == 1 ? mod(corner, board) : clamp(corner, vec2(0.0), board - side);
}
