#version 330 core
// Paper cut: sheets of card in a deep frame; species 1 and 3 raise the land, 2 and 4 cut it away.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
#param SHEETS
#param SHADOWS
uniform sampler2D sheet;

vec3 ground, low, middle, high, peak; // the colours of the palette

vec3 ramp(float t)
{
    return t < 0.28 ? mix(ground, low, t / 0.28) : t < 0.5 ? mix(low, middle, (t - 0.28) / 0.22)
         : t < 0.75 ? mix(middle, high, (t - 0.5) / 0.25) : mix(high, peak, (t - 0.75) / 0.25);
}

vec4 land(vec2 pixel) { return textureLod(sheet, on_sheet(pixel) / sheet_size, 0.0); }

void main()
{
    ground = hue_of(0);
    low = hue_of(1);
    middle = hue_of(2);
    high = hue_of(3);
    peak = hue_of(4);
    float turn = time * 0.0105 + 0.99; // the lamp goes round in ten minutes
    vec2 lamp = vec2(cos(turn), -sin(turn));
    float reach = min(4.0 / abs(scale.x), 20.0 * sheet_every); // of the longest shadow, in pixels
    vec4 at = land(gl_FragCoord.xy); // its height and a cloud
    float here = at.x, around[SHADOWS];
    for (int s = 0; s < SHADOWS; ++s)
        around[s] = land(gl_FragCoord.xy - lamp * reach * float(s + 1) / float(SHADOWS)).x;
    vec2 g = vec2(dFdx(here), dFdy(here));
    // How much the land rises in a pixel. Where it is nearly flat this is little, so a new island or hole is small but sharp.
    float slope = max(length(g), 0.02 / window.y), firm = 1.0 / max(slope * 0.45 * reach, 0.004);
    float light = 0.08 * dot(g / (length(g) + 1e-5), lamp) + 0.08;
    vec3 c = ground * 0.8;
    for (int k = 0; k < SHEETS; ++k) {
        float t = float(k + 1) / float(SHEETS + 1), shadow = 0.0, f = here - t;
        for (int s = 0; s < SHADOWS; ++s)
            shadow += clamp((around[s] - t) * (firm * float(SHADOWS) / float(s + 1)) + 0.15, 0.0, 1.0);
        c *= 1.0 - 0.64 * shadow / float(SHADOWS);
        float lip = light * max(1.0 - f / (3.2 * slope), 0.0); // the cut edge catches light
        c = mix(c, ramp(t) + lip, clamp(f / (slope * 1.2), 0.0, 1.0));
    }
    int top = int(here * float(SHEETS + 1));
    float grain = noise(gl_FragCoord.xy * 0.8 + float(top) * 31.0);
    colour = vec4(c * (0.945 + 0.06 * grain + 0.03 * at.y), 1.0);
}
