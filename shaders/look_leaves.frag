#version 330 core
// Leaves: one species is letters, cut from pale card that lies on dark paper. The others are leaves. Vines climb the letters and
// wind round their strokes, and two boughs with flowers grow around them as a wreath that is open at the top. Leaves are larger
// where more of their species live, and turn with age from green to gold and red. Without letters, sprigs stand all over; the
// sheet says where.
#include "lib/look.glsl"
#include "lib/look_leaves.glsl"
#include "lib/look_wreath.glsl"
#param GRAIN
#param SHADED
uniform sampler2D near;
uniform sampler2D wide;
uniform sampler2D word; // the exact letters, if `worded` is 1
uniform int worded;
const int KNOTS = 8, MOST = 10, OWN = 3 + KNOTS;
uniform float strokes[MOST * OWN]; // of the letters: top, bottom, half the width, and the middle at each knot, in shares of the board
uniform int stroke_count;
uniform sampler2D sheet;

// SHADED is the smallest size of sprigs that dropped shadows.
const float RIM = 0.45;                // of the letters, in "near" and "word"
const float SLANT = 0.75;              // radians from the stem to a leaf
const float BROAD = 0.66;              // how broad the leaves of a sprig are
const vec2 LIGHT = vec2(-0.55, -0.83); // to the lamp, y down

struct Sprig {
    vec2 root, along; // `along` is the way that the stem goes at its root
    float long_, bend, grown;
};

// How many cells inside a leaf a place lies, negative outside. `q` is where it lies from the stalk, along the stem and
// across it; `local` is the way that the leaf points, and `broad` how broad it is. `at` is the place on the leaf, along and across, -1 to 1.
float inside(vec2 q, vec2 local, float side, float long_, float broad, out vec2 at)
{
    vec2 l = vec2(dot(q, local), dot(q, vec2(-local.y, local.x)) * side);
    float u = clamp(l.x / long_, 0.0, 1.0), half_ = broad * long_ * u * (1.0 - u) * (1.35 - 0.7 * u) + 1e-4;
    at = vec2(2.0 * u - 1.0, l.y / half_);
    return l.x < 0.0 || l.x > long_ ? -9.0 : half_ - abs(l.y);
}

// What a sprig shows at a place, all in cells: how far it lies inside a leaf and inside the stem, negative outside.
// `at` is the place on the leaf, along and across, -1 to 1; `way` is the way that the leaf points.
void meet(Sprig it, float pairs, vec2 off, out float leaf, out float stem, out vec2 at, out vec2 way)
{
    vec2 side_on = vec2(-it.along.y, it.along.x);
    float x = dot(off, it.along), y = dot(off, side_on) - it.bend * x * x / it.long_;
    vec2 along = normalize(it.along + side_on * 2.0 * it.bend * clamp(x / it.long_, 0.0, 1.0)), across = vec2(-along.y, along.x);
    float long_ = it.long_ * it.grown, t = x / long_;
    stem = t < 0.0 || t > 1.0 ? -9.0 : 0.035 * it.long_ * (1.0 - 0.6 * t) - abs(y);
    // Leaves stand at both sides in turn. No two of them overlap: only one may be here.
    float side = y < 0.0 ? -1.0 : 1.0, gap = it.long_ / pairs, first = side < 0.0 ? 0.30 : 0.80;
    float stalk = (clamp(round((x - abs(y) / tan(SLANT)) / gap - first), 0.0, pairs - 1.0) + first) * gap;
    float size = smoothstep(0.0, 0.22, it.grown * 1.05 - stalk / it.long_);
    vec2 local = vec2(cos(SLANT), side * sin(SLANT));
    leaf = inside(vec2(x - stalk, y), local, side, 0.40 * (it.long_ - 0.45 * stalk) * size + 1e-3, BROAD, at);
    if (size <= 0.0)
        leaf = -9.0;
    // And one stands at the tip.
    vec2 at_tip;
    float tip = inside(vec2(x - 0.95 * long_, y), vec2(1.0, 0.0), 1.0, 0.22 * it.long_ * smoothstep(0.05, 0.5, it.grown) + 1e-3, BROAD, at_tip);
    if (tip > leaf) {
        leaf = tip;
        at = at_tip;
        local = vec2(1.0, 0.0);
    }
    way = along * local.x + across * local.y;
}

// The colour of leaves of an age between 0 and 1 at a place, and in w how many live there, 0 to 1. Red life ages them, green
// life keeps them young.
vec4 leaves_at(vec2 p, float age)
{
    vec4 share = texture(wide, p / board);
    share.x = 0.0;
    float lives = smoothstep(0.02, 0.20, largest(share));
    age += 0.10 * (share.y - share.w) / max(total(share), 0.05);
    vec3 own = mix(hue_of(4), hue_of(3), smoothstep(0.22, 0.48, age));
    return vec4(mix(own, hue_of(2), smoothstep(0.54, 0.82, age)) * (0.86 + 0.14 * lives), lives);
}

// The colour of a leaf at a place on it: two halves that meet at the rib, each with its own light.
vec3 leaf_colour(vec3 own, vec2 at, vec2 way, vec2 light, float long_, float pixel)
{
    vec2 across = vec2(-way.y, way.x) * sign(at.y);
    own *= (1.0 + 0.17 * dot(across, light)) * (1.04 - 0.14 * abs(at.y) + 0.10 * at.x);
    return mix(own, own * 0.74, smoothstep(0.14, 0.04, abs(at.y)) * step(36.0, long_ / pixel));
}

// Leaves, twigs and their shadow at a place, painted one on the other.
struct Foliage {
    vec3 paint;
    float covered, shade;
};

const Foliage NONE = Foliage(vec3(0.0), 0.0, 0.0);

void lay(inout Foliage on, vec3 paint, float cover)
{
    on.paint = mix(on.paint, paint, cover);
    on.covered = max(on.covered, cover);
}

// Lay foliage in front of letters or behind them.
void lay_beside(inout Foliage front, inout Foliage behind, Foliage it, bool is_front)
{
    Foliage below = front;
    if (!is_front)
        below = behind;
    below = Foliage(mix(below.paint, it.paint, it.covered), max(below.covered, it.covered), max(below.shade, it.shade));
    if (is_front)
        front = below;
    else
        behind = below;
}

// Draw a sprig into the foliage. `off` is the place, from the sprig's root; `light` is to the lamp.
void draw_sprig(inout Foliage on, Sprig one, float pairs, vec3 own, vec2 off, vec2 light, float side, bool is_shaded, float pixel)
{
    vec2 at, way, side_on = vec2(-one.along.y, one.along.x);
    // A circle around it and its shadow.
    vec2 from_middle = off - one.long_ * 0.5 * one.grown * (one.along + side_on * one.bend * 0.5 * one.grown);
    float reach = one.long_ * (0.36 + 0.5 * one.grown), leaf, stem, dim = 0.05 * side;
    if (dot(from_middle, from_middle) > reach * reach)
        return;
    float shown = smoothstep(0.03, 0.20, one.grown);
    if (is_shaded) {
        meet(one, pairs, off + light * 0.05 * side, leaf, stem, at, way);
        on.shade = max(on.shade, smoothstep(-dim, dim, max(leaf, stem)) * shown);
    }
    meet(one, pairs, off, leaf, stem, at, way);
    lay(on, own * 0.55, smoothstep(-0.9 * pixel, 0.9 * pixel, stem) * shown);
    float cover = smoothstep(-0.9 * pixel, 0.9 * pixel, leaf) * shown;
    if (cover > 0.0)
        lay(on, leaf_colour(own, at, way, light, side, pixel), cover);
}

// Draw a berry, with a gleam. `off` is the place, from the berry's middle.
void draw_berry(inout Foliage on, vec2 off, float size, float shown, vec2 light, float pixel)
{
    vec2 ball = off / max(size, 1e-3);
    on.shade = max(on.shade, shown * smoothstep(1.0, -0.6, length(off + light * 1.1) - size));
    vec3 own = mix(hue_of(2), vec3(1.0, 0.93, 0.82), 0.55 * smoothstep(0.55, 0.0, length(ball - light * 0.45)));
    lay(on, own * (0.96 + 0.16 * dot(ball, light)), shown * smoothstep(0.9 * pixel, -0.9 * pixel, length(off) - size));
}

// Draw a single leaf. `off` is the place, from its stalk; `way` is the way that it points.
void draw_leaf(inout Foliage on, vec2 off, vec2 way, float side, float long_, float broad, vec3 own, float shown, vec2 light, float pixel)
{
    vec2 at, from_middle = off - 0.5 * long_ * way;
    if (dot(from_middle, from_middle) > (0.55 * long_ + 2.2) * (0.55 * long_ + 2.2))
        return;
    on.shade = max(on.shade, shown * smoothstep(-0.8, 0.8, inside(off + light * 1.2, way, side, long_, broad, at)));
    float cover = shown * smoothstep(-0.9 * pixel, 0.9 * pixel, inside(off, way, side, long_, broad, at));
    if (cover > 0.0)
        lay(on, leaf_colour(own, at, way, light, 28.0, pixel), cover);
}

// Draw a flower of five petals. `off` is the place, from its middle.
void draw_flower(inout Foliage on, vec2 off, float size, float spin, vec3 own, float shown, vec2 light, float pixel)
{
    float far = length(off);
    if (far > size + 2.6)
        return;
    float petal = abs(cos(2.5 * (atan(off.y, off.x) + spin))), edge = size * (0.58 + 0.42 * sqrt(petal)); // `petal` is 0 between two
    on.shade = max(on.shade, shown * smoothstep(1.0, -1.2, length(off + light * 1.5) - size * 0.9));
    vec3 paint = own * (0.84 + 0.14 * smoothstep(0.0, 0.5, petal) + 0.12 * dot(off / size, light)) * (0.90 + 0.12 * far / size);
    lay(on, paint, shown * smoothstep(0.9 * pixel, -0.9 * pixel, far - edge));
    lay(on, hue_of(3) * (1.0 + 0.5 * dot(off / size, light)), shown * smoothstep(0.9 * pixel, -0.9 * pixel, far - 0.27 * size));
}

// Draw a berry on a stalk that is `far` long.
void draw_stalked(inout Foliage on, vec2 off, vec2 way, float far, float size, float shown, vec2 light, float pixel)
{
    float stalk = length(off - way * clamp(dot(off, way), 0.0, far)) - 0.26;
    lay(on, hue_of(4) * 0.55, smoothstep(0.8 * pixel, -0.8 * pixel, stalk) * shown);
    draw_berry(on, off - way * far, size, shown, light, pixel);
}

// How far inside a curl a place is: a tendril that leaves its root along `along` and winds inwards, to a bud. `hand` is the
// side to which it winds, and `size` the radius of its first turn.
float inside_curl(vec2 off, vec2 along, float hand, float size, float thick)
{
    const float ROUND = 6.2832, LAST = 8.6; // radians: once round, and where it ends
    vec2 from = vec2(dot(off, along), hand * dot(off, vec2(-along.y, along.x)) - size);
    float turned = atan(from.x, -from.y), r = length(from);
    turned += turned < 0.0 ? ROUND : 0.0;
    float outer = thick * (1.0 - 0.6 * turned / LAST) - abs(r - size * (1.0 - turned / LAST)), again = turned + ROUND;
    float inner = again > LAST ? -9.0 : 0.5 * thick - abs(r - size * (1.0 - again / LAST));
    return max(max(outer, inner), 1.5 * thick - r);
}

void draw_curl(inout Foliage on, vec2 off, vec2 along, float hand, float size, float thick, float shown, float pixel)
{
    float far = 2.0 * size + 2.0;
    if (dot(off, off) > far * far)
        return;
    float depth = inside_curl(off, along, hand, size, thick);
    on.shade = max(on.shade, shown * smoothstep(-1.3, 0.4, depth));
    lay(on, hue_of(4) * 0.66, shown * smoothstep(-0.7 * pixel, 0.7 * pixel, depth));
}

vec2 turned(vec2 v, float angle) { return mat2(cos(angle), sin(angle), -sin(angle), cos(angle)) * v; }

// A bough of the wreath, which grows and shrinks slowly at its head. `hand` is 1 for the right one, -1 for the left one.
struct Bough {
    float hand, head; // from 0 to `head`, along the wreath
};

Bough bough(float hand)
{
    float grown = 0.5 + 0.5 * sin(time * 0.06 + (hand > 0.0 ? 0.4 : 2.9));
    return Bough(hand, wreath_length() * (hand > 0.0 ? mix(0.87, 0.94, grown) : mix(0.78, 0.89, grown)));
}

// How near to a round corner of the wreath a bough is so far along it, 0 to 1. It is fullest there.
float at_corner(float s)
{
    float middle = wreath_half().x - 0.2146 * wreath_corner(), off = (min(s, wreath_length() - s) - middle) / 30.0;
    return exp(-off * off);
}

// How far outside the line of the wreath a bough is so far along it, and how fast it leaves it.
vec2 wander(Bough it, float s)
{
    float a = 0.047 * s + 2.1 * it.hand, b = 0.113 * s - 1.3 * it.hand, most = smoothstep(0.0, 50.0, s);
    return most * vec2(3.6 * sin(a) + 1.9 * sin(b), 3.6 * 0.047 * cos(a) + 1.9 * 0.113 * cos(b));
}

// The place on a bough so far along it, and the direction of the bough there.
vec2 on_bough(Bough it, float s, out vec2 along)
{
    vec2 line, root = on_wreath(s, line), out_ = vec2(-line.y, line.x), off = wander(it, s);
    along = normalize(line + out_ * off.y);
    return root + out_ * off.x;
}

// How far inside the stem of a bough a place is. `found` is how far along the wreath it lies, and how far outside.
float inside_bough(Bough it, vec2 found)
{
    vec2 off = wander(it, found.x);
    return found.x > it.head ? -9.0 : mix(0.95, 0.36, found.x / it.head) - abs(found.y - off.x) * (1.0 - 0.5 * off.y * off.y);
}

// Draw what grows at one place of a bough: at one side a leaf, a fern or berries, at the other a smaller leaf.
void draw_site(inout Foliage on, Bough it, float s, float site, vec2 q, vec2 mirror, float there, vec2 light, float pixel)
{
    vec2 along, root = on_bough(it, s, along), off = q - root;
    if (dot(off, off) > 560.0)
        return;
    float lot = hash(vec2(site, 5.0 + it.hand)), way = mod(site, 2.0) < 0.5 ? -1.0 : 1.0, kind = fract(lot * 57.0);
    float young = smoothstep(it.head + 1.0, it.head - 20.0, s), shown = there * smoothstep(0.0, 0.25, young);
    if (fract(lot * 211.0) < 0.13) // a tendril, mostly towards the letters
        draw_curl(on, off, turned(along, -0.35), fract(lot * 37.0) < 0.8 ? -1.0 : 1.0, (3.2 + 1.4 * fract(lot * 71.0)) * young, 0.42, shown, pixel);
    vec4 own = leaves_at(shown_middle() + root * mirror, 1.0 - s / (0.94 * wreath_length()) + 0.14 * (fract(lot * 43.0) - 0.5));
    own.rgb *= 0.84 + 0.30 * fract(lot * 91.0);
    float grown = young * (0.86 + 0.26 * at_corner(s)) * (0.72 + 0.28 * own.w), sway = 0.05 * sin(time * 0.4 + 20.0 * lot);
    vec2 to = turned(along, way * (0.55 + 0.40 * fract(lot * 23.0)) + sway), fro = turned(along, -way * (0.50 + 0.50 * fract(lot * 29.0)) + sway);
    float short_ = (8.0 + 4.5 * fract(lot * 61.0)) * grown + 1e-3, long_ = fract(lot * 17.0);
    draw_leaf(on, off, fro, -way, short_, fract(lot * 67.0) < 0.5 ? 0.40 : 0.85, own.rgb * 0.90, shown, light, pixel);
    if (kind < 0.34)
        draw_sprig(on, Sprig(root, to, 14.5 + 5.0 * long_, -0.30 * way, grown * there), kind < 0.2 ? 6.0 : 3.0, own.rgb, off, light, 26.0, true, pixel);
    else if (kind < 0.62)
        draw_leaf(on, off, to, way, (11.0 + 4.0 * long_) * grown + 1e-3, 0.95, own.rgb, shown, light, pixel);
    else if (kind < 0.86)
        draw_leaf(on, off, to, way, (12.0 + 5.0 * long_) * grown + 1e-3, 0.42, own.rgb, shown, light, pixel);
    else
        for (float each = -1.0; each < 2.0; ++each)
            draw_stalked(on, off, turned(to, 0.55 * each), (4.6 - 0.9 * abs(each)) * grown, 1.5 * grown, shown, light, pixel);
}

// Draw the end of a bough: a fan of leaves between two curls, with a flower where they begin.
void draw_head(inout Foliage on, Bough it, vec2 q, vec2 mirror, float there, vec2 light, float pixel)
{
    vec2 along, root = on_bough(it, it.head, along), off = q - root;
    if (dot(off, off) > 576.0)
        return;
    vec3 own = leaves_at(shown_middle() + root * mirror, 0.06).rgb;
    for (float each = 0.0; each < 5.0; ++each) {
        float side = mod(each, 2.0) < 0.5 ? -1.0 : 1.0, open_ = side * (2.0 - 0.42 * each) + 0.06 * sin(time * 0.4 + 2.0 * each);
        draw_leaf(on, off, turned(along, open_), side, 11.0 + 1.5 * each, mod(each, 3.0) < 0.5 ? 0.42 : 0.80, own * (0.86 + 0.06 * each), there, light, pixel);
    }
    draw_curl(on, off, turned(along, 0.9), -1.0, 6.0, 0.45, there, pixel);
    draw_curl(on, off, turned(along, -0.8), 1.0, 5.0, 0.42, there, pixel);
    draw_flower(on, off, 4.6, it.hand, hue_of(1), there, light, pixel);
}

// The wreath: leaves, ferns, berries, tendrils and flowers along its boughs.
Foliage wreath_at(vec2 p, float pixel)
{
    Foliage on = NONE;
    vec2 q = p - shown_middle(), mirror = vec2(q.x < 0.0 ? -1.0 : 1.0, 1.0), light = LIGHT * mirror, along;
    q *= mirror;
    float there = 1.0 - zoomed_in();
    vec2 found = along_wreath(q);
    Bough it = bough(mirror.x);
    if (abs(found.y) > 23.0 || found.x > it.head + 22.0)
        return on;
    const float GAP = 8.2, FIRST = 5.0; // from leaf to leaf, and where the first is
    float last = floor((found.x + 4.0 - FIRST) / GAP);
    on.shade = there * smoothstep(-1.0, 0.4, inside_bough(it, along_wreath(q + light * 1.1)));
    for (float site = last; site >= max(last - 2.0, 0.0); --site)
        if (FIRST + site * GAP < it.head)
            draw_site(on, it, FIRST + site * GAP, site, q, mirror, there, light, pixel);
    lay(on, hue_of(4) * 0.60, there * smoothstep(-0.7 * pixel, 0.7 * pixel, inside_bough(it, found)));
    if (found.x > it.head - 26.0)
        draw_head(on, it, q, mirror, there, light, pixel);
    // Flowers, each with two berries. The first lies where the boughs begin.
    float apart = wreath_length() / 8.0, number = round(found.x / apart), lot = hash(vec2(number, 23.0 + it.hand * step(0.5, number)));
    float s = number < 0.5 ? 0.0 : apart * (number + 0.3 * (lot - 0.5)), open_ = there * smoothstep(it.head - 8.0, it.head - 40.0, s);
    vec2 off = q - on_bough(it, s, along);
    float size = (number < 0.5 ? 6.4 : 4.4 + 1.6 * at_corner(s)) * open_ + 1e-3;
    for (float each = -1.0; each < 2.0; each += 2.0)
        draw_berry(on, off - size * (1.25 * each * along + 0.5 * vec2(-along.y, along.x)), 1.7 * open_, open_, light, pixel);
    vec3 own = fract(lot * 31.0) < 0.5 || s < 0.36 * wreath_length() ? hue_of(1) : mix(hue_of(2), hue_of(1), 0.25);
    draw_flower(on, off, size, 7.0 * lot + 0.06 * sin(0.3 * time), own, open_, light, pixel);
    return on;
}

// A vine climbs a stroke of a letter and winds round it: in front of the letter to the right, and behind it to the left. It is
// a function of the row.
struct Vine {
    int number;                // of its stroke
    float top, bottom;         // rows of the stroke, in cells
    float reach, turns, begin; // how far it winds out of the stroke's middle, radians a cell, and where in its turn it begins
    float tail, head;          // from which row up to which it is there
};
const float YEAR = 64.0; // seconds in which a vine grows, stays, and withers from its root

Vine vine(int number)
{
    float top = strokes[number * OWN] * board.y, bottom = strokes[number * OWN + 1] * board.y, high = bottom - top;
    float reach = strokes[number * OWN + 2] * board.x + max(0.042 * high, 2.6), age = fract(time / YEAR + 0.15 + 0.382 * float(number));
    float turns = 6.2832 * max(round(high / (3.9 * reach)), 1.5) / high;
    return Vine(number, top, bottom, reach, turns, 2.4 * float(number), bottom - high * smoothstep(0.74, 1.0, age),
                bottom - high * smoothstep(0.0, 0.32, age));
}

float knot_of(Vine it, int knot) { return strokes[it.number * OWN + 3 + clamp(knot, 0, KNOTS - 1)] * board.x; }

// The column of the stroke's middle at a row, and how it leans.
vec2 middle_of(Vine it, float y)
{
    float steps = float(KNOTS - 1) / (it.bottom - it.top), at = clamp((y - it.top) * steps, 0.0, float(KNOTS - 1));
    int knot = min(int(at), KNOTS - 2);
    float a = knot_of(it, knot - 1), b = knot_of(it, knot), c = knot_of(it, knot + 1), d = knot_of(it, knot + 2), u = at - float(knot);
    vec3 by = vec3(0.5 * (c - a), a - 2.5 * b + 2.0 * c - 0.5 * d, 0.5 * (d - a) + 1.5 * (b - c)); // Catmull-Rom
    return vec2(b + u * (by.x + u * (by.y + u * by.z)), steps * (by.x + u * (2.0 * by.y + 3.0 * u * by.z)));
}

float turn_of(Vine it, float y) { return it.turns * (it.bottom - y) + it.begin; }

// The column of the vine at a row, and how it leans.
vec2 column_of(Vine it, float y)
{
    float turn = turn_of(it, y);
    return middle_of(it, y) + it.reach * vec2(sin(turn), -it.turns * cos(turn));
}

// The nearest place of a vine to a place, as a row, found from row `y` in so many steps.
float nearest_on(Vine it, vec2 p, float y, int steps)
{
    for (int each = 0; each < steps; ++each) {
        vec2 here = column_of(it, y);
        y -= (y - p.y + (here.x - p.x) * here.y) / (1.0 + here.y * here.y);
    }
    return y;
}

// How much of the vine there is at a row: less at its head and its tail.
float vigour(Vine it, float y)
{
    return smoothstep(it.tail + 2.0, it.tail - 8.0, y) * smoothstep(it.head, it.head + min(24.0, 0.25 * (it.bottom - it.top)), y);
}

// How far inside the vine's stem a place is. `y` is the nearest row.
float inside_stem(Vine it, vec2 p, float y)
{
    float thick = mix(0.36, 0.70, vigour(it, y));
    return y > it.tail || y < it.head ? -9.0 : thick - distance(p, vec2(column_of(it, y).x, y));
}

bool is_front(Vine it, float y) { return cos(turn_of(it, y)) > 0.0; }

// Draw a vine's stem, leaves, tendrils and berries at a place, each in front of letters or behind them, as its root is.
void draw_vine(inout Foliage front, inout Foliage behind, Vine it, vec2 p, float pixel)
{
    if (p.y > it.tail + 15.0 || p.y < it.head - 15.0 || abs(p.x - middle_of(it, p.y).x) > it.reach + 16.0)
        return;
    float y = clamp(nearest_on(it, p, p.y, 3), it.head, it.tail);
    vec2 nearest = vec2(column_of(it, y).x, y);
    if (distance(p, nearest) > 15.0)
        return;
    const float GAP = 4.2; // rows from leaf to leaf
    float stem = inside_stem(it, p, y), lit = 1.0 + 0.25 * clamp(dot(p - nearest, LIGHT), -1.0, 1.0), size = clamp(0.105 * it.reach, 0.72, 1.0);
    vec2 dropped = p + LIGHT * 1.3;
    float shade = smoothstep(-1.0, 0.4, inside_stem(it, dropped, nearest_on(it, dropped, y, 1)));
    Foliage on = Foliage(hue_of(4) * 0.60 * lit, smoothstep(-0.7 * pixel, 0.7 * pixel, stem), shade);
    lay_beside(front, behind, on, is_front(it, y));
    float first = floor(y / GAP);
    for (float site = first; site < first + 4.0; ++site) {
        float row = site * GAP, lot = hash(vec2(site, 11.0 + it.begin)), side = mod(site, 2.0) < 0.5 ? -1.0 : 1.0;
        float vigorous = vigour(it, row);
        vec2 here = column_of(it, row), root = vec2(here.x, row), off = p - root;
        if (vigorous <= 0.0 || dot(off, off) > 220.0)
            continue;
        vec4 own = leaves_at(root, (row - it.head) / (it.bottom - it.top) + 0.10 * (fract(lot * 43.0) - 0.5));
        vec2 along = -normalize(vec2(here.y, 1.0));
        vec2 way = turned(along, side * (0.62 + 0.30 * fract(lot * 31.0)) + 0.07 * sin(time * 0.5 + 30.0 * lot));
        float shown = smoothstep(0.05, 0.3, vigorous), grown = vigorous * size * (0.6 + 0.4 * own.w), kind = fract(lot * 57.0);
        on = NONE;
        if (kind > 0.88)
            draw_stalked(on, off, way, 3.4 * grown, 1.6 * grown, shown, LIGHT, pixel);
        else if (kind > 0.74)
            draw_curl(on, off, turned(along, 0.5 * side), side, 3.2 * grown, 0.34, shown, pixel);
        else
            draw_leaf(on, off, way, side, (9.5 + 3.5 * fract(lot * 17.0)) * grown + 1e-3, kind < 0.2 ? 0.90 : BROAD,
                      own.rgb * (0.86 + 0.26 * fract(lot * 91.0)), shown, LIGHT, pixel);
        lay_beside(front, behind, on, is_front(it, row));
    }
    // It begins and ends with a curl.
    float end = 2.0 * p.y < it.tail + it.head ? -1.0 : 1.0, row = end < 0.0 ? it.head : it.tail, there = smoothstep(2.0, 20.0, it.tail - it.head);
    vec2 here = column_of(it, row), along = end * normalize(vec2(here.y, 1.0));
    on = NONE;
    draw_curl(on, p - vec2(here.x, row), along, end, 3.4 * size * there, 0.34, there, pixel);
    lay_beside(front, behind, on, is_front(it, row));
}

// Lay foliage on what has been painted, with its shadow.
vec3 with(Foliage it, vec3 below, float light) { return mix(below * (1.0 - 0.45 * it.shade), it.paint * light, it.covered); }

void main()
{
    float nearer = shown_times(), pixel = abs(scale.x) * nearer;
    vec2 p = shown_middle() + (place() - shown_middle()) * nearer, uv = on_screen();
    vec2 lamp = uv - vec2(0.34, 0.26);
    float lit = 1.16 - 0.62 * dot(lamp, lamp);
#if GRAIN
    float grain = 0.5 * noise(gl_FragCoord.xy * 0.7) + 0.5 * noise(gl_FragCoord.xy * vec2(0.11, 0.35));
#else
    float grain = 0.5;
#endif
    vec3 paper = hue_of(0) * lit * (0.955 + 0.09 * grain), card = hue_of(1) * (0.30 + 0.66 * lit) * (0.985 + 0.03 * grain);
    // The card's rim catches the light, and its shadow falls on the paper.
    float letter, rise;
    if (worded == 1) {
        letter = texture(word, p / board).x;
        rise = textureLod(word, (p + LIGHT * 0.6) / board, 1.5).x - textureLod(word, (p - LIGHT * 0.6) / board, 1.5).x;
    } else {
        letter = smooth_at(near, p).x;
        rise = texture(near, (p + LIGHT * 0.9) / board).x - texture(near, (p - LIGHT * 0.9) / board).x;
    }
    float under = texture(wide, (p + LIGHT * 2.6) / board).x;
    float edge = clamp(fwidth(letter), 0.004, 0.4), is_card = smoothstep(RIM - edge, RIM + edge, letter);
    card *= 1.0 - 0.16 * clamp(rise, -1.0, 1.0);
    vec3 c = paper * (1.0 - 0.50 * smoothstep(0.05, 0.85, under));

    float bright = 0.42 + 0.58 * lit, below = bright * (1.0 - 0.6 * smoothstep(0.25, 0.85, under)); // light above and below the card
    Foliage front = NONE, behind = NONE; // of letters
    if (worded == 1) {
        for (int number = 0; number < stroke_count; ++number)
            draw_vine(front, behind, vine(number), p, pixel);
        c = with(behind, with(wreath_at(p, pixel), c, below), below);
    }
    for (int size = 0; size < 2 && worded == 0 && is_card < 1.0; ++size) {
        // Sprigs of the four nearest squares: no other reaches here. Long ones lie on short ones.
        float side = SQUARES[size];
        ivec2 here = ivec2(floor(p / side - 0.5) - first_square(size));
        int row = size * square_rows(0);
        Foliage on = NONE;
        for (int each = 0; each < 4; ++each) {
            ivec2 square = here + ivec2(each & 1, each >> 1), texel = ivec2(2 * square.x, square.y + row);
            vec4 found = texelFetch(sheet, texel, 0);
            if (found.w <= 0.0)
                continue;
            vec4 more = texelFetch(sheet, texel + ivec2(1, 0), 0);
            Sprig one = Sprig(found.xy, vec2(cos(found.z), sin(found.z)), abs(more.w), more.w < 0.0 ? -0.38 : 0.38, found.w);
            draw_sprig(on, one, size == 0 ? 4.0 : 7.0, more.rgb, p - one.root, LIGHT, side, size >= SHADED, pixel);
        }
        c = with(on, c, below);
    }
    c = with(front, mix(c, card, is_card), bright);
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
