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
    const float NEAR = 0.003; // of a level; specks are no deeper
    float h = height(texel), level = floor(h * LEVELS + 0.5) / LEVELS, f = h - level;
    vec2 slope = vec2(0.0);
    float bend = 0.0;
    float apart = max(window.y / 120.0 / sheet_every, 1.5); // wider than a bend of the ranks, which are a line of 128 parts
    int ways = abs(f) > NEAR ? 0 : 4; // a loop: software renderers compute both branches of an if
    for (int each = 0; each < ways; ++each) {
        vec2 way = apart * (each < 2 ? vec2(1.0, 0.0) : vec2(0.0, 1.0)) * (each % 2 == 0 ? 1.0 : -1.0);
        float there = height(texel + way);
        slope += way * there / (2.0 * apart * apart);
        bend += (there - h) / (apart * apart);
    }
    float side = bend < 0.0 ? -1.0 : 1.0, deep = dot(slope, slope) / (abs(bend) + 1e-9) - side * f; // of the top or bottom
    if (ways == 0 || deep <= 0.0)
        return h;
    float reach = 2.0 * sqrt(deep / (abs(bend) + 1e-9)), least = max(window.y / 110.0 / sheet_every, 1.2);
    return mix(level + side * NEAR, h, smoothstep(least, 1.25 * least, reach));
}

void main()
{
    colour = vec4(without_specks(gl_FragCoord.xy), fbm(off_sheet(gl_FragCoord.xy) * 0.06), 0.0, 1.0);
}
