#version 330 core
// What the aurora knows of each column of the sky. Two rows for each layer: its light and the height of its hem; how far
// it reaches up and how soft its hem is. The last row: the height of far and near land.
#include "lib/look.glsl"
#include "lib/look_ranks.glsl"
#include "lib/look_sheet.glsl"
#include "lib/look_aurora.glsl"
uniform sampler2D wide;
uniform sampler2D ranks;
uniform float values; // of the ranks

const int STEPS = 150; // along the great curtain
const float TURN = 6.2831853;

// Every size of board has a sky of its own: on which side the curtains come near, and where the mountains stand.
float lot() { return hash(board); }

// Where the great curtain passes: it bends so far that it hangs behind itself. `u` goes from its far end to its near one.
float across(float u)
{
    return mix(-0.42, 1.38, u) + 0.245 * sin(TURN * (2.15 * u + lot()) + time * 0.019) + 0.014 * sin(TURN * (6.3 * u + 2.0 * lot()) - time * 0.023);
}
float nearness(float u)
{
    return clamp(mix(0.16, 0.66, u) - 0.30 * cos(TURN * (2.15 * u + lot()) + time * 0.019 + 0.6) + 0.05 * sin(TURN * 5.0 * u + time * 0.017), 0.0, 1.0);
}

// The light of a curtain at a place of its cloth, and its hem; or its reach and softness.
vec4 curtain(float u, float band, float near_, float cloth, float strength, float hem, bool is_light)
{
    vec2 low = origin + vec2(0.0, window.y) * scale, high = origin + vec2(window.x, 0.0) * scale; // the shown part of the board
    vec4 share = smooth_at(wide, mix(low, high, vec2(u, band)));
    float rank = texture(ranks, vec2((stand(share).y * (values - 1.0) + 0.5) / values, 0.5)).y;
    float s = rank * total(share) / (total(share) + 0.002);
    // Rays are pleats of the cloth: broad ones, in which finer ones stand.
    float pleat = noise(vec2(u * 34.0, band * 50.0 + time * 0.03)), fine = noise(vec2(u * 118.0, band * 90.0 + time * 0.07)), finest = noise(vec2(u * 330.0, band * 20.0 - time * 0.05));
    float ray = 0.30 + 0.75 * pleat * (0.45 + 0.9 * fine) + 0.55 * fine * finest + 0.35 * pleat * pleat;
    vec3 hue = vec3(0.0);
    vec4 weight = share * share / (dot(share, share) + 1e-7);
    for (int k = 0; k < 4; ++k)
        hue += hue_of(k + 1) * weight[k];
    hue = mix(hue_of(1), hue, total(share) / (total(share) + 0.0005));
    // The cloth never tears: a quiet place of the board leaves it faint.
    strength *= 0.36 + 0.85 * s * s;
    float tall = mix(0.10, 0.40, near_) * (0.55 + 0.6 * s) * (0.55 + 0.55 * ray);
    return is_light ? vec4(hue * strength * ray * cloth, hem + 0.012 * (pleat - 0.5) * (0.3 + near_) + 0.004 * fine)
                    : vec4(1.0 / tall, mix(0.007, 0.020, near_) * (1.9 - 1.1 * s), 0.0, 0.0);
}

void main()
{
    float column = off_sheet(gl_FragCoord.xy).x / window.x, row = floor(gl_FragCoord.y), b = mod(row, LAYERS);
    if (row >= 2.0 * LAYERS) {
        float x = column, side = lot() > 0.5 ? x : 1.0 - x;
        float peaks = fbm(vec2(x * 3.1 + 40.0 * lot(), 1.0)), crags = fbm(vec2(x * 17.0 + 9.0 * lot(), 7.0));
        float ridge = 1.0 - abs(2.0 * noise(vec2(x * 7.3 + 21.0 * lot(), 4.0)) - 1.0);
        float massif = exp(-9.0 * (side - 0.2) * (side - 0.2)); // the mountains stand where the curtains are far
        colour.x = 0.775 - 0.05 * peaks - 0.022 * ridge - massif * (0.10 * peaks + 0.075 * ridge + 0.045 * crags);
        colour.y = 0.797 - 0.026 * fbm(vec2(x * 5.0 + 4.0, 3.0 + 9.0 * lot())) - 0.006 * fbm(vec2(x * 70.0, 5.0));
        // Spruces stand in groups on the near shore, where the mountains are not.
        float grove = smoothstep(0.46, 0.68, noise(vec2(x * 9.0 + 30.0 * lot(), 2.0)) + 0.25 * smoothstep(0.3, 0.9, side)), top = 0.0;
        grove *= smoothstep(0.02, 0.05, abs(x - cabin_place(lot())));
        for (int kind = 0; kind < 3; ++kind) {
            float wide_ = 0.0075 + 0.003 * float(kind), at = floor(x / wide_), off = abs(fract(x / wide_) - 0.3 - 0.4 * hash(vec2(at, 3.0 + float(kind))));
            float high = (0.014 + 0.042 * hash(vec2(at, 9.0 + float(kind)))) * grove;
            top = max(top, high * (1.0 - off * (2.1 + 1.1 * hash(floor(vec2(x * 900.0, 1.0))))));
        }
        colour.y -= top;
        colour.zw = vec2(0.0);
        return;
    }
    float x = column_place(column);
    x = lot() > 0.5 ? x : 1.0 - x;
    bool is_light = row < LAYERS;
    colour = is_light ? vec4(0.0) : vec4(9.0, 0.02, 0.0, 0.0);
    if (b == LAYERS - 1.0) { // a low, far arc behind everything
        float wave = sin(x * 4.7 + 9.0 * lot() + time * 0.013);
        colour = curtain(lot() > 0.5 ? x : 1.0 - x, 0.8, 0.05, 1.0, 0.42 * (0.6 + 0.4 * noise(vec2(x * 3.0, 7.0 + time * 0.01))), 0.695 + 0.016 * wave - 0.03 * x * (1.0 - x), is_light);
        return;
    }
    // The great curtain may hang in this column up to three times, as it goes on, turns back, and goes on again. Each part
    // between two turns has a layer, which the parts beside it do not share.
    float part = 0.0, before = across(0.0), way = 1.0;
    for (int each = 1; each <= STEPS; ++each) {
        float u = float(each) / float(STEPS), after = across(u);
        if ((after - before) * way < 0.0) {
            part += 1.0;
            way = -way;
        }
        if ((before - x) * (after - x) <= 0.0 && before != after && mod(part, LAYERS - 1.0) == b) {
            u -= (after - x) / (after - before) / float(STEPS);
            float near_ = nearness(u), run = abs(across(u + 0.002) - across(u - 0.002)) / 0.0072;
            float cloth = (0.36 + 1.0 / (0.40 + run)) * smoothstep(0.15, 1.05, run); // more of it stands in a column where it turns
            cloth *= smoothstep(0.0, 0.05, u) * smoothstep(1.0, 0.95, u) * mix(1.0, 0.80, near_);
            colour = curtain(lot() > 0.5 ? u : 1.0 - u, 0.28 + 0.3 * near_, near_, cloth, 1.35, mix(0.655, 0.33, near_), is_light);
        }
        before = after;
    }
}
