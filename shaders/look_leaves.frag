#version 330 core
// Leaves: one species is letters, cut from pale card that lies on dark paper. The others are leaves of three sizes that
// lie on and around them: a leaf for each square of cells in which they live, larger where more live there.
#include "lib/look.glsl"
#param GRAIN
uniform sampler2D near;
uniform sampler2D wide;

const float SQUARES[3] = float[3](4.6, 8.0, 15.0); // cells along the side of a leaf's square, by size
const float FROM[3] = float[3](0.04, 0.28, 0.33);  // share of a crowd from which leaves of a size grow in it
const vec2 LIGHT = vec2(-0.55, -0.83);             // to the lamp, y down

struct Leaf {
    float inside; // cells from its rim, negative outside
    vec2 at;      // place along and across it, in its length and half width
    float turn;
};

// The leaf of a square, as seen from a place. `lots` are two random numbers of the square.
Leaf leaf(vec2 p, vec2 square, float side, vec2 lots, float grown)
{
    vec2 middle = (square + 0.5 + 0.5 * (lots - 0.5)) * side;
    // Leaves float in from above as they grow, and those of one place point about the same way. They sway a little.
    float young = 1.0 - grown;
    middle += young * side * vec2(0.25 * sin(40.0 * lots.x), -0.5);
    float turn = 3.0 * sin(middle.x * 0.027 + 2.0 * sin(middle.y * 0.019)) + 2.6 * (lots.y - 0.5) + 1.2 * young;
    turn += 0.10 * sin(time * 0.5 + 20.0 * lots.x);
    vec2 along = vec2(cos(turn), sin(turn)), off = p - middle;
    vec2 q = vec2(dot(off, along), dot(off, vec2(-along.y, along.x)));
    float long_ = side * (0.46 + 0.18 * lots.x) * (0.4 + 0.6 * grown), wide_ = long_ * (0.30 + 0.12 * lots.y);
    float t = q.x / max(long_, 0.01), bend = (lots.y - 0.5) * 0.5;
    q.y += bend * long_ * (t * t - 0.3);
    // Blunt at the stalk, pointed at the tip.
    float half_ = wide_ * (1.0 - t * t) * (1.0 - 0.32 * clamp(t, -1.0, 1.0));
    return Leaf(half_ - abs(q.y), vec2(t, q.y / max(wide_, 0.01)), turn);
}

void main()
{
    // A window that is higher than the board shows a little more than it, but so little that no letter comes twice.
    vec2 middle = origin + window * scale * 0.5, much = board / (window * abs(scale));
    float nearer = min(max(much.x, much.y) * (repeats == 1 ? 1.2 : 1.0), 1.0), pixel = abs(scale.x) * nearer;
    vec2 p = middle + (place() - middle) * nearer, uv = on_screen();
    vec2 lamp = uv - vec2(0.34, 0.26);
    float lit = 1.16 - 0.62 * dot(lamp, lamp);
#if GRAIN
    float grain = 0.5 * noise(gl_FragCoord.xy * 0.7) + 0.5 * noise(gl_FragCoord.xy * vec2(0.11, 0.35));
#else
    float grain = 0.5 * noise(gl_FragCoord.xy * 0.7) + 0.25;
#endif
    vec3 paper = hue_of(0) * lit * (0.955 + 0.09 * grain), card = hue_of(1) * (0.30 + 0.66 * lit) * (0.985 + 0.03 * grain);
    // The card's rim catches the light, and its shadow falls on the paper.
    float letter = smooth_at(near, p).x, under = texture(wide, (p + LIGHT * 2.6) / board).x;
    float ahead = texture(near, (p + LIGHT * 0.9) / board).x, behind = texture(near, (p - LIGHT * 0.9) / board).x;
    float edge = max(fwidth(letter), 0.004), is_card = smoothstep(0.45 - edge, 0.45 + edge, letter);
    card *= 1.0 + 0.16 * clamp(behind - ahead, -1.0, 1.0);
    vec3 c = mix(paper * (1.0 - 0.50 * smoothstep(0.05, 0.85, under)), card, is_card);

    vec4 around = texture(wide, p / board);
    if (around.y + around.z + around.w > 0.002)
        for (int size = 0; size < 3; ++size) {
            // Leaves of the four nearest squares: no other reaches here. Large ones lie on small ones.
            float side = SQUARES[size], shade = 0.0, covered = 0.0;
            vec2 here = floor(p / side - 0.5);
            vec3 paint = vec3(0.0);
            for (int each = 0; each < 4; ++each) {
                vec2 square = here + vec2(each & 1, each >> 1);
                vec2 lots = vec2(hash(square + 3.0 + 40.0 * float(size)), hash(square + 71.0 + 40.0 * float(size)));
                vec2 place_ = (square + 0.5 + 0.5 * (lots - 0.5)) * side / board;
                vec4 share = size == 0 ? texture(near, place_) : texture(wide, place_);
                float most = max(max(share.y, share.z), share.w);
                if (most < FROM[size] || share.x > 0.5 || (size == 2 && lots.x < 0.25))
                    continue;
                float grown = smoothstep(FROM[size], FROM[size] + 0.35, most);
                float dim = 0.10 * side;
                Leaf one = leaf(p, square, side, lots, grown);
                shade = max(shade, smoothstep(-dim, dim, leaf(p + LIGHT * 0.16 * side, square, side, lots, grown).inside) * min(grown * 4.0, 1.0));
                float inside = smoothstep(-0.6 * pixel, 0.6 * pixel, one.inside) * min(grown * 6.0, 1.0);
                if (inside <= 0.0)
                    continue;
                int kind = share.y == most ? 2 : share.z == most ? 3 : 4;
                // Two halves that meet at the rib, each with its own light; veins that leave it in a slant.
                vec2 across = vec2(-sin(one.turn), cos(one.turn)) * sign(one.at.y);
                float rib = abs(one.at.y) * side * 0.17, vein = abs(fract(one.at.x * 3.5 - abs(one.at.y) * 0.9) - 0.5);
                vec3 own = hue_of(kind) * (0.74 + 0.40 * hash(square + 19.0)) * (1.0 + 0.17 * dot(across, LIGHT));
                own *= 1.05 - 0.16 * abs(one.at.y) + 0.10 * one.at.x;
                own = mix(own, own * 0.72, smoothstep(1.3 * pixel, 0.3 * pixel, rib));
                own *= 1.0 - 0.10 * smoothstep(0.10, 0.02, vein) * smoothstep(5.0, 9.0, side / max(pixel * 3.0, 0.6));
                paint = mix(paint, own, inside);
                covered = max(covered, inside);
            }
            c = mix(c * (1.0 - 0.50 * shade), paint * (0.42 + 0.58 * lit), covered);
        }
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
