#version 330 core
// The swells of op art: how far stripes are pushed at a place, -1 to 1. Each height takes as much of the board as any other, so
// there is relief also where one camp holds everything.
#include "lib/look.glsl"
#include "lib/look_ranks.glsl"
#include "lib/look_sheet.glsl"
uniform sampler2D wide;
uniform sampler2D ranks;
uniform float values; // of the ranks

const int REACH = 3;          // samples to each side
const float FROM_EACH = 6.0;  // to the next, in texels
const float NARROW = 5.0;     // values of the ranks over which heights are smoothed, or stripes would have kinks

void main()
{
    vec2 p = origin + off_sheet(gl_FragCoord.xy) * scale;
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int down = -REACH; down <= REACH; ++down)
        for (int across = -REACH; across <= REACH; ++across) {
            vec2 off = vec2(across, down);
            float weight = exp(-0.22 * dot(off, off));
            sum += weight * texture(wide, (p + off * FROM_EACH) / board);
            weights += weight;
        }
    float at = stand(sum / weights).x * (values - 1.0) + 0.5, height = 0.0;
    weights = 0.0;
    for (int each = -4; each <= 4; ++each) {
        float weight = exp(-0.16 * float(each * each));
        height += weight * texture(ranks, vec2((at + float(each) * NARROW * 0.4) / values, 0.5)).x;
        weights += weight;
    }
    colour = vec4(2.0 * height / weights - 1.0);
}
