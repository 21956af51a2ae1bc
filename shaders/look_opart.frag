#version 330 core
// Op art: stripes bent by who holds the ground: species 1 and 3 push them up, 2 and 4 push them down. One large fold
// crosses the picture and travels slowly. To its right the stripes are at rest, and nearly straight.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
#param SAMPLES
uniform sampler2D sheet;

// How far a place is to the right of the large fold, in heights of the board. The fold leans, sways and travels to and fro.
float from_fold(vec2 p)
{
    vec2 q = p / board.y - vec2(0.5 * board.x / board.y, 0.5);
    return q.x + 0.12 - 0.45 * q.y - 0.07 * sin(3.0 * q.y + 0.015 * time) - 0.35 * sin(0.0065 * time);
}

void main()
{
    vec2 p = place();
    float away = from_fold(p), calm = smoothstep(0.15, 0.60, away), fold = exp(-20.0 * away * away);
    float push = smooth_at(sheet, on_sheet(gl_FragCoord.xy)).x * mix(1.0, 0.12, calm) * (1.0 - 0.6 * fold);
    float phase = p.y * 0.25 + push * 2.2 + 0.055 * board.y * fold;
    vec2 slope = vec2(dFdx(phase), dFdy(phase));
    float duty = 0.5 + 0.20 * push, ink = 0.0;
    for (int sample_ = 0; sample_ < SAMPLES; ++sample_) {
        float part = (float(sample_) + 0.5) / float(SAMPLES) - 0.5;
        float f = abs(fract(phase + part * slope.y) - 0.5) * 2.0;
        ink += clamp((f - duty) / (2.0 * length(slope) / sqrt(float(SAMPLES)) + 1e-5) + 0.5, 0.0, 1.0);
    }
    colour = vec4(mix(hue_of(0), hue_of(1), ink / float(SAMPLES)), 1.0);
}
