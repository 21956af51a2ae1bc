#version 330 core
// Marquetry: territories as veneers of wood, each species its own wood and grain, toned in hot sand along its edges.
#include "lib/look.glsl"
uniform sampler2D near;

// How strongly nobody (0) and the species hold a place with these shares.
void claims(vec4 d, float nobody, out float v[5])
{
    v[0] = nobody - 0.9 * total(d);
    for (int each = 0; each < 4; ++each)
        v[each + 1] = d[each];
}

void main()
{
    vec2 p = place(), uv = on_screen();
    vec4 d = smooth_at(near, p);
    float v[5], across[5], down[5];
    claims(d, 0.504, v);
    claims(dFdx(d), 0.0, across);
    claims(dFdy(d), 0.0, down);
    v[0] = max(v[0], 0.0);
    int k = 0, second = 1;
    for (int each = 1; each < 5; ++each)
        if (v[each] > v[k]) {
            second = k;
            k = each;
        } else if (v[each] > v[second] || second == k)
            second = each;
    float lead = v[k] - v[second];
    vec2 slope = vec2(across[k] - across[second], down[second] - down[k]);
    // A veneer is laid with its own direction; sawn near the heart it shows arches, and burr shows eyes.
    float angle = float(k) * 1.13 + 0.25;
    vec2 q = mat2(cos(angle), -sin(angle), sin(angle), cos(angle)) * p;
    bool is_burr = k == 3;
    float rings = is_burr ? fbm(q * 0.16 + 4.5 * vec2(fbm(q * 0.05 + 4.0), fbm(q * 0.05 + 11.0))) * 9.0
                          : fbm(vec2(q.x * 0.012, q.y * 0.085) + float(k) * 13.0) * (k == 2 ? 17.0 : 10.0);
    float figure = smoothstep(0.0, 1.0, abs(fract(rings) * 2.0 - 1.0));
    float pores = smoothstep(0.62, 0.9, noise(vec2(q.x * 0.6, q.y * 8.0))) * 0.6 + 0.4 * noise(vec2(q.x * 0.22, q.y * 20.0));
    float silk = 0.5 + 0.5 * sin(q.x * 0.5 + 3.0 * fbm(q * 0.09) + time * 0.05); // passes over the wood in two minutes
    vec3 wood = hue_of(k), dark = wood * vec3(0.66, 0.58, 0.52);
    float drawn = k == 0 ? 0.35 : k == 2 ? 0.42 : 0.66;
    vec3 c = mix(wood, dark, drawn * figure + 0.18 * pores) * (0.94 + 0.14 * silk);
    // Hot sand shades each piece on its lower side, and a string of pale wood lies between two pieces.
    float edge = 1.0 - smoothstep(0.0, 0.20, lead), side = dot(slope / (length(slope) + 1e-6), vec2(0.45, 0.9));
    c *= 1.0 - edge * edge * (0.36 - 0.26 * side);
    float away = lead / (length(slope) + 1e-5), unit = max(window.y / 720.0, 0.8);
    c = mix(hue_of(5) * (0.92 + 0.12 * noise(p * 7.0)), c, smoothstep(0.2 * unit, 2.0 * unit, away));
    vec2 lamp = uv - vec2(0.3, 0.2);
    c = c * (1.12 - 0.35 * dot(lamp, lamp)) + 0.05 * exp(-5.0 * dot(lamp, lamp)) * vec3(1.0, 0.95, 0.85);
    colour = vec4(pow(c, vec3(0.92)), 1.0);
}
