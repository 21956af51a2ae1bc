#version 330 core
// Paper cut: sheets of card in a deep frame; species 1 and 3 raise the land, 2 and 4 cut it away.
#include "lib/look.glsl"
#param SHEETS
#param SHADOWS
uniform sampler2D wide;

// The land's height at a place, 0 to 1. The mean and the spread of the board make every sheet about equally large.
float land(vec2 p)
{
    vec4 w = smooth_at(wide, p);
    float camp = (w.x + 0.8 * w.z - 0.8 * w.y - w.w) / (total(w) + 0.06);
    return clamp(0.5 + 0.5 * sin(clamp(camp * 1.15, -1.0, 1.0) * 1.5708), 0.0, 1.0);
}

vec3 ramp(float t)
{
    return t < 0.28 ? mix(hue_of(0), hue_of(1), t / 0.28) : t < 0.5 ? mix(hue_of(1), hue_of(2), (t - 0.28) / 0.22)
         : t < 0.75 ? mix(hue_of(2), hue_of(3), (t - 0.5) / 0.25) : mix(hue_of(3), hue_of(4), (t - 0.75) / 0.25);
}

void main()
{
    vec2 p = place();
    float turn = time * 0.0105 + 0.99; // the lamp goes round in ten minutes
    vec2 lamp = vec2(cos(turn), sin(turn));
    float here = land(p), around[SHADOWS];
    for (int s = 0; s < SHADOWS; ++s)
        around[s] = land(p - lamp * 0.63 * float(s + 1) * 5.0 / float(SHADOWS));
    vec2 g = vec2(dFdx(here), dFdy(here));
    float slope = length(g) + 1e-5; // a pixel
    vec2 down = vec2(g.x, -g.y) / slope;
    vec3 c = ramp(0.0) * 0.8;
    for (int k = 0; k < SHEETS; ++k) {
        float t = float(k + 1) / float(SHEETS + 1), shadow = 0.0;
        for (int s = 0; s < SHADOWS; ++s) {
            float soft = 0.012 * float(s + 1) * 5.0 / float(SHADOWS);
            shadow += smoothstep(-soft, soft, around[s] - t);
        }
        c *= 1.0 - 0.58 * shadow / float(SHADOWS);
        float f = here - t, grain = 0.96 + 0.06 * noise(gl_FragCoord.xy * 0.8 + float(k) * 31.0) + 0.03 * (fbm(p * 0.4 + float(k) * 7.0) - 0.5);
        float lip = smoothstep(3.2 * slope, 0.0, f) * clamp(dot(down, lamp) * 0.5 + 0.5, 0.0, 1.0);
        c = mix(c, ramp(t) * grain + 0.16 * lip, clamp(f / (slope * 1.2) + 0.5, 0.0, 1.0));
    }
    colour = vec4(c, 1.0);
}
