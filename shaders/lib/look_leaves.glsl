// What the two shaders of the look "leaves" share: the squares of the board, of which each may have a sprig, and the wreath.
#define RIM 0.45 // of the letters, in "near" and "wide"
const float SQUARES[2] = float[2](14.0, 28.0); // cells along the side of a square, by size of its sprig

// The part of the board that the picture shows: its middle, and its cells a pixel. A window that would show more than the
// board shows all of its width or height, and so little more the other way that no letter comes twice.
vec2 shown_middle() { return origin + window * scale * 0.5; }
float shown_times()
{
    vec2 much = board / (window * abs(scale));
    return min(min(max(much.x, much.y), 1.2 * min(much.x, much.y)), 1.0);
}

// A wreath goes round the words, a rectangle with round corners. Its two boughs are mirror images of each other. They go from
// the middle of the lower side to the middle of the upper side.
vec2 wreath_half() { return window * abs(scale) * 0.5 * shown_times() * vec2(0.90, 0.795); }
float wreath_corner() { vec2 half_ = wreath_half(); return 0.62 * min(half_.x, half_.y); }

// How long each bough is.
float wreath_length()
{
    vec2 straight = wreath_half() - wreath_corner();
    return 2.0 * (straight.x + straight.y) + 3.1416 * wreath_corner();
}

// How far along the right bough a place lies, and how far outside the wreath. `q` is from the middle, and right of it.
vec2 along_wreath(vec2 q)
{
    float corner = wreath_corner(), quarter = 1.5708 * corner;
    vec2 half_ = wreath_half(), straight = half_ - corner, v = vec2(q.x, abs(q.y)) - straight;
    bool is_above = q.y < 0.0;
    if (v.x > 0.0 && v.y > 0.0) {
        float turned = atan(v.x, v.y) * corner;
        return vec2(straight.x + (is_above ? 2.0 * (quarter + straight.y) - turned : turned), length(v) - corner);
    }
    if (v.x > v.y)
        return vec2(straight.x + quarter + straight.y - q.y, v.x - corner);
    return vec2(is_above ? wreath_length() - q.x : q.x, v.y - corner);
}

// The place on the right bough that lies so far along it, and the direction of the bough there.
vec2 on_wreath(float s, out vec2 direction)
{
    float corner = wreath_corner(), quarter = 1.5708 * corner, whole = wreath_length();
    vec2 straight = wreath_half() - corner;
    float side = straight.x + quarter, end = side + 2.0 * straight.y;
    bool is_above = s > 0.5 * whole;
    float from_end = is_above ? whole - s : s, turned = clamp((from_end - straight.x) / corner, 0.0, 1.5708);
    direction = vec2(cos(turned) * (is_above ? -1.0 : 1.0), -sin(turned));
    vec2 at = straight + corner * vec2(sin(turned), cos(turned));
    if (from_end < straight.x)
        at.x = from_end;
    if (s > side && s < end)
        at.y = straight.y - (s - side);
    else if (is_above)
        at.y = -at.y;
    return at;
}

// The first column and row of squares of a size on the sheet, and how many rows there are. A sprig has two texels.
vec2 first_square(int size) { return floor((shown_middle() - window * abs(scale) * 0.5 * shown_times()) / SQUARES[size]) - 1.0; }
int square_rows(int size) { return int(window.y * abs(scale.y) * shown_times() / SQUARES[size]) + 5; }
