#version 330 core
// The continents of the planet: which species hold a place, in the wide, as shares whose sum says how high the land is, 0 to 1.
#include "lib/look.glsl"
#include "lib/look_ranks.glsl"
#include "lib/look_sheet.glsl"
#include "lib/look_globe.glsl"
uniform sampler2D presence;
uniform sampler2D wide;
uniform sampler2D ranks;
uniform float values; // of the ranks

const int ACROSS = 7;         // samples across, and down
const float FROM_EACH = 0.021; // to the next, in heights of the window

void main()
{
    vec2 p = origin + rolled_out(globe(off_sheet(gl_FragCoord.xy))) * scale;
    float spread = max(FROM_EACH * window.y * abs(scale.x), 1.15), far = smoothstep(2.0, 6.0, spread), weights = 0.0;
    vec4 sum = vec4(0.0);
    for (int down = 0; down < ACROSS; ++down)
        for (int across = 0; across < ACROSS; ++across) {
            vec2 off = vec2(across, down) - 0.5 * float(ACROSS - 1), at = floor(p + off * spread);
            float weight = exp(-0.17 * dot(off, off));
            sum += weight * mix(texel_at(presence, at), texel_at(wide, at), far);
            weights += weight;
        }
    sum /= weights;
    float rank = texture(ranks, vec2((stand(sum).y * (values - 1.0) + 0.5) / values, 0.5)).y, all = total(sum);
    vec4 share = pow(sum / (all + 1e-6), vec4(2.5));
    share /= total(share) + 1e-6;
    colour = share * clamp(0.5 + 1.3 * (rank - 0.45), 0.03, 0.72) * all / (all + 0.002);
}
