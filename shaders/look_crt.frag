#version 330 core
// 1982: the tube of a vector screen of that year. The beam draws a nest of squares for each small square of the board:
// each square turns a little within the last. The more cells live there, the more squares there are, the more they turn
// and the brighter they shine, in the colours of the species. Where nothing lives, a square is barely seen.
#include "lib/look.glsl"
#param SQUARES
uniform sampler2D presence;
uniform sampler2D near;
uniform sampler2D wide;

const float ROWS = 17.0;   // of nests in a window at most
const float DENSE = 0.27;  // share of living cells that makes a whole nest
const float LARGEST = 0.16, LARGER = 0.34; // shares of the picture with the largest nests, and of the rest with larger ones
const float OUTER = 0.975; // half the side of the first square, in halves of the side of a nest's place

vec3 dye(vec4 share) { return hue_of(1) * share.x + hue_of(2) * share.y + hue_of(3) * share.z + hue_of(4) * share.w; }

// The colour of the species that leads; others have little of it.
vec3 leader(vec4 share)
{
    share *= share * share;
    return dye(share) / (total(share) + 1e-9);
}

void main()
{
    vec2 p = place();
    float side = exp2(ceil(log2(max(window.y * abs(scale.y) / ROWS, 1.0)) - 0.01)); // of a nest's place, in texels
    // Some nests are as large as four or as sixteen others.
    if (side > 1.5)
        side *= hash(floor(p / side / 4.0) + 5.0) < LARGEST ? 4.0 : hash(floor(p / side / 2.0) + 9.0) < LARGER ? 2.0 : 1.0;
    vec2 id = floor(p / side), f = 2.0 * (p / side - id) - 1.0, middle = (id + 0.5) * side;
    vec4 crowd = 0.5 * texel_at(presence, floor(middle)), around = crowd;
    if (side > 1.5) {
        around = texture(wide, middle / board);
        crowd = 0.75 * texture(near, middle / board) + 0.55 * around;
    }
    float much = smoothstep(0.0, DENSE, total(crowd)), pixel = 2.0 * abs(scale.x) / side;
    // The light wanders across the borders of nests: a part of it comes from where the pixel is.
    vec4 here = side > 1.5 ? 0.75 * texture(near, p / board) + 0.55 * texture(wide, p / board) : crowd;
    float bright = mix(much, smoothstep(0.0, DENSE, total(here)), 0.55);
    vec3 rest = hue_of(5), ink = mix(rest, leader(mix(crowd, here, 0.5)), smoothstep(0.0, 0.25, much)), rim = mix(rest, leader(mix(around, here, 0.7)), smoothstep(0.0, 0.25, much));

    // Neighbours turn in opposite ways, so that their squares form petals around each corner.
    vec2 q = mod(id.x + id.y, 2.0) < 0.5 ? f : f.yx;
    float turn = 0.075 + 0.075 * much, shrink = 1.0 / (cos(turn) + sin(turn)), size = OUTER;
    mat2 by = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
    float drawn = 4.0 + (float(SQUARES) - 4.0) * much, half_ = max(0.55 * pixel, 0.012), power = 0.24 + 0.76 * smoothstep(0.05, 0.75, bright);
    vec3 c = vec3(0.0), halo = vec3(0.0);
    for (int each = 0; each < SQUARES; ++each) {
        vec2 a = abs(q);
        float d = abs(max(a.x, a.y) - size), shown = clamp(drawn - float(each), 0.0, 1.0), deep = float(each) / float(SQUARES - 1);
        vec3 hue = mix(rim, ink, smoothstep(0.0, 0.6, deep)) * shown;
        // The beam rests at the corners, which are brighter, as the middle is.
        float corner = smoothstep(0.84, 1.0, min(a.x, a.y) / size), white = bright * (0.30 + 0.35 * deep);
        c = max(c, mix(hue, vec3(shown), white) * clamp((half_ - d) / pixel + 0.5, 0.0, 1.0) * (0.72 + 0.4 * corner + 0.25 * deep) * (each == 0 ? 0.62 : 1.0));
        halo += hue * exp(-20.0 * d);
        q = by * q;
        size *= shrink;
    }
    c = power * (c + 0.12 * much * halo);
    c += 0.55 * dye(texture(wide, p / board));
    vec2 uv = on_screen() - 0.5;
    c = hue_of(0) + c * (1.10 - 0.9 * dot(uv, uv));
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
