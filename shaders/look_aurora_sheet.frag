#version 330 core
// What the aurora knows of each column of the window. Rows 0 to 5: a curtain's light and the height of its hem. Rows 6
// to 11: how far it reaches up, and the brightness of its upper part. Row 12: the height of far and
// near hills.
#include "lib/look.glsl"
#include "lib/look_ranks.glsl"
#include "lib/look_sheet.glsl"
uniform sampler2D wide;
uniform sampler2D ranks;
uniform float values; // of the ranks

const float CURTAINS = 6.0;

void main()
{
    float x = off_sheet(gl_FragCoord.xy).x / window.x, row = floor(gl_FragCoord.y), b = mod(row, CURTAINS);
    if (row >= 2.0 * CURTAINS) {
        colour.x = 0.765 - 0.07 * fbm(vec2(x * 4.0, 1.0)) - 0.03 * fbm(vec2(x * 11.0, 7.0));
        colour.y = 0.785 - 0.05 * abs(fbm(vec2(x * 7.0 + 4.0, 3.0)) - 0.35) - 0.012 * fbm(vec2(x * 60.0, 5.0));
        colour.zw = vec2(0.0);
        return;
    }
    vec2 low = origin + vec2(0.0, window.y) * scale, high = origin + vec2(window.x, 0.0) * scale; // the shown part of the board
    float hem = 0.60 - 0.07 * b + 0.055 * sin(x * 3.1 + b * 1.7 + time * 0.05) + 0.03 * sin(x * 7.3 + b * 2.9 - time * 0.03);
    float fold = x + 0.05 * sin(x * 5.0 + b * 2.1 + time * 0.04) + 0.02 * sin(x * 17.0 + b);
    vec4 share = smooth_at(wide, vec2(mix(low.x, high.x, fold), mix(low.y, high.y, (b + 0.5) / CURTAINS)));
    float rank = texture(ranks, vec2((stand(share).y * (values - 1.0) + 0.5) / values, 0.5)).y;
    float there = total(share) / (total(share) + 0.002), s = 0.40 * rank * sqrt(rank) * there;
    float ray = 0.45 + 1.44 * noise(vec2(fold * 260.0, b * 9.0 + time * 0.2)) * noise(vec2(fold * 60.0 + time * 0.1, b * 5.0 + 2.0));
    vec3 hue = vec3(0.0);
    vec4 weight = share * share / (dot(share, share) + 1e-7);
    for (int k = 0; k < 4; ++k)
        hue += hue_of(k + 1) * weight[k];
    float light = smoothstep(0.02, 0.16, s) * ray * (0.20 + 2.6 * s);
    colour = row < CURTAINS ? vec4(hue * light, hem + 0.01 * noise(vec2(fold * 200.0, b)))
                            : vec4(4.12 / (0.13 + 0.85 * s), light, 0.0, 0.0); // for exp2
}
