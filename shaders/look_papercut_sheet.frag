#version 330 core
// The land of the paper cut: its height by rank, so that every sheet of card is about equally large, and a cloud.
#include "lib/look.glsl"
#include "lib/look_ranks.glsl"
#include "lib/look_sheet.glsl"
uniform sampler2D wide;
uniform sampler2D ranks;
uniform float values; // of the ranks

void main()
{
    vec2 p = origin + off_sheet(gl_FragCoord.xy) * scale;
    float stood = stand(smooth_at(wide, p)).x;
    float height = texture(ranks, vec2((stood * (values - 1.0) + 0.5) / values, 0.5)).x;
    colour = vec4(height, fbm(off_sheet(gl_FragCoord.xy) * 0.06), 0.0, 1.0);
}
