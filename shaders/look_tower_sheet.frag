#version 330 core
// The towers of the look "tower", a texel for each plot: height (red), its colour below and above (green and blue) and how
// far up the one goes over into the other (alpha). The height is the share of the last 60 boards in which the plot lives,
// so that a tower is the plot's past: each board that lives there is a floor, the oldest at the bottom.
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

void main()
{
    survey();
    colour = vec4(0.0);
    vec2 id = floor(gl_FragCoord.xy), centre = vec2(0.5 * side / plot);
    if (any(greaterThan((id + 1.0) * plot, vec2(side))))
        return;
    int growing = -int(floor(behind)) - 1;
    float grown = 1.0 - fract(behind), much = plot > 1.0 ? 4.0 : 1.0, old = 0.0, young = 0.0;
    vec3 below = vec3(0.0), above = vec3(0.0);
    ivec2 size = ivec2(board);
    for (int floor_ = 0; floor_ <= BOARDS; ++floor_) {
        int shown = (newest + 1 + growing - floor_) & 63;
        float weight = (floor_ == 0 ? grown : floor_ == BOARDS ? 1.0 - grown : 1.0) / much;
        for (float part = 0.0; part < much; ++part) {
            vec2 inside = plot > 1.0 ? (0.25 + 0.5 * vec2(mod(part, 2.0), floor(part * 0.5))) * plot : vec2(0.5);
            ivec2 at = ivec2(corner + id * plot + inside);
            at -= size * ivec2(greaterThanEqual(at, size));
            int kind = int(texelFetch(past, at + ivec2(shown & 7, shown >> 3) * size, 0).r * 255.0 + 0.5);
            if (kind > 0 && floor_ * 2 < BOARDS) {
                young += weight;
                above += weight * hue_of(kind);
            } else if (kind > 0) {
                old += weight;
                below += weight * hue_of(kind);
            }
        }
    }
    float lived = (old + young) / float(BOARDS);
    // Towers are higher towards the middle, and each plot has a height of its own that it may reach.
    vec2 off = (id + 0.5 - centre) / centre;
    float luck = hash(id * 1.37 + 5.0), allowed = mix(0.16, 1.0, exp(-3.0 * dot(off, off))) * (0.24 + 0.76 * luck * luck * luck);
    // Two avenues in each direction stay open.
    vec2 avenue = abs(mod(id - floor(centre), 11.0) - 5.0);
    allowed *= step(0.5, min(avenue.x, avenue.y));
    colour.x = side * TALLEST * allowed * smoothstep(0.0, 1.0, lived);
    vec3 all = (below + above) / max(old + young, 1e-6);
    colour.y = packed_(old > 0.5 ? below / old : all);
    colour.z = packed_(young > 0.5 ? above / young : all);
    colour.w = old / max(old + young, 1e-6);
}
