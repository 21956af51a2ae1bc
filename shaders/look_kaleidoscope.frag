#version 330 core
// Kaleidoscope: a rose window. Each of its panes is a kaleidoscope of its own, in which mirrors repeat a corner of the
// board around the middle of the window: chips of glass in lead, with the sun behind them.
#include "lib/look.glsl"
#param SAMPLES
uniform sampler2D near;

const float PI = 3.14159265;
const float ROSE = 0.445; // radius of the window, in the shorter side of the picture
const float ZOOM = 2.3;   // how much of the board a pane shows
const float STEP = 0.4;   // in texels

// A place as seen in mirrors around (0, 0), of which six meet there.
vec2 in_six(vec2 p)
{
    const vec2 slanted = vec2(0.5, -0.8660254);
    p = abs(p);
    p -= 2.0 * min(0.0, dot(p, slanted)) * slanted;
    return vec2(p.x, abs(p.y));
}

// The angle, from the axis of its sector, of a place that stands at an angle: each of `sectors` mirrors the next.
float folded(float angle, float sectors)
{
    float wedge = 2.0 * PI / sectors;
    return abs(mod(angle, wedge) - 0.5 * wedge);
}

vec2 around(float r, float angle) { return r * vec2(cos(angle), sin(angle)); }

// How deep a place lies in its pane: negative in the stone and in the bars between panes. `q` is where the pane shows
// the board. First for the rose window.
float rose(vec2 s, float petals, out vec2 q)
{
    const float EYE = 0.074, INNER = 0.283, BAR = 0.0042;
    float r = length(s), angle = atan(s.y, s.x);
    if (r < INNER) {
        vec2 f = around(r, folded(angle, petals));
        q = f;
        if (r < EYE)
            return EYE - r - BAR;
        // Petals with round heads, and the spandrels between them. A head touches both sides of its petal, so that the
        // bars of the sides run into those of the heads.
        float slant = PI / petals, head = (INNER - 0.004) / (1.0 + sin(slant));
        vec2 bar = vec2(cos(slant), sin(slant));
        float side = f.x * bar.y - f.y * bar.x, arch = head * bar.y - length(f - vec2(head, 0.0));
        bool is_straight = dot(f, bar) < head * bar.x;
        q = is_straight || arch > 0.0 ? f + vec2(0.31, 0.05) : f.yx + vec2(0.1, 0.42);
        return min(is_straight ? side : abs(arch), min(r - EYE, INNER - r)) - BAR;
    }
    // Roundels in the outer ring, and the glass between them.
    float many = petals > 10.0 ? petals : 2.0 * petals, ring = 0.5 * (ROSE + INNER), turn = folded(angle, many);
    vec2 g = around(r, turn) - vec2(ring, 0.0);
    float size = min(ring * sin(PI / many), 0.5 * (ROSE - INNER)) - 0.005, away = length(g);
    q = away < size ? in_six(g) + vec2(0.02, 0.34) : around(r, PI / many - turn) + vec2(0.22, 0.18);
    return min(abs(away - size), min(r - INNER, ROSE - r)) - BAR;
}

// The same for a lancet window of this half width, with a roundel in each of its panels.
float lancet(vec2 s, float half_, out vec2 q)
{
    const float FOOT = -0.37, SPRING = 0.23, BAR = 0.0036;
    float across = abs(s.x), panel = (SPRING - FOOT) / 4.0, row = floor((s.y - FOOT) / panel);
    float side = s.y < SPRING ? half_ - across : 2.0 * half_ - length(vec2(across + half_, s.y - SPRING));
    vec2 f = vec2(across, s.y - FOOT - (min(row, 4.0) + 0.5) * panel);
    float size = min(0.76 * half_, 0.40 * panel), away = length(f), bar = row < 4.0 ? 0.5 * panel - abs(f.y) : s.y - SPRING;
    q = away < size ? in_six(f) + vec2(0.12, 0.09 * row) : abs(f) + vec2(0.42, 0.30 + 0.11 * row);
    return min(min(abs(away - size), bar), min(side, s.y - FOOT)) - BAR;
}

vec4 there(vec2 p)
{
#if SAMPLES > 1
    return smooth_at(near, p);
#else
    return texture(near, p / board);
#endif
}

// By how much the claim of a species, or of nobody (0), changes where shares change by so much.
vec2 rise_of(int kind, vec4 across, vec4 down)
{
    return kind == 0 ? -0.7 * vec2(total(across), total(down)) : vec2(across[kind - 1], down[kind - 1]);
}

// The wall: dark stone in courses. Each block was hewn with a slant of its own, and has a worn upper edge that catches
// the light from above; coloured light of the windows lies around them. `depth` is that of the nearest window.
vec3 wall(vec2 s, float depth, bool is_beside)
{
    float r = length(s);
    vec2 course = s / vec2(0.26, 0.115);
    course.x += 0.5 * mod(floor(course.y), 2.0);
    vec2 joint = abs(fract(course) - 0.5) * vec2(0.26, 0.115);
    vec2 block = fract(course) - 0.5, of_block = vec2(hash(floor(course)), hash(floor(course) + 7.0));
#if SAMPLES > 1
    float rough = 0.5 * noise(s * 38.0) + 0.3 * noise(s * 110.0) + 0.2 * noise(s * 260.0);
#else
    float rough = 0.25 + 0.5 * noise(s * 60.0);
#endif
    float gap = min(0.13 - joint.x, 0.0575 - joint.y);
    vec3 stone = hue_of(5) * (0.62 + 0.55 * rough + 0.50 * of_block.x) * (1.0 + dot(block, of_block - 0.5) * 0.9);
    stone *= 1.0 + step(ROSE + 0.012, r) * (0.55 * smoothstep(0.012, 0.003, 0.0575 - joint.y) * step(0.0, block.y) - 0.75 * smoothstep(0.0045, 0.0012, gap));
    stone *= 0.55 + 1.15 * exp(-1.3 * dot(s - vec2(-0.25, 0.40), s - vec2(-0.25, 0.40)));
    vec3 tinge = mix(mix(hue_of(0), hue_of(1), smoothstep(-0.5, 0.5, s.x)), hue_of(2), smoothstep(0.2, -0.5, s.y) * 0.6);
    stone += 0.13 * tinge * exp(-9.0 * (is_beside ? min(max(-depth, 0.0), r - ROSE) : max(r - ROSE, 0.0))) * (0.5 + rough);
    // A moulding stands out around each window.
    float frame = r < ROSE + 0.04 ? r - ROSE : is_beside ? -depth - 0.004 : 1.0;
    stone *= 1.0 + 1.3 * exp2(-57700.0 * (frame - 0.010) * (frame - 0.010)) * (0.6 + 0.5 * s.y / r) - 0.5 * smoothstep(0.03, 0.0, abs(frame - 0.012));
    return r < ROSE ? 0.7 * stone : stone;
}

vec3 glass(vec2 pixel)
{
    float unit = min(window.x, window.y);
    vec2 s = (pixel - window * 0.5) / unit, q;
    float lot = hash(board), petals = lot > 0.75 ? 12.0 : lot > 0.4 ? 8.0 : 6.0; // each size of board has its own window
    // Two lancet windows stand beside the rose if there is room.
    float room = 0.5 * window.x / unit - ROSE, r = length(s), half_ = min(0.078, 0.5 * room - 0.03);
    vec2 beside = vec2(abs(s.x) - ROSE - 0.5 * room + 0.01, s.y);
    bool is_beside = r > ROSE + 0.01 && half_ > 0.02;
    float depth = is_beside ? lancet(beside, half_, q) : rose(s, petals, q);
    if (is_beside && s.x > 0.0)
        q += vec2(0.37, 0.61); // the two show different corners of the board

    vec3 stone = vec3(0.0);
    if (depth < 0.0013) {
        stone = wall(s, depth, is_beside);
        if (depth < -0.002)
            return stone;
    }

    vec2 drift = vec2(cos(time * 0.009), sin(time * 0.007)) * 0.2;
    vec2 p = origin + window * scale * 0.5 + (q * ZOOM + drift) * unit * scale;
    // How fast the shares change along the board: differences between pixels would jump at every mirror.
    vec4 d = there(p), across = there(p + vec2(STEP, 0.0)) - d, down = there(p + vec2(0.0, STEP)) - d;
    float v[5] = float[5](max(0.112 - 0.7 * total(d), 0.0), d.x, d.y, d.z, d.w);
    int kind = 0, second = 1;
    for (int each = 1; each < 5; ++each)
        if (v[each] > v[kind]) {
            second = kind;
            kind = each;
        } else if (v[each] > v[second] || second == kind)
            second = each;
    vec2 slope = rise_of(kind, across, down) - rise_of(second, across, down);
    // A chip of glass is thick and dark at its rim; the sun stands behind the window and wanders.
    float along = length(slope) / STEP * ZOOM * unit * abs(scale.x) + 0.3, seam = min((v[kind] - v[second]) / along, 0.05);
    vec2 sun = s - vec2(0.22 * cos(time * 0.006 + 2.2), 0.20 * sin(time * 0.005 + 0.9));
    float behind = is_beside ? 1.05 : 0.62 + 0.9 * exp(-6.0 * dot(sun, sun)), rim = smoothstep(0.0, 0.020, min(seam, depth));
    float ripple = 0.84 + 0.20 * noise(p * 0.7 + 7.0 * float(kind)) + 0.12 * noise(mat2(0.8, 0.6, -0.6, 0.8) * s * vec2(40.0, 160.0));
    vec3 hue = hue_of(kind);
    vec3 c = mix(hue * hue * 0.55, hue * (1.0 + 0.18 * rim), 0.25 + 0.75 * rim) * behind * ripple;
    c += hue * hue * 0.18 * behind;
    c *= 1.12 / (1.0 + 0.28 * c);          // no pane is so bright that it loses its colour
    c *= smoothstep(0.0012, 0.0040, seam); // lead between two chips
    return mix(stone, c, smoothstep(-0.0012, 0.0012, depth));
}

void main()
{
    vec3 sum = vec3(0.0);
    for (int each = 0; each < SAMPLES; ++each)
        sum += glass(gl_FragCoord.xy + (SAMPLES == 1 ? vec2(0.0) : vec2(each & 1, each) * 0.5 - 0.25));
    colour = vec4(sum / float(SAMPLES), 1.0);
}
