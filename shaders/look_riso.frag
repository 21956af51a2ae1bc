#version 330 core
// Riso print: pink and teal plates a little out of register, and a yellow one; overprints make species 3 and 4. The
// yellow plate also prints a sun, a ring or a crescent, which passes over the sheet in a quarter of an hour.
#include "lib/look.glsl"
#param SMOOTH
uniform sampler2D near;
uniform sampler2D wide;

vec2 on_board(vec2 pixel) { return origin + vec2(pixel.x, window.y - pixel.y) * scale; }

vec4 crowd(vec2 pixel)
{
#if SMOOTH
    return smooth_at(near, on_board(pixel));
#else
    return texture(near, on_board(pixel) / board);
#endif
}

//A screen of dots that cover this share of the paper.
float screen(vec2 pixel, float angle, float size, float share)
{
    mat2 turned = mat2(cos(angle), -sin(angle), sin(angle), cos(angle));
    vec2 q = turned * pixel / size;
    return smoothstep(0.0, 0.02, share) * smoothstep(-0.1, 0.1, sqrt(clamp(share, 0.0, 1.0)) * 0.78 - length(fract(q) - 0.5));
}

// How much more life a shape needs at a place. Single blocks of cells would be scattered dots, and shapes that the margin
// cuts off would be crumbs: so the lonely print nothing, and all shapes end before the margin, the crowded ones last.
float bar(vec2 pixel, float margin)
{
    float unit = min(window.x, window.y);
    vec2 wave = 0.08 * unit * sin(pixel.yx / unit * vec2(10.0, 9.0) + vec2(1.0, 4.0));
    vec2 off = (min(pixel, window - pixel) - margin + wave - 0.055 * unit) / unit;
    float from = min(off.x, off.y) < 0.12 ? 0.12 - length(max(0.12 - off, 0.0)) : 0.12; // round corners
    float edge = 1.0 - from / 0.12, life = total(texture(wide, on_board(pixel) / board));
    return 0.034 + 0.30 * edge * edge + 0.36 * smoothstep(0.066, 0.022, life);
}

// The print of a plate: cut out with a sharp edge, full ink in the middle, and a screen towards the edge.
float print(vec2 pixel, float angle, float size, vec4 inks, float least)
{
    float v = dot(crowd(pixel), inks) - least, edge = fwidth(v) + 1e-5;
    return clamp(v / edge + 0.5, 0.0, 1.0) * screen(pixel, angle, size, 0.20 + 6.5 * v);
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
    float margin = 0.058 * unit - frame_out(), least = bar(pixel, margin);
    float pink = print(a, 0.26, size, vec4(1, 0, 1, 0), least);
    float blue = print(b, 1.31, size, vec4(0, 1, 0, 1), least);
    vec4 w = crowd(pixel);
    float yellow = smoothstep(-0.004, 0.004, w.z + w.w - least);
    yellow = max(yellow, screen(pixel, 0.78, size, sun(pixel)));
    // In the margin: a patch of each ink, and marks of the register.
    vec2 foot = vec2(window.x - margin - unit * 0.10, window.y - 0.5 * margin), step_ = vec2(unit * 0.030, 0.0);
    yellow = max(yellow, patch_(pixel - foot, unit * 0.009));
    pink = max(pink, patch_(a - foot - step_, unit * 0.009));
    blue = max(blue, patch_(b - foot - 2.0 * step_, unit * 0.009));
    vec2 cross_ = abs(b - vec2(margin * 0.5, window.y * 0.5)), other = abs(a - vec2(window.x - margin * 0.5, window.y * 0.5));
    blue = max(blue, step(max(cross_.x, cross_.y), unit * 0.011) * clamp(unit / 900.0 + 0.5 - min(cross_.x, cross_.y), 0.0, 1.0));
    pink = max(pink, step(max(other.x, other.y), unit * 0.011) * clamp(unit / 900.0 + 0.5 - min(other.x, other.y), 0.0, 1.0));
    vec3 c = hue_of(0);
    c *= mix(vec3(1.0), hue_of(1), yellow * (0.88 + 0.14 * noise(pixel * 0.23 + 9.0)));
    c *= mix(vec3(1.0), hue_of(2), pink * (0.86 + 0.14 * noise(pixel * 0.9)));
    c *= mix(vec3(1.0), hue_of(3), blue * (0.86 + 0.14 * noise(pixel * 0.7 + 4.0)));
    colour = vec4(c, 1.0);
}
