#version 330 core
// The land of the paper cut: its height by rank, so that every sheet of card is about equally large, and a cloud.
// The sheets frame a gorge or a hill, which stands where each size of board has its own.
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
    float lot = hash(board);
    vec2 focus = vec2(lot > 0.5 ? 0.60 : 0.38, 0.52), off = (off_sheet(gl_FragCoord.xy) / window - focus) * vec2(1.25, 1.0);
    float far = smoothstep(0.10, 0.75, length(off));
    height = clamp(0.84 * height + 0.34 * (lot > 0.5 ? far : 1.0 - far) - 0.09, 0.0, 1.0);
    colour = vec4(height, fbm(off_sheet(gl_FragCoord.xy) * 0.06), 0.0, 1.0);
}
