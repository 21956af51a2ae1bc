#version 330 core
// Zellige: a wall of hand-cut tiles. One great star of eight points holds a rosette of kites, which alone has every glaze
// in full contrast; around it lies a quiet field of stars in two neighbouring glazes, and straps of white plaster frame the
// panel. Species decide all of them. The four quarters of the field are mirror images.
#include "lib/look.glsl"
uniform sampler2D presence;
uniform sampler2D near;

const float A = 0.35355;     // half the side of each of the two squares that make a star
const float BORDER = 2.3;    // width of the frame in tiles
const float ROWS = 24.0;     // of tiles in a window, or so
const float BARE = 0.021;    // share of living cells under which a tile belongs to nobody
const float FOLLOW = 1.5;    // seconds after which a ring sees what the one within it saw
const float STRAP = 0.17;    // half the width of the straps of stars
const float FINE = 0.030;    // half the width of a joint
const float PI = 3.14159265;

// A tile at a place: how deep the place lies in it, the greatest such depth, the middle of the tile, and its part:
// 0 for a tile in the glaze of its species, 1 for one between such tiles, 2 for the heart of a rosette. `ring` is
// the number of its ring, 0 outside rosettes.
struct Tile {
    float depth, deepest, ring;
    vec2 middle, out_;
    int part;
};

float cross2(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }

// How deep a place lies in a star around (0, 0): negative outside. `out_` is the way to its nearest edge.
float star(vec2 f, float half_side, out vec2 out_)
{
    vec2 a = abs(f);
    float upright = half_side - max(a.x, a.y), slanted = 0.70711 * (1.41421 * half_side - a.x - a.y);
    out_ = sign(f) * (upright > slanted ? vec2(a.x > a.y, a.x <= a.y) : vec2(0.70711));
    return max(upright, slanted);
}

// Stars with crosses between them.
Tile star_or_cross(vec2 p)
{
    Tile tile;
    tile.middle = floor(p + 0.5);
    vec2 f = p - tile.middle;
    tile.depth = star(f, A, tile.out_);
    tile.deepest = A;
    tile.ring = 0.0;
    tile.part = 0;
    if (tile.depth < 0.0) {
        tile.middle += 0.5 * sign(f);
        tile.depth = -tile.depth;
        tile.deepest = 0.5 - A + 0.06;
        tile.out_ = -tile.out_;
        tile.part = 1;
    }
    return tile;
}

// Rings of kites around (0, 0), each ring larger than the one within it; a star in the middle.
Tile rosette(vec2 p, float points, float first, float growth)
{
    float wedge = 2.0 * PI / points, angle = atan(p.y, p.x), ray = floor(angle / wedge + 0.5), turned = angle - ray * wedge;
    float side = turned < 0.0 ? -1.0 : 1.0, s = abs(turned) / (0.5 * wedge), l = log(length(p) / first) / log(growth);
    vec2 v = length(p) * vec2(cos(turned), abs(sin(turned))), other = vec2(cos(0.5 * wedge), sin(0.5 * wedge));
    Tile tile;
    if (l < s) {
        vec2 a = vec2(first, 0.0), b = first * growth * other, along = normalize(b - a);
        tile.depth = abs(cross2(along, v - a));
        tile.deepest = first;
        tile.ring = 0.0;
        tile.middle = tile.out_ = vec2(0.0);
        tile.part = 2;
        return tile;
    }
    // Kites lie on the rays of the inner star's valleys in odd rings, and between them in even ones.
    float ring = 2.0 * floor(0.5 * l) + 1.0;
    bool on_ray = abs(l - ring) + s < 1.0;
    ring = on_ray ? ring : 2.0 * floor(0.5 * l + 0.5);
    vec2 own = on_ray ? vec2(1.0, 0.0) : other, next = on_ray ? other : vec2(1.0, 0.0);
    float inner = first * pow(growth, ring - 1.0), beside = inner * growth, outer = beside * growth;
    vec2 corner = next * beside, low = normalize(corner - own * inner), high = normalize(own * outer - corner);
    float below = abs(cross2(low, v - corner)), above = abs(cross2(high, v - corner));
    tile.depth = min(below, above);
    tile.deepest = min(abs(cross2(low, own * beside - corner)), abs(cross2(high, own * beside - corner)));
    float at = (ray + (on_ray ? 0.0 : 0.5 * side)) * wedge;
    tile.middle = beside * vec2(cos(at), sin(at));
    tile.out_ = normalize(p - tile.middle);
    tile.part = on_ray ? 0 : 1;
    tile.ring = ring;
    return tile;
}

// Two great squares woven into a star around (0, 0). Straps: x is how far the place lies from the middle of the upper
// strap, y whether there is one. `within` counts the squares that hold the place.
float straps(vec2 p, float half_side, out int within)
{
    vec2 a = abs(p);
    float upright = half_side - max(a.x, a.y), slanted = half_side - 0.70711 * (a.x + a.y);
    within = int(upright > 0.0) + int(slanted > 0.0);
    // A strap goes over and under the others in turn.
    bool is_upright_over = mod(floor(atan(p.y, p.x) / (0.25 * PI)), 2.0) < 0.5;
    float one = abs(is_upright_over ? upright : slanted), two = abs(is_upright_over ? slanted : upright);
    return one < STRAP + 0.08 ? one : two; // with the dark line along it
}

// 1 in the heart of a tile, which is larger the larger the share of the glaze in it; 0 outside.
float heart_of(Tile tile, float share, float fine)
{
    share = clamp(1.1 * share - 0.05, 0.0, 1.0);
    float soft = fine / tile.deepest;
    return share <= 0.0 ? 0.0 : smoothstep(-soft, soft, tile.depth / tile.deepest - 1.0 + share);
}

// Where the rosette looks at the board: it walks around the middle in about a minute, and each ring walks after the one
// within it. So a territory on its way is a colour that goes outwards ring by ring.
vec2 seen_by(float ring)
{
    float when = time - FOLLOW * ring;
    return origin + 0.5 * window * scale + min(0.32 * board, vec2(38.0, 24.0)) * vec2(cos(0.10 * when), sin(0.10 * when + 0.6 * sin(0.037 * when)));
}

// The glaze of a ring of kites: of the species most of which lives where the ring looks. Where two species are nearly equal,
// one fills the heart of each kite and grows from there: no glaze is ever a mixture. `fine` is a pixel.
vec3 glaze_of_ring(Tile tile, float fine)
{
    if (tile.part == 1)
        return hue_of(0); // every second ring is white
    vec4 around = texture(near, seen_by(tile.ring) / board);
    float values[5] = float[5](BARE, around.x, around.y, around.z, around.w), most = -1.0, next = -1.0;
    int first = 0, second = 0;
    for (int kind = 0; kind < 5; ++kind) {
        float value = values[kind] * (0.75 + 0.5 * hash(vec2(tile.ring * 7.0, float(kind) * 3.0 + 1.0)));
        if (value > most) {
            next = most;
            second = first;
            most = value;
            first = kind;
        } else if (value > next) {
            next = value;
            second = kind;
        }
    }
    int low = min(first, second), high = max(first, second);
    float lead = (most - next) / most * 12.0, share = 1.0 / (1.0 + exp(first == high ? -lead : lead)); // of `high`
    return mix(hue_of(low == 0 ? 5 : low), hue_of(high), heart_of(tile, share, fine));
}

// Stars of the field have two neighbouring glazes, one for each half of the species, and crosses are dark. From one glaze to the
// other, hearts grow over many stars, so that a territory has no stepped edge. `lot` is that of the board.
vec3 glaze_of_field(Tile tile, vec2 texel, float lot, float fine)
{
    bool is_green = lot < 0.4;
    vec3 cool = hue_of(is_green ? 4 : 5), bright = hue_of(3);
    if (tile.part == 1)
        return is_green ? hue_of(8) : hue_of(6);
    vec4 around = texture(near, texel / board);
    float one = around.x + around.y, two = around.z + around.w, share = (two + 0.4 * BARE) / (one + two + 0.8 * BARE);
    share += 0.22 * (hash(abs(tile.middle) * 3.0) - 0.5);
    vec3 glaze = mix(cool, bright, heart_of(tile, smoothstep(0.22, 0.78, share), fine));
    return glaze * (0.70 + 0.40 * smoothstep(0.2 * BARE, 4.0 * BARE, one + two)); // thin glaze where few live
}

void main()
{
    // A tile stands for one texel of the board or several, whatever makes about so many rows.
    float span = max(1.0, floor(window.y / ROWS * abs(scale.x) + 0.5)), across = span / abs(scale.x);
    // Whole tiles between the frames: a tile stands in the middle.
    vec2 middle = 0.5 * window, room = floor(middle / across - BORDER - 0.5) + 0.5;
    float size = min(middle.x / (room.x + BORDER), middle.y / (room.y + BORDER));
    vec2 pixel = gl_FragCoord.xy - middle, p = pixel / size, q = abs(p), away = room - q + frame_out() / size;
    float fine = 0.7 / size, inside = min(away.x, away.y);
    vec2 uv = on_screen(), number;
    vec3 white = hue_of(0), glaze;
    Tile tile;
    bool is_dark = false, is_field = false; // the bricks around the wall; the stars and crosses
    float strap = -1.0; // how deep a place lies in a strap
    if (inside > 0.0) {
        int within;
        float great = floor((room.y - 0.2) / 1.41421 - 0.5) + 0.5;
        strap = STRAP - straps(p, great, within);
        is_field = within < 2;
        if (is_field) {
            // The points of the slanted square hold slanted stars.
            bool is_slanted = within == 1 && max(q.x, q.y) > great;
            tile = star_or_cross(is_slanted ? 0.70711 * vec2(p.x + p.y, p.y - p.x) : p);
            if (is_slanted)
                tile.middle = 0.70711 * vec2(tile.middle.x - tile.middle.y, tile.middle.x + tile.middle.y);
            vec2 texel = origin + middle * scale + abs(tile.middle) * span;
            glaze = glaze_of_field(tile, texel, hash(board), fine);
            if (tile.part == 0) {
                // Where cells live now, a golden heart.
                float lives = sqrt(clamp(total(texture(presence, texel / board)), 0.0, 1.0));
                float heart = tile.deepest * (1.0 - 0.6 * smoothstep(0.2, 1.0, lives));
                glaze = mix(glaze, hue_of(7), smoothstep(-fine, fine, tile.depth - heart) * smoothstep(0.2, 0.3, lives));
            }
        } else {
            tile = rosette(p, 24.0, 0.15 * great, 1.215);
            glaze = glaze_of_ring(tile, fine);
            if (tile.part == 2) {
                vec2 out_;
                float heart = star(p, 0.42 * tile.deepest, out_);
                glaze = mix(hue_of(6), hue_of(7), smoothstep(-fine, fine, heart));
                tile.depth = min(tile.depth, abs(heart));
            }
        }
        number = tile.middle;
    } else {
        // The frame: a plait of two straps between two plain ones, then a row of bricks.
        float along = away.x < away.y ? p.y : p.x, deep = -inside, other = max(away.x, away.y);
        number = vec2(floor(along + 0.5), 300.0 + 50.0 * float(away.x < away.y)) + 7.0 * sign(p);
        tile.part = 1;
        tile.deepest = 0.3;
        tile.out_ = vec2(0.0);
        float outer = 1.66;
        if (deep > outer) {
            // Long bricks in rows, each row half a brick further.
            float row = floor((deep - outer - 0.12) / 0.36), at = along / 1.5 + 0.5 * row, high = mod(deep - outer - 0.12, 0.36);
            tile.depth = min(abs(fract(at) - 0.5) * 1.5, min(high, 0.36 - high));
            number = vec2(floor(at + 0.5), 500.0 + 20.0 * row + float(away.x < away.y));
            glaze = hue_of(8);
            is_dark = true;
            strap = 0.12 - abs(deep - outer);
        } else if (other < 0.0) {
            // A star in each corner of the frame.
            vec2 out_;
            float half_ = 0.5 * outer;
            tile.depth = star(-away - half_, 0.40, out_);
            float heart = star(-away - half_, 0.17, out_);
            glaze = heart > 0.0 ? hue_of(2) : tile.depth > 0.0 ? hue_of(7) : hue_of(6);
            tile.depth = min(abs(tile.depth), abs(heart));
            strap = max(0.12 - deep, 0.10 + other);
        } else {
            float wave = abs(fract(0.5 * along + 0.25) - 0.5) * 2.0 - 0.5, half_ = 0.5 * outer, h = deep - half_;
            float one = 0.70711 * abs(h - 1.0 * wave), two = 0.70711 * abs(h + 1.0 * wave);
            // Straps cross where the wave is 0, over and under in turn.
            bool is_over = mod(floor(along + 0.5 + 0.5), 2.0) < 0.5;
            float upper = is_over ? one : two, lower = is_over ? two : one;
            float way = upper < 0.17 ? upper : lower;
            glaze = abs(h) < abs(wave) ? hue_of(7) : hue_of(5);
            tile.depth = way - 0.11;
            if (abs(h) < abs(wave))
                number += 0.4;
            else
                number += 0.7 * sign(h);
            strap = max(max(0.12 - deep, 0.11 - way), 0.12 - abs(deep - outer));
            tile.depth = min(tile.depth, -strap);
        }
    }
    vec2 h = vec2(hash(number + 40.0), hash(number + 57.7)), h2 = vec2(hash(number + 91.0), hash(number + 108.7)) - 0.5;
    // Glaze pools unevenly, darkest where it is deep, and thin at the edges; every tile is cut and tilted by hand.
    float pool = noise(p * 2.6 + h * 20.0) + 0.5 * noise(p * 7.0 + h * 31.0);
    glaze = pow(glaze, vec3(0.96 + 0.42 * h.x * pool)) * (0.90 + 0.16 * h.y);
    glaze = mix(glaze, glaze * 1.28 + 0.02, smoothstep(0.10, 0.035, tile.depth));
    float bevel = smoothstep(0.085, 0.03, tile.depth);
    vec2 ripple = 0.10 * (vec2(noise(p * 4.0 + h * 9.0), noise(p * 4.0 + 3.0 + h * 7.0)) - 0.5);
    vec3 n = normalize(vec3(h2 * 0.10 + bevel * tile.out_ * 0.45 + ripple, 1.0));
    // A lamp goes to and fro along the wall in a minute and a half.
    vec2 lamp = vec2(0.5 + 0.42 * sin(time * 0.07 - 0.9), -0.06 + 0.10 * sin(time * 0.043));
    vec3 light = normalize(vec3((lamp - uv) * vec2(1.4, 0.8), 1.25)), half_way = normalize(light + vec3(0, 0, 1));
    float facing = max(dot(n, half_way), 0.0), shine = pow(facing, 160.0) * 0.24 + pow(facing, 14.0) * 0.02;
    vec3 c = glaze * (vec3(0.50, 0.50, 0.52) + vec3(0.52, 0.50, 0.46) * max(dot(n, light), 0.0)) + shine * vec3(1.0, 0.97, 0.9);
    vec3 plaster = white * (0.90 + 0.06 * noise(pixel * 0.5)) * (1.06 - 0.30 * dot(uv - 0.5, uv - 0.5));
    c = mix(is_dark ? 0.4 * hue_of(8) : is_field ? 0.42 * plaster * vec3(0.8, 0.95, 1.1) : plaster, c, smoothstep(FINE - fine, FINE + fine, tile.depth));
    // Straps: white, lower at their edges, with a dark line along each, and a golden one on those of stars.
    float edge = smoothstep(-0.075 - fine, -0.075 + fine, strap);
    c = mix(c, 0.55 * hue_of(6), edge);
    c = mix(c, plaster * (0.92 + 0.12 * smoothstep(0.0, 0.09, strap)), smoothstep(-fine, fine, strap));
    c = mix(c, hue_of(7), smoothstep(0.115 - fine, 0.115 + fine, strap));
    colour = vec4(c, 1.0);
}
