#version 330 core
// Liquid: glazes that bead on a blush table; where two meet they press against each other.
#include "lib/look.glsl"
#param TAPS
uniform sampler2D near;

// How much glaze of one colour there is, less what pushes against it. Lone colonies bead small, crowds run into pools.
float body(vec4 d) { return largest(d) * 1.7 - 0.7 * (total(d) - largest(d)) - 0.088; }

float height(float f) { return 3.0 * (1.0 - exp(-max(f, 0.0) * 7.0)) * sqrt(clamp(f * 20.0, 0.0, 1.0)); }

vec3 glaze(vec4 d)
{
    vec4 w = d * 4.0 + 0.01;
    w *= w;
    w *= w;
    w *= w; // so that colours hardly mix
    return (hue_of(1) * w.x + hue_of(2) * w.y + hue_of(3) * w.z + hue_of(4) * w.w) / total(w);
}

void main()
{
    vec2 p = place(), uv = on_screen();
    vec4 d = smooth_at(near, p);
    float f = body(d), h = height(f), edge = fwidth(f) + 1e-6;
#if TAPS
    const float e = 0.2;
    vec2 slope = vec2(height(body(smooth_at(near, p + vec2(e, 0)))) - height(body(smooth_at(near, p - vec2(e, 0)))),
                      height(body(smooth_at(near, p + vec2(0, e)))) - height(body(smooth_at(near, p - vec2(0, e))))) / (2.0 * e);
#else
    vec2 slope = vec2(dFdx(h), dFdy(h)) / scale;
#endif
    // The table, and on it the soft shadow of a drop, tinged by the light that came through the drop.
    vec2 lamp = uv - vec2(0.34, 0.26);
    vec3 c = hue_of(0) * (1.05 - 0.34 * dot(lamp, lamp));
    vec4 before = texture(near, (p - vec2(0.9, 1.5)) / board);
    float shadow = smoothstep(0.0, 0.085, body(before));
    c *= mix(vec3(1.0), 0.42 + 0.36 * glaze(before), 0.85 * shadow);
    if (f > -edge) {
        vec3 n = normalize(vec3(-slope, 1.15)), r = reflect(vec3(0, 0, -1), n);
        vec3 paint = glaze(d);
        float lit = 0.60 + 0.46 * max(dot(n, normalize(vec3(-0.5, -0.62, 0.62))), 0.0);
        float thin = exp(-5.0 * max(f, 0.0)); // the table shines through thin glaze
        vec3 wet = mix(paint * paint * 0.35 + paint * 0.65, paint, thin) * lit;
        wet = mix(wet, hue_of(0), (0.05 + 0.42 * pow(1.0 - n.z, 3.0)) * smoothstep(-0.5, 0.9, r.y + 0.4 * r.x + 0.4));
        // A large soft lamp and a small one, without hard edges: they would break up on the ripples.
        vec2 soft = smoothstep(vec2(0.34, 0.30), vec2(0.08, 0.06), abs(r.xy - vec2(-0.46, -0.52)));
        vec2 small = smoothstep(vec2(0.16), vec2(0.02), abs(r.xy - vec2(0.52, 0.50)));
        wet += vec3(1.0, 0.97, 0.93) * (0.62 * soft.x * soft.y + 0.10 * small.x * small.y);
        c = mix(c, wet, smoothstep(-edge, edge, f));
    }
    colour = vec4(c, 1.0);
}
