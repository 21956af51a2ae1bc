#version 330 core
// Currents: the weather of a planet. Fine strands follow the flow, by a convolution of noise along it, and drift with
// time; the sun stands at one side, and the night around the planet is empty.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
#include "lib/look_globe.glsl"
#param STEPS
#param PIXELS
uniform sampler2D sheet;

vec4 weather(vec2 pixel) { return textureLod(sheet, on_sheet(pixel) / sheet_size, 0.0); }

void main()
{
    vec3 ball = globe(gl_FragCoord.xy), sun = normalize(vec3(cos(time * 0.004 + 2.4), 0.42, 0.62));
    float away = length(ball.xy), fine = 1.5 / (globe_radius() * window.y);
    // The air glows outside the limb where it is day.
    float day = smoothstep(-0.25, 0.75, dot(ball.xy / away, sun.xy));
    vec3 night = hue_of(0) * (0.36 + 0.10 * noise(gl_FragCoord.xy / window.y * 3.0));
    night += mix(hue_of(2), hue_of(4), 0.35) * day * (0.30 * exp(-26.0 * max(away - 1.0, 0.0)) + 0.10 * exp(-6.0 * max(away - 1.0, 0.0)));
    if (away > 1.0 + fine) {
        colour = vec4(night + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
        return;
    }
    float unit = max(window.y / 540.0, 1.0), pace = unit * float(PIXELS), length_ = float(STEPS) + 1.0;
    vec4 here = smooth_at(sheet, on_sheet(gl_FragCoord.xy));
    vec2 found = vec2(0.0), ends[2];
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
            strand += weight * (hash(floor(q / (1.9 * unit))) - 0.5);
            square += weight * weight;
            sum += weight;
            found += weight * w.zw;
        }
        ends[(way + 1) / 2] = q;
    }
    strand /= sqrt(square);
    // In the middle of an eddy a strand turns on the spot: there it would be a knot.
    strand *= smoothstep(0.04, 0.45, length(ends[1] - ends[0]) / (2.0 * float(STEPS) * pace));
    strand /= 1.0 + 0.6 * abs(strand);
    found /= sum;
    // The tints lie in a row, so that a front between the first and the last has the others as its fringe.
    float tint = found.x + 0.25 * strand;
    vec3 cloud = mix(hue_of(1), hue_of(4), smoothstep(0.3, 0.7, tint));
    cloud = mix(cloud, hue_of(3), smoothstep(1.3, 1.7, tint));
    cloud = mix(cloud, hue_of(2), smoothstep(2.3, 2.7, tint));
    float cover = smoothstep(0.06, 0.7, found.y + 0.10 * strand);
    vec3 c = mix(mix(hue_of(2), hue_of(0), 0.4), cloud, cover);
    c *= 1.0 + 0.30 * strand;
    c += 0.08 * max(strand, 0.0) * cover * vec3(1.0, 0.95, 0.85);
    // The day's side is lit softly; the limb is paler through its air, and the night falls slowly.
    float lit = dot(vec3(ball.xy, ball.z), sun), air = pow(1.0 - ball.z, 3.0);
    c *= 0.045 + 0.90 * smoothstep(-0.20, 0.85, lit);
    c = mix(c, hue_of(4) * 0.9 * smoothstep(-0.1, 0.8, lit), 0.55 * air);
    c = mix(c, night, smoothstep(1.0 - fine, 1.0 + fine, away));
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
