#version 330 core
// Aurora: the density of columns, in bands of rows, as curtains of light; species are its hues.
#include "lib/look.glsl"
#param CURTAINS
uniform sampler2D wide;

vec3 sky(vec2 q)
{
    vec3 c = mix(vec3(0.05, 0.09, 0.15), vec3(0.012, 0.022, 0.06), smoothstep(0.55, 0.0, q.y));
    vec2 grid = vec2(420.0 * window.x / window.y / 1.78, 240.0);
    c += step(0.9975, hash(floor(q * grid))) * vec3(0.6, 0.65, 0.7) * hash(floor(q * grid) + 3.0) * 0.7;
    vec2 low = origin + vec2(0.0, window.y) * scale, high = origin + vec2(window.x, 0.0) * scale; // the shown part of the board
    for (int b = 0; b < CURTAINS; ++b) {
        float fb = float(b);
        float base = 0.60 - 0.07 * fb + 0.055 * sin(q.x * 3.1 + fb * 1.7 + time * 0.05) + 0.03 * sin(q.x * 7.3 + fb * 2.9 - time * 0.03);
        float x = q.x + 0.05 * sin(q.x * 5.0 + fb * 2.1 + time * 0.04) + 0.02 * sin(q.x * 17.0 + fb);
        vec4 d = 2.2 * smooth_at(wide, vec2(mix(low.x, high.x, x), mix(low.y, high.y, (fb + 0.5) / float(CURTAINS))));
        float s = total(d), above = base - q.y, reach = 0.10 + 0.75 * s;
        float ray = 0.45 + 1.44 * noise(vec2(x * 260.0, fb * 9.0 + time * 0.2)) * noise(vec2(x * 60.0 + time * 0.1, fb * 5.0 + 2.0));
        float a = smoothstep(0.06, 0.32, s) * smoothstep(-0.022, 0.022, above + 0.01 * noise(vec2(x * 200.0, fb))) * exp(-max(above, 0.0) / reach / 0.35) * ray;
        vec3 h = vec3(0.0);
        for (int k = 0; k < 4; ++k)
            h += hue_of(k + 1) * d[k];
        h = mix(h / (s + 1e-3), vec3(0.55, 0.18, 0.55), smoothstep(0.05, 0.4, above) * 0.6);
        c += h * a * (0.18 + 2.8 * s) * 0.75;
    }
    return c;
}

float ridge(float x, float horizon) { return horizon - 0.045 - 0.06 * fbm(vec2(x * 4.0, 1.0)) - 0.03 * fbm(vec2(x * 11.0, 7.0)); }

void main()
{
    const float horizon = 0.80;
    vec2 uv = on_screen();
    vec3 c, land = vec3(0.012, 0.02, 0.03);
    if (uv.y < horizon) {
        float edge = ridge(uv.x, horizon);
        c = mix(uv.y < edge + 0.002 ? sky(uv) : land, land, smoothstep(edge - 0.001, edge + 0.001, uv.y));
    } else {
        float d = uv.y - horizon;
        float y = horizon - 0.03 - d * 2.3 + 0.012 * sin(uv.y * 160.0 / (1.0 + d * 8.0) + time * 0.8 + noise(vec2(uv.x * 30.0, uv.y * 90.0)) * 4.0) * (0.3 + d * 3.0);
        float x = uv.x + 0.006 * (noise(vec2(uv.x * 20.0, uv.y * 240.0 + time * 0.3)) - 0.5);
        c = y > ridge(x, horizon) ? land : sky(vec2(x, y));
        c = (c * 0.55 + vec3(0.005, 0.01, 0.015)) * (smoothstep(0.0, 0.01, d) * 0.4 + 0.6);
    }
    colour = vec4(1.0 - exp(-c * 1.5), 1.0);
}
