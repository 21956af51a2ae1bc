#version 330 core
// Cyanotype: a long exposure of births as a blueprint, in Prussian blue brushed on paper by hand. What lives is outlined with a
// pen, and glides, since the outline goes round the average of the last moments. Tracks become a drawing of contour lines.
#include "lib/look.glsl"
uniform sampler2D births;
uniform sampler2D near;
uniform sampler2D cells;
uniform sampler2D plan; // red: lines and letters, green: the backdrop behind them

const float BODY = 0.16;  // of "near", at the outline of what lives
const float FRAME = 44.0; // units from the window's edge to the double frame, as in view/plan.py

float line(float away, float width) { return clamp(width * 0.5 + 0.5 - abs(away), 0.0, 1.0); }

// How much is born near a place: 1 where a machine works all the time, near 0 where something has only passed.
float heat(vec2 p) { return smoothstep(10.0, 34.0, total(texture(births, p / board))); }

void main()
{
    vec2 p = place(), uv = on_screen(), size = board;
    ivec2 at = ivec2(mod(floor(p), size));
    float is_board = repeats == 1 || (p == clamp(p, vec2(0.0), size)) ? 1.0 : 0.0; // elsewhere the sheet is empty
    vec4 l = texelFetch(births, at, 0) * is_board, soft = smooth_at(births, p) * is_board;
    vec4 cell = texelFetch(cells, at, 0) * is_board;
    float unit = min(window.x, window.y) / 720.0, thin = max(unit, 1.0), pixel = abs(scale.x);
    float e = total(l), v = 1.0 - exp(-e * 0.12), builds = total(soft);
    // Tracks are lace, a hole in the negative for each cell, between lines that join places of equally many births.
    vec2 f = abs(fract(p) - 0.5);
    float square = length(max(f - 0.14, 0.0)) + 0.14; // with round corners, as drawn with a pen
    float lace = 0.8 * clamp((0.05 + 0.17 * v - length(f)) / pixel + 0.5, 0.0, 1.0) * v;
    float contour = 1.5 * log2(1.0 + builds), steep = max(fwidth(contour), 1e-4);
    float drawn_track = line(abs(fract(contour) - 0.5) / steep, thin) * smoothstep(0.25, 1.2, builds) * smoothstep(0.9, 0.3, steep);
    // The living: a pen's line around them, and in it a small square for each cell.
    float body = total(smooth_at(near, p)) * is_board, slope = max(fwidth(body), 1e-4), rim = (body - BODY) / slope;
    // On a gentle slope the line rushes, and so it is faint there.
    float inked = line(rim, 1.5 * thin) * mix(0.12, 1.0, smoothstep(0.03, 0.12, slope / pixel)), within_body = smoothstep(-0.5, 0.5, rim);
    float alive = max(within_body, inked);
    float dot_ = smoothstep(0.1, 0.9, cell.w) * within_body * clamp((0.33 - square) / pixel + 0.5, 0.0, 1.0);
    float white = max(inked, 0.7 * dot_);
    float haze = 0.16 * (1.0 - exp(-builds * 0.10)) * (1.0 - 0.8 * alive) + 0.13 * within_body;
    haze = max(haze, 0.50 * drawn_track * (1.0 - within_body));

    // The plan's squares, a line each nine cells.
    vec2 ruler = abs(fract(p / 9.0 + 0.5) - 0.5) * 9.0 / pixel;
    float ruled = clamp(1.3 - min(ruler.x, ruler.y), 0.0, 1.0) * (0.12 + 0.25 * clamp(5.0 - ruler.x - ruler.y, 0.0, 1.0));
    // The draughtsman's lines: a frame with ticks, and what the plan says. The backdrop keeps letters free of what is below.
    vec2 s = (uv - 0.5) * window / unit, from_rim = (0.5 * window + frame_out()) / unit - abs(s), off = from_rim - FRAME;
    float inside = min(off.x, off.y);
    float tick = abs(fract((off.x < off.y ? s.y : s.x) / 24.0 + 0.5) - 0.5) * 24.0;
    float drawn = 0.75 * max(line(inside * unit, 1.5 * thin), line((inside - 9.0) * unit, thin));
    drawn = max(drawn, 0.6 * line(tick * unit, thin) * step(0.0, inside) * step(inside, 9.0));
    // A hand draws no line quite straight, and a pen gives ink unevenly.
    vec2 sway = vec2(noise(s * 0.021 + 5.0), noise(s * 0.021 + 57.0)) + 0.35 * vec2(noise(s * 0.11), noise(s * 0.11 + 33.0)) - 0.675;
    vec2 written = texture(plan, (vec2(gl_FragCoord.x, window.y - gl_FragCoord.y) + 1.3 * unit * sway) / window).rg;
    drawn = max(drawn, (0.80 + 0.20 * noise(s * 0.35)) * written.r);
    // Where much is born, the part is hot, and the plan hatches it.
    float hot = heat(p + vec2(2.5, 0.0)) + heat(p - vec2(2.5, 0.0)) + heat(p + vec2(0.0, 2.5)) + heat(p - vec2(0.0, 2.5));
    float slant = (gl_FragCoord.x + gl_FragCoord.y) / unit;
    float hatch = 0.22 * smoothstep(0.4, 1.2, hot) * line((abs(fract(slant / 8.0) - 0.5) - 0.25) * 8.0 * unit * 0.7071, thin);
    hatch *= (1.0 - lace) * step(9.0, inside) * is_board;
    hatch *= 1.0 - written.g;
    ruled = max(ruled * (1.0 - written.g), hatch);
    lace *= 1.0 - 0.9 * written.g;
    haze *= 1.0 - written.g;
    white *= 1.0 - written.g;
    float within = smoothstep(8.0, 10.0, inside); // only the plan itself was exposed
    lace *= within;
    white *= within;
    alive *= within * (1.0 - written.g);
    haze *= within;
    haze = max(haze, max(ruled, drawn) * (1.0 - haze) * (1.0 - alive));
    v = max(max(lace * 0.56, haze), white);

    // The coat: broad strokes of a brush, whose bristles leave streaks where a stroke begins and ends.
    vec2 edge = from_rim - 22.0;
    float stroke = floor((s.y + 400.0) / 58.0), bristle = noise(vec2(s.y * 0.55, sign(s.x) * 7.0));
    // Neighbouring strokes end at different places, in a slant; only few bristles reach further than the others.
    bristle = 3.5 * bristle + 9.0 * noise(vec2(s.y * 0.035, sign(s.x) * 3.0)) + 7.0 * noise(vec2((s.y + 400.0) / 58.0, sign(s.x) * 5.0)) + 3.0 * hash(vec2(stroke, sign(s.x)));
    float ends = smoothstep(-2.0, 3.0, edge.x + 8.0 - bristle);
    float sides = smoothstep(-2.0, 3.0, edge.y + 9.0 * (noise(vec2(s.x * 0.012, sign(s.y))) - 0.5) + 4.0 * (noise(vec2(s.x * 0.06, s.y * 0.5)) - 0.5));
    float pooled = 0.88 + 0.13 * noise(vec2(uv.x * 2.0, uv.y * 14.0)) + 0.05 * noise(vec2(s.x * 0.006, s.y * 0.7));
    float coat = clamp(ends * sides * pooled, 0.0, 1.0);

    vec3 paper = hue_of(0) * (0.97 + 0.05 * noise(gl_FragCoord.xy * 0.35));
    vec3 blue = mix(hue_of(1), hue_of(2), 0.2 + 0.6 * noise(uv * 5.0));
    // Each species tones its part of the print a little.
    vec4 q = (l + 1e-4) / (total(l) + 4e-4);
    vec3 tone = hue_of(3) * q.x + hue_of(4) * q.y + hue_of(5) * q.z + hue_of(6) * q.w;
    int own = int((cell.x > 0.0 ? cell.x : cell.z) + 0.5);
    tone = mix(tone, hue_of(2 + max(own, 1)), white);
    vec3 c = mix(blue, paper * mix(vec3(1.0), tone, max(lace, white)), pow(clamp(v, 0.0, 1.0), 1.1));
    colour = vec4(mix(paper, c, coat), 1.0);
}
