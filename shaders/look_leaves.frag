#version 330 core
// Leaves: one species is letters, cut from pale card that lies on dark paper. The others are sprigs of leaves, which come
// out from below the card; the sheet says where each is.
#include "lib/look.glsl"
#include "lib/look_leaves.glsl"
#param GRAIN
#param SHADED
uniform sampler2D near;
uniform sampler2D wide;
uniform sampler2D word; // the exact letters, if `worded` is 1
uniform int worded;
uniform sampler2D sheet;

// SHADED is the smallest size of sprigs that cast shadows.
const float SLANT = 0.75;              // radians from the stem to a leaf
const vec2 LIGHT = vec2(-0.55, -0.83); // to the lamp, y down

struct Sprig {
    vec2 root, along; // `along` is the way that the stem goes at its root
    float long_, bend, grown;
};

// How many cells inside a leaf a place lies, negative outside. `q` is where it lies from the stalk, along the stem and
// across it; `local` is the way that the leaf points. `at` is the place on the leaf, along and across, -1 to 1.
float inside(vec2 q, vec2 local, float side, float long_, out vec2 at)
{
    vec2 l = vec2(dot(q, local), dot(q, vec2(-local.y, local.x)) * side);
    float u = clamp(l.x / long_, 0.0, 1.0), half_ = 0.66 * long_ * u * (1.0 - u) * (1.35 - 0.7 * u) + 1e-4;
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
    leaf = inside(vec2(x - stalk, y), local, side, 0.40 * (it.long_ - 0.45 * stalk) * size + 1e-3, at);
    if (size <= 0.0)
        leaf = -9.0;
    // And one stands at the tip.
    vec2 at_tip;
    float tip = inside(vec2(x - 0.95 * long_, y), vec2(1.0, 0.0), 1.0, 0.22 * it.long_ * smoothstep(0.05, 0.5, it.grown) + 1e-3, at_tip);
    if (tip > leaf) {
        leaf = tip;
        at = at_tip;
        local = vec2(1.0, 0.0);
    }
    way = along * local.x + across * local.y;
}

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

    if (worded == 1) { // the boughs of the wreath
        vec2 outside;
        float bough = abs(wreath(p, outside)) - 0.42, there = smoothstep(0.5, 0.4, zoomed_in());
        c *= 1.0 - 0.30 * there * smoothstep(1.1, 0.0, abs(wreath(p + LIGHT * 0.8, outside)) - 0.2);
        c = mix(c, hue_of(4) * 0.62 * lit, there * smoothstep(0.7 * pixel, -0.7 * pixel, bough));
    }
    for (int size = 0; size < 2 && is_card < 1.0; ++size) {
        // Sprigs of the four nearest squares: no other reaches here. Long ones lie on short ones.
        float side = SQUARES[size], pairs = size == 0 ? 4.0 : 7.0, dim = 0.05 * side, shade = 0.0, covered = 0.0;
        ivec2 here = ivec2(floor(p / side - 0.5) - first_square(size));
        int row = size * square_rows(0);
        vec3 paint = vec3(0.0);
        for (int each = 0; each < 4; ++each) {
            ivec2 square = here + ivec2(each & 1, each >> 1), texel = ivec2(2 * square.x, square.y + row);
            vec4 found = texelFetch(sheet, texel, 0);
            if (found.w <= 0.0)
                continue;
            vec4 more = texelFetch(sheet, texel + ivec2(1, 0), 0);
            Sprig one = Sprig(found.xy, vec2(cos(found.z), sin(found.z)), abs(more.w), more.w < 0.0 ? -0.38 : 0.38, found.w);
            vec2 off = p - one.root, at, way;
            // A circle around it and its shadow.
            vec2 from_middle = off - one.long_ * 0.5 * one.grown * (one.along + vec2(-one.along.y, one.along.x) * one.bend * 0.5 * one.grown);
            float reach = one.long_ * (0.36 + 0.5 * one.grown), leaf, stem;
            if (dot(from_middle, from_middle) > reach * reach)
                continue;
            float shown = smoothstep(0.03, 0.20, one.grown);
            if (size >= SHADED) {
                meet(one, pairs, off + LIGHT * 0.05 * side, leaf, stem, at, way);
                shade = max(shade, smoothstep(-dim, dim, max(leaf, stem)) * shown);
            }
            meet(one, pairs, off, leaf, stem, at, way);
            vec3 own = more.rgb;
            float twig = smoothstep(-0.9 * pixel, 0.9 * pixel, stem) * shown;
            paint = mix(paint, own * 0.55, twig);
            covered = max(covered, twig);
            float cover = smoothstep(-0.9 * pixel, 0.9 * pixel, leaf) * shown;
            if (cover <= 0.0)
                continue;
            // Two halves that meet at the rib, each with its own light.
            vec2 across = vec2(-way.y, way.x) * sign(at.y);
            own *= 1.0 + 0.17 * dot(across, LIGHT);
            own *= 1.04 - 0.14 * abs(at.y) + 0.10 * at.x;
            own = mix(own, own * 0.74, smoothstep(0.14, 0.04, abs(at.y)) * step(6.0, side / pixel / 6.0));
            paint = mix(paint, own, cover);
            covered = max(covered, cover);
        }
        c = mix(c * (1.0 - 0.45 * shade), paint * (0.42 + 0.58 * lit) * (1.0 - 0.6 * smoothstep(0.25, 0.85, under)), covered);
    }
    c = mix(c, card, is_card); // sprigs come out from below the card
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
