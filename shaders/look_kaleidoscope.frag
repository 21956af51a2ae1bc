#version 330 core
// Kaleidoscope: three mirrors that meet at 30, 60 and 90 degrees repeat a corner of the board over the whole window.
#include "lib/look.glsl"
#param SAMPLES
uniform sampler2D near;

const float SIDE = 0.42; // the longer side of the mirrors' triangle beside the right angle, in heights of the window

// A place in the triangle that is seen at `p`, and how many mirrors are between them.
vec2 fold(vec2 p, out float times)
{
    const vec2 slanted = vec2(0.5, -0.8660254);
    times = 0.0;
    for (int each = 0; each < 9; ++each) {
        vec2 before = p;
        p = abs(p);                                             // two mirrors through the middle of a rosette
        p -= 2.0 * min(0.0, dot(p, slanted)) * slanted;         // one at 60 degrees between them
        p.x = p.x > SIDE ? 2.0 * SIDE - p.x : p.x;              // one across
        times += float(any(notEqual(p, before)));
    }
    return p;
}

vec3 glass(vec2 pixel)
{
    vec2 s = (pixel - window * 0.5) / window.y;
    float turn = time * 0.012, c_ = cos(turn), s_ = sin(turn), times;
    vec2 q = fold(mat2(c_, -s_, s_, c_) * s, times);
    // The triangle wanders over the board.
    vec2 drift = vec2(cos(time * 0.009), sin(time * 0.007)) * 0.2;
    vec2 p = origin + window * scale * 0.5 + (q * window.y * 1.45 + drift * window.y) * vec2(scale.x, scale.y);
    vec4 d = smooth_at(near, p);
    float empty = max(0.105 - total(d), 0.0);
    int kind = 0;
    float most = empty, next = 0.0;
    for (int each = 0; each < 4; ++each) {
        if (d[each] > most) {
            next = most;
            most = d[each];
            kind = each + 1;
        } else
            next = max(next, d[each]);
    }
    // Thicker glass is darker; its rim shines, and where two chips meet there is a dark seam.
    float lead = (most - next) / (most + next + 0.02), thick = clamp(most * 2.4, 0.0, 1.0);
    vec3 c = hue_of(kind);
    if (kind > 0) {
        c = mix(c, c * c * 1.05, 0.35 + 0.5 * thick);
        c += 0.28 * hue_of(0) * exp(-9.0 * abs(lead - 0.28));
        c += 0.5 * vec3(1.0, 0.97, 0.9) * smoothstep(0.80, 0.98, noise(p * 0.8 + 3.0)) * thick;
    } else
        c = mix(hue_of(0), hue_of(0) * vec3(0.90, 0.80, 0.78), smoothstep(0.0, 0.06, total(d)));
    c = mix(hue_of(5), c, smoothstep(0.0, 0.10, lead));
    // The mirrors lose a little light each time.
    return c * pow(0.965, times);
}

void main()
{
    vec3 sum = vec3(0.0);
    for (int each = 0; each < SAMPLES; ++each)
        sum += glass(gl_FragCoord.xy + (SAMPLES == 1 ? vec2(0.0) : vec2(each & 1, each) * 0.5 - 0.25));
    vec2 away = (gl_FragCoord.xy - window * 0.5) / window.y;
    colour = vec4(sum / float(SAMPLES) * (1.06 - 0.45 * dot(away, away)), 1.0);
}
