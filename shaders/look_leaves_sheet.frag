#version 330 core
// The sprigs of the look "leaves": two texels for each square of the board. The first has the root, the way that the stem
// goes there in radians, and how far the sprig has grown, 0 to 1. The second has the colour, and the length, which is
// negative if the stem bends to the other side. A sprig grows where its species lives. A board with letters has none.
#include "lib/look.glsl"
#include "lib/look_leaves.glsl"
uniform sampler2D wide;
uniform int worded; // 1 if the board has letters

const float FROM[2] = float[2](0.05, 0.04); // share of a crowd from which sprigs of a size grow in it

void main()
{
    colour = vec4(0.0);
    if (worded == 1)
        return;
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int size = texel.y < square_rows(0) ? 0 : 1;
    float side = SQUARES[size];
    vec2 square = first_square(size) + vec2(texel.x >> 1, texel.y - size * square_rows(0));
    float lot = hash(square + 3.0 + 40.0 * float(size));
    vec2 lots = vec2(lot, fract(lot * 57.0)), start = floor((square + 0.5 + 0.6 * (lots - 0.5)) * side);
    float way = lots.y < 0.5 ? -1.0 : 1.0, bend = -0.38 * way, long_ = side * (0.60 + 0.30 * fract(lot * 17.0));
    float from = FROM[size], turn = way * (0.35 + 0.75 * fract(lot * 23.0)) + 0.05 * sin(time * 0.4 + 20.0 * lots.x);
    vec4 share = texture(wide, start / board);
    float most = largest(share);
    if (most < from)
        return;
    float bearing = turn - 1.5708;
    vec2 along = vec2(cos(bearing), sin(bearing)), tip = start + (along + vec2(-along.y, along.x) * bend) * long_;
    // The picture looks for it in the four nearest squares only.
    vec2 far = max(abs(tip - (square + 0.5) * side), abs(start - (square + 0.5) * side));
    if (max(far.x, far.y) > 0.98 * side)
        return;
    float grown = smoothstep(from, from + 0.12, most);
    if (texel.x % 2 == 0) {
        colour = vec4(start, bearing, grown);
        return;
    }
    vec4 kinds = pow(share / most, vec4(14.0)); // where two species meet, it is between them in colour
    vec3 own = (hue_of(1) * kinds.x + hue_of(2) * kinds.y + hue_of(3) * kinds.z + hue_of(4) * kinds.w) / total(kinds);
    colour = vec4(own * (0.80 + 0.32 * fract(lot * 91.0)), long_ * -way);
}
