#version 330 core
// The land of the paper cut: its height, and a cloud. One deep pool or one plateau rules the picture; the land around it is
// of few sheets. Life decides where their edges run. Every sheet is rounded, so it has no thin points and slivers, and a last scrap is round.
#include "lib/look.glsl"
#include "lib/look_ranks.glsl"
#include "lib/look_sheet.glsl"
uniform sampler2D wide;
uniform sampler2D ranks;
uniform float values; // of the ranks

const int AROUND = 12; // places on a ring that a height is compared with

// The height at a place of the sheet.
float height(vec2 texel)
{
    vec2 pixel = off_sheet(texel);
    float stood = stand(texture(wide, (origin + pixel * scale) / board)).x;
    float rank = texture(ranks, vec2((stood * (values - 1.0) + 0.5) / values, 0.5)).x - 0.5;
    bool is_pool = hash(board) > 0.5;
    vec2 off = (pixel / window - vec2(is_pool ? 0.60 : 0.38, 0.50)) * vec2(min(window.x / window.y, 1.8), 1.0);
    // Where the bank runs, and how high the land beyond it is.
    float bank = smoothstep(0.22, 0.66, length(off * vec2(0.86, 1.0)) + 0.25 * rank), land = 0.64 + 0.50 * rank, h = bank * land + (1.0 - bank) * (0.03 + 0.06 * rank);
    return clamp(is_pool ? h : 1.0 - h, 0.0, 1.0);
}

// The median height of a disc, softened: so no part of a sheet or hole is narrower than about the disc.
float rounded(vec2 texel)
{
    float reach = max(window.y / 34.0 / sheet_every, 2.0), heights[AROUND + 1];
    heights[AROUND] = height(texel);
    for (int each = 0; each < AROUND; ++each) {
        float turn = 6.2831853 * float(each) / float(AROUND);
        heights[each] = height(texel + reach * ((each & 1) == 0 ? 1.0 : 0.62) * vec2(cos(turn), sin(turn)));
    }
    float middle = heights[AROUND];
    for (int nearer = 0; nearer < 4; ++nearer) {
        vec2 sum = vec2(0.0);
        for (int each = 0; each <= AROUND; ++each)
            sum += vec2(heights[each], 1.0) / (0.060 + abs(heights[each] - middle));
        middle = sum.x / sum.y;
    }
    return middle;
}

void main()
{
    colour = vec4(rounded(gl_FragCoord.xy), fbm(off_sheet(gl_FragCoord.xy) * 0.06), 0.0, 1.0);
}
