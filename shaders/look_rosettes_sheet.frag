#version 330 core
// A texel for each fan of the rosettes: its radius in cells, and the shares of species 1 to 3 in the crowd that opens it.
#include "lib/look.glsl"
#include "lib/look_fans.glsl"
#include "lib/look_ranks.glsl"
uniform sampler2D near;
uniform sampler2D wide;
uniform sampler2D ranks;
uniform float values; // number of values in ranks

const float FROM[SIZES] = float[SIZES](0.32, 0.38, 0.42, 0.0); // a fan opens where more than this share of the board is less crowded
const float RING = 0.32; // how much less is enough in the wreath around the subject

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    int size = 0;
    for (int each = 1; each < SIZES; ++each)
        size = at.y >= ROW[each] ? each : size;
    vec2 side = side_of(size), id = corner_of(side) + vec2(at.x, at.y - ROW[size]);
    float lot = lot_of(id, side, size), least = least_of(side, size), open = 0.0;
    vec2 middle = middle_of(id, side, lot, size);
    vec4 share = vec4(0.0);
    if (size == SUBJECT) { // all crowds around it open it
        for (int y = -2; y <= 2; ++y)
            for (int x = -2; x <= 2; ++x)
                share += textureLod(wide, (middle + vec2(x, y) * 0.28 * least) / board, 0.0) / 25.0;
        open = (0.74 + 0.26 * smoothstep(0.0, 0.25, total(share))) * smoothstep(0.0, 0.01, total(share));
    } else {
        share = textureLod(wide, middle / board, 0.0);
        vec2 subject = side_of(SUBJECT), off = middle - (floor(middle / subject) + 0.5) * subject;
        float ring = length(off) / (LARGEST * least_of(subject, SUBJECT)) - 1.2;
        float rank = textureLod(ranks, vec2((stand(share).y * (values - 1.0) + 0.5) / values, 0.5), 0.0).y;
        float from = FROM[size] - (size < 2 ? RING * exp(-9.0 * ring * ring) : 0.0);
        open = smoothstep(from, from + 0.34, rank) * smoothstep(0.005, 0.03, total(share));
        // Some places stay free, so that no fans stand in rows and no large ones side by side.
        if (size == 2 && mod(id.x + id.y, 2.0) > 0.5)
            open = 0.0;
        open *= size < 2 ? smoothstep(0.15, 0.35, fract(lot * 23.0)) : 1.0;
    }
    if (size == 0) { // the smallest show what is right below
        share = textureLod(near, middle / board, 0.0);
        open *= smoothstep(0.05, 0.25, total(share));
    }
    if (repeats == 0 && any(greaterThan(abs(middle - 0.5 * board), 0.5 * board)))
        open = 0.0;
    float large = size == SUBJECT ? 1.0 : 0.60 + 0.40 * fract(lot * 91.0);
    colour = vec4(least * LARGEST * large * open, share.xyz / (total(share) + 1e-6));
}
