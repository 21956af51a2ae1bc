#version 330 core
// 1982: the tube of a vector screen of that year. The beam draws a nest of squares for each small square of the board:
// each square turns a little within the last. The more cells live there, the more squares there are, the more they turn
// and the brighter they shine, in the colours of the species. Where nothing lives, a square is barely seen. The nests fill
// the window as a quilt of whole squares, whatever part of the board it shows. One of them, off the middle, rules the others.
// A pulse of light runs down each nest again and again, and its squares turn slowly to and fro.
#include "lib/look.glsl"
#param SQUARES
uniform sampler2D presence;
uniform sampler2D near;
uniform sampler2D wide;

const float ROWS = 12.0;   // of the smallest nests, in the shorter side of the picture
const float FRAME = 0.055; // margin around the nests, in the shorter side of the window
const float DENSE = 0.27;  // share of living cells that makes a whole nest
const float OUTER = 0.965; // half the side of the first square, in halves of the side of a nest's place

vec3 dye(vec4 share) { return hue_of(1) * share.x + hue_of(2) * share.y + hue_of(3) * share.z + hue_of(4) * share.w; }

// The colour of the species that leads. Where two are even, the beam is pale: their mixture would be olive.
vec3 leader(vec4 share)
{
    float even = 1.0 - smoothstep(0.42, 0.62, largest(share) / (total(share) + 1e-6));
    share *= share * share;
    share *= share;
    return mix(dye(share) / (total(share) + 1e-20), vec3(0.78, 0.76, 0.68), 0.85 * even);
}

// The nest at a place: its middle, and how many of the smallest nests lie along its sides, 8, 4, 2 or 1. The one of 8 stands
// to the left and above the middle. Around it are fields of 4 x 4 with one nest, with four or with sixteen. Only whole ones
// are there: `reach` is half the size of the picture. All lengths are in sides of the smallest nest, from its middle.
vec3 nest_at(vec2 g, vec2 reach)
{
    vec2 field = floor(g / 4.0 + 0.5), corner = 4.0 * field - 2.0;
    bool fits_ruler = all(lessThan(vec2(5.9), reach));
    if (fits_ruler && all(greaterThan(g, vec2(-6.0))) && all(lessThan(g, vec2(2.0))))
        return vec3(-2.0, -2.0, 8.0);
    float kind = mod(field.x + field.y, 3.0);
    bool is_whole = all(greaterThan(corner, -reach - 0.1)) && all(lessThan(corner + 4.0, reach + 0.1));
    if (kind < 0.5 && is_whole)
        return vec3(corner + 2.0, 4.0);
    vec2 pair = floor(g / 2.0) * 2.0;
    if (kind < 1.5 && all(greaterThan(pair, -reach - 0.1)) && all(lessThan(pair + 2.0, reach + 0.1)))
        return vec3(pair + 1.0, 2.0);
    return vec3(floor(g) + 0.5, 1.0);
}

void main()
{
    vec2 p = place();
    float shorter = min(window.x, window.y), small = shorter * (1.0 - 2.0 * FRAME) / ROWS; // in pixels
    vec2 g = (on_screen() - 0.5) * window / small, reach = floor(0.5 * (window - 2.0 * FRAME * shorter) / small + 0.01);
    vec2 outside = abs(g) - reach;
    vec3 nest = nest_at(g, reach);
    float many = nest.z, side = many * small * abs(scale.x); // in texels
    vec2 id = floor(nest.xy / many), f = 2.0 * (g - nest.xy) / many;
    vec2 centre = origin + window * scale * 0.5, middle = centre + nest.xy / many * side;
    if (small * abs(scale.x) < 2.0) { // so near that each cell has a nest of its own
        vec2 whole = (0.5 * window - FRAME * shorter) * abs(scale);
        outside = max(ceil(centre - whole) - p, p - floor(centre + whole)) / (small * abs(scale.x));
        many = side = 1.0, id = floor(p), f = 2.0 * (p - id) - 1.0, middle = id + 0.5;
    }
    float out_ = max(outside.x, outside.y);
    vec4 crowd = 0.5 * texel_at(presence, floor(middle)), around = crowd;
    if (side > 1.5) {
        around = texture(wide, middle / board);
        crowd = 0.75 * texture(near, middle / board) + 0.55 * around;
    }
    if (many > 3.0) { // a large nest shows all cells of its field, and shines early: a dark one would be a hole in the picture
        float apart = 0.27 * side;
        vec4 all = texture(wide, (middle + vec2(-apart)) / board) + texture(wide, (middle + vec2(apart)) / board)
                 + texture(wide, (middle + vec2(apart, -apart)) / board) + texture(wide, (middle + vec2(-apart, apart)) / board);
        crowd = 0.5 * (crowd + 0.6 * all);
    }
    if (many > 7.0) // it never sleeps
        crowd = max(crowd, around) + 0.25 * DENSE * around / (total(around) + 0.02);
    float much = smoothstep(0.0, DENSE, total(crowd)), pixel = 2.0 * abs(scale.x) / side;
    // The light wanders across the borders of nests: a part of it comes from where the pixel is.
    vec4 here = side > 1.5 ? 0.75 * texture(near, p / board) + 0.55 * texture(wide, p / board) : crowd;
    float bright = mix(much, smoothstep(0.0, DENSE, total(here)), 0.55);
    vec3 rest = hue_of(5), ink = mix(rest, leader(mix(crowd, here, 0.5)), smoothstep(0.0, 0.25, much)), rim = mix(rest, leader(mix(around, here, 0.7)), smoothstep(0.0, 0.25, much));

    // Neighbours turn in opposite ways, so that their squares form petals around each corner.
    vec2 q = mod(id.x + id.y, 2.0) < 0.5 ? f : f.yx;
    float own = hash(id + many), swing = sin(time * (0.16 + 0.06 * own) + 6.28 * own);
    float turn = (0.075 + 0.075 * much) * (1.0 + 0.24 * swing), shrink = 1.0 / (cos(turn) + sin(turn)), size = OUTER;
    mat2 by = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
    float drawn = 4.0 + (float(SQUARES) - 4.0) * much, half_ = max(0.55 * pixel, 0.012 * min(4.0 / many, 1.0)), least = many > 3.0 ? 0.5 : 0.36, power = least + (1.0 - least) * smoothstep(0.05, 0.75, bright);
    power *= many < 1.5 ? (side > 1.5 ? 0.62 : 1.0) : many < 2.5 ? 0.86 : 1.0; // the large ones lead
    float pulse = 1.7 * fract(time * (0.075 + 0.03 * own) + own) - 0.35; // how deep in the nest it is
    vec3 c = vec3(0.0), halo = vec3(0.0);
    for (int each = 0; each < SQUARES; ++each) {
        vec2 a = abs(q);
        float d = abs(max(a.x, a.y) - size), shown = clamp(drawn - float(each), 0.0, 1.0), deep = float(each) / float(SQUARES - 1);
        vec3 hue = mix(rim, ink, smoothstep(0.0, 0.6, deep)) * shown;
        // The beam rests at the corners, which are brighter, as the middle is.
        float lit = exp(-70.0 * (deep - pulse) * (deep - pulse));
        float corner = smoothstep(0.84, 1.0, min(a.x, a.y) / size), white = bright * (0.22 + 0.30 * deep + 0.30 * lit);
        c = max(c, mix(hue, vec3(shown), white) * clamp((half_ - d) / pixel + 0.5, 0.0, 1.0) * (0.66 + 0.4 * corner + 0.25 * deep + 0.55 * lit) * (each == 0 ? 0.62 : 1.0));
        halo += hue * (1.0 + 1.5 * lit) * exp(-20.0 * d);
        q = by * q;
        size *= shrink;
    }
    c = power * (c + 0.12 * much * halo);
    c += 0.55 * dye(texture(wide, p / board));
    // The field ends at a frame, which the beam draws once more, farther out.
    float line = min(abs(out_ - 0.16), abs(out_ - 0.30) + 0.012) * small;
    c = out_ > 0.0 ? 0.5 * hue_of(1) * smoothstep(1.0 + 0.0006 * shorter, 0.0, line) + 0.05 * hue_of(1) * exp(-9.0 * out_) : c;
    vec2 uv = on_screen() - 0.5;
    c = hue_of(0) + c * (1.08 - 0.6 * dot(uv, uv));
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
