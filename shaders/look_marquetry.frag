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

// The eyes of a burr: dark buds, each with rings around it, 0 to 1.
float eyes(vec2 q)
{
    vec2 at = floor(q - 0.5), from = q - at; // no eye reaches further than half a cell beyond its own
    float most = 0.0;
    for (int down = 0; down <= 1; ++down)
        for (int across = 0; across <= 1; ++across) {
            vec2 cell = at + vec2(across, down), off = vec2(across, down) + 0.15 + 0.7 * vec2(hash(cell), hash(cell + 9.0)) - from;
            float size = 0.10 + 0.22 * hash(cell + 5.0), r = length(off) / size;
            most = max(most, exp(-3.0 * r * r) + 0.45 * exp(-6.0 * (r - 0.9) * (r - 0.9)));
        }
    return min(most, 1.0);
}

// A veneer of wood `k` at a place of its board, with the grain along `q.x`.
vec3 veneer(int k, vec2 q)
{
    bool is_burr = k == 3;
    float flow = noise(q * vec2(0.05, 0.11) + 31.0);
    vec2 grain = is_burr ? q * 0.30 + 2.2 * vec2(flow, noise(q * 0.10 + 11.0)) : vec2(q.x * 0.010, q.y * 0.085 + 0.5 * flow) + float(k) * 13.0;
    // Sawn near the heart, wood shows arches: late wood is a sharp line on one side and fades on the other.
    float rings = fract(fbm(grain) * (k == 2 ? 15.0 : 9.0));
    float figure = pow(rings, 2.2) * smoothstep(1.0, 0.90, rings);
    if (is_burr)
        figure = 0.75 * fbm(grain * 1.7 + 5.0) + 0.85 * eyes(grain * 0.9 + 2.0) * noise(grain * 0.35 + 3.0);
    float pores = smoothstep(0.58, 0.85, noise(vec2(q.x * 0.7, q.y * 9.0))) * 0.6 + 0.4 * noise(vec2(q.x * 0.25, q.y * 22.0));
    float silk = 0.5 + 0.5 * sin(q.x * 0.5 + 3.0 * noise(q * 0.12) + time * 0.05); // passes over the wood in two minutes
    vec3 wood = hue_of(k), dark = wood * vec3(0.62, 0.53, 0.46);
    float drawn = k == 0 ? 0.6 : k == 2 ? 0.55 : 0.95;
    return mix(wood, dark, clamp(drawn * figure + 0.24 * pores, 0.0, 1.0)) * (0.94 + 0.14 * silk);
}

// How far outside the medallion a place lies, in 1/720 of the window's height: each size of board has its own shape.
float outside(vec2 s)
{
    float lot = hash(board);
    if (lot < 0.33)
        return length(s) - 262.0;
    vec2 radii = vec2(470.0, 252.0);
    if (lot < 0.66) { // an oval
        float k = length(s / radii);
        return k * (k - 1.0) / (length(s / (radii * radii)) + 1e-6);
    }
    vec2 a = abs(s) / vec2(500.0, 268.0); // a lozenge with hollow sides
    return (pow(a.x, 0.78) + pow(a.y, 0.78) - 1.0) * 268.0;
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
    float unit = max(window.y / 720.0, 0.35), of_frame = min(window.x, window.y) / 720.0;
    vec2 pixel = gl_FragCoord.xy - 0.5 * window, off = (0.5 * window - abs(pixel) + frame_out()) / of_frame;
    float inside = min(off.x, off.y) - 44.0;
    bool is_upright = off.x < off.y, is_frame = inside < 0.0;
    // In the medallion veneers are laid as a sunburst, and beyond it each in a direction of its own, fumed dark.
    vec2 s = pixel / of_frame;
    float beyond = outside(s), rays = 16.0, ray = floor(atan(s.y, s.x) / 6.2831853 * rays);
    bool is_near = zoomed_in() > 0.5, is_medal = beyond < 0.0 && !is_near; // people who zoom in see bare veneers
    float angle = is_medal ? (ray + 0.5) * 6.2831853 / rays : float(k) * 1.13 + 0.25;
    vec2 q = mat2(cos(angle), -sin(angle), sin(angle), cos(angle)) * p;
    if (is_medal)
        q = mat2(cos(angle), -sin(angle), sin(angle), cos(angle)) * s * 0.12 + vec2(0.0, 57.0 * ray);
    if (is_frame)
        q = (is_upright ? pixel.yx : pixel) / of_frame * 0.15 + 90.0 * sign(is_upright ? pixel.x : pixel.y);
    vec3 c = veneer(is_frame ? 4 : k, q);
    if (is_medal) // wedges of the sunburst catch the light in turn, and meet in a fine joint
        c *= (mod(ray, 2.0) < 0.5 ? 1.03 : 0.93) * (1.0 - 0.3 * smoothstep(1.4, 0.2, abs(fract(atan(s.y, s.x) / 6.2831853 * rays + 0.5) - 0.5) * length(s) * 6.2831853 / rays));
    else if (!is_frame && !is_near)
        c = c * mix(0.62, 0.44, smoothstep(0.0, 90.0, beyond)) * vec3(1.0, 0.93, 0.86);
    // Hot sand shades each piece on its lower side, and a string of pale wood lies between two pieces.
    float edge = is_frame ? 0.0 : 1.0 - smoothstep(0.0, 0.20, lead), side = dot(slope / (length(slope) + 1e-6), vec2(0.45, 0.9));
    c *= 1.0 - edge * edge * (0.36 - 0.26 * side);
    float away = lead / (length(slope) + 1e-5);
    vec3 pale = hue_of(5) * (0.92 + 0.12 * noise(p * 7.0));
    c = mix(is_medal || is_near ? pale : pale * vec3(0.62, 0.54, 0.44), c, is_frame ? 1.0 : smoothstep(0.2 * unit, 2.0 * unit, away));
    float along = (is_upright ? pixel.y : pixel.x) / of_frame, soft = 0.6 / of_frame;
    if (is_frame) {
        c *= 0.80 + 0.10 * smoothstep(-44.0, -36.0, inside) - 0.10 * smoothstep(1.2, 0.4, abs(off.x - off.y));
        float check = smoothstep(-soft, soft, (abs(fract(along / 14.0) - 0.5) - 0.25) * 14.0);
        c = mix(c, mix(hue_of(0), pale * 0.95, check), smoothstep(soft, -soft, abs(inside + 9.0) - 3.0));
        c = mix(c, pale, smoothstep(soft, -soft, min(abs(inside + 14.0), abs(inside + 4.0)) - 0.9));
        c = mix(c, hue_of(0), smoothstep(soft, -soft, abs(inside + 1.0) - 1.2));
    } else {
        c *= 1.0 - 0.35 * exp(-inside * 0.35);
        // The medallion's own band: ebony between two pale strings.
        beyond += is_near ? 1e4 : 0.0;
        c = mix(c, hue_of(0), smoothstep(soft, -soft, abs(beyond - 6.0) - 6.0));
        c = mix(c, pale, smoothstep(soft, -soft, min(abs(beyond), abs(beyond - 12.0)) - 1.3));
    }
    vec2 lamp = uv - vec2(0.3, 0.2);
    c = c * (1.12 - 0.35 * dot(lamp, lamp)) + 0.05 * exp(-5.0 * dot(lamp, lamp)) * vec3(1.0, 0.95, 0.85);
    colour = vec4(pow(c, vec3(0.92)), 1.0);
}
