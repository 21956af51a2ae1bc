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
    vec2 bled = p + 2.6 * (vec2(fbm(p * 0.22), fbm(p * 0.22 + 9.0)) - 0.5) + 1.1 * (vec2(fbm(p * 0.9 + 3.0), fbm(p * 0.9 + 5.0)) - 0.5);
    vec4 d = smooth_at(near, bled), w = smooth_at(wide, bled), l = smooth_at(births, bled);
    vec3 taken = vec3(0.0);
    for (int k = 0; k < 4; ++k) {
        float from = 0.11 + 0.05 * (grain - 0.5);
        float rim = exp(-max(d[k] - from, 0.0) / 0.03); // pigment gathers at the edge of a drying wash
        float stroke = smoothstep(from, from + 0.015, d[k]) * (0.35 + 0.8 * rim + 1.6 * smoothstep(0.2, 0.45, d[k])) * (0.7 + 0.6 * fibre);
        float wash = 0.55 * smoothstep(0.03, 0.12, w[k]) * (0.5 + grain);
        float dry = 0.10 * sqrt(max(l[k], 0.0)) * smoothstep(0.35, 0.65, fibre);
        taken += absorbed[k] * (stroke * 0.62 + wash * 0.30 + dry);
    }
    vec3 paper = hue_of(0) * (0.965 + 0.05 * fibre) * (1.0 - 0.05 * length(on_screen() - 0.5));
    colour = vec4(paper * exp(-taken), 1.0);
}
