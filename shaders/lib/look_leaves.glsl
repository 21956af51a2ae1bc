// What the two shaders of the look "leaves" share: the squares of the board, of which each may have a sprig.
const float SQUARES[2] = float[2](14.0, 28.0); // cells along the side of a square, by size of its sprig

// The part of the board that the picture shows: its middle, and its cells a pixel. A window that would show more than the
// board shows all of its width or height, and so little more the other way that no letter comes twice.
vec2 shown_middle() { return origin + window * scale * 0.5; }
float shown_times()
{
    vec2 much = board / (window * abs(scale));
    return min(min(max(much.x, much.y), 1.2 * min(much.x, much.y)), 1.0);
}

// The first column and row of squares of a size on the sheet, and how many rows there are. A sprig has two texels.
vec2 first_square(int size) { return floor((shown_middle() - window * abs(scale) * 0.5 * shown_times()) / SQUARES[size]) - 1.0; }
int square_rows(int size) { return int(window.y * abs(scale.y) * shown_times() / SQUARES[size]) + 5; }
