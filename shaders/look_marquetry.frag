#version 330 core
// Marquetry: a table top of cubes, in which life ploughs. A star stands beside the middle, on a disc of ebony within a ring of
// gores. Each piece is cut from the wood of the species that holds its place, each wood with its own grain; hot sand shades
// one edge of a piece. The star and the ring have the woods of four species; the field around them is quiet, in three brown
// woods. Another wood is let in from one side of a piece, with a sharp joint. Light goes over the table and crosses the grain.
#include "lib/look.glsl"
uniform sampler2D near;

const float PI = 3.14159265;
const float BLOCK = 38.0; // side of a cube, in 1/720 of the window's height
const float FRAME = 30.0, BAND = 16.0; // width of the frame, and of the crossbanding inside it
const float DISC = 158.0; // radius of the disc of ebony
const float RING_FROM = 1.42, RING_TO = 1.66, RIM = 1.74; // radii of the ring of gores and of the rim around it, in those of the disc
const float ROOM = 16.0; // from the rim to the frame, at least
const float FOLLOW = 1.8; // seconds after which a point sees what the one before it saw
const int EBONY = 0, WALNUT = 6;
const int OF_FIELD[5] = int[5](WALNUT, 7, 8, 8, WALNUT); // the woods that nobody and the species have in the field

// A piece of the picture.
struct Piece {
    vec2 at;      // where its species is asked, from the middle of the window, in 1/720 of its height
    float lot;    // a random number of its own
    float angle, tone, sand, edge; // direction of its grain; `sand` is 1 where it is burnt dark; how far its nearest edge is
    float let_in, size; // from which side another wood is let in: 0 there, 1 at the far end, and how long that is
    float contest; // how much a species must lead, as a share, to have the whole piece
    int wood;     // -1 if species decide
    bool is_field, has_nobody; // has the woods of the field; may be nobody's
};

// How strongly nobody (0) and the species hold a place with these shares.
void claims(vec4 d, out float v[5])
{
    v[0] = max(0.06 - 0.9 * total(d), 0.0);
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
    // The waves of sycamore, dyed blue-grey or not, lie across the grain; they pass over the wood with the light.
    float silk = 0.5 + 0.5 * sin(q.x * (k == 4 ? 1.3 : 0.5) + 3.0 * noise(q * 0.12) + time * 0.12);
    vec3 wood = hue_of(k), dark = wood * vec3(0.62, 0.53, 0.46);
    float drawn = k == 0 ? 0.6 : k == 2 ? 0.55 : k == 4 ? 0.7 : 0.95;
    return mix(wood, dark, clamp(drawn * figure + 0.24 * pores, 0.0, 1.0)) * (0.92 + (k == 4 ? 0.22 : 0.16) * silk);
}

vec2 polar(float radius, float angle) { return radius * vec2(cos(angle), sin(angle)); }
vec2 turned(vec2 v, float angle) { return mat2(cos(angle), -sin(angle), sin(angle), cos(angle)) * v; } // back by an angle

// Where the light comes from: it swings to and fro.
float light_angle() { return 0.9 + 0.9 * sin(time * 0.11); }

// How light the face of a cube or a point is that looks in a direction, between -1 and 1.
float facing(float direction) { return cos(direction - light_angle()); }

// Cubes: of each, three rhombs in three tones, with the grain along their longer diagonals. A cube is of one wood. Another is
// let in rhomb by rhomb, and waits between two rhombs: so a cube that two species contest has no sliver.
Piece cube(vec2 q, float side)
{
    vec2 grid = vec2(sqrt(3.0), 3.0) * side, a = mod(q + 0.5 * grid, grid) - 0.5 * grid, b = mod(q, grid) - 0.5 * grid;
    vec2 f = dot(a, a) < dot(b, b) ? a : b;
    float third = floor(atan(f.x, f.y) / (2.0 * PI / 3.0) + 0.5), lean = third * 2.0 * PI / 3.0; // 0: the top
    vec2 g = mat2(cos(lean), sin(lean), -sin(lean), cos(lean)) * f; // the rhomb stands on its corner (0, 0)
    vec2 deep = vec2(dot(g, vec2(-0.5, 0.8660254)), dot(g, vec2(0.5, 0.8660254))); // from its two sides at the corner
    float width = 0.8660254 * side;
    Piece piece;
    piece.at = q - f;
    piece.lot = hash(floor(piece.at + 0.5 + 5.0 * third));
    piece.edge = min(min(deep.x, deep.y), width - max(deep.x, deep.y));
    piece.angle = third * PI / 3.0;
    piece.tone = 0.82 + 0.34 * facing(0.5 * PI - lean);
    piece.sand = 0.5 * smoothstep(0.45 * side, 0.0, third == 0.0 ? width - max(deep.x, deep.y) : min(deep.x, deep.y));
    float turn = mod(third + floor(3.0 * hash(floor(piece.at) + 2.0)), 3.0); // when this rhomb's turn comes
    piece.let_in = (turn + 0.43 + 0.14 * deep.x / width) / 3.0;
    piece.size = 3.0 / 0.14 * width;
    piece.contest = 0.12;
    piece.wood = -1;
    piece.is_field = piece.has_nobody = true;
    return piece;
}

// A point of a star with its shoulders at radius `base`; false where there is none. Points look at the board as they walk over
// it one after the other, from number `number` on: a territory on their way changes the star point by point.
bool is_point(vec2 s, float count, float turn, float tip, float base, float number, out Piece piece)
{
    float wedge = 2.0 * PI / count, ray = floor((atan(s.y, s.x) - turn) / wedge + 0.5), middle = ray * wedge + turn;
    float order = mod(ray, count);
    vec2 f = turned(s, middle);
    float side = f.y < 0.0 ? -1.0 : 1.0;
    f.y = abs(f.y);
    vec2 shoulder = polar(base, 0.5 * wedge), along = normalize(shoulder - vec2(tip, 0.0));
    float inside = along.x * (f.y - shoulder.y) - along.y * (f.x - shoulder.x);
    piece.edge = f.x > tip ? -length(f - vec2(tip, 0.0)) : min(inside, min(f.y + 0.6, f.x * sin(0.5 * wedge) - f.y * cos(0.5 * wedge) + 0.6));
    float when = time - FOLLOW * (number + order);
    piece.at = vec2(250.0 * cos(0.11 * when), 190.0 * sin(0.11 * when + 0.7 * sin(0.041 * when)));
    piece.lot = hash(vec2(order + 20.0 * count, side));
    piece.angle = middle + side * 0.16;
    // The two halves of a point look to the two sides; sand shades the darker one along its spine.
    float light = facing(middle + 0.5 * PI * side);
    piece.tone = 0.86 + 0.30 * light;
    piece.sand = mix(0.35 * smoothstep(10.0, 0.0, inside), 0.9 * smoothstep(16.0, 0.0, f.y), smoothstep(0.3, -0.3, light));
    piece.let_in = f.x / tip;
    piece.size = tip;
    piece.contest = 0.17;
    piece.wood = -1;
    piece.is_field = piece.has_nobody = false;
    return inside > 0.0;
}

// The star: three sets of points, one over the other. False outside; `over` is then how far it is.
bool star(vec2 s, float count, float turn, out Piece piece, out float over)
{
    const float REACH[3] = float[3](1.54, 0.90, 0.72), SHOULDERS[3] = float[3](0.25, 0.34, 0.46), TURNS[3] = float[3](0.0, 1.0, 0.5);
    over = 99.0;
    for (int each = 0; each < 3; ++each) {
        float points = each == 2 ? 2.0 * count : count;
        if (is_point(s, points, turn + TURNS[each] * PI / count, REACH[each] * DISC, SHOULDERS[each] * DISC, count * float(each), piece))
            return true;
        over = min(over, -piece.edge);
    }
    return false;
}

// The gores of the disc, which is of ebony, as is the rim, and of the ring, whose gores have the woods of those who live there.
Piece gore(vec2 s, vec2 middle, bool is_ring)
{
    float gores = is_ring ? 48.0 : 32.0, at = atan(s.y, s.x) / (2.0 * PI) * gores, number = floor(at), angle = (number + 0.5) / gores * 2.0 * PI, r = length(s);
    Piece piece;
    piece.at = middle + polar(0.5 * (RING_FROM + RING_TO) * DISC, angle);
    piece.lot = hash(vec2(number, gores));
    piece.angle = angle;
    piece.tone = is_ring ? 0.92 + 0.10 * facing(angle) : mod(number, 4.0) < 2.0 ? 1.25 : 0.9;
    piece.sand = is_ring ? 0.8 * smoothstep(0.8, 0.0, at - number) : 0.4 * smoothstep(0.9 * DISC, 0.3 * DISC, r);
    piece.edge = is_ring ? min(min(r - RING_FROM * DISC, RING_TO * DISC - r), (0.5 - abs(at - number - 0.5)) * 2.0 * PI / gores * r) : 9.0;
    piece.let_in = (r / DISC - RING_FROM) / (RING_TO - RING_FROM);
    piece.size = (RING_TO - RING_FROM) * DISC;
    piece.contest = 0.04;
    piece.wood = is_ring ? -1 : r < DISC || r > RING_TO * DISC ? EBONY : WALNUT;
    piece.is_field = piece.has_nobody = false;
    return piece;
}

Piece banding(vec2 s, bool is_upright, bool is_frame)
{
    float along = is_upright ? s.y : s.x;
    Piece piece;
    piece.at = s;
    piece.lot = is_frame ? 0.0 : hash(vec2(floor(along / 56.0), 3.0));
    piece.angle = is_upright == is_frame ? 0.5 * PI : 0.0;
    piece.tone = is_frame ? 0.85 : 0.66 + 0.20 * piece.lot;
    piece.sand = 0.0;
    piece.edge = piece.let_in = piece.size = piece.contest = 9.0;
    piece.wood = WALNUT;
    piece.is_field = piece.has_nobody = true;
    return piece;
}

// The wood of a piece at a place in it; `joint` is how far the joint is between its wood and one that is let in.
int wood_of(Piece piece, vec2 asked, out float joint)
{
    joint = 9.0;
    if (piece.wood >= 0)
        return piece.wood;
    float v[5];
    claims(texture(near, asked / board), v);
    v[0] = piece.has_nobody ? v[0] : -1.0;
    int first = 0, second = 1;
    for (int each = 1; each < 5; ++each)
        if (v[each] > v[first]) {
            second = first;
            first = each;
        } else if (v[each] > v[second] || second == first)
            second = each;
    int low = min(first, second), high = max(first, second);
    float lead = (v[first] - v[second]) / ((v[first] + 0.01) * piece.contest), share = 0.5 + (first == high ? 0.5 : -0.5) * lead; // of `high`
    int low_wood = piece.is_field ? OF_FIELD[low] : low, high_wood = piece.is_field ? OF_FIELD[high] : high;
    if (share > 0.0 && share < 1.0 && low_wood != high_wood)
        joint = abs(piece.let_in - share) * piece.size;
    int wood = piece.let_in < share ? high_wood : low_wood;
    return wood == 0 ? WALNUT : wood; // nobody's
}

void main()
{
    vec2 uv = on_screen();
    float of_frame = min(window.x, window.y) / 720.0, soft = 0.6 / of_frame;
    vec2 pixel = gl_FragCoord.xy - 0.5 * window, s = pixel / of_frame;
    vec2 off = (0.5 * window - abs(pixel) + frame_out()) / of_frame;
    float inside = min(off.x, off.y) - FRAME, lot = hash(board);
    bool is_upright = off.x < off.y, is_frame = inside < 0.0, is_near = zoomed_in() > 0.5, is_band = !is_near && inside < BAND;
    // Each size of board has its own star: on the left or on the right, of eight or of twelve points.
    float side = fract(lot * 7.0) < 0.5 ? -1.0 : 1.0;
    float half_ = 0.5 * window.x / of_frame - FRAME - BAND;
    vec2 middle = vec2(side * min(0.40 * half_, max(half_ - RIM * DISC - ROOM, 0.0)), 0.0), m = s - middle;
    float r = length(m), ring_width = 0.5 * (RING_TO - RING_FROM) * DISC, from_ring = abs(r - 0.5 * (RING_FROM + RING_TO) * DISC) - ring_width, over = 99.0;
    Piece piece;
    bool is_star = !is_near && !is_band && star(m, lot < 0.66 ? 4.0 : 6.0, 0.5 * PI, piece, over);
    if (is_band)
        piece = banding(s, is_upright, is_frame);
    else if (!is_star && !is_near && r < RIM * DISC)
        piece = gore(m, middle, from_ring < 0.0);
    else if (!is_star) {
        // Cubes lie on the board. Those of people who zoom in are of fewer cells, down to one.
        float cells = BLOCK * of_frame * abs(scale.x), side = 1.25 * exp2(floor(log2(max(cells / 1.25, 0.8)) + 0.5));
        piece = cube((place() - 0.5 * board) * vec2(1.0, -1.0) / (abs(scale) * of_frame), side / (abs(scale.x) * of_frame));
        piece.is_field = !is_near; // people who look closely see four species
        piece.at += (0.5 * board - origin) * vec2(1.0, -1.0) / (abs(scale) * of_frame) - vec2(0.5, 0.5) * window / of_frame;
    }
    float joint;
    int wood = wood_of(piece, origin + (piece.at * of_frame + 0.5 * window) * scale, joint);
    vec3 c = veneer(wood, turned(s, piece.angle) * 0.15 + 57.0 * piece.lot + 7.0 * float(wood));
    c *= piece.tone * mix(vec3(1.0), vec3(0.36, 0.29, 0.24), 0.8 * piece.sand);
    // A broad gleam goes over the table, most where it crosses the grain.
    float way = light_angle() - 0.5 * PI, gleam = (dot(s, vec2(0.94, 0.34)) - 900.0 * sin(time * 0.09 - 1.0)) / 190.0;
    c *= 1.0 + 0.30 * exp(-gleam * gleam) * (0.35 + abs(sin(piece.angle - way)));
    // The joints are equally dark on both sides, whatever the woods, so that no edge has steps.
    c = mix(0.9 * hue_of(0), c, smoothstep(0.0, max(2.4 * soft, 0.8), min(piece.edge, joint)));
    vec3 pale = hue_of(5) * (0.92 + 0.12 * noise(s * 0.7));
    if (!is_star)
        c = mix(c, hue_of(0), 0.8 * smoothstep(soft, -soft, over - 2.4));
    if (is_star || over < 9.0) // a string of pale wood is laid around each point, and a dark one around the star
        c = mix(c, pale, 0.85 * (is_star ? smoothstep(1.5 + soft, 1.5 - soft, piece.edge) : smoothstep(1.6 * soft, 0.0, over)));
    if (!is_star && !is_near && !is_band) {
        // Strings around the disc and the rim, and on both sides of the ring.
        float string = min(min(abs(r - DISC), abs(r - RIM * DISC)), abs(from_ring));
        c = mix(c, hue_of(0), smoothstep(soft, -soft, string - 3.4));
        c = mix(c, pale, smoothstep(soft, -soft, string - 1.3));
    }
    if (is_frame)
        c *= 1.0 - 0.12 * smoothstep(1.2, 0.4, abs(off.x - off.y));
    if (!is_near) {
        float string = min(abs(inside), abs(inside - BAND));
        c *= inside > BAND ? 1.0 - 0.35 * exp((BAND - inside) * 0.30) : 1.0;
        c = mix(c, hue_of(0), smoothstep(soft, -soft, string - 3.0));
        c = mix(c, pale, smoothstep(soft, -soft, string - 1.1));
    }
    vec2 lamp = uv - vec2(0.3, 0.2);
    colour = vec4(pow(c * (1.16 - 0.35 * dot(lamp, lamp)), vec3(0.90)), 1.0);
}
