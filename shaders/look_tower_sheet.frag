#version 330 core
// The towers of the look "tower". The first texel of a plot has its tower's height, the height at which the upper part begins,
// the side of the plan in plots and a random number for the width; the second its colour below and above, how far up the one goes
// over into the other, and a random number. The texel of a group of plots has the height of its highest tower.
// The height is the share of the last 60 boards in which the plot lives, so that a tower is the plot's past: each board that
// lives there is a floor, the oldest at the bottom.
#include "lib/look.glsl"
#include "lib/look_tower.glsl"
uniform sampler2D past;
uniform int newest;
uniform float behind; // how many boards are not yet shown; the last one is in part
const int BOARDS = 60;

// Three numbers from 0 to 1 in one.
float packed_(vec3 tint)
{
    vec3 bytes = floor(clamp(tint, 0.0, 1.0) * 255.0);
    return bytes.x + 256.0 * bytes.y + 65536.0 * bytes.z;
}

// How much of TALLEST a plot's tower may reach. Two quarters of high towers stand across the avenues from each other, and around
// them the town is low. Each plot has a height of its own, and each block a part of that.
float allowed_at(vec2 id)
{
    vec2 place_ = (id + 0.5) * plot / side, high_ = place_ - vec2(0.66, 0.70), other = place_ - vec2(0.24, 0.62), near_ = place_ - vec2(0.62, 0.20);
    float quarter = max(exp(-18.0 * dot(high_, high_)), max(0.72 * exp(-30.0 * dot(other, other)), 0.52 * exp(-34.0 * dot(near_, near_))));
    float luck = hash(id * 1.37 + 5.0), block = hash(floor(id / 6.0) + 31.0);
    float allowed = 0.055 + 0.10 * luck * block + quarter * (0.16 + 0.84 * luck * luck) * (0.55 + 0.45 * block);
    // The avenues stay open, and lanes between blocks.
    vec2 avenue = from_avenues(id + 0.5), lane = mod(id, 6.0);
    if (min(avenue.x, avenue.y) < 0.5 * AVENUE || (min(lane.x, lane.y) < 0.5 && !is_wide(id)))
        return 0.0;
    return allowed;
}

struct Tower { float height, old, young; vec3 below, above; };

Tower tower_of(vec2 lot)
{
    Tower it = Tower(0.0, 0.0, 0.0, vec3(0.0), vec3(0.0));
    float spread = is_wide(lot) ? 2.0 : 1.0, allowed = allowed_at(lot);
    if (allowed == 0.0 || any(lessThan(lot, vec2(0.0))) || any(greaterThan((lot + spread) * plot, vec2(side))))
        return it;
    int growing = -int(floor(behind)) - 1;
    float grown = 1.0 - fract(behind), much = plot > 1.0 ? 4.0 : 1.0;
    ivec2 size = ivec2(board);
    for (int floor_ = 0; floor_ <= BOARDS; ++floor_) {
        int shown = (newest + 1 + growing - floor_) & 63;
        float weight = (floor_ == 0 ? grown : floor_ == BOARDS ? 1.0 - grown : 1.0) / much;
        for (float part = 0.0; part < much; ++part) {
            vec2 inside = plot > 1.0 ? (0.25 + 0.5 * vec2(mod(part, 2.0), floor(part * 0.5))) * plot : vec2(0.5);
            ivec2 at = ivec2(corner + lot * plot + inside * spread);
            at -= size * ivec2(greaterThanEqual(at, size));
            int kind = int(texelFetch(past, at + ivec2(shown & 7, shown >> 3) * size, 0).r * 255.0 + 0.5);
            if (kind > 0 && floor_ * 2 < BOARDS) {
                it.young += weight;
                it.above += weight * hue_of(kind);
            } else if (kind > 0) {
                it.old += weight;
                it.below += weight * hue_of(kind);
            }
        }
    }
    it.height = side * TALLEST * allowed * smoothstep(0.0, 1.0, (it.old + it.young) / float(BOARDS));
    return it;
}

void main()
{
    survey();
    colour = vec4(0.0);
    vec2 texel = floor(gl_FragCoord.xy) - 1.0;
    if (texel.x > PLOTS)
        return;
    if (texel.y >= GROUPS_AT - 1.0) {
        vec2 first = (texel - vec2(0.0, GROUPS_AT)) * GROUP;
        for (float each = 0.0; each < GROUP * GROUP; ++each)
            colour.x = max(colour.x, tower_of(lot_of(first + vec2(mod(each, GROUP), floor(each / GROUP)))).height);
        return;
    }
    bool is_paint = texel.y >= PAINTS_AT - 1.0;
    vec2 lot = lot_of(texel - vec2(0.0, is_paint ? PAINTS_AT : 0.0));
    Tower it = tower_of(lot);
    if (is_paint) {
        vec3 all = (it.below + it.above) / max(it.old + it.young, 1e-6);
        colour = vec4(packed_(it.old > 0.5 ? it.below / it.old : all), packed_(it.young > 0.5 ? it.above / it.young : all),
                      it.old / max(it.old + it.young, 1e-6), hash(lot + 3.0));
    } else {
        float luck = hash(lot + 17.0), shoulder = fract(luck * 91.0) < 0.45 ? 1.0 : 0.52 + 0.36 * fract(luck * 29.0);
        colour = vec4(it.height, it.height * shoulder, is_wide(lot) ? 2.0 : 1.0, luck);
    }
}
