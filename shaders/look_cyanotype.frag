#version 330 core
// Cyanotype: a long exposure of births, printed in Prussian blue on brushed paper.
#include "lib/look.glsl"
uniform sampler2D births;
uniform sampler2D cells;

void main()
{
    vec2 p = place(), uv = on_screen(), size = board;
    ivec2 at = ivec2(mod(floor(p), size));
    vec4 l = texelFetch(births, at, 0), soft = smooth_at(births, p), cell = texelFetch(cells, at, 0);
    float e = l.x + 0.85 * l.y + 0.7 * l.z + 0.9 * l.w, v = 1.0 - exp(-e * 0.2);
    // Tracks are lace: a hole in the negative for each cell. The living lie on the paper, and leave it white.
    vec2 f = abs(fract(p) - 0.5);
    float pixel = abs(scale.x), square = max(f.x, f.y);
    float lace = clamp((0.10 + 0.30 * v - length(f)) / pixel + 0.5, 0.0, 1.0) * v;
    float alive = smoothstep(0.0, 0.45, cell.w); // its height has no jumps
    float white = alive * clamp((0.47 - square) / pixel + 0.5, 0.0, 1.0);
    float haze = 0.22 * (1.0 - exp(-total(soft) * 0.16)) * (1.0 - 0.8 * alive);
    // The squared paper of a plan, a line each nine cells.
    vec2 line = abs(fract(p / 9.0 + 0.5) - 0.5) * 9.0 / pixel;
    float ruled = clamp(1.3 - min(line.x, line.y), 0.0, 1.0) * (0.15 + 0.22 * clamp(5.0 - line.x - line.y, 0.0, 1.0));
    v = max(max(lace * 0.55, haze + ruled * (1.0 - haze)), white);
    vec2 edge = window * 0.5 - abs((uv - 0.5) * window) - window.y * vec2(0.08, 0.066);
    float unit = window.y / 720.0;
    float brush = min(edge.x + unit * (34.0 * (fbm(vec2(uv.y * 7.0, uv.x * 1.5)) - 0.45) + 10.0 * noise(vec2(uv.y * 60.0, uv.x * 4.0))),
                      edge.y + unit * (22.0 * (fbm(vec2(uv.x * 9.0, 4.0 + uv.y)) - 0.45) + 9.0 * noise(vec2(uv.x * 4.0, uv.y * 70.0))));
    float coat = smoothstep(-4.0 * unit, 8.0 * unit, brush) * (0.86 + 0.22 * fbm(vec2(uv.x * 2.0, uv.y * 14.0)));
    vec3 paper = hue_of(0) * (0.97 + 0.05 * noise(gl_FragCoord.xy * 0.35));
    vec3 blue = mix(hue_of(1), hue_of(2), fbm(uv * 4.0));
    vec3 c = mix(blue, paper * mix(vec3(1.0), vec3(0.96, 0.98, 1.0), v), pow(clamp(v, 0.0, 1.0), 1.15));
    vec4 q = l / (e + 1e-3);
    c = mix(c, c * vec3(1.0, 0.93, 0.8), 0.5 * q.y * v);
    c = mix(c, c * vec3(0.8, 0.93, 1.0), 0.5 * q.z * v);
    colour = vec4(mix(paper, c, clamp(coat, 0.0, 1.0)), 1.0);
}
