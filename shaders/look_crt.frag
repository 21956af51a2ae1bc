#version 330 core
// 1982: the tube of a vector screen of that year. The beam draws a nest of squares for each small square of the board:
// each square turns a little within the last. The more cells live there, the more squares there are, the more they turn
// and the brighter they shine, in the colours of the species. Where nothing lives, a square is barely seen. The nests fill
// the window as a quilt of whole squares, whatever part of the board it shows.
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

// The colour of the species that leads; others have little of it.
vec3 leader(vec4 share)
{
    share *= share * share;
    return dye(share) / (total(share) + 1e-9);
}

// The number of the smallest nests along the sides of the nest at a place, 4, 2 or 1. Large nests stand in the middle and
// around it like the fields of a quilt, with nests of the other sizes between them. Only whole ones are there: `reach` is
// half the size of the picture. All lengths are in sides of the smallest nest, from the middle of the picture.
float nest_at(vec2 g, vec2 reach)
{
    vec2 field = floor(g / 4.0 + 0.5), pair = floor(g / 2.0);
    bool has_column = mod(field.x, 2.0) < 0.5, is_large = has_column && mod(0.5 * field.x + field.y, 2.0) < 0.5;
    if (is_large && all(lessThan(4.0 * abs(field) + 2.0, reach + 0.1)))
        return 4.0;
    return has_column && all(lessThan(abs(2.0 * pair + 1.0) + 1.0, reach + 0.1)) ? 2.0 : 1.0;
}

void main()
{
    vec2 p = place();
    float shorter = min(window.x, window.y), small = shorter * (1.0 - 2.0 * FRAME) / ROWS; // in pixels
    vec2 g = (on_screen() - 0.5) * window / small, reach = floor(0.5 * (window - 2.0 * FRAME * shorter) / small + 0.01);
    vec2 outside = abs(g) - reach;
    float many = nest_at(g, reach), side = many * small * abs(scale.x); // in texels
    vec2 shift = many > 3.0 ? vec2(0.5) : vec2(0.0), id = floor(g / many + shift), f = 2.0 * (g / many + shift - id) - 1.0;
    vec2 centre = origin + window * scale * 0.5, middle = centre + (id + 0.5 - shift) * side;
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
    float much = smoothstep(0.0, DENSE, total(crowd)), pixel = 2.0 * abs(scale.x) / side;
    // The light wanders across the borders of nests: a part of it comes from where the pixel is.
    vec4 here = side > 1.5 ? 0.75 * texture(near, p / board) + 0.55 * texture(wide, p / board) : crowd;
    float bright = mix(much, smoothstep(0.0, DENSE, total(here)), 0.55);
    vec3 rest = hue_of(5), ink = mix(rest, leader(mix(crowd, here, 0.5)), smoothstep(0.0, 0.25, much)), rim = mix(rest, leader(mix(around, here, 0.7)), smoothstep(0.0, 0.25, much));

    // Neighbours turn in opposite ways, so that their squares form petals around each corner.
    vec2 q = mod(id.x + id.y, 2.0) < 0.5 ? f : f.yx;
    float turn = 0.075 + 0.075 * much, shrink = 1.0 / (cos(turn) + sin(turn)), size = OUTER;
    mat2 by = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
    float drawn = 4.0 + (float(SQUARES) - 4.0) * much, half_ = max(0.55 * pixel, 0.012), least = many > 3.0 ? 0.5 : 0.36, power = least + (1.0 - least) * smoothstep(0.05, 0.75, bright);
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
    // The field ends at a frame, which the beam draws once more, farther out.
    float line = min(abs(out_ - 0.16), abs(out_ - 0.30) + 0.012) * small;
    c = out_ > 0.0 ? 0.5 * hue_of(1) * smoothstep(1.0 + 0.0006 * shorter, 0.0, line) + 0.05 * hue_of(1) * exp(-9.0 * out_) : c;
    vec2 uv = on_screen() - 0.5;
    c = hue_of(0) + c * (1.08 - 0.6 * dot(uv, uv));
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
