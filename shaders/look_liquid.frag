#version 330 core
// Liquid: enamels that bead on a pale table; where two meet they press against each other.
#include "lib/look.glsl"
uniform sampler2D near;

float body(vec4 d) { return largest(d) * 1.6 - 0.6 * (total(d) - largest(d)) - 0.085; }

float height(vec2 p)
{
    float f = max(body(smooth_at(near, p)), 0.0);
    return 2.6 * (1.0 - exp(-f * 9.0)) * sqrt(clamp(f * 22.0, 0.0, 1.0));
}

// A bright room with a window, seen in the enamel.
vec3 room(vec3 r)
{
    vec3 c = mix(vec3(0.62, 0.64, 0.68), vec3(1.0), smoothstep(-0.3, 0.9, -r.y));
    float pane = 1.0 - smoothstep(0.0, 0.03, max(abs(r.x + 0.42) - 0.16, abs(r.y + 0.48) - 0.22));
    return c + 4.0 * pane * step(0.015, abs(r.x + 0.42)) * step(0.02, abs(r.y + 0.48));
}

void main()
{
    vec2 p = place(), uv = on_screen();
    const float e = 0.22;
    vec4 d = smooth_at(near, p);
    float f = body(d);
    vec4 below = smooth_at(near, p + vec2(-1.3, -1.9));
    float shadow = body(below);
    vec3 c = hue_of(0) * (1.0 - 0.12 * length(uv - 0.5)) * (1.0 - 0.42 * smoothstep(-0.05, 0.06, shadow));
    float edge = fwidth(f);
    if (f > -edge) {
        vec2 slope = vec2(height(p + vec2(e, 0)) - height(p - vec2(e, 0)), height(p + vec2(0, e)) - height(p - vec2(0, e)));
        vec3 n = normalize(vec3(-slope / (2.0 * e), 1.1)), r = reflect(vec3(0, 0, -1), n);
        vec3 paint = vec3(0.0);
        float sum = 0.0;
        for (int k = 0; k < 4; ++k) {
            float w = pow(max(d[k], 0.0) * 4.0 + 1e-2, 8.0);
            paint += hue_of(k + 1) * w;
            sum += w;
        }
        paint /= sum + 1e-20;
        float fresnel = 0.04 + 0.55 * pow(1.0 - n.z, 3.0);
        vec3 lit = paint * (0.35 + 0.85 * max(dot(n, normalize(vec3(-0.5, -0.6, 0.7))), 0.0)) + paint * 0.15 * smoothstep(0.0, 0.1, f);
        vec3 wet = mix(lit, room(r) * 0.9, fresnel) + 0.25 * max(room(r) - 1.0, 0.0);
        c = mix(c, wet, smoothstep(-edge, edge, f));
    }
    colour = vec4(c, 1.0);
}
