#version 330 core
// A texel for each fan of the rosettes: its radius in cells, how far down its middle is in its square, 0 to 1, and the shares
// of species 1 to 3 in the crowd that opens it, the first two in one number (see shares_of).
#include "lib/look.glsl"
#include "lib/look_fans.glsl"
#include "lib/look_ranks.glsl"
uniform sampler2D near;
uniform sampler2D wide;
uniform sampler2D ranks;
uniform float values; // number of values in ranks

const float LEAST = 0.55; // how far a fan opens at least, wherever there is a crowd

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    int size = 0;
    for (int each = 1; each < SIZES; ++each)
        size = at.y >= ROW[each] ? each : size;
    vec2 side = side_of(size), id = corner_of(side) + vec2(at.x, at.y - ROW[size]);
    int kind = int(mod(id.x, 2.0)); // of the largest: no two beside each other hang alike
    float lot = lot_of(id, side, size), least = least_of(side, size), open = 0.0;
    vec2 subject = side_of(SUBJECT), middle = vec2(across_of(id.x, lot, size), id.y + PLACES_OF_SUBJECT[kind].y) * side;
    bool is_hung = false;
    for (int each = 0; each < GARLANDS && size != SUBJECT && !is_hung; ++each) {
        float y = garland_at(each, vec2(middle.x, (id.y + 0.5) * side.y), subject).x;
        is_hung = floor(y / side.y) == id.y;
        middle.y = is_hung ? y : middle.y;
    }
    vec4 share = vec4(0.0);
    if (size == SUBJECT) { // all crowds around it open it
        for (int y = -2; y <= 2; ++y)
            for (int x = -2; x <= 2; ++x)
                share += textureLod(wide, (middle + vec2(x, y) * 0.16 * least) / board, 0.0) / 25.0;
        open = (0.74 + 0.26 * smoothstep(0.0, 0.20, total(share))) * smoothstep(0.0, 0.01, total(share));
        // What hangs half outside on the left does not show again on the right.
        float across = window.x * scale.x;
        open *= smoothstep(0.02, -0.06, (middle.x - origin.x - across) / across);
    } else {
        share = textureLod(wide, middle / board, 0.0);
        float rank = textureLod(ranks, vec2((stand(share).y * (values - 1.0) + 0.5) / values, 0.5), 0.0).y;
        open = is_hung ? (LEAST + (1.0 - LEAST) * smoothstep(0.2, 0.8, rank)) * smoothstep(0.002, 0.012, total(share)) : 0.0;
    }
    if (size == 0) { // the smallest show what is right below
        share = textureLod(near, middle / board, 0.0);
        open *= smoothstep(0.002, 0.05, total(share)) * step(0.4, lot); // and leave gaps
    }
    if (repeats == 0 && any(greaterThan(abs(middle - 0.5 * board), 0.5 * board)))
        open = 0.0;
    float large = size == SUBJECT ? SIZES_OF_SUBJECT[kind] : 0.40 + (size == 2 ? 0.60 : 0.34) * fract(lot * 91.0);
    share /= total(share) + 1e-6;
    colour = vec4(least * LARGEST * large * open, middle.y / side.y - id.y, floor(share.x * 4095.0) + 0.999 * share.y, share.z);
}
