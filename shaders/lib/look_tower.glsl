// The plan of the look "tower": a square of plots in the middle of what the window shows of the board. Lengths are in
// texels of the inputs.
const float PLOTS = 48.0;     // along a side at most
const float TALLEST = 0.80;   // height of the highest tower that there can be, in sides of the square

float side;  // of the square
float plot;  // side of a plot
vec2 corner; // the first column and row of the square

void survey()
{
    side = min(min(board.x, board.y), window.y * abs(scale.y) * 0.9);
    plot = exp2(max(ceil(log2(side / PLOTS)), 0.0));
    side = floor(side / plot) * plot;
    corner = floor(origin + window * scale * 0.5 - side * 0.5 + 0.5);
    corner = repeats == 1 ? mod(corner, board) : clamp(corner, vec2(0.0), board - side);
}
