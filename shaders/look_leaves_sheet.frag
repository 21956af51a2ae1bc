#version 330 core
// The sprigs of the look "leaves": two texels for each square of the board. The first has the root, the way that the stem
// goes there in radians, and how far the sprig has grown, 0 to 1. The second has the colour, and the length, which is
// negative if the stem bends to the other side. A sprig grows where its species lives at the rim of a letter, and is
// longer where more of it lives.
#include "lib/look.glsl"
#include "lib/look_leaves.glsl"
uniform sampler2D wide;
uniform int worded; // 1 if the board has letters

const float FROM[2] = float[2](0.10, 0.08); // share of a crowd from which sprigs of a size grow in it

vec4 share_at(vec2 p) { return texture(wide, p / board); }

void main()
{
    colour = vec4(0.0);
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int size = texel.y < square_rows(0) ? 0 : 1;
    float side = SQUARES[size];
    vec2 square = first_square(size) + vec2(texel.x >> 1, texel.y - size * square_rows(0));
    float lot = hash(square + 3.0 + 40.0 * float(size));
    vec2 lots = vec2(lot, fract(lot * 57.0)), start = floor((square + 0.5 + 0.6 * (lots - 0.5)) * side);
    float way = lots.y < 0.5 ? -1.0 : 1.0, bend = -0.38 * way, long_ = side * (0.60 + 0.30 * fract(lot * 17.0));
    float from = FROM[size], turn = way * (0.35 + 0.75 * fract(lot * 23.0)) + 0.05 * sin(time * 0.4 + 20.0 * lots.x);
    vec2 root = start, out_ = vec2(0.0, -1.0);
    vec4 share = share_at(start);
    if (worded == 1) {
        // Few sprigs grow from letters, since vines do, too. None reaches the wreath.
        if (size == 0 || fract(lot * 131.0) < 0.5)
            return;
        turn += 0.2 * way; // along the letter rather than straight out of it
        // From the square, straight to the rim of the letter, in two steps.
        vec2 slope = vec2(share_at(start + vec2(1.5, 0.0)).x - share_at(start - vec2(1.5, 0.0)).x,
                          share_at(start + vec2(0.0, 1.5)).x - share_at(start - vec2(0.0, 1.5)).x) / 3.0;
        float steep = length(slope);
        if (steep < 0.02)
            return;
        out_ = -slope / steep;
        vec2 move = out_ * (share.x - RIM) / max(steep, 0.05);
        if (dot(move, move) > 0.2 * side * side)
            return;
        move += out_ * (share_at(start + move).x - RIM) / max(steep, 0.05);
        share = share_at(start + move + out_ * 3.0);
        if (share.x > 0.38) // still on a letter
            return;
        share.x = 0.0;
        root = start + move - out_ * 2.2;
    } else {
        from *= 0.5; // no letters: sprigs stand all over the board, and the first species is one of them
    }
    float most = max(max(share.x, share.y), max(share.z, share.w));
    if (most < from)
        return;
    float bearing = atan(out_.y, out_.x) + turn;
    vec2 along = vec2(cos(bearing), sin(bearing)), tip = root + (along + vec2(-along.y, along.x) * bend) * long_;
    if (worded == 1) {
        // Its root must lie on the letter. Its tip and middle must not lie on one, which would look like another letter or
        // fill its hollow: then it bends to the other side.
        if (share_at(root).x < 0.5)
            return;
        if (share_at(tip).x > 0.15 || share_at(mix(root, tip, 0.6)).x > 0.15) {
            way = -way;
            bend = -bend;
            bearing -= 2.0 * turn;
            along = vec2(cos(bearing), sin(bearing));
            tip = root + (along + vec2(-along.y, along.x) * bend) * long_;
            if (share_at(tip).x > 0.15 || share_at(mix(root, tip, 0.6)).x > 0.15)
                return;
        }
        vec2 from_middle = tip - shown_middle();
        if (along_wreath(vec2(abs(from_middle.x), from_middle.y)).y > -9.0)
            return;
    }
    // The picture looks for it in the four nearest squares only.
    vec2 far = max(abs(tip - (square + 0.5) * side), abs(root - (square + 0.5) * side));
    if (max(far.x, far.y) > 0.98 * side)
        return;
    float grown = smoothstep(from, from + (worded == 1 ? 0.24 : 0.12), most);
    if (texel.x % 2 == 0) {
        colour = vec4(root, bearing, grown);
        return;
    }
    vec4 kinds = pow(share / most, vec4(14.0)); // where two species meet, it is between them in colour
    vec3 own = (hue_of(1) * kinds.x + hue_of(2) * kinds.y + hue_of(3) * kinds.z + hue_of(4) * kinds.w) / total(kinds);
    colour = vec4(own * (0.80 + 0.32 * fract(lot * 91.0)), long_ * -way);
}
