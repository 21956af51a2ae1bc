#version 330 core
// Marquetry: a table top of cubes, a compass in a ring, and fans in the corners, in a frame of walnut. Each piece is cut from
// the wood of the species that holds its place, each wood with its own grain; hot sand shades one edge of a piece. Veneers
// are cut in pairs: the two halves of the table, and its upper and lower part, have the same woods in mirrored places.
#include "lib/look.glsl"
uniform sampler2D near;

const float PI = 3.14159265;
const float BLOCK = 34.0; // side of a cube, in 1/720 of the window's height
const float BAND = 30.0;  // width of the crossbanding inside the frame
const float RING = 0.82;  // inner radius of the medallion's ring of gores, a share of its radius
const float FAN = 150.0;  // radius of the corners' fans

// A piece of the picture: where its species is asked, the direction of its grain, its tone, and how far the nearest edge is.
struct Piece {
    vec2 at;      // from the middle of the window, in 1/720 of its height
    float angle, tone, sand, edge; // `sand` is 1 where it is burnt dark
    float over;                    // how far the edge of a piece that lies over it is
    bool is_ground;
};

// How strongly nobody (0) and the species hold a place with these shares.
void claims(vec4 d, float nobody, out float v[5])
{
    v[0] = nobody - 0.9 * total(d);
    for (int each = 0; each < 4; ++each)
        v[each + 1] = d[each];
}

// The eyes of a burr: dark buds, each with rings around it, 0 to 1.
float eyes(vec2 q)
{
    vec2 at = floor(q - 0.5), from = q - at; // no eye reaches further than half a cell beyond its own
    float most = 0.0;
    for (int down = 0; down <= 1; ++down)
        for (int across = 0; across <= 1; ++across) {
            vec2 cell = at + vec2(across, down), off = vec2(across, down) + 0.15 + 0.7 * vec2(hash(cell), hash(cell + 9.0)) - from;
            float size = 0.10 + 0.22 * hash(cell + 5.0), r = length(off) / size;
            most = max(most, exp(-3.0 * r * r) + 0.45 * exp(-6.0 * (r - 0.9) * (r - 0.9)));
        }
    return min(most, 1.0);
}

// A veneer of wood `k` at a place of its board, with the grain along `q.x`.
vec3 veneer(int k, vec2 q)
{
    bool is_burr = k == 3;
    float flow = noise(q * vec2(0.05, 0.11) + 31.0);
    vec2 grain = is_burr ? q * 0.30 + 2.2 * vec2(flow, noise(q * 0.10 + 11.0)) : vec2(q.x * 0.010, q.y * 0.085 + 0.5 * flow) + float(k) * 13.0;
    // Sawn near the heart, wood shows arches: late wood is a sharp line on one side and fades on the other.
    float rings = fract(fbm(grain) * (k == 2 ? 15.0 : 9.0));
    float figure = pow(rings, 2.2) * smoothstep(1.0, 0.90, rings);
    if (is_burr)
        figure = 0.75 * fbm(grain * 1.7 + 5.0) + 0.85 * eyes(grain * 0.9 + 2.0) * noise(grain * 0.35 + 3.0);
    float pores = smoothstep(0.58, 0.85, noise(vec2(q.x * 0.7, q.y * 9.0))) * 0.6 + 0.4 * noise(vec2(q.x * 0.25, q.y * 22.0));
    float silk = 0.5 + 0.5 * sin(q.x * 0.5 + 3.0 * noise(q * 0.12) + time * 0.05); // passes over the wood in two minutes
    vec3 wood = hue_of(k), dark = wood * vec3(0.62, 0.53, 0.46);
    float drawn = k == 0 ? 0.6 : k == 2 ? 0.55 : 0.95;
    return mix(wood, dark, clamp(drawn * figure + 0.24 * pores, 0.0, 1.0)) * (0.94 + 0.14 * silk);
}

vec2 polar(float radius, float angle) { return radius * vec2(cos(angle), sin(angle)); }

// Cubes: of each, three rhombs in three tones, with the grain along their longer diagonals.
Piece cube(vec2 q, float side)
{
    vec2 grid = vec2(sqrt(3.0), 3.0) * side, a = mod(q + 0.5 * grid, grid) - 0.5 * grid, b = mod(q, grid) - 0.5 * grid;
    vec2 f = dot(a, a) < dot(b, b) ? a : b;
    Piece piece;
    piece.at = q - f;
    float turn = atan(f.x, f.y), third = floor(turn / (2.0 * PI / 3.0) + 0.5); // 0: the top
    float lean = third * 2.0 * PI / 3.0;
    vec2 g = mat2(cos(lean), sin(lean), -sin(lean), cos(lean)) * f; // the rhomb stands on its corner (0, 0)
    vec2 deep = vec2(dot(g, vec2(-0.5, 0.8660254)), dot(g, vec2(0.5, 0.8660254))); // from its two sides at the corner
    piece.edge = min(min(deep.x, deep.y), 0.8660254 * side - max(deep.x, deep.y));
    piece.angle = third * PI / 3.0;
    piece.tone = third == 0.0 ? 1.16 : third > 0.0 ? 0.50 : 0.80;
    piece.sand = 0.5 * smoothstep(0.45 * side, 0.0, third == 0.0 ? 0.8660254 * side - max(deep.x, deep.y) : min(deep.x, deep.y));
    piece.is_ground = false;
    return piece;
}

// A point of a star with its tip at radius `tip` and its shoulders at radius `base`; false where there is none.
bool is_point(vec2 s, float count, float turn, float tip, float base, out Piece piece)
{
    float wedge = 2.0 * PI / count, ray = floor((atan(s.y, s.x) - turn) / wedge + 0.5), middle = ray * wedge + turn;
    vec2 f = mat2(cos(middle), -sin(middle), sin(middle), cos(middle)) * s;
    float side = f.y < 0.0 ? -1.0 : 1.0;
    f.y = abs(f.y);
    vec2 shoulder = polar(base, 0.5 * wedge), along = normalize(shoulder - vec2(tip, 0.0));
    float inside = along.x * (f.y - shoulder.y) - along.y * (f.x - shoulder.x);
    piece.edge = min(inside, min(f.y + 0.6, f.x * sin(0.5 * wedge) - f.y * cos(0.5 * wedge) + 0.6));
    piece.at = polar(0.9 * tip, middle) * vec2(1.6, 1.2);
    piece.angle = middle + side * 0.16;
    // One half of each point lies in the light, and sand shades the other along its spine.
    float light = side * cos(middle - 0.9 + 0.5 * PI);
    piece.tone = light > 0.0 ? 1.12 : 0.62;
    piece.sand = light > 0.0 ? 0.35 * smoothstep(10.0, 0.0, inside) : 0.9 * smoothstep(16.0, 0.0, f.y);
    piece.is_ground = false;
    return inside > 0.0;
}

// The compass in the medallion: three sets of points, one over the other, on a ground of dark gores.
Piece compass(vec2 s, float count, float radius)
{
    Piece piece;
    const float TIPS[3] = float[3](0.79, 0.64, 0.57), SHOULDERS[3] = float[3](0.22, 0.27, 0.36), TURNS[3] = float[3](0.0, 1.0, 0.5);
    float over = 99.0;
    for (int each = 0; each < 3; ++each) {
        float points = each == 2 ? 2.0 * count : count, turn = 0.5 * PI + TURNS[each] * PI / count;
        bool is_here = is_point(s, points, turn, TIPS[each] * radius, SHOULDERS[each] * radius, piece);
        piece.over = over;
        if (is_here)
            return piece;
        over = min(over, -piece.edge);
    }
    // Around the ground lies a ring of gores, of the woods of those who live beyond it.
    float gores = 8.0 * count, gore = floor(atan(s.y, s.x) / (2.0 * PI) * gores), angle = (gore + 0.5) / gores * 2.0 * PI, r = length(s);
    float turned = atan(s.y, s.x) / (2.0 * PI) * gores - gore;
    piece.is_ground = r < RING * radius;
    piece.at = polar(1.25 * radius, angle) * vec2(1.25, 1.0);
    piece.angle = angle;
    piece.tone = piece.is_ground ? (mod(gore, 4.0) < 2.0 ? 1.25 : 0.9) : 0.72;
    piece.sand = piece.is_ground ? smoothstep(0.75 * radius, 0.3 * radius, r) : 0.9 * smoothstep(0.8, 0.0, turned);
    piece.edge = piece.is_ground ? RING * radius - r : r - RING * radius;
    piece.over = over;
    return piece;
}

// A fan in a corner: `f` is the way from the corner, both parts positive.
Piece fan(vec2 f, vec2 corner, vec2 inwards)
{
    const float GORES = 6.0;
    float wedge = 0.5 * PI / GORES, gore = floor(atan(f.y, f.x) / wedge), turned = atan(f.y, f.x) - gore * wedge, r = length(f);
    Piece piece;
    piece.at = corner + inwards * polar(0.62 * FAN, (gore + 0.5) * wedge);
    piece.angle = atan(inwards.y * sin((gore + 0.5) * wedge), inwards.x * cos((gore + 0.5) * wedge));
    piece.tone = 1.05;
    piece.sand = 0.95 * smoothstep(0.75 * wedge, 0.0, turned) * smoothstep(0.0, 0.3 * FAN, r);
    // Each gore ends in an arch.
    float arch = FAN * (0.90 + 0.10 * sqrt(max(1.0 - pow(2.0 * turned / wedge - 1.0, 2.0), 0.0)));
    piece.edge = min(min(turned, wedge - turned) * r + 0.4, arch - r);
    piece.is_ground = false;
    return piece;
}

void main()
{
    vec2 uv = on_screen();
    float of_frame = min(window.x, window.y) / 720.0, soft = 0.6 / of_frame;
    vec2 pixel = gl_FragCoord.xy - 0.5 * window, s = pixel / of_frame;
    vec2 off = (0.5 * window - abs(pixel) + frame_out()) / of_frame;
    float inside = min(off.x, off.y) - 44.0, lot = hash(board);
    bool is_upright = off.x < off.y, is_frame = inside < 0.0, is_near = zoomed_in() > 0.5;
    // The medallion is a circle of eight long points, an oval, or one of six; each size of board has its own.
    vec2 stretch = vec2(lot > 0.33 && lot < 0.66 ? 1.5 : 1.0, 1.0), m = s / stretch;
    float radius = 238.0, beyond = is_near ? 1e4 : (length(m) - radius) * mix(1.0, length(s) / max(length(m), 1.0), 0.5);
    vec2 corner = 0.5 * window / of_frame - 44.0 - BAND, f = corner - abs(s);
    Piece piece;
    bool is_fan = !is_near && length(f) < FAN && min(f.x, f.y) > 0.0, is_band = !is_near && inside < BAND;
    if (is_band) {
        piece.at = s;
        piece.angle = is_upright ? 0.0 : 0.5 * PI;
        piece.tone = is_frame ? 0.85 : 0.62 + 0.16 * hash(floor((is_upright ? s.yy : s.xx) / 56.0));
        piece.sand = 0.0;
        piece.edge = 9.0;
        piece.is_ground = true;
    } else if (beyond < 0.0)
        piece = compass(m, lot < 0.66 ? 4.0 : 6.0, radius);
    else if (is_fan)
        piece = fan(f, corner * sign(s), -sign(s));
    else {
        // Cubes lie on the board. Those of people who zoom in are of fewer cells, down to one.
        float cells = BLOCK * of_frame * abs(scale.x), side = 1.25 * exp2(floor(log2(max(cells / 1.25, 0.8)) + 0.5));
        piece = cube((place() - 0.5 * board) * vec2(1.0, -1.0) / (abs(scale) * of_frame), side / (abs(scale.x) * of_frame));
        piece.at += (0.5 * board - origin) * vec2(1.0, -1.0) / (abs(scale) * of_frame) - vec2(0.5, 0.5) * window / of_frame;
    }
    piece.at *= beyond < 0.0 ? stretch : vec2(1.0);
    if (!is_near)
        piece.at = vec2(abs(piece.at.x), -abs(piece.at.y)); // the upper right quarter answers for all
    vec2 asked = origin + (piece.at * of_frame + 0.5 * window) * scale;
    float v[5];
    claims(smooth_at(near, asked), 0.06, v);
    v[0] = beyond < 0.0 && !piece.is_ground ? -1.0 : max(v[0], 0.0); // dark points would not stand out from their ground
    int k = 0, second = 1;
    for (int each = 1; each < 5; ++each)
        if (v[each] > v[k]) {
            second = k;
            k = each;
        } else if (v[each] > v[second] || second == k)
            second = each;
    float other = piece.is_ground ? 0.0 : 0.5 * smoothstep(0.25, 0.0, (v[k] - v[second]) / (v[k] + 0.02));
    if (piece.is_ground)
        k = beyond < 0.0 ? 0 : 4;
    vec2 q = is_frame ? (is_upright ? pixel.yx : pixel) / of_frame * 0.15 + 90.0 * sign(is_upright ? pixel.x : pixel.y)
                      : mat2(cos(piece.angle), -sin(piece.angle), sin(piece.angle), cos(piece.angle)) * s * 0.15 + 57.0 * hash(floor(piece.at + 0.5) + piece.angle);
    vec3 c = veneer(k, q);
    if (other > 0.0) // the piece is changing hands
        c = mix(c, veneer(second, q), other);
    c *= piece.tone * mix(vec3(1.0), vec3(0.36, 0.29, 0.24), piece.sand * (piece.is_ground ? 0.4 : 0.8));
    vec3 pale = hue_of(5) * (0.92 + 0.12 * noise(s * 0.7));
    if (beyond < 0.0) // a string of pale wood is laid around each point
        c = mix(c, pale * mix(0.75, 1.0, piece.tone), 0.8 * max(smoothstep(1.5 + soft, 1.5 - soft, piece.edge), smoothstep(1.6 * soft, 0.0, piece.over)));
    else
        c *= 1.0 - 0.45 * smoothstep(1.3, 0.2, piece.edge); // the joint
    float along = (is_upright ? pixel.y : pixel.x) / of_frame;
    if (is_frame) {
        c *= 0.94 + 0.12 * smoothstep(-44.0, -36.0, inside) - 0.12 * smoothstep(1.2, 0.4, abs(off.x - off.y));
        float check = smoothstep(-soft, soft, (abs(fract(along / 14.0) - 0.5) - 0.25) * 14.0);
        c = mix(c, mix(hue_of(0), pale * 0.95, check), smoothstep(soft, -soft, abs(inside + 9.0) - 3.0));
        c = mix(c, pale, smoothstep(soft, -soft, min(abs(inside + 14.0), abs(inside + 4.0)) - 0.9));
        c = mix(c, hue_of(0), smoothstep(soft, -soft, abs(inside + 1.0) - 1.2));
    } else if (!is_near) {
        c *= 1.0 - 0.35 * exp(-inside * 0.35);
        c = mix(c, hue_of(0), smoothstep(soft, -soft, abs(inside - BAND) - 3.2));
        c = mix(c, pale, smoothstep(soft, -soft, abs(inside - BAND) - 1.1));
        if (is_fan || (length(f) < FAN + 9.0 && min(f.x, f.y) > 0.0)) {
            float rim = length(f) - FAN;
            c = mix(c, hue_of(0), smoothstep(soft, -soft, abs(rim) - 7.0));
            c = mix(c, pale, smoothstep(soft, -soft, abs(rim - 0.0) - 1.2));
        }
        // The medallion's band: a ring of dark and pale dentils between two pale strings.
        float dentil = smoothstep(-0.12, 0.12, abs(fract(atan(m.y, m.x) / (2.0 * PI) * 96.0) - 0.5) - 0.25);
        c = mix(c, hue_of(0), smoothstep(soft, -soft, abs(beyond - 10.0) - 14.0));
        c = mix(c, mix(hue_of(1) * 0.8, pale, dentil), smoothstep(soft, -soft, abs(beyond - 10.0) - 5.0));
        c = mix(c, pale, smoothstep(soft, -soft, abs(abs(beyond - 10.0) - 11.0) - 1.3));
    }
    vec2 lamp = uv - vec2(0.3, 0.2);
    c = c * (1.12 - 0.35 * dot(lamp, lamp)) + 0.05 * exp(-5.0 * dot(lamp, lamp)) * vec3(1.0, 0.95, 0.85);
    colour = vec4(pow(c, vec3(0.92)), 1.0);
}
