#version 330 core
// Liquid: four liquids in the hollow of a table, each with a surface of its own: porcelain slip, water, gold and ink.
// Where two meet they press against each other.
#include "lib/look.glsl"
#param TAPS
uniform sampler2D near;
uniform sampler2D wide;

// How much the table rises at a place, in shares of cells: liquids run together in its hollow, and drop off its rim.
float ground(vec2 uv)
{
    vec2 off = (uv - vec2(0.44, 0.54)) * vec2(1.0, 0.86);
    return 0.095 + 0.95 * max(dot(off, off) - 0.03, 0.0);
}

// How much liquid of one kind there is, less what pushes against it and how high the table is there. Crowds run into
// large pools, lone colonies bead small.
float body(vec4 d, vec4 crowd, float rise)
{
    d += 0.55 * crowd;
    return largest(d) * 1.5 - 0.65 * (total(d) - largest(d)) - rise;
}

float height(float f) { return 3.4 * (1.0 - exp(-max(f, 0.0) * 5.5)) * sqrt(clamp(f * 16.0, 0.0, 1.0)); }

// What kind of liquid it is: the shares of the four, which hardly mix.
vec4 kinds(vec4 d)
{
    vec4 w = d * 4.0 + 0.01;
    w *= w;
    w *= w;
    w *= w;
    return w / total(w);
}

// The room above the table, as a glossy surface mirrors it: a wide window at the upper left, a dark wall at the right.
vec3 room(vec3 r, vec2 from)
{
    vec2 at = r.xy / max(r.z, 0.15) + (from - 0.5) * vec2(1.1, 0.8);
    vec2 pane = smoothstep(vec2(0.62, 0.50), vec2(0.34, 0.26), abs(at - vec2(-1.05, -0.95)));
    float sky = smoothstep(1.6, -1.8, at.x + at.y);
    return mix(vec3(0.10, 0.085, 0.08), vec3(0.78, 0.76, 0.74), sky * sky) + vec3(1.25, 1.2, 1.1) * pane.x * pane.y;
}

void main()
{
    vec2 p = place(), uv = on_screen();
    vec4 d = smooth_at(near, p), crowd = texture(wide, p / board);
    float rise = ground(uv), f = body(d, crowd, rise), h = height(f), edge = fwidth(f) + 1e-6;
#if TAPS
    const float e = 0.2;
    vec2 slope = vec2(height(body(smooth_at(near, p + vec2(e, 0)), crowd, rise)) - height(body(smooth_at(near, p - vec2(e, 0)), crowd, rise)),
                      height(body(smooth_at(near, p + vec2(0, e)), crowd, rise)) - height(body(smooth_at(near, p - vec2(0, e)), crowd, rise))) / (2.0 * e);
#else
    vec2 slope = vec2(dFdx(h), dFdy(h)) / scale;
#endif
    // The table lies in the light of the window. Liquids throw soft shadows; through water, light gathers in them.
    vec2 lamp = uv - vec2(0.20, 0.10);
    vec3 table = hue_of(0) * (1.10 - 0.46 * dot(lamp, lamp) - 0.05 * smoothstep(0.0, 0.6, rise));
    table *= 0.985 + 0.03 * noise(gl_FragCoord.xy * 0.8);
    vec2 back = p - vec2(1.0, 1.3);
    vec4 before = texture(near, back / board), far_ = texture(near, (p - vec2(2.2, 2.9)) / board);
    vec4 caster = kinds(before);
    float shadow = smoothstep(0.02, 0.13, body(before, crowd, rise)), soft = smoothstep(0.02, 0.18, body(far_, crowd, rise));
    vec3 c = table * (1.0 - 0.22 * soft) * mix(vec3(1.0), mix(vec3(0.42, 0.38, 0.40), vec3(0.80, 0.92, 0.95), caster.y), 0.8 * shadow);
    if (f > -edge) {
        vec4 kind = kinds(d);
        vec3 n = normalize(vec3(-slope, 1.15)), r = reflect(vec3(0, 0, -1), n);
        float lit = max(dot(n, normalize(vec3(-0.5, -0.62, 0.62))), 0.0), rim = pow(1.0 - n.z, 3.0);
        vec3 mirrored = room(r, uv);
        // Slip is matte. Water bends the light onto its far side. Gold mirrors all, ink only what is bright.
        // Slip was poured in two clays, which lie in it like the layers of mother-of-pearl.
        vec2 bent = p + 2.4 * vec2(noise(p * 0.23) - 0.5, noise(p * 0.23 + 9.0) - 0.5);
        float layer = 5.5 * pow(max(f, 0.0), 0.65) + 1.6 * noise(bent * 0.16);
        vec3 clay = mix(hue_of(1), hue_of(2) * 1.05, 0.20 + 0.20 * sin(layer * 1.7));
        clay = mix(clay, vec3(0.94, 0.76, 0.70), 0.26 + 0.26 * sin(layer * 2.3 + 1.2));
        vec3 slip = clay * (0.56 + 0.56 * lit) + 0.16 * mirrored * mirrored;
        float gathered = clamp(-dot(n.xy, vec2(-0.63, -0.78)), -0.4, 1.0);
        vec3 water = table * mix(vec3(1.0), hue_of(2), 0.25 + 0.34 * min(h, 1.6)) * (0.88 + 0.75 * gathered) + mirrored * mirrored * (0.10 + 0.4 * rim);
        vec3 gold = hue_of(3) * (0.22 + 1.05 * mirrored);
        // Light that goes through thin ink comes out redder, at the side away from the window.
        vec3 ink = hue_of(4) * (0.55 + 0.5 * lit) + vec3(0.30, 0.05, 0.12) * max(gathered, 0.0) * (0.25 + 0.75 * exp(-0.9 * h)) + mirrored * mirrored * (0.06 + 0.35 * rim);
        vec3 wet = slip * kind.x + water * kind.y + gold * kind.z + ink * kind.w;
        c = mix(c, wet, smoothstep(-edge, edge, f));
    }
    colour = vec4(c, 1.0);
}
