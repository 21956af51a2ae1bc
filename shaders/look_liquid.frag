#version 330 core
// Liquid: four liquids in the hollows of a table, each with a surface of its own: porcelain slip, water, gold and ink.
// Where two meet they press against each other.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
#param TAPS
uniform sampler2D sheet; // how much of each liquid covers the surroundings of a place

const float SHORE = 0.40; // the share of its surroundings from which on a place is wet

// The sheet at a pixel of the window, smoothly and more cheaply.
vec4 cover(vec2 pixel) { return smooth_at(sheet, on_sheet(pixel)); }
vec4 around(vec2 pixel) { return textureLod(sheet, on_sheet(pixel) / sheet_size, 0.0); }

// How much liquid there is beyond the shore. Where two kinds meet, each presses against the other.
float body(vec4 d) { return largest(d) - 0.55 * (total(d) - largest(d)) - SHORE; }

// The height of a liquid: round at its shore, level in the middle of a pool.
float height(float f)
{
    float t = clamp(f / (1.0 - SHORE), 0.0, 1.0);
    return 3.1 * sqrt(t * (2.0 - t));
}

// What kind of liquid it is: the shares of the four, which hardly mix.
vec4 kinds(vec4 d)
{
    vec4 w = d + 0.01;
    w *= w;
    w *= w;
    w *= w;
    return w / total(w);
}

// One light of the room: how much of a soft rectangle around a place is seen.
float soft_box(vec2 at, vec2 middle, vec2 half_size, float soft)
{
    vec2 inside = smoothstep(half_size + soft, half_size - soft, abs(at - middle));
    return inside.x * inside.y;
}

// The room above the table, as a glossy surface mirrors it: a window of two panes at the upper left, a wide bright
// wall behind it, and a dark wall at the right.
vec3 room(vec3 r, vec2 from)
{
    vec2 at = r.xy / max(r.z, 0.15) + (from - 0.5) * vec2(1.1, 0.8);
    float panes = soft_box(at, vec2(-1.32, -0.95), vec2(0.26, 0.46), 0.10) + soft_box(at, vec2(-0.70, -0.95), vec2(0.26, 0.46), 0.10);
    float sky = smoothstep(1.7, -1.9, at.x + at.y);
    return mix(vec3(0.13, 0.105, 0.095), vec3(0.86, 0.83, 0.80), sky * sky) + vec3(1.25, 1.2, 1.1) * panes
         + vec3(0.30, 0.24, 0.22) * soft_box(at, vec2(1.5, 1.25), vec2(0.5, 0.35), 0.3);
}

// Light on the floor of the water: a net of bright lines, which drifts slowly. Two nets shine where they cross.
float caustic(vec2 p)
{
    float net = 1.0;
    for (int layer = 0; layer < 2; ++layer) {
        vec2 q = (layer == 0 ? mat2(0.157, 0.066, -0.066, 0.157) : mat2(0.064, 0.231, -0.231, 0.064)) * p + time * (layer == 0 ? vec2(0.035, 0.02) : vec2(-0.028, 0.03));
        q += 1.1 * vec2(noise(q.yx * 0.7 + 0.05 * time), noise(q * 0.9 + 41.0 - 0.05 * time));
        net *= pow(1.0 - abs(2.0 * noise(q + 7.0 * float(layer)) - 1.0), 3.0) + 0.18;
    }
    return net;
}

// Light that falls through leaves and the window onto the table, from the upper left: soft slanting bands, which sway.
float sunlight(vec2 uv)
{
    vec2 at = uv * vec2(window.x / window.y, 1.0);
    float across = at.x - 0.62 * at.y, along = at.x + at.y;
    float leaves = noise(vec2(5.0 * across + 0.9 * noise(vec2(2.0 * along, 0.11 * time)), 1.1 * along - 0.05 * time));
    return smoothstep(0.30, 0.75, leaves) * smoothstep(1.9, 0.2, along);
}

void main()
{
    vec2 p = place(), uv = on_screen(), pixel = gl_FragCoord.xy;
    vec4 d = cover(pixel);
    float f = body(d), h = height(f), edge = fwidth(f) + 1e-6, cell = 1.0 / scale.x;
#if TAPS
    float e = 0.25 * cell;
    vec2 slope = vec2(height(body(cover(pixel + vec2(e, 0)))) - height(body(cover(pixel - vec2(e, 0)))),
                      height(body(cover(pixel - vec2(0, e)))) - height(body(cover(pixel + vec2(0, e))))) / 0.5;
#else
    vec2 slope = vec2(dFdx(h), dFdy(h)) / scale;
#endif
    // Large pools are a little higher in the middle, which bends what they mirror.
    vec4 kind = kinds(d);
    vec2 dome = vec2(0.0);
    for (int ring = 0; ring < 2; ++ring) {
        vec2 reach = vec2(ring == 0 ? 4.0 : 8.0, 0.0) * cell;
        dome += vec2(dot(kind, around(pixel + reach.xy) - around(pixel - reach.xy)), dot(kind, around(pixel - reach.yx) - around(pixel + reach.yx)));
    }
    slope += 0.24 * dome;
    // The table lies in the light of the window. Liquids throw soft shadows; through water, light gathers in them.
    vec2 lamp = uv - vec2(0.24, 0.12);
    vec3 table = hue_of(0) * mix(vec3(1.10, 1.10, 1.10), vec3(0.66, 0.56, 0.54), smoothstep(0.0, 1.15, length(lamp)));
    table *= (0.988 + 0.024 * noise(pixel * 0.8)) * (1.0 + 0.16 * sunlight(uv));
    vec4 before = around(pixel + vec2(-1.0, 1.2) * cell);
    vec4 far_ = around(pixel + vec2(-2.2, 2.7) * cell);
    vec4 caster = kinds(before);
    float shadow = smoothstep(0.0, 0.22, body(before)), soft = smoothstep(0.0, 0.45, body(far_));
    vec3 c = table * mix(vec3(1.0), vec3(0.80, 0.73, 0.73), soft)
           * mix(vec3(1.0), mix(vec3(0.50, 0.42, 0.43), vec3(0.84, 0.95, 0.96), caster.y), 0.8 * shadow);
    if (f > -edge) {
        vec3 n = normalize(vec3(-slope, 1.15)), r = reflect(vec3(0, 0, -1), n);
        float lit = max(dot(n, normalize(vec3(-0.5, -0.62, 0.62))), 0.0), rim = pow(1.0 - n.z, 3.0);
        vec3 mirrored = room(r, uv);
        // Slip is silky. Water bends the light onto its far side. Gold mirrors all, ink only what is bright.
        // Slip shimmers like mother-of-pearl: its tint depends on where its surface faces.
        float sheen = 2.0 * dot(n.xy, vec2(0.75, -0.66)) + 0.9 * (uv.x - uv.y);
        vec3 clay = mix(hue_of(1), vec3(0.93, 0.78, 0.74), 0.30 + 0.30 * sin(3.4 * sheen + 0.6));
        clay = mix(clay, hue_of(2) * 1.25, 0.34 * smoothstep(0.3, 1.0, length(n.xy)) + 0.12 * (0.5 + 0.5 * sin(3.4 * sheen + 3.4)));
        vec3 slip = clay * (0.58 + 0.45 * lit) + 0.15 * mirrored * mirrored;
        float gathered = clamp(-dot(n.xy, vec2(-0.63, -0.78)), -0.4, 1.0);
        float deep = min(h, 1.9), glow = caustic(p + 2.0 * n.xy) * smoothstep(0.5, 2.4, h);
        vec3 water = table * mix(vec3(1.0), hue_of(2), 0.25 + 0.32 * deep) * (0.86 + 0.75 * gathered) + mirrored * mirrored * (0.015 + 0.4 * rim);
        water *= mix(vec3(1.0), vec3(0.66, 0.90, 0.80), smoothstep(0.4, 1.9, h)); // bottle green, where it is deep
        water += vec3(0.10, 0.16, 0.11) * glow;
        vec3 gold = mix(vec3(0.50, 0.29, 0.10), hue_of(3) * 1.06, smoothstep(0.05, 0.75, mirrored)) + vec3(0.55, 0.50, 0.38) * smoothstep(vec3(0.85), vec3(2.1), mirrored);
        // Light that goes through thin ink comes out redder, at the side away from the window.
        vec3 ink = hue_of(4) * (0.60 + 0.6 * lit) + vec3(0.30, 0.05, 0.12) * max(gathered, 0.0) * (0.25 + 0.75 * exp(-0.9 * h)) + mirrored * mirrored * (0.13 + 0.30 * rim);
        vec3 wet = slip * kind.x + water * kind.y + gold * kind.z + ink * kind.w;
        c = mix(c, wet, smoothstep(-edge, edge, f));
    }
    colour = vec4(c, 1.0);
}
