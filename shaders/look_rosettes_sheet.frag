#version 330 core
// A texel for each fan of the rosettes: its radius in cells, and the shares of species 1 to 3 in the crowd that opens it.
#include "lib/look.glsl"
#include "lib/look_fans.glsl"
#include "lib/look_ranks.glsl"
uniform sampler2D near;
uniform sampler2D wide;
uniform sampler2D ranks;
uniform float values; // number of values in ranks

const float FROM[SIZES] = float[SIZES](0.44, 0.58, 0.66); // a fan opens where more than this share of the board is less crowded

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    int size = at.y >= ROW[2] ? 2 : at.y >= ROW[1] ? 1 : 0;
    vec2 side = side_of(size), id = corner_of(side) + vec2(at.x, at.y - ROW[size]);
    float lot = lot_of(id, side, size), least = min(side.x, side.y);
    vec2 middle = middle_of(id, side, lot);
    vec4 share = textureLod(wide, middle / board, 0.0);
    float rank = textureLod(ranks, vec2((stand(share).y * (values - 1.0) + 0.5) / values, 0.5), 0.0).y;
    float open = smoothstep(FROM[size], FROM[size] + 0.22, rank) * smoothstep(0.01, 0.05, total(share));
    if (size == 0) { // the smallest show what is right below
        share = textureLod(near, middle / board, 0.0);
        open *= smoothstep(0.05, 0.25, total(share));
    }
    if (repeats == 0 && any(greaterThan(abs(middle - 0.5 * board), 0.5 * board)))
        open = 0.0;
    colour = vec4(least * LARGEST * (0.66 + 0.34 * fract(lot * 91.0)) * open, share.xyz / (total(share) + 1e-6));
}
