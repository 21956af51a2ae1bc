#version 330 core
// Riso print: pink and teal plates a little out of register, and a yellow one; overprints make species 3 and 4.
#include "lib/look.glsl"
uniform sampler2D near;
uniform sampler2D cells;

vec2 on_board(vec2 pixel) { return origin + vec2(pixel.x, window.y - pixel.y) * scale; }

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
    float v = dot(smooth_at(near, on_board(pixel)), inks), edge = fwidth(v) + 1e-5;
    return clamp((v - 0.05) / edge + 0.5, 0.0, 1.0) * screen(pixel, angle, size, 0.14 + 5.2 * (v - 0.05));
}

float solid(vec2 pixel, float a, float b)
{
    vec2 p = on_board(pixel);
    vec4 cell = texelFetch(cells, ivec2(mod(floor(p), board)), 0);
    float kind = cell.x > 0.0 ? cell.x : cell.z, d = length(max(abs(fract(p) - 0.5) - 0.25, 0.0)) - 0.21;
    float shown = smoothstep(0.0, 0.45, cell.w); // of its height, which has no jumps
    return kind == a || kind == b ? (1.0 - smoothstep(-0.05, 0.05, d)) * shown : 0.0;
}

void main()
{
    vec2 pixel = vec2(gl_FragCoord.x, window.y - gl_FragCoord.y), a = pixel + vec2(4.5, -2.0), b = pixel + vec2(-3.0, 3.5);
    float size = max(5.0, window.y / 130.0);
    float pink = max(print(a, 0.26, size, vec4(1, 0, 1, 0)), solid(a, 1.0, 3.0));
    float blue = max(print(b, 1.31, size, vec4(0, 1, 0, 1)), solid(b, 2.0, 4.0));
    vec4 w = smooth_at(near, place());
    float yellow = smoothstep(-0.004, 0.004, w.z + w.w - 0.05);
    // A sun that fades towards the bottom of the sheet.
    vec2 sun = (pixel - window * vec2(0.5, 0.46)) / window.y;
    float disc = clamp((0.36 - length(sun)) * window.y + 0.5, 0.0, 1.0);
    yellow = max(yellow, disc * screen(pixel, 0.78, size, 1.12 - 1.15 * smoothstep(-0.25, 0.36, sun.y)));
    vec3 c = hue_of(0);
    c *= mix(vec3(1.0), hue_of(1), yellow * (0.88 + 0.14 * noise(pixel * 0.23 + 9.0)));
    c *= mix(vec3(1.0), hue_of(2), pink * (0.86 + 0.14 * noise(pixel * 0.9)));
    c *= mix(vec3(1.0), hue_of(3), blue * (0.86 + 0.14 * noise(pixel * 0.7 + 4.0)));
    colour = vec4(c, 1.0);
}
