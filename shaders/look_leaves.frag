#version 330 core
// Leaves: one species is letters, cut from pale card that lies on dark paper. The others are leaves of three sizes that
// lie on and around them: a leaf for each square of cells in which they live, larger where more live there.
#include "lib/look.glsl"
#param GRAIN
#param SHADED
#param STEP
uniform sampler2D near;
uniform sampler2D wide;

// SHADED is the smallest size of leaves that cast shadows. If STEP is 2, there are none of the middle size.
const float SQUARES[3] = float[3](4.6, 8.0, 15.0); // cells along the side of a leaf's square, by size
const float FROM[3] = float[3](0.04, 0.28, 0.33);  // share of a crowd from which leaves of a size grow in it
const vec2 LIGHT = vec2(-0.55, -0.83);             // to the lamp, y down

struct Leaf {
    vec2 middle, along; // `along` points from its stalk to its tip
    float long_, wide_, bend;
};

// The leaf of a square with this side. `lots` are two random numbers of the square. Leaves of one place point about the
// same way, along `flow`. They float in from above as they grow, and sway a little.
Leaf leaf(vec2 square, float side, vec2 lots, float grown, vec2 flow)
{
    float young = 1.0 - grown;
    vec2 middle = (square + 0.5 + 0.5 * (lots - 0.5)) * side + young * side * vec2(0.5 * (lots.y - 0.5), -0.5);
    vec2 along = normalize(flow + 2.6 * (vec2(fract(lots.y * 23.0), fract(lots.x * 31.0)) - 0.5));
    along = normalize(along + vec2(-along.y, along.x) * (1.2 * young + 0.10 * sin(time * 0.5 + 20.0 * lots.x)));
    float long_ = side * (0.46 + 0.18 * lots.x) * (0.4 + 0.6 * grown);
    return Leaf(middle, along, long_, long_ * (0.30 + 0.12 * lots.y), (lots.y - 0.5) * 0.5);
}

// How many cells inside a leaf a place lies, negative outside. `at` is where it lies along and across the leaf, -1 to 1.
float inside(Leaf it, vec2 off, out vec2 at)
{
    vec2 along = it.along;
    vec2 q = vec2(dot(off, along), dot(off, vec2(-along.y, along.x)));
    float t = q.x / it.long_;
    q.y += it.bend * it.long_ * (t * t - 0.3);
    at = vec2(t, q.y / it.wide_);
    // Blunt at the stalk, pointed at the tip.
    return it.wide_ * (1.0 - t * t) * (1.0 - 0.32 * clamp(t, -1.0, 1.0)) - abs(q.y);
}

void main()
{
    // A window that would show more than the board shows all of its width or height, and so little more the other way
    // that no letter comes twice.
    vec2 middle = origin + window * scale * 0.5, much = board / (window * abs(scale));
    float nearer = min(min(max(much.x, much.y), 1.2 * min(much.x, much.y)), 1.0), pixel = abs(scale.x) * nearer;
    vec2 p = middle + (place() - middle) * nearer, uv = on_screen();
    vec2 lamp = uv - vec2(0.34, 0.26);
    float lit = 1.16 - 0.62 * dot(lamp, lamp);
#if GRAIN
    float grain = 0.5 * noise(gl_FragCoord.xy * 0.7) + 0.5 * noise(gl_FragCoord.xy * vec2(0.11, 0.35));
#else
    float grain = 0.5;
#endif
    vec3 paper = hue_of(0) * lit * (0.955 + 0.09 * grain), card = hue_of(1) * (0.30 + 0.66 * lit) * (0.985 + 0.03 * grain);
    // The card's rim catches the light, and its shadow falls on the paper.
    float letter = smooth_at(near, p).x;
#if GRAIN
    float rise = texture(near, (p + LIGHT * 0.9) / board).x - texture(near, (p - LIGHT * 0.9) / board).x;
#else
    float rise = 1.8 / pixel * dot(vec2(dFdx(letter), -dFdy(letter)), LIGHT);
#endif
    float under = texture(wide, (p + LIGHT * 2.6) / board).x;
    float edge = max(fwidth(letter), 0.004), is_card = smoothstep(0.45 - edge, 0.45 + edge, letter);
    card *= 1.0 - 0.16 * clamp(rise, -1.0, 1.0);
    vec3 c = mix(paper * (1.0 - 0.50 * smoothstep(0.05, 0.85, under)), card, is_card);

    vec4 around = texture(wide, p / board);
    float way = p.x * 0.027 + 2.0 * sin(p.y * 0.019);
    vec2 flow = vec2(sin(way), cos(way));
    if (around.y + around.z + around.w > 0.002)
        for (int size = 0; size < 3; size += STEP) {
            // Leaves of the four nearest squares: no other reaches here. Large ones lie on small ones.
            float side = SQUARES[size], shade = 0.0, covered = 0.0;
            vec2 here = floor(p / side - 0.5);
            vec3 paint = vec3(0.0);
            for (int each = 0; each < 4; ++each) {
                vec2 square = here + vec2(each & 1, each >> 1);
                float lot = hash(square + 3.0 + 40.0 * float(size));
                vec2 lots = vec2(lot, fract(lot * 57.0));
                vec2 place_ = floor((square + 0.5 + 0.5 * (lots - 0.5)) * side);
                vec4 share = size == 0 ? texel_at(near, place_) : texel_at(wide, place_);
                float most = max(max(share.y, share.z), share.w);
                if (most < FROM[size] || share.x > 0.5 || (size == 2 && lots.x < 0.25))
                    continue;
                float grown = smoothstep(FROM[size], FROM[size] + 0.35, most), dim = 0.10 * side;
                Leaf one = leaf(square, side, lots, grown, flow);
                vec2 off = p - one.middle, at;
                float reach = size >= SHADED ? 0.87 : 0.66; // of it and of its shadow
                if (dot(off, off) > reach * reach * side * side)
                    continue;
                if (size >= SHADED)
                    shade = max(shade, smoothstep(-dim, dim, inside(one, off + LIGHT * 0.16 * side, at)) * min(grown * 4.0, 1.0));
                float cover = smoothstep(-0.9 * pixel, 0.9 * pixel, inside(one, off, at)) * min(grown * 6.0, 1.0);
                if (cover <= 0.0)
                    continue;
                int kind = share.y == most ? 2 : share.z == most ? 3 : 4;
                // Two halves that meet at the rib, each with its own light; veins that leave it in a slant.
                vec2 across = vec2(-one.along.y, one.along.x) * sign(at.y);
                float rib = abs(at.y) * one.wide_;
                vec3 own = hue_of(kind) * (0.74 + 0.40 * fract(lot * 91.0)) * (1.0 + 0.17 * dot(across, LIGHT));
                own *= 1.05 - 0.16 * abs(at.y) + 0.10 * at.x;
                own = mix(own, own * 0.72, smoothstep(1.3 * pixel, 0.3 * pixel, rib));
#if GRAIN
                float vein = abs(fract(at.x * 3.5 - abs(at.y) * 0.9) - 0.5);
                own *= 1.0 - 0.10 * smoothstep(0.10, 0.02, vein) * smoothstep(15.0, 27.0, side / max(pixel, 0.2));
#endif
                paint = mix(paint, own, cover);
                covered = max(covered, cover);
            }
            c = mix(c * (1.0 - 0.50 * shade), paint * (0.42 + 0.58 * lit), covered);
        }
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
