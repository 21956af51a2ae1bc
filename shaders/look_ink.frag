#version 330 core
// Ink wash: four species as soot, thin soot, vermilion and blue-black ink on rice paper.
#include "lib/look.glsl"
uniform sampler2D near;   // wet strokes
uniform sampler2D wide;   // where they bleed to
uniform sampler2D births; // dry stains of the past
const vec3 absorbed[4] = vec3[4](vec3(2.5, 2.4, 2.2), vec3(1.55, 1.35, 1.05), vec3(0.3, 2.1, 2.5), vec3(2.3, 1.75, 1.1));

void main()
{
    vec2 p = place();
    float grain = fbm(p * vec2(1.3, 1.6));
    float fibre = noise(p * vec2(9.0, 1.2) + 40.0 * noise(p * 0.2)) * 0.5 + noise(p * 14.0) * 0.5;
    vec2 bled = p + 2.6 * (vec2(fbm(p * 0.22), fbm(p * 0.22 + 9.0)) - 0.5) + 0.5 * (vec2(fbm(p * 0.9 + 3.0), fbm(p * 0.9 + 5.0)) - 0.5);
    // The picture leaves a part of its paper blank: paint gathers along a sweep across the sheet, as a hand would lay it.
    float lot = hash(board), turn = 6.2831853 * lot;
    vec2 s = (on_screen() - 0.5) * vec2(window.x / window.y, 1.0);
    s = mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * s;
    float sweep = s.y - 0.12 + 0.35 * (s.x + 0.1) * (s.x + 0.1) + 0.12 * (noise(s * 2.3 + 7.0) - 0.5);
    float kept = 1.0 - smoothstep(0.16, 0.42, abs(sweep));
    vec4 d = kept * smooth_at(near, bled), w = kept * smooth_at(wide, bled), l = kept * smooth_at(births, bled);
    vec3 taken = vec3(0.0);
    for (int k = 0; k < 4; ++k) {
        float from = 0.10 + 0.025 * (grain - 0.5);
        float rim = exp(-max(d[k] - from, 0.0) / 0.03); // pigment gathers at the edge of a drying wash
        float stroke = smoothstep(from, from + 0.015, d[k]) * (0.35 + 0.7 * rim + 1.0 * smoothstep(0.2, 0.5, d[k])) * (0.7 + 0.6 * fibre);
        float wash = 0.40 * smoothstep(0.01, 0.16, w[k]) * (0.7 + 0.6 * grain);
        float dry = 0.085 * sqrt(clamp(l[k], 0.0, 1.2)) * smoothstep(0.25, 0.75, fibre);
        taken += absorbed[k] * (stroke * 0.62 + wash * 0.30 + dry);
    }
    vec3 paper = hue_of(0) * (0.965 + 0.05 * fibre) * (1.0 - 0.05 * length(on_screen() - 0.5));
    colour = vec4(paper * exp(-taken), 1.0);
}
