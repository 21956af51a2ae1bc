#version 330 core
// Harlequin: the board stands on a corner, so that its cells are lozenges, in flat inks of a screen print.
#include "lib/look.glsl"
#param GRAIN
uniform sampler2D near;
uniform sampler2D cells;

const float TALL = 1.7;  // height of a lozenge, in widths
const float SIDE = 0.78; // cells across a lozenge of the plan, which keeps its number about what the plan would show

void main()
{
    vec2 centre = origin + window * scale * 0.5, d = place() - centre;
    vec2 q = centre + SIDE * vec2(d.x + d.y / TALL, d.y / TALL - d.x), at = floor(q), f = q - at - 0.5;
    float pixel = abs(scale.x) * SIDE; // of a side of the lozenge
    vec4 cell = texel_at(cells, at), d4 = texture(near, (at + 0.5) / board);
    if (repeats == 0 && any(greaterThan(abs(at + 0.5 - board * 0.5), board * 0.5)))
        d4 = vec4(0.0);
    bool is_odd = mod(at.x + at.y, 2.0) > 0.5;

    // The cloth: two pinks in turn, dyed in two steps where there is a crowd.
    vec3 c = hue_of(0);
    float lead = 0.0;
    int holder = 1;
    for (int each = 0; each < 4; ++each)
        if (d4[each] > lead) {
            lead = d4[each];
            holder = each + 1;
        }
    float ease = 0.025, lot = 0.03 * hash(at);
    float dyed = 0.5 * smoothstep(0.0, ease, lead - 0.055 - lot) + 0.5 * smoothstep(0.0, ease, lead - 0.13 - lot);
    c = mix(c, hue_of(holder + 4), dyed);
    c *= is_odd ? 0.87 : 1.0;

    // The living: full inks that grow from the middle of their lozenge; those who stay get a pip.
    float grown = smoothstep(0.0, 0.5, cell.w), half_ = 0.505 * sqrt(grown), reach = max(abs(f.x), abs(f.y));
    int kind = int((cell.x > 0.0 ? cell.x : cell.z) + 0.5);
    float ink = clamp((half_ - reach) / pixel + 0.5, 0.0, 1.0) * step(0.01, grown);
    vec3 paint = hue_of(kind) * (is_odd ? 0.95 : 1.0);
    float pip = 0.2 * smoothstep(2.2, 3.4, cell.w), away = abs(f.x) + abs(f.y);
    paint = mix(paint, kind == 4 ? hue_of(1) : hue_of(4), clamp((pip - reach) / pixel + 0.5, 0.0, 1.0) * step(0.01, pip));
    c = mix(c, paint, ink);
#if GRAIN
    c *= 0.97 + 0.05 * noise(gl_FragCoord.xy * 0.6) * noise(gl_FragCoord.xy * 0.05 + 7.0);
#endif
    colour = vec4(c, 1.0);
}
