#version 330 core
// Currents: a planet's weather. Fine strands follow the flow, by a convolution of noise along it, and drift with time.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
#param STEPS
#param PIXELS
uniform sampler2D sheet;

vec4 weather(vec2 pixel) { return textureLod(sheet, on_sheet(pixel) / sheet_size, 0.0); }

void main()
{
    float unit = max(window.y / 540.0, 1.0), pace = unit * float(PIXELS), length_ = float(STEPS) + 1.0;
    vec4 here = smooth_at(sheet, on_sheet(gl_FragCoord.xy));
    vec2 found = vec2(0.0);
    float strand = 0.0, sum = 0.0, square = 0.0;
    for (int way = -1; way <= 1; way += 2) {
        vec2 q = gl_FragCoord.xy;
        vec4 w = here;
        for (int each = 0; each < STEPS; ++each) {
            float s = float(way) * (float(each) + 0.5) / length_;
            q += float(way) * pace * w.xy;
            w = weather(q);
            // A window that moves along the strand lets it drift.
            float weight = (1.0 - s * s) * (0.65 + 0.35 * cos(7.0 * s - time * 0.3));
            strand += weight * (hash(floor(q / (1.3 * unit))) - 0.5);
            square += weight * weight;
            sum += weight;
            found += weight * w.zw;
        }
    }
    strand /= sqrt(square);
    found /= sum;
    // The tints lie in a row, so that a front between the first and the last has the others as its fringe.
    float tint = found.x + 0.25 * strand;
    vec3 cloud = mix(hue_of(1), hue_of(4), smoothstep(0.3, 0.7, tint));
    cloud = mix(cloud, hue_of(3), smoothstep(1.3, 1.7, tint));
    cloud = mix(cloud, hue_of(2), smoothstep(2.3, 2.7, tint));
    float cover = smoothstep(0.06, 0.7, found.y + 0.2 * strand);
    vec3 c = mix(hue_of(0), cloud, cover);
    c *= 1.0 + 0.36 * strand;
    c += 0.12 * max(strand, 0.0) * cover * vec3(1.0, 0.95, 0.85);
    colour = vec4(c, 1.0);
}
