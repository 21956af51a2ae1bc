#version 330 core
// Liquid: how much of each liquid covers the surroundings of a place. A liquid lies wherever its colony is large enough
// for the height of the table; its share of the surroundings is a surface without bumps, and its outlines are round.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
uniform sampler2D near;
uniform sampler2D wide;

const int REACH = 3;      // places on each side
const float APART = 0.72; // between them, in standard deviations

// How high the table is at a place, 0 to 1. Liquids run together in its two hollows, a large and a small one.
float ground(vec2 uv)
{
    float side = hash(board) > 0.5 ? 1.0 : 0.0; // each size of board has its own composition
    vec2 large = (uv - vec2(mix(0.37, 0.63, side), 0.48)) * vec2(1.05, 1.0);
    vec2 small = (uv - vec2(mix(0.79, 0.21, side), 0.74)) * vec2(1.5, 1.3);
    float away = min(length(large) - 0.22, length(small) - 0.10);
    return mix(smoothstep(-0.05, 0.20, away), 0.4, zoomed_in());
}

// The table has a raised rim all round, so that nothing that lies on it is cut by the picture's edge: 0 to 1.
float rim(vec2 pixel)
{
    vec2 from_edge = min(pixel, window - pixel) / min(window.x, window.y);
    return smoothstep(0.13, 0.015, min(from_edge.x, from_edge.y)) * (1.0 - zoomed_in());
}

// How much of each liquid a colony gives. Gold is precious: it fills the hollows less, but it stands around them as beads.
vec4 yield_at(float high) { return vec4(1.0, 1.0, mix(0.9, 2.3, high), 1.0); }

void main()
{
    vec2 pixel = off_sheet(gl_FragCoord.xy), p = origin + pixel * scale;
    float high = ground(vec2(pixel.x, window.y - pixel.y) / window);
    float spread = mix(5.4, 3.4, high), rise = mix(0.092, 0.205, high), crowd = mix(1.35, 0.15, high);
    vec4 sum = vec4(0.0), gives = yield_at(high);
    float whole = 0.0;
    for (int y = -REACH; y <= REACH; ++y)
        for (int x = -REACH; x <= REACH; ++x) {
            vec2 step = APART * vec2(x, y), there = (p + spread * step) / board;
            float weight = exp(-0.5 * dot(step, step));
            vec4 d = gives * (texture(near, there) + crowd * texture(wide, there));
            // Where two liquids meet, each presses against the others.
            vec4 body = 1.5 * d - 0.65 * (vec4(total(d)) - d) - rise;
            sum += weight * smoothstep(-0.05, 0.09, body);
            whole += weight;
        }
    // Specks, which have hardly a neighbour, dry up.
    float neighbours = smoothstep(0.008, 0.034, largest(texture(wide, p / board)));
    colour = sum / whole * neighbours * (1.0 - rim(pixel));
}
