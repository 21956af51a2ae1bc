#version 330 core
// 1982: the tube of a television of that year, with a home computer's picture of coarse dots in few colours. Each cell
// is a square of dots; around the cells their colours thin out in the dither patterns of the time.
#include "lib/look.glsl"
#param MASK
uniform sampler2D cells;
uniform sampler2D near;
uniform sampler2D wide;

const float DOTS = 4.0;  // along the side of a cell

// The order in which the dots of a square of 4 x 4 light up, 0 to 1.
float order(vec2 dot_)
{
    ivec2 d = ivec2(mod(dot_, 4.0)), half_ = d >> 1, low = d & 1;
    int fine = (low.x ^ low.y) * 2 + low.y, coarse = (half_.x ^ half_.y) * 2 + half_.y;
    return (float(4 * fine + coarse) + 0.5) / 16.0;
}

// 0 below a dot's turn, 1 above it, with a slow change, so that dots fade in.
float lights(float share, float turn) { return smoothstep(turn - 0.09, turn + 0.09, share); }

// The colour of a dot; `first` is the first dot of its cell, 0 to 3 each way.
vec3 paint(vec2 cell_at, vec2 dot_, vec2 on_board, float high)
{
    float turn = order(dot_);
    // The sky of the picture: three dark blues, one above the other.
    float depth = 2.0 * clamp(high, 0.0, 1.0);
    vec3 c = depth < 1.0 ? mix(hue_of(0), hue_of(5), lights(depth, turn)) : mix(hue_of(5), hue_of(6), lights(depth - 1.0, turn));
    // The haze of each colony, strongest near it, in a dark and then a brighter tone of its colour.
    vec4 crowd = smooth_at(wide, on_board), close = smooth_at(near, on_board), haze = 1.7 * crowd + 0.55 * close;
    float most = largest(haze);
    int kind = haze.x == most ? 1 : haze.y == most ? 2 : haze.z == most ? 3 : 4;
    float much = 2.9 * (most - 0.35 * (total(haze) - most)) - 0.10;
    c = mix(c, hue_of(kind) * 0.30 + hue_of(0) * 0.30, lights(much, turn));
    c = mix(c, hue_of(kind) * 0.58 + hue_of(0) * 0.10, lights(much - 0.75, turn));
    // The cells themselves.
    vec4 cell = texel_at(cells, cell_at);
    vec3 ink = hue_of(int((cell.x > 0.0 ? cell.x : cell.z) + 0.5));
    float shown = smoothstep(0.0, 0.45, cell.w);
    // The newborn are a little paler; a row of dots at the foot of each cell is darker.
    ink = mix(ink, vec3(1.0, 0.98, 0.9), 0.35 * smoothstep(0.2, 0.5, cell.w) * (1.0 - smoothstep(0.6, 1.6, cell.w)));
    vec2 within = mod(dot_, DOTS);
    ink *= within.y > DOTS - 1.5 || within.x > DOTS - 1.5 ? 0.66 : 1.0;
    return mix(c, ink, shown);
}

void main()
{
    // The glass: bulging, with rounded corners, as large as the window.
    vec2 q = (gl_FragCoord.xy / window - 0.5) * vec2(2.0, -2.0); // -1 to 1, y down
    vec2 bent = q * (1.0 + vec2(0.030, 0.045) * (q * q).yx) * 1.012;
    vec2 middle = origin + window * scale * 0.5, seen = window * abs(scale);
    vec2 much = board / seen;
    seen *= min(max(much.x, much.y), 1.0); // a board smaller than the window fills the glass
    vec2 p = middle + 0.5 * bent * seen, at = p * DOTS, dot_ = floor(at);
    float pixels = window.y / seen.y / DOTS; // of a dot
    vec2 f = at - dot_ - 0.5;
    // A beam has no sharp edges: between two dots their colours blend over a pixel or so, more along a line.
    vec2 side = vec2(f.x < 0.0 ? -1.0 : 1.0, 0.0), beside = dot_ + side;
    float blend = max(0.5 - (0.5 - abs(f.x)) * pixels / 1.6, 0.0);
    float high = 0.5 + 0.5 * bent.y;
    vec3 c = paint(floor(dot_ / DOTS), dot_, (dot_ + 0.5) / DOTS, high);
#if MASK
    if (blend > 0.0)
        c = mix(c, paint(floor(beside / DOTS), beside, (beside + 0.5) / DOTS, high), blend);
#endif
    // Each line of dots is a scan line, darker between two; bright ones are wider.
    float light = dot(c, vec3(0.3, 0.55, 0.15)), line = 0.5 - 0.5 * cos(6.28318 * f.y);
    c *= 1.0 - smoothstep(2.0, 3.5, pixels) * 0.42 * (1.0 - 0.55 * light) * line;
#if MASK
    float triad = 3.0 * max(1.0, floor(window.y / 800.0 + 0.4)), stripe = mod(gl_FragCoord.x, triad) / triad * 3.0;
    vec3 phosphor = smoothstep(0.0, 0.9, 1.0 - abs(vec3(stripe) - vec3(0.5, 1.5, 2.5)));
    phosphor.r = max(phosphor.r, smoothstep(0.0, 0.9, 1.0 - abs(stripe - 3.5)));
    c *= 0.86 + 0.22 * phosphor;
#endif
    // The glass scatters light around all that shines.
    vec4 around = smooth_at(near, p), farther = texture(wide, p / board);
    c += 0.20 * (hue_of(1) * around.x + hue_of(2) * around.y + hue_of(3) * around.z + hue_of(4) * around.w);
    c += 0.12 * (hue_of(1) * farther.x + hue_of(2) * farther.y + hue_of(3) * farther.z + hue_of(4) * farther.w);
    c *= 1.10 - 0.42 * dot(q * q, vec2(0.62, 0.50)) - 0.22 * q.x * q.x * q.y * q.y;
    // A faint sheen at the top, and the dark rim.
    c += vec3(0.030, 0.034, 0.042) * smoothstep(0.35, 1.1, -q.y - 0.25 * q.x) * (1.0 - 0.5 * q.x * q.x);
    vec2 corner = max(abs(q) * window / window.y - (window / window.y - 0.16), 0.0);
    float outside = length(corner) - 0.16 + 0.012;
    c *= smoothstep(0.004, -0.030, outside);
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
