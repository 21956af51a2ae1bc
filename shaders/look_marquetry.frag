#version 330 core
// Marquetry: territories as veneers of wood, each species its own wood and grain, toned in hot sand along its edges,
// in a frame of walnut.
#include "lib/look.glsl"
uniform sampler2D near;

// How strongly nobody (0) and the species hold a place with these shares.
void claims(vec4 d, float nobody, out float v[5])
{
    v[0] = nobody - 0.9 * total(d);
    for (int each = 0; each < 4; ++each)
        v[each + 1] = d[each];
}

// A veneer of wood `k` at a place of its board, with the grain along `q.x`.
vec3 veneer(int k, vec2 q)
{
    // Sawn near the heart it shows arches, and burr shows eyes.
    bool is_burr = k == 3;
    vec2 knots = 4.5 * vec2(noise(q * 0.09 + 4.0), noise(q * 0.09 + 11.0));
    vec2 grain = is_burr ? q * 0.16 + knots : vec2(q.x * 0.012, q.y * 0.085) + float(k) * 13.0;
    float rings = fbm(grain) * (is_burr ? 9.0 : k == 2 ? 17.0 : 10.0);
    float figure = smoothstep(0.0, 1.0, abs(fract(rings) * 2.0 - 1.0));
    float pores = smoothstep(0.62, 0.9, noise(vec2(q.x * 0.6, q.y * 8.0))) * 0.6 + 0.4 * noise(vec2(q.x * 0.22, q.y * 20.0));
    float silk = 0.5 + 0.5 * sin(q.x * 0.5 + 3.0 * noise(q * 0.12) + time * 0.05); // passes over the wood in two minutes
    vec3 wood = hue_of(k), dark = wood * vec3(0.66, 0.58, 0.52);
    float drawn = k == 0 ? 0.35 : k == 2 ? 0.42 : 0.66;
    return mix(wood, dark, drawn * figure + 0.18 * pores) * (0.94 + 0.14 * silk);
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
    // Around the picture: a frame with mitred corners, a string of dark and pale squares, and two pale strings.
    float unit = max(window.y / 720.0, 0.8), of_frame = min(window.x, window.y) / 720.0;
    vec2 pixel = gl_FragCoord.xy - 0.5 * window, off = (0.5 * window - abs(pixel) + frame_out()) / of_frame;
    float inside = min(off.x, off.y) - 44.0;
    bool is_upright = off.x < off.y, is_frame = inside < 0.0;
    // Each veneer is laid with its own direction.
    float angle = float(k) * 1.13 + 0.25;
    vec2 q = mat2(cos(angle), -sin(angle), sin(angle), cos(angle)) * p;
    if (is_frame)
        q = (is_upright ? pixel.yx : pixel) / of_frame * 0.15 + 90.0 * sign(is_upright ? pixel.x : pixel.y);
    vec3 c = veneer(is_frame ? 4 : k, q);
    // Hot sand shades each piece on its lower side, and a string of pale wood lies between two pieces.
    float edge = is_frame ? 0.0 : 1.0 - smoothstep(0.0, 0.20, lead), side = dot(slope / (length(slope) + 1e-6), vec2(0.45, 0.9));
    c *= 1.0 - edge * edge * (0.36 - 0.26 * side);
    float away = lead / (length(slope) + 1e-5);
    vec3 pale = hue_of(5) * (0.92 + 0.12 * noise(p * 7.0));
    c = mix(pale, c, is_frame ? 1.0 : smoothstep(0.2 * unit, 2.0 * unit, away));
    float along = (is_upright ? pixel.y : pixel.x) / of_frame, soft = 0.6 / of_frame;
    if (is_frame) {
        c *= 0.80 + 0.10 * smoothstep(-44.0, -36.0, inside) - 0.10 * smoothstep(1.2, 0.4, abs(off.x - off.y));
        float check = smoothstep(-soft, soft, (abs(fract(along / 14.0) - 0.5) - 0.25) * 14.0);
        c = mix(c, mix(hue_of(0), pale * 0.95, check), smoothstep(soft, -soft, abs(inside + 9.0) - 3.0));
        c = mix(c, pale, smoothstep(soft, -soft, min(abs(inside + 14.0), abs(inside + 4.0)) - 0.9));
        c = mix(c, hue_of(0), smoothstep(soft, -soft, abs(inside + 1.0) - 1.2));
    } else
        c *= 1.0 - 0.35 * exp(-inside * 0.35);
    vec2 lamp = uv - vec2(0.3, 0.2);
    c = c * (1.12 - 0.35 * dot(lamp, lamp)) + 0.05 * exp(-5.0 * dot(lamp, lamp)) * vec3(1.0, 0.95, 0.85);
    colour = vec4(pow(c, vec3(0.92)), 1.0);
}
