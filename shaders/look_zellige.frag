#version 330 core
// Zellige: a glazed tile for each cell, laid by hand.
#include "lib/look.glsl"
uniform sampler2D cells;

void main()
{
    vec2 p = place(), uv = on_screen(), at = floor(p), f = fract(p) - 0.5;
    vec4 cell = texelFetch(cells, ivec2(mod(at, board)), 0);
    vec2 h = vec2(hash(at), hash(at + 17.7)), h2 = vec2(hash(at + 91.0), hash(at + 108.7));
    float angle = (h.x - 0.5) * 0.07;
    f = mat2(cos(angle), -sin(angle), sin(angle), cos(angle)) * f + (h2 - 0.5) * 0.04;
    vec2 rough = 0.01 * vec2(noise(p * 9.0), noise(p * 9.0 + 5.0));
    float d = max(abs(f.x) + rough.x, abs(f.y) + rough.y), r = 0.452 - 0.02 * h.y;
    int species = int(cell.x + 0.5), last = int(cell.z + 0.5);
    // Tiles turn from the ground to gilt and then to their glaze as they rise, and back as they sink: nothing jumps.
    float tile = smoothstep(0.0, 0.4, cell.w);
    vec3 bare = hue_of(0) * (0.80 + 0.18 * h.x), gilt = vec3(0.93, 0.74, 0.34) * (0.8 + 0.3 * h.y);
    float newborn = smoothstep(0.04, 0.2, cell.w) * (1.0 - smoothstep(0.4, 0.9, cell.w));
    newborn *= species > 0 ? 1.0 - exp(-6.0 * cell.y) : 0.6 * exp(-4.0 * cell.y);
    vec3 fired = last > 0 ? hue_of(last) * (0.68 + 0.55 * h.x) : bare;
    fired = mix(fired, fired * fired * 1.1, 0.5 * smoothstep(1.0, 4.0, cell.w));
    vec3 glaze = mix(bare, mix(fired, gilt, newborn), tile);
    vec2 bevel = smoothstep(r - 0.1, r, abs(f)) * sign(f) * 0.9;
    vec2 ripple = 0.1 * (vec2(noise(p * 5.0 + h * 9.0), noise(p * 5.0 + 3.0 + h * 7.0)) - 0.5);
    vec3 n = normalize(vec3((h2 - 0.5) * 0.22 + bevel + ripple, 1.0));
    vec2 lamp = vec2(0.30 + 0.10 * sin(time * 0.02), 0.12);
    vec3 light = normalize(vec3((lamp - uv) * vec2(1.9, 1.1), 0.62)), half_way = normalize(light + vec3(0, 0, 1));
    float shine = pow(max(dot(n, half_way), 0.0), 120.0) * 0.55 + pow(max(dot(n, half_way), 0.0), 12.0) * 0.05;
    glaze *= 0.9 + 0.18 * fbm(p * 4.0 + h * 20.0);
    glaze = mix(glaze, glaze * 0.55, smoothstep(r - 0.07, r, d) * 0.6);
    vec3 c = glaze * (vec3(0.47, 0.45, 0.42) + vec3(0.62, 0.60, 0.55) * max(dot(n, light), 0.0)) + shine * vec3(1.0, 0.96, 0.88);
    vec3 grout = vec3(0.60, 0.56, 0.49) * (0.75 + 0.3 * noise(p * 22.0)) * 0.75;
    colour = vec4(mix(grout, c, 1.0 - smoothstep(r - 0.012, r + 0.012, d)), 1.0);
}
