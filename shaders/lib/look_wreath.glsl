// The line that the wreath of the look "leaves" goes by: a rectangle with round corners around the words. Its two halves are
// mirror images of each other. They go from the middle of the lower side to the middle of the upper side.
vec2 wreath_half() { return window * abs(scale) * 0.5 * shown_times() * vec2(0.90, 0.795); }
float wreath_corner() { vec2 half_ = wreath_half(); return 0.62 * min(half_.x, half_.y); }

// How long each half is.
float wreath_length()
{
    vec2 straight = wreath_half() - wreath_corner();
    return 2.0 * (straight.x + straight.y) + 3.1416 * wreath_corner();
}

// How far along the right half a place lies, and how far outside the wreath. `q` is from the middle, and right of it.
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

// The place on the right half that lies so far along it, and the direction of the line there.
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
