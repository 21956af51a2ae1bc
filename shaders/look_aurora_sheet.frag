#version 330 core
// What the aurora knows of each column of the window. Two rows for each curtain: its light and the height of its hem;
// how far it reaches up and how soft its hem is. The last row: the height of far and near land.
#include "lib/look.glsl"
#include "lib/look_ranks.glsl"
#include "lib/look_sheet.glsl"
uniform sampler2D wide;
uniform sampler2D ranks;
uniform float values; // of the ranks

const float CURTAINS = 3.0;

void main()
{
    float x = off_sheet(gl_FragCoord.xy).x / window.x, row = floor(gl_FragCoord.y), b = mod(row, CURTAINS);
    // Every size of board has a sky of its own: on which side the curtains come near, and where the mountains stand.
    float lot = hash(board), side = lot > 0.5 ? x : 1.0 - x;
    if (row >= 2.0 * CURTAINS) {
        float peaks = fbm(vec2(x * 3.1 + 40.0 * lot, 1.0)), crags = fbm(vec2(x * 17.0 + 9.0 * lot, 7.0));
        float massif = exp(-9.0 * (side - 0.2) * (side - 0.2)); // the mountains stand where the curtains are far
        colour.x = 0.775 - 0.06 * peaks - massif * (0.16 * peaks + 0.045 * crags);
        colour.y = 0.797 - 0.030 * fbm(vec2(x * 5.0 + 4.0, 3.0 + 9.0 * lot)) - 0.006 * fbm(vec2(x * 70.0, 5.0));
        // Spruces stand in groups on the near shore, where the mountains are not.
        float grove = smoothstep(0.46, 0.68, noise(vec2(x * 9.0 + 30.0 * lot, 2.0)) + 0.25 * smoothstep(0.3, 0.9, side)), top = 0.0;
        for (int kind = 0; kind < 3; ++kind) {
            float wide_ = 0.0075 + 0.003 * float(kind), at = floor(x / wide_), off = abs(fract(x / wide_) - 0.3 - 0.4 * hash(vec2(at, 3.0 + float(kind))));
            float high = (0.014 + 0.042 * hash(vec2(at, 9.0 + float(kind)))) * grove;
            top = max(top, high * (1.0 - off * (2.1 + 1.1 * hash(floor(vec2(x * 900.0, 1.0))))));
        }
        colour.y -= top;
        colour.zw = vec2(0.0);
        return;
    }
    // A curtain comes from the horizon and passes overhead: where it is near it hangs high and reaches far up.
    float from = b == 1.0 ? 1.0 - side : side;
    float nearness = smoothstep(-0.15, 1.05, from);
    float wave = sin(x * 4.1 + b * 1.7 + 6.0 * lot + time * 0.021) + 0.30 * sin(x * 13.7 + b * 2.9 - time * 0.017);
    float hem = b == 0.0 ? mix(0.66, 0.44, nearness) + 0.035 * wave * (0.4 + nearness)
              : b == 1.0 ? mix(0.48, 0.30, nearness) + 0.030 * wave
                         : 0.69 + 0.012 * wave;
    // Folds of the cloth: it is brighter where more of it stands behind a column.
    float bend = x * 9.0 + b * 2.1 + 5.0 * lot + time * 0.013, fine = x * 31.0 + b * 4.0 - time * 0.019;
    float fold = x + 0.060 * sin(bend) + 0.010 * sin(fine);
    float cloth = 0.4 + 0.6 / (0.4 + abs(1.0 + 0.54 * cos(bend) + 0.31 * cos(fine)));
    vec2 low = origin + vec2(0.0, window.y) * scale, high = origin + vec2(window.x, 0.0) * scale; // the shown part of the board
    vec4 share = smooth_at(wide, mix(low, high, vec2(fold, (b + 0.5) / CURTAINS + 0.04 * wave)));
    float rank = texture(ranks, vec2((stand(share).y * (values - 1.0) + 0.5) / values, 0.5)).y;
    float there = total(share) / (total(share) + 0.002), s = rank * there;
    // Rays, which are fine where the curtain is far.
    float grain = mix(1.7, 0.8, nearness);
    float ray = 0.55 + 0.9 * noise(vec2(fold * 38.0 * grain, b * 5.0 + time * 0.05)) * noise(vec2(fold * 121.0 * grain, b * 9.0 + time * 0.09))
              + 0.25 * noise(vec2(fold * 17.0, b * 3.0 - time * 0.03));
    vec3 hue = vec3(0.0);
    vec4 weight = share * share / (dot(share, share) + 1e-7);
    for (int k = 0; k < 4; ++k)
        hue += hue_of(k + 1) * weight[k];
    // The cloth never tears: a quiet place of the board leaves it faint.
    float strength = (0.16 + 0.95 * s * s) * (b == 0.0 ? 1.0 : b == 1.0 ? 0.36 : 0.25) * smoothstep(-0.05, 0.3, from);
    // It is brightest within the picture, and fades towards its sides.
    strength *= 0.22 + 1.05 * smoothstep(0.0, 0.30, x) * smoothstep(1.0, 0.72, x);

    hem += 0.006 * ray + 0.025 * (s - 0.5) * (b < 2.0 ? 1.0 : 0.2);
    float tall = (b == 2.0 ? 0.07 : mix(0.12, 0.34, nearness)) * (0.55 + 0.65 * s) * (0.75 + 0.35 * ray);
    colour = row < CURTAINS ? vec4(hue * strength * ray * cloth, hem)
                            : vec4(1.0 / tall, mix(0.018, 0.040, nearness) * (3.2 - 2.5 * s), strength, 0.0);
}
