#version 330 core
// Kaleidoscope: a rose window. Each of its panes is a kaleidoscope of its own, in which mirrors repeat a corner of the
// board around the middle of the window: chips of glass in lead, with the sun behind them.
#include "lib/look.glsl"
#param SAMPLES
uniform sampler2D near;

const float PI = 3.14159265;
const float ROSE = 0.445; // radius of the window, in the shorter side of the picture

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
        // Petals with round heads, and the spandrels between them.
        float slant = PI / petals, opening = sin(slant) / (1.0 + 0.35 * sin(slant)), head = (INNER - 0.004) / (1.0 + opening);
        float side = f.x * sin(slant) - f.y * cos(slant), arch = opening * head - length(f - vec2(head, 0.0));
        bool is_petal = f.x < head ? side > 0.0 : arch > 0.0;
        q = is_petal ? f + vec2(0.31, 0.05) : f.yx + vec2(0.1, 0.42);
        return min(f.x < head ? side : abs(arch), min(r - EYE, INNER - r)) - BAR;
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
    q = away < size ? in_six(f) + vec2(0.12, 0.06 * row) : abs(f) + vec2(0.42, 0.30 + 0.08 * row);
    return min(min(abs(away - size), bar), min(side, s.y - FOOT)) - BAR;
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

    // The wall: dark stone in courses, on which some light falls.
    vec2 course = s / vec2(0.26, 0.115);
    course.x += 0.5 * mod(floor(course.y), 2.0);
    vec2 joint = abs(fract(course) - 0.5) * vec2(0.26, 0.115);
    float rough = noise(s * 60.0);
    vec3 stone = hue_of(5) * (0.78 + 0.3 * rough + 0.12 * hash(floor(course)));
    stone *= 1.0 - 0.35 * smoothstep(0.006, 0.001, min(0.13 - joint.x, 0.0575 - joint.y)) * step(ROSE + 0.012, r);
    stone += (0.030 * hue_of(0) + 0.030 * hue_of(1)) * exp(-7.0 * max(r - ROSE, 0.0));
    // A moulding stands out around each window.
    float frame = r < ROSE + 0.04 ? r - ROSE : is_beside ? -depth - 0.004 : 1.0;
    stone *= 1.0 + 1.3 * exp2(-57700.0 * (frame - 0.010) * (frame - 0.010)) * (0.6 + 0.5 * s.y / r) - 0.5 * smoothstep(0.03, 0.0, abs(frame - 0.012));
    vec3 c = stone * (r < ROSE ? 0.7 : 1.0);
    if (depth < -0.002)
        return c;

    vec2 drift = vec2(cos(time * 0.009), sin(time * 0.007)) * 0.2;
    vec2 p = origin + window * scale * 0.5 + (q * 2.3 + drift) * unit * scale;
#if SAMPLES > 1
    vec4 d = smooth_at(near, p);
#else
    vec4 d = texture(near, p / board);
#endif
    float empty = max(0.112 - 0.7 * total(d), 0.0), most = empty, next = 0.0;
    int kind = 0;
    for (int each = 0; each < 4; ++each) {
        if (d[each] > most) {
            next = most;
            most = d[each];
            kind = each + 1;
        } else
            next = max(next, d[each]);
    }
    // A chip of glass is thick and dark at its rim; the sun stands behind the window and wanders.
    float lead = most - next, along = length(vec2(dFdx(lead), dFdy(lead))) * unit + 0.15, seam = min(lead / along, 0.05);
    vec2 sun = s - vec2(0.22 * cos(time * 0.006 + 2.2), 0.20 * sin(time * 0.005 + 0.9));
    float behind = 0.55 + 1.0 * exp(-6.0 * dot(sun, sun)), rim = smoothstep(0.0, 0.020, min(seam, depth));
    float ripple = 0.74 + 0.48 * noise(p * 0.9 + 7.0 * float(kind));
    vec3 hue = hue_of(kind);
    c = mix(hue * hue * 0.55, hue * (1.0 + 0.18 * rim), 0.25 + 0.75 * rim) * behind * ripple;
    c += hue * hue * 0.18 * behind;
    c *= 1.12 / (1.0 + 0.28 * c);          // no pane is so bright that it loses its colour
    c *= smoothstep(0.0010, 0.0034, seam); // lead between two chips
    return mix(stone * 0.7, c, smoothstep(-0.0012, 0.0012, depth));
}

void main()
{
    vec3 sum = vec3(0.0);
    for (int each = 0; each < SAMPLES; ++each)
        sum += glass(gl_FragCoord.xy + (SAMPLES == 1 ? vec2(0.0) : vec2(each & 1, each) * 0.5 - 0.25));
    colour = vec4(sum / float(SAMPLES), 1.0);
}
