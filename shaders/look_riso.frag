#version 330 core
// Riso print: pink and blue plates a little out of register, and a yellow one; overprints make species 3 and 4.
#include "lib/look.glsl"
uniform sampler2D near;
uniform sampler2D cells;

vec2 on_board(vec2 pixel) { return origin + vec2(pixel.x, window.y - pixel.y) * scale; }

float dots(vec2 pixel, float angle, float size, vec4 inks)
{
    mat2 turned = mat2(cos(angle), -sin(angle), sin(angle), cos(angle));
    vec2 q = turned * pixel / size, c = floor(q) + 0.5;
    float v = clamp(dot(smooth_at(near, on_board(transpose(turned) * c * size)), inks) * 3.4 - 0.05, 0.0, 0.88);
    return 1.0 - smoothstep(-0.09, 0.09, length(q - c) - sqrt(v) * 0.72);
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
    float size = max(8.0, window.y / 90.0);
    float pink = max(dots(a, 0.26, size, vec4(1, 0, 1, 0)), solid(a, 1.0, 3.0));
    float blue = max(dots(b, 1.31, size, vec4(0, 1, 0, 1)), solid(b, 2.0, 4.0));
    vec4 w = smooth_at(near, place());
    float yellow = smoothstep(-0.004, 0.004, w.z + w.w - 0.085);
    vec3 c = hue_of(0);
    c *= mix(vec3(1.0), vec3(1.0, 0.86, 0.16), yellow * (0.86 + 0.16 * noise(pixel * 0.23 + 9.0)));
    c *= mix(vec3(1.0), vec3(1.0, 0.30, 0.42), pink * (0.8 + 0.2 * noise(pixel * 0.9)));
    c *= mix(vec3(1.0), vec3(0.08, 0.38, 0.70), blue * (0.8 + 0.2 * noise(pixel * 0.7 + 4.0)));
    colour = vec4(c, 1.0);
}
