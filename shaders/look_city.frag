#version 330 core
// City: a slow flight at dusk. A tower's height is the age of its cell, its windows have the tint of its species.
#include "lib/look.glsl"
#param STEPS
#param SAMPLES
#param LAMPS
#param REACH
#param TALLEST
#param CELLS
uniform sampler2D cells;
uniform sampler2D skyline;
uniform sampler2D wide;

const float CELLAR = 0.25;          // part of each height that is below the ground, so that low ruins do not remain
const float LEAST = 0.45, MOST = float(TALLEST) / 10.0; // heights of houses of the same age differ by these factors
const float TOP = (4.2 - CELLAR) * MOST; // no tower is higher, see past_cells.frag
const float HALF = 0.40;            // half of a tower's width
const float FOCUS = 1.2;            // distance of the picture, in heights of the window
const float SPEED = 0.35;           // cells per second: faster, edges nearby flicker
const float AVENUE = 8.0;           // cells from one avenue to the next

vec3 eye, ahead;

// How far to the west a direction is, where the horizon is brightest, and the colour of the horizon there.
float west_at(vec3 ray) { return smoothstep(-0.6, 0.7, dot(ray.xy, vec2(-ahead.y, ahead.x))); }
vec3 ember_at(float west) { return mix(vec3(0.72, 0.33, 0.34), vec3(1.0, 0.62, 0.32), west); }

vec3 sky_at(vec3 ray)
{
    float y = max(ray.z + 0.01, 0.0), west = west_at(ray);
    vec3 rose = mix(vec3(0.30, 0.22, 0.42), vec3(0.62, 0.36, 0.46), west);
    vec3 c = mix(ember_at(west), rose, smoothstep(0.0, 0.10, y));
    c = mix(c, vec3(0.14, 0.20, 0.43), smoothstep(0.06, 0.22, y));
    return mix(c, vec3(0.035, 0.06, 0.18), smoothstep(0.18, 0.55, y));
}

// The share of a stripe of this half width, around the middle of each unit, in a length seen around x.
float stripes(float x, float half_, float seen)
{
    float f = abs(fract(x) - 0.5);
    return clamp((half_ - f) / max(seen * 1.6, 1e-3) + 0.5, 0.0, 1.0);
}

// Streets and the lamps of small houses on the ground; `seen` is how many cells a pixel covers there, and `tint` the
// light of the towers nearby.
vec3 streets(vec2 p, float seen, vec3 tint)
{
    vec3 c = vec3(0.030, 0.040, 0.085) + tint * 0.5;
    vec2 avenue = abs(fract(p / AVENUE + 0.5) - 0.5) * AVENUE;
    float wide_ = 0.16 + seen;
    vec2 big = 1.0 / (1.0 + avenue * avenue / (wide_ * wide_));
    big *= big * (0.16 / wide_); // lines wider than they are become fainter
    c += vec3(1.0, 0.56, 0.20) * min(big.x + big.y, 1.3) * 0.85;
    // A lamp in some of the yards; from afar, all of them are a gleam.
    vec3 gleam = vec3(1.0, 0.76, 0.5) * 0.08;
#if LAMPS
    vec2 lane = abs(fract(p * 0.5 + 0.5) - 0.5) * 2.0;
    float narrow = 0.06 + seen;
    vec2 small = 1.0 / (1.0 + lane * lane / (narrow * narrow));
    small *= small * (0.06 / narrow);
    c += vec3(1.0, 0.66, 0.34) * min(small.x + small.y, 1.2) * 0.26;
    float away = smoothstep(0.08, 0.2, seen);
    if (away < 1.0) {
        vec2 q = p * 2.6, id = floor(q);
        float lot = hash(id), size = 0.16 + 1.4 * seen;
        vec2 f = fract(q) - 0.5 - 0.4 * (fract(lot * vec2(37.0, 91.0)) - 0.5);
        float lamp = step(0.42, lot) * (lot - 0.2) * exp(-dot(f, f) / (size * size)) * (0.03 / (size * size));
        gleam = mix(mix(vec3(1.0, 0.72, 0.42), vec3(0.75, 0.88, 1.0), step(0.86, lot)) * min(lamp, 0.8), gleam, away);
    }
#endif
    c += gleam;
    return c;
}

vec3 city(vec3 ray)
{
    float reach = eye.z * float(REACH), ground = ray.z < 0.0 ? -eye.z / ray.z : 1e9;
    float down = 1.0 / min(ray.z, -1e-5), t = ray.z < 0.0 ? (TOP - eye.z) * down : 1e9; // the eye is above all roofs
    if (t > reach)
        return sky_at(ray);
    vec2 go = step(0.0, ray.xy), s = go * 2.0 - 1.0, inverse = s / max(abs(ray.xy), vec2(1e-5));
    vec2 v = floor(eye.xy + ray.xy * t);
    // Where the ray meets a cell's walls is a product with its place, and these.
    vec2 first = (0.5 - s * HALF - eye.xy) * inverse, last = (0.5 + s * HALF - eye.xy) * inverse;
    vec2 next = (go - eye.xy) * inverse;
    float stride = SKYLINE_REACH * min(abs(inverse.x), abs(inverse.y)), met = 1e9;
    vec3 n = vec3(0, 0, 1);
    vec4 cell = vec4(0.0);
    for (int step_ = 0; step_ < STEPS && t < min(ground, reach); ++step_) {
        float end = t + stride;
        if ((skyline_at(skyline, v) - CELLAR) * MOST < max(eye.z + ray.z * end, 0.0)) {
            t = end;
            v = floor(eye.xy + ray.xy * t);
            continue;
        }
        // Cell by cell through the next few.
        for (int each = 0; each < CELLS; ++each) {
            vec4 here = texel_at(cells, v);
            vec2 at = v * inverse, wall = at + next;
            if (here.w > CELLAR) {
                float rank = hash(v + 0.5);
                here.y = here.w - CELLAR;
                here.w = here.y * mix(LEAST, MOST, rank * rank);
                vec2 near = at + first, far = at + last;
                float enter = max(near.x, near.y), roof = (here.w - eye.z) * down, leave = min(far.x, far.y);
                if (max(enter, roof) < leave && leave > 0.0) {
                    met = max(max(enter, roof), 0.0);
                    n = roof > enter ? vec3(0, 0, 1) : near.x > near.y ? vec3(-s.x, 0, 0) : vec3(0, -s.y, 0);
                    cell = here;
                    break;
                }
            }
            t = min(wall.x, wall.y);
            v += wall.x < wall.y ? vec2(s.x, 0) : vec2(0, s.y);
        }
        if (met < 1e8)
            break;
    }
    float far = min(met, ground);
    if (far > reach)
        return sky_at(ray);
    float along = far / reach, share = along * (float(REACH) / 12.0);
    float haze = min(share * share * (0.6 + 0.6 * share), 1.0);
    haze = mix(haze, 1.0, clamp(along * 3.4 - 2.4, 0.0, 1.0));
    vec3 p = eye + ray * far;
    vec4 near_ = textureLod(wide, p.xy / board, 0.0);
    bool is_water = repeats == 0 && any(greaterThan(abs(p.xy - board * 0.5), board * 0.5));
    if (is_water)
        near_ = vec4(0.0);
    vec3 glow = hue_of(1) * near_.x + hue_of(2) * near_.y + hue_of(3) * near_.z + hue_of(4) * near_.w, c;
    float pixel = far / (window.y * FOCUS); // cells that a pixel covers across
    if (met < ground) {
        vec3 lamp = hue_of(int(cell.z + 0.5));
        // Windows follow the height, which has no jumps, and go out as a dead tower sinks.
        float alive = smoothstep(0.2, 1.9, cell.y);
        vec3 west = normalize(vec3(-ahead.y, ahead.x, 0.15) + ahead * 0.45);
        float lit = max(dot(n, west), 0.0), tall = clamp(p.z / TOP, 0.0, 1.0);
        c = vec3(0.075, 0.095, 0.19) * (0.75 + 0.5 * hash(v));
        c += vec3(0.92, 0.42, 0.27) * lit * (0.25 + 0.55 * tall);
        if (n.z > 0.5) {
            vec2 f = abs(p.xy - v - 0.5);
            float rim = smoothstep(HALF - 0.09 - pixel, HALF - 0.07 + pixel, max(f.x, f.y));
            c = vec3(0.10, 0.12, 0.22) + vec3(0.24, 0.13, 0.12) * rim;
        } else {
            float slant = max(abs(dot(n.xy, ray.xy)), 0.05);
            vec2 at = vec2(dot(p.xy - v - 0.5 + HALF, abs(n.yx)) / (2.0 * HALF) * 5.0, p.z * 4.5);
            vec2 seen = pixel * vec2(6.2 / slant, 4.5);
            vec2 id = floor(at) + v * 13.0 + n.xy * 5.0;
            float on = smoothstep(0.0, 0.12, hash(id) - 0.98 + 0.62 * alive) * (0.5 + 0.5 * hash(id + 3.0));
            float window_ = stripes(at.x, 0.32, seen.x) * stripes(at.y, 0.26, seen.y);
            window_ = mix(window_ * on, 0.17 * alive, smoothstep(0.35, 1.0, max(seen.x, seen.y)));
            c += mix(hue_of(0), lamp, 0.8) * window_ * 1.25
                + (lamp * 0.30 + vec3(0.25, 0.13, 0.04)) * alive / (1.0 + p.z * (1.2 + p.z));
        }
    } else if (is_water)
        c = vec3(0.040, 0.055, 0.12);
    else
        c = streets(p.xy, pixel / sqrt(max(-ray.z, 0.06)), glow);
    return mix(c + glow * 0.10, mix(ember_at(west_at(ray)), vec3(0.42, 0.26, 0.38), 0.4 * (1.0 - share)), haze);
}

void main()
{
    // The eye stands before the middle of what the window shows, as high as suits its scale, and flies on from there:
    // on a torus straight on, elsewhere round the middle.
    vec2 centre = origin + window * scale * 0.5;
    eye.z = clamp(window.y * abs(scale.y) * 0.13, 10.0, 70.0);
    float round_ = 0.3 * min(board.x, board.y), turn = repeats == 1 ? 0.53 : time * SPEED / round_;
    vec2 heading = vec2(cos(turn), sin(turn));
    vec2 flown = repeats == 1 ? mod(heading * time * SPEED, board) : round_ * vec2(heading.y, -heading.x);
    eye.xy = centre + flown - heading * eye.z * 3.0;
    ahead = normalize(vec3(heading, -0.21));
    vec3 right = normalize(cross(ahead, vec3(0, 0, 1))), up = cross(right, ahead), sum = vec3(0.0);
    for (int each = 0; each < SAMPLES; ++each) {
        vec2 shift = SAMPLES == 1 ? vec2(0.0) : vec2(each & 1, each) * 0.5 - 0.25;
        vec2 s = (gl_FragCoord.xy + shift - window * 0.5) / window.y;
        sum += city(normalize(ahead * FOCUS + right * s.x + up * s.y));
    }
    // A little noise, since the sky would show bands.
    colour = vec4(sum / float(SAMPLES) + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
