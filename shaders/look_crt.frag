#version 330 core
// 1982: the tube of a television of that year, with the picture of a home computer on it. Each cell is a square of
// coarse dots that glow and fade slowly; around the cells their colours thin out in the dither patterns of the time.
// Below the board stand each species' score and the count of generations, as in the game of that year.
#include "lib/look.glsl"
#param MASK
uniform sampler2D now;
uniform sampler2D cells;
uniform sampler2D near;
uniform sampler2D wide;
uniform sampler2D sheet; // see look_crt_sheet.frag
uniform float generation;

const float DOTS = 4.0;    // along the side of a cell
const float BEZEL = 0.046; // width of the frame around the glass, in heights of the window
const float LINE = 0.058;  // height of the line above the board and of that below it, in heights of the window
const float ROWS = 270.0;  // of dots of letters in a window
const int STRIPS = 48;     // texels of the sheet with counts of cells
const float PITCH = 7.0;   // dots from letter to letter; each has 5 x 7

// Letters: five dots for each of seven rows, the upper four and the lower three. 0 to 9, then SURVIALOFTHECN.
const int UPPER[24] = int[24](0x74675, 0x23084, 0x74426, 0xf042e, 0x11952, 0xfc3c1, 0x3221e, 0xf8444, 0x7462e, 0x7462f,
    0x7c20e, 0x8c631, 0xf463e, 0x8c631, 0x71084, 0x7463f, 0x84210, 0x74631, 0xfc21e, 0xf9084, 0x8c63f, 0xfc21e, 0x74610, 0x8e6b3);
const int LOWER[24] = int[24](0x662e, 0x108e, 0x221f, 0x043e, 0x7c42, 0x062e, 0x462e, 0x2108, 0x462e, 0x044c,
    0x043e, 0x462e, 0x5251, 0x4544, 0x108e, 0x4631, 0x421f, 0x462e, 0x4210, 0x1084, 0x4631, 0x421f, 0x422e, 0x4631);
const int TITLE = 23; // SURVIVAL OF THE FITTEST
const int TITLE_LETTERS[23] = int[23](10, 11, 12, 13, 14, 13, 15, 16, -1, 17, 18, -1, 19, 20, 21, -1, 18, 14, 19, 19, 21, 10, 19);
const int COUNT[6] = int[6](22, 17, 11, 23, 19, -1);

// The order in which the dots of a square of 4 x 4 light up, 0 to 1.
float order(vec2 dot_)
{
    ivec2 d = ivec2(mod(dot_, 4.0)), half_ = d >> 1, low = d & 1;
    int fine = (low.x ^ low.y) * 2 + low.y, coarse = (half_.x ^ half_.y) * 2 + half_.y;
    return (float(4 * fine + coarse) + 0.5) / 16.0;
}

// 0 below a dot's turn, 1 above it, with a slow change, so that dots fade in.
float lights(float share, float turn) { return smoothstep(turn - 0.09, turn + 0.09, share); }

vec4 near_at(vec2 p)
{
#if MASK
    return smooth_at(near, p);
#else
    return texture(near, p / board);
#endif
}

// The colour of a dot; `first` is the first dot of its cell, 0 to 3 each way. `deep` is how bright the ground is, 0 to 1.
vec3 paint(vec2 cell_at, vec2 dot_, vec2 on_board, float deep)
{
    float turn = order(dot_), depth = 2.0 * clamp(deep, 0.0, 1.0);
    vec3 c = depth < 1.0 ? mix(hue_of(0), hue_of(5), lights(depth, turn)) : mix(hue_of(5), hue_of(6), lights(depth - 1.0, turn));
    // A broken line parts the two halves of the board.
    bool parts = abs(dot_.x + 0.5 - floor(0.5 * board.x) * DOTS) < 1.0 && mod(dot_.y, 16.0) < 8.0;
    c = parts ? mix(c, hue_of(7), 0.55) : c;
    // The haze of each colony, strongest near it, in a dark and then a brighter tone of its colour.
    vec4 crowd = texture(wide, on_board / board), close = near_at(on_board), haze = 2.2 * crowd + 0.55 * close;
    float most = largest(haze);
    int kind = haze.x == most ? 1 : haze.y == most ? 2 : haze.z == most ? 3 : 4;
    float much = 2.9 * (most - 0.35 * (total(haze) - most)) - 0.10;
    c = mix(c, hue_of(kind) * 0.24 + hue_of(0) * 0.30, lights(much, turn));
    c = mix(c, hue_of(kind) * 0.48 + hue_of(0) * 0.10, lights(much - 0.75, turn));
    // The cells themselves; the dead glow on for a while, darker.
    vec4 cell = texel_at(cells, cell_at);
    vec3 ink = hue_of(int((cell.x > 0.0 ? cell.x : cell.z) + 0.5));
    float shown = smoothstep(0.0, 0.45, cell.w);
    // The newborn are a little paler; the foot and the side of each cell are darker.
    ink = mix(ink, vec3(1.0, 0.98, 0.9), 0.45 * smoothstep(0.2, 0.5, cell.w) * (1.0 - smoothstep(0.6, 1.8, cell.w)));
    vec2 within = mod(dot_, DOTS);
    ink *= within.y > DOTS - 1.5 || within.x > DOTS - 1.5 ? 0.62 : 1.06;
    return mix(c, ink, shown);
}

// The letter or digit at a place of a number, whose digits fill `places`; -1 before the first digit.
int digit(float number, int place, int places)
{
    float power = pow(10.0, float(places - 1 - place)), rest = floor((number + 0.5) / power);
    return rest < 1.0 && place < places - 1 ? -1 : int(mod(rest, 10.0));
}

// The light of the two lines of text. `p` is in dots from the middle of the window, y down; `row` from there to a line's
// middle, and `half_width` to its ends.
vec3 text_at(vec2 p, float row, float half_width)
{
    float y = p.y + (p.y < 0.0 ? row : -row) + 3.5, x, places = 5.0;
    int letter = -1, place, kind = 0;
    if (p.y < 0.0) {
        x = p.x + floor(0.5 * float(TITLE) * PITCH);
        place = int(floor(x / PITCH));
        letter = place < 0 || place >= TITLE ? -1 : TITLE_LETTERS[place];
    } else if (abs(p.x) < 5.5 * PITCH) {
        x = p.x + floor(5.5 * PITCH);
        place = int(floor(x / PITCH));
        letter = place < 6 ? COUNT[place] : digit(mod(generation, 1e5), place - 6, 5);
    } else {
        // The first two species' scores at the ends of the line, the others' next to them.
        float step_ = 6.5 * PITCH, from_end = half_width - abs(p.x);
        kind = from_end < step_ ? 0 : 2;
        from_end -= from_end < step_ ? 0.0 : step_;
        x = p.x < 0.0 ? from_end : places * PITCH - from_end;
        place = int(floor(x / PITCH));
        kind += p.x < 0.0 ? 1 : 2;
        if (place < 0 || place >= 5 || y < 0.0 || y >= 7.0)
            return vec3(0.0);
        float score = 0.0;
        for (int each = 0; each < STRIPS; ++each)
            score += texelFetch(sheet, ivec2(each, 0), 0)[kind - 1];
        if (score > 0.5 || kind < 3)
            letter = digit(min(score, 99999.0), place, 5);
    }
    ivec2 dot_ = ivec2(floor(vec2(x - float(place) * PITCH, y)));
    if (letter < 0 || dot_.x > 4 || dot_.y < 0 || dot_.y > 6)
        return vec3(0.0);
    int line = dot_.y < 4 ? UPPER[letter] >> (5 * (3 - dot_.y)) : LOWER[letter] >> (5 * (6 - dot_.y));
    return hue_of(kind == 0 ? 7 : kind) * float((line >> (4 - dot_.x)) & 1);
}

vec3 glow_at(vec4 around)
{
    // Where two species fight, white heat.
    float fight = min(min(total(around) - largest(around), largest(around)) * 4.0, 0.5);
    return hue_of(1) * around.x + hue_of(2) * around.y + hue_of(3) * around.z + hue_of(4) * around.w + fight * vec3(0.5, 0.32, 0.5) * total(around);
}

void main()
{
    // The glass: bulging, with rounded corners, in a frame; as large as the window when people have zoomed in.
    float zoomed = zoomed_in(), high = window.y;
    vec2 half_ = 0.5 * window - BEZEL * high * (1.0 - zoomed), pixel = (gl_FragCoord.xy - 0.5 * window) * vec2(1.0, -1.0);
    vec2 q = pixel / half_;
    float rounding = 0.10 * high;
    vec2 corner = max(abs(pixel) - half_ + rounding, 0.0);
    float outside = length(corner) - rounding; // pixels beyond the rim of the glass
    vec2 bent = q * (1.0 + vec2(0.030, 0.045) * (q * q).yx) * 1.006, tube = bent * half_;
    // The board, with a line of text above and below.
    float line = LINE * high, fit = min((2.0 * half_.x - 0.08 * high) / window.x, (2.0 * half_.y - 2.6 * line) / high);
    fit = mix(fit, 1.0, zoomed);
    vec2 middle = origin + window * scale * 0.5, much = board / (window * abs(scale));
    float step_ = abs(scale.x) * min(max(much.x, much.y), 1.0) / fit; // texels a pixel; a small board fills the picture
    vec2 p = middle + tube * step_, at = p * DOTS, dot_ = floor(at), f = at - dot_ - 0.5, seen = vec2(min(half_.x - 0.045 * high * (1.0 - zoomed), 0.5 * board.x / step_), 0.5 * fit * high), inside = seen - abs(tube);
    float pixels = 1.0 / (step_ * DOTS);
    vec3 c = hue_of(0) * 0.6;
    if (outside < 2.0 && min(inside.x, inside.y) > 0.0) {
        float deep = 1.02 - 1.05 * length(bent * vec2(0.85, 1.0));
        // A beam has no sharp edges: between two dots their colours blend over a pixel or so, more along a line.
        c = paint(floor(dot_ / DOTS), dot_, (dot_ + 0.5) / DOTS, deep);
#if MASK
        vec2 beside = dot_ + vec2(f.x < 0.0 ? -1.0 : 1.0, 0.0);
        float blend = max(0.5 - (0.5 - abs(f.x)) * pixels / 1.6, 0.0);
        if (blend > 0.0)
            c = mix(c, paint(floor(beside / DOTS), beside, (beside + 0.5) / DOTS, deep), blend);
#endif
        // Each line of dots is a scan line, darker between two; bright ones are wider.
        float light = dot(c, vec3(0.3, 0.55, 0.15)), scan = 0.5 - 0.5 * cos(6.28318 * f.y);
        c *= 1.0 - smoothstep(2.0, 3.5, pixels) * 0.42 * (1.0 - 0.55 * light) * scan;
    } else if (outside < 2.0) {
        // Letters keep to the window's pixels: bent ones would not be legible where a dot is a pixel.
        float dot_pixels = max(floor(high / ROWS + 0.5), 1.0), row = floor((seen.y + 0.62 * line) / dot_pixels) + 0.5;
        vec2 there = pixel / dot_pixels;
        if (abs(abs(there.y) - row) < 5.0 && inside.x > 0.0) {
            c += 1.5 * text_at(there, row, floor((seen.x - 0.05 * high) / dot_pixels));
            c *= 0.86 + 0.14 * cos(6.28318 * there.y);
        }
    }
#if MASK
    float triad = 3.0 * max(1.0, floor(high / 800.0 + 0.4)), stripe = mod(gl_FragCoord.x, triad) / triad * 3.0;
    vec3 phosphor = smoothstep(0.0, 0.9, 1.0 - abs(vec3(stripe) - vec3(0.5, 1.5, 2.5)));
    phosphor.r = max(phosphor.r, smoothstep(0.0, 0.9, 1.0 - abs(stripe - 3.5)));
    c *= 0.88 + 0.20 * phosphor;
#endif
    // The glass scatters light around all that shines.
    vec2 held = middle + clamp(tube, -seen, seen) * step_;
    float off = length(max(-inside, 0.0)) / high; // beyond the board
    vec3 farther = glow_at(texture(wide, held / board)) * exp(-14.0 * off);
    if (off == 0.0)
        c += 0.30 * glow_at(near_at(p));
    c += 0.42 * farther;
    c *= 1.14 - 0.50 * dot(q * q, vec2(0.62, 0.50)) - 0.22 * q.x * q.x * q.y * q.y;
    // A faint sheen at the top.
    c += vec3(0.030, 0.034, 0.042) * smoothstep(0.35, 1.1, -q.y - 0.25 * q.x) * (1.0 - 0.5 * q.x * q.x);
    // The frame: dark plastic, which slopes to the glass and mirrors its light.
    float slope = clamp(outside / (0.6 * BEZEL * high), 0.0, 1.0);
    vec2 way = corner / max(length(corner), 1e-3) * sign(pixel);
    vec3 plastic = hue_of(8) * (0.75 + 0.55 * slope - 0.45 * way.y * (1.0 - smoothstep(0.85, 1.0, slope)));
    plastic += hue_of(8) * (0.5 * smoothstep(0.10, 0.0, abs(slope - 0.93)) * (1.0 - 0.6 * way.y) + 0.10 * (hash(floor(gl_FragCoord.xy)) - 0.5));
    plastic += (0.55 * farther + 0.05 * hue_of(6)) * (1.0 - slope) * (1.0 - slope);
    c = mix(c, plastic, smoothstep(-1.0, 1.0, outside));
    c *= 1.0 - 0.8 * smoothstep(0.010 * high, 0.0, abs(outside));
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
