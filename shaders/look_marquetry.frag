#version 330 core
// Marquetry: territories as veneers of wood, each species its own wood and grain; a dark hairline between them.
#include "lib/look.glsl"
uniform sampler2D near;

// The holder of a place, 0 for nobody, and by how much it holds the place more than the next one.
void hold(vec2 p, out int holder, out float lead)
{
    vec4 d = smooth_at(near, p);
    float v[5] = float[5](max(0.56 - total(d), 0.0) * 0.9, d.x, d.y, d.z, d.w);
    holder = 0;
    for (int each = 1; each < 5; ++each)
        if (v[each] > v[holder])
            holder = each;
    float second = -1.0;
    for (int each = 0; each < 5; ++each)
        if (each != holder)
            second = max(second, v[each]);
    lead = v[holder] - second;
}

void main()
{
    vec2 p = place(), uv = on_screen();
    int k;
    float lead;
    hold(p, k, lead);
    float angle = float(k) * 1.13 + 0.25;
    vec2 q = mat2(cos(angle), -sin(angle), sin(angle), cos(angle)) * p;
    float rings = fbm(vec2(q.x * 0.018, q.y * 0.16) + float(k) * 13.0) * 7.0;
    float figure = 0.5 + 0.5 * sin(rings * 6.28);
    float pores = smoothstep(0.55, 0.85, noise(vec2(q.x * 0.7, q.y * 9.0))) * 0.5 + 0.5 * noise(vec2(q.x * 0.25, q.y * 22.0));
    float silk = 0.5 + 0.5 * sin(q.x * 0.55 + 3.0 * fbm(q * 0.09) + time * 0.05); // passes over the wood in two minutes
    vec3 wood = hue_of(k), dark = wood * vec3(0.58, 0.5, 0.46);
    vec3 c = mix(wood, dark, 0.55 * figure + 0.25 * pores) * (0.93 + 0.13 * silk);
    c *= 0.62 + 0.38 * smoothstep(0.0, 0.17, lead); // scorched edges, as of hot sand
    c = mix(c, vec3(0.07, 0.04, 0.03), 0.85 * (1.0 - smoothstep(0.5, 1.6, lead / (fwidth(lead) + 1e-5))));
    vec2 lamp = uv - vec2(0.3, 0.2);
    c = c * (1.12 - 0.35 * dot(lamp, lamp)) + 0.05 * exp(-5.0 * dot(lamp, lamp)) * vec3(1.0, 0.95, 0.85);
    colour = vec4(pow(c, vec3(0.92)), 1.0);
}
