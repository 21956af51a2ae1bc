#version 330 core
// The land of the paper cut: its height by rank, so that every sheet of card is about equally large, and a cloud.
// The sheets frame a gorge or a hill, which stands where each size of board has its own.
#include "lib/look.glsl"
#include "lib/look_ranks.glsl"
#include "lib/look_sheet.glsl"
uniform sampler2D wide;
uniform sampler2D ranks;
uniform float values; // of the ranks

const float LEVELS = 10.0; // SHEETS of look_papercut.frag, and the bottom

// The height at a place of the sheet.
float height(vec2 texel)
{
    float stood = stand(smooth_at(wide, origin + off_sheet(texel) * scale)).x;
    float rank = texture(ranks, vec2((stood * (values - 1.0) + 0.5) / values, 0.5)).x;
    float lot = hash(board);
    vec2 focus = vec2(lot > 0.5 ? 0.60 : 0.38, 0.52), off = (off_sheet(texel) / window - focus) * vec2(1.25, 1.0);
    float far = smoothstep(0.10, 0.75, length(off));
    return clamp(0.84 * rank + 0.34 * (lot > 0.5 ? far : 1.0 - far) - 0.09, 0.0, 1.0);
}

// The height without islands and holes as small as specks, which are cut to the level around them. As if the land were a
// paraboloid here, its slope and curvature tell how far the rim of such an island or hole is from its middle.
float without_specks(vec2 texel)
{
    float h = height(texel), level = floor(h * LEVELS + 0.5) / LEVELS, f = h - level;
    float w = height(texel - vec2(1.5, 0.0)), e = height(texel + vec2(1.5, 0.0)), s = height(texel - vec2(0.0, 1.5)), n = height(texel + vec2(0.0, 1.5));
    vec2 slope = vec2(e - w, n - s) / 3.0;
    float bend = (w + e + s + n - 4.0 * h) / 2.25;
    float side = bend < 0.0 ? -1.0 : 1.0, deep = dot(slope, slope) / abs(bend) - side * f; // of the top or bottom
    if (deep <= 0.0 || side * f > 0.003)
        return h;
    float reach = 2.0 * sqrt(deep / abs(bend)), least = window.y / 110.0 / sheet_every;
    return mix(level + side * 0.003, h, smoothstep(least, 1.25 * least, reach));
}

void main()
{
    colour = vec4(without_specks(gl_FragCoord.xy), fbm(off_sheet(gl_FragCoord.xy) * 0.06), 0.0, 1.0);
}
