#version 330 core
// Op art: stripes bent by who holds the ground: species 1 and 3 push them up, 2 and 4 push them down.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
#param SAMPLES
uniform sampler2D sheet;

void main()
{
    vec2 p = place();
    float push = smooth_at(sheet, on_sheet(gl_FragCoord.xy)).x;
    float phase = p.y * 0.25 + push * 3.8 + 0.5 * sin(p.x * 0.03);
    vec2 slope = vec2(dFdx(phase), dFdy(phase));
    float duty = 0.5 + 0.20 * push, ink = 0.0;
    for (int sample_ = 0; sample_ < SAMPLES; ++sample_) {
        float part = (float(sample_) + 0.5) / float(SAMPLES) - 0.5;
        float f = abs(fract(phase + part * slope.y) - 0.5) * 2.0;
        ink += clamp((f - duty) / (2.0 * length(slope) / sqrt(float(SAMPLES)) + 1e-5) + 0.5, 0.0, 1.0);
    }
    colour = vec4(mix(hue_of(0), hue_of(1), ink / float(SAMPLES)), 1.0);
}
