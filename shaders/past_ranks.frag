#version 330 core
// For values from 0 to 1, from left to right: the share of the board where the balance of the camps (red) and the total
// (green) stand below them, averaged over the past.
#include "lib/look_ranks.glsl"
uniform sampler2D wide;
uniform sampler2D before;
uniform float kept; // share of the old average that remains
uniform float values; // number of values
out vec4 after;

const ivec2 PLACES = ivec2(48, 32); // read on the board, evenly spread

void main()
{
    vec2 value = vec2((gl_FragCoord.x - 0.5) / (values - 1.0)), below = vec2(0.0);
    for (int y = 0; y < PLACES.y; ++y)
        for (int x = 0; x < PLACES.x; ++x) {
            vec2 place = (vec2(x, y) + 0.5) / vec2(PLACES);
            below += clamp((value - stand(textureLod(wide, place, 0.0))) * (values - 1.0) + 0.5, 0.0, 1.0);
        }
    below /= float(PLACES.x * PLACES.y);
    after = vec4(mix(below, texelFetch(before, ivec2(gl_FragCoord.xy), 0).xy, kept), 0.0, 1.0);
}
