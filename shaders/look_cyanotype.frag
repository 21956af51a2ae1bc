#version 330 core
// Cyanotype: a long exposure of births as a blueprint, in Prussian blue brushed on paper by hand.
#include "lib/look.glsl"
uniform sampler2D births;
uniform sampler2D cells;

float line(float away, float width) { return clamp(width * 0.5 + 0.5 - abs(away), 0.0, 1.0); }

void main()
{
    vec2 p = place(), uv = on_screen(), size = board;
    ivec2 at = ivec2(mod(floor(p), size));
    vec4 l = texelFetch(births, at, 0), soft = smooth_at(births, p), cell = texelFetch(cells, at, 0);
    float e = l.x + 0.85 * l.y + 0.7 * l.z + 0.9 * l.w, v = 1.0 - exp(-e * 0.24);
    // Tracks are lace: a hole in the negative for each cell. The living lie on the paper, and leave it white.
    vec2 f = abs(fract(p) - 0.5);
    float pixel = abs(scale.x), square = max(f.x, f.y);
    float lace = clamp((0.08 + 0.32 * v - length(f)) / pixel + 0.5, 0.0, 1.0) * v;
    float alive = smoothstep(0.0, 0.45, cell.w); // its height has no jumps
    float white = alive * clamp((0.46 - square) / pixel + 0.5, 0.0, 1.0);
    float haze = 0.30 * (1.0 - exp(-total(soft) * 0.16)) * (1.0 - 0.8 * alive);

    // The plan's squares, a line each nine cells.
    vec2 ruler = abs(fract(p / 9.0 + 0.5) - 0.5) * 9.0 / pixel;
    float ruled = clamp(1.3 - min(ruler.x, ruler.y), 0.0, 1.0) * (0.12 + 0.25 * clamp(5.0 - ruler.x - ruler.y, 0.0, 1.0));
    // The draughtsman's lines: a frame with ticks, the circles and axes of the construction, and the way of gliders.
    float unit = min(window.x, window.y) / 720.0, thin = max(unit, 1.0);
    vec2 s = (uv - 0.5) * window / unit, from_rim = (0.5 * window + frame_out()) / unit - abs(s), off = from_rim - 86.0;
    float inside = min(off.x, off.y), r = length(s);
    float tick = abs(fract((off.x < off.y ? s.y : s.x) / 24.0 + 0.5) - 0.5) * 24.0;
    float drawn = 0.75 * max(line(inside * unit, 1.5 * thin), line((inside - 9.0) * unit, thin));
    drawn = max(drawn, 0.6 * line(tick * unit, thin) * step(0.0, inside) * step(inside, 9.0));
    float dash = smoothstep(0.30, 0.34, abs(fract((abs(s.x) + abs(s.y)) / 26.0) - 0.5)); // of lines that are not edges
    float way = min(abs(s.x - s.y), abs(s.x + s.y)) * 0.7071, axis = min(abs(s.x), abs(s.y));
    float guide = max(line((r - 226.0) * unit, thin), 0.7 * line((r - 140.0) * unit, thin));
    guide = max(guide, (1.0 - dash) * max(line(way * unit, thin) * 0.7, line(axis * unit, thin)));
    drawn = max(drawn, 0.30 * guide * step(9.0, inside));
    haze = max(haze, max(ruled, drawn) * (1.0 - haze) * (1.0 - alive));
    v = max(max(lace * 0.66, haze), white);

    // The coat: broad strokes of a brush, whose bristles leave streaks where a stroke begins and ends.
    vec2 edge = from_rim - 50.0;
    float stroke = floor((s.y + 400.0) / 58.0), bristle = noise(vec2(s.y * 0.55, sign(s.x) * 7.0));
    bristle = bristle * bristle * 15.0 + 9.0 * noise(vec2(s.y * 0.12, sign(s.x) * 3.0)) + 15.0 * hash(vec2(stroke, sign(s.x)));
    float ends = smoothstep(-12.0, 9.0, edge.x + 20.0 - bristle);
    float sides = smoothstep(-2.0, 3.0, edge.y + 9.0 * (noise(vec2(s.x * 0.012, sign(s.y))) - 0.5) + 4.0 * (noise(vec2(s.x * 0.06, s.y * 0.5)) - 0.5));
    float pooled = 0.88 + 0.13 * noise(vec2(uv.x * 2.0, uv.y * 14.0)) + 0.05 * noise(vec2(s.x * 0.006, s.y * 0.7));
    float coat = clamp(ends * sides * pooled, 0.0, 1.0);

    vec3 paper = hue_of(0) * (0.97 + 0.05 * noise(gl_FragCoord.xy * 0.35));
    vec3 blue = mix(hue_of(1), hue_of(2), 0.2 + 0.6 * noise(uv * 5.0));
    // Each species tones its part of the print a little.
    vec4 q = (l + 1e-4) / (total(l) + 4e-4);
    vec3 tone = hue_of(3) * q.x + hue_of(4) * q.y + hue_of(5) * q.z + hue_of(6) * q.w;
    vec3 c = mix(blue, paper * mix(vec3(1.0), tone, max(lace, white)), pow(clamp(v, 0.0, 1.0), 1.1));
    colour = vec4(mix(paper, c, coat), 1.0);
}
