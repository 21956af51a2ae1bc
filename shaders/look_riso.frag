#version 330 core
// Riso print: pink and teal plates a little out of register, and a yellow one; overprints make species 3 and 4. The
// yellow plate also prints a sun, a ring or a crescent, which passes over the sheet in a quarter of an hour.
#include "lib/look.glsl"
#param SMOOTH
uniform sampler2D near;
uniform sampler2D cells;

vec2 on_board(vec2 pixel) { return origin + vec2(pixel.x, window.y - pixel.y) * scale; }

vec4 crowd(vec2 pixel)
{
#if SMOOTH
    return smooth_at(near, on_board(pixel));
#else
    return texture(near, on_board(pixel) / board);
#endif
}

// A screen of dots that cover this share of the paper.
float screen(vec2 pixel, float angle, float size, float share)
{
    mat2 turned = mat2(cos(angle), -sin(angle), sin(angle), cos(angle));
    vec2 q = turned * pixel / size;
    return smoothstep(-0.1, 0.1, sqrt(clamp(share, 0.0, 1.0)) * 0.78 - length(fract(q) - 0.5));
}

// The print of a plate: cut out with a sharp edge, full ink in the middle, and a screen towards the edge.
float print(vec2 pixel, float angle, float size, vec4 inks)
{
    float v = dot(crowd(pixel), inks) - 0.055, edge = fwidth(v) + 1e-5;
    return clamp(v / edge + 0.5, 0.0, 1.0) * screen(pixel, angle, size, 0.12 + 5.2 * v);
}

float solid(vec2 pixel, float a, float b)
{
    vec2 p = on_board(pixel);
    vec4 cell = texelFetch(cells, ivec2(mod(floor(p), board)), 0);
    float kind = cell.x > 0.0 ? cell.x : cell.z, d = length(max(abs(fract(p) - 0.5) - 0.25, 0.0)) - 0.21;
    float shown = smoothstep(0.0, 0.45, cell.w); // of its height, which has no jumps
    return kind == a || kind == b ? (1.0 - smoothstep(-0.05, 0.05, d)) * shown : 0.0;
}

// How much of the paper the sun covers, 0 to 1, before the screen. Each size of board has a sun of its own.
float sun(vec2 pixel)
{
    float lot = hash(board), turn = 0.007 * time + 20.0 * lot, unit = min(window.x, window.y);
    vec2 s = (pixel - window * (vec2(0.5, 0.47) + vec2(0.20, 0.07) * vec2(cos(turn), sin(turn)))) / unit;
    float r = length(s);
    if (lot < 0.33) // a ring
        return clamp((0.075 - abs(r - 0.30)) * unit + 0.5, 0.0, 1.0) * (1.0 - 0.75 * smoothstep(-0.1, 0.38, s.y));
    if (lot < 0.66) { // a crescent
        float bite = length(s - vec2(0.14, -0.09)) - 0.31;
        return clamp(min(0.38 - r, bite) * unit + 0.5, 0.0, 1.0) * (1.1 - 0.8 * smoothstep(-0.2, 0.38, s.y));
    }
    return clamp((0.33 - r) * unit + 0.5, 0.0, 1.0) * (1.12 - 1.15 * smoothstep(-0.22, 0.33, s.y));
}

float patch_(vec2 at, float size) { return clamp(size - length(at) + 0.5, 0.0, 1.0); }

void main()
{
    vec2 pixel = vec2(gl_FragCoord.x, window.y - gl_FragCoord.y), a = pixel + vec2(4.5, -2.0), b = pixel + vec2(-3.0, 3.5);
    float unit = min(window.x, window.y), size = max(5.0, unit / 130.0);
    float pink = max(print(a, 0.26, size, vec4(1, 0, 1, 0)), solid(a, 1.0, 3.0));
    float blue = max(print(b, 1.31, size, vec4(0, 1, 0, 1)), solid(b, 2.0, 4.0));
    vec4 w = crowd(pixel);
    float yellow = smoothstep(-0.004, 0.004, w.z + w.w - 0.055);
    yellow = max(yellow, screen(pixel, 0.78, size, sun(pixel)));
    // The press does not print to the edge of the sheet. In the margin: a patch of each ink, and marks of the register.
    float margin = 0.058 * unit - frame_out(), rough = 1.5 * noise(pixel * 0.13);
    vec3 inside; // of the three plates
    inside.x = min(min(pixel.x, pixel.y), min(window.x - pixel.x, window.y - pixel.y)) - margin;
    inside.y = min(min(a.x, a.y), min(window.x - a.x, window.y - a.y)) - margin;
    inside.z = min(min(b.x, b.y), min(window.x - b.x, window.y - b.y)) - margin;
    inside = clamp(inside + rough, 0.0, 1.0);
    vec2 foot = vec2(window.x - margin - unit * 0.10, window.y - 0.5 * margin), step_ = vec2(unit * 0.030, 0.0);
    yellow = max(yellow * inside.x, patch_(pixel - foot, unit * 0.009));
    pink = max(pink * inside.y, patch_(a - foot - step_, unit * 0.009));
    blue = max(blue * inside.z, patch_(b - foot - 2.0 * step_, unit * 0.009));
    vec2 cross_ = abs(b - vec2(margin * 0.5, window.y * 0.5)), other = abs(a - vec2(window.x - margin * 0.5, window.y * 0.5));
    blue = max(blue, step(max(cross_.x, cross_.y), unit * 0.011) * clamp(unit / 900.0 + 0.5 - min(cross_.x, cross_.y), 0.0, 1.0));
    pink = max(pink, step(max(other.x, other.y), unit * 0.011) * clamp(unit / 900.0 + 0.5 - min(other.x, other.y), 0.0, 1.0));
    vec3 c = hue_of(0);
    c *= mix(vec3(1.0), hue_of(1), yellow * (0.88 + 0.14 * noise(pixel * 0.23 + 9.0)));
    c *= mix(vec3(1.0), hue_of(2), pink * (0.86 + 0.14 * noise(pixel * 0.9)));
    c *= mix(vec3(1.0), hue_of(3), blue * (0.86 + 0.14 * noise(pixel * 0.7 + 4.0)));
    colour = vec4(c, 1.0);
}
