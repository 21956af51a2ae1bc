#version 330 core
// Slate: a slab of stone in raking light. Species 1 is cut into it and gilded, the others are lichens.
#include "lib/look.glsl"
#param DETAIL
uniform sampler2D near;

const float STEEP = 5.5;  // of the cut, in cells
const float MARGIN = 0.022; // of the wall around the slab, in heights of the window

// The height of riven stone: beds that were split along a slant, each with a thin step to the next, and a fine grain.
float beds(vec2 q)
{
    vec2 along = mat2(0.94, 0.34, -0.34, 0.94) * q;
#if DETAIL
    float wave = fbm(along * vec2(0.9, 2.0) + 4.0);
#else
    float wave = 0.15 + 0.5 * noise(along * vec2(0.9, 2.0) + 4.0) + 0.2 * noise(along * vec2(2.6, 6.0));
#endif
    float level = wave * 5.0, bed = floor(level);
    return 0.07 * wave + 0.2 * (bed + smoothstep(0.90, 1.0, level - bed)) + 0.010 * noise(along * vec2(24.0, 70.0));
}

// A crust's thickness, 0 to 1, where so much of a lichen is: ragged at its rim, cracked inside.
float crust(float share, float ragged, float cracks)
{
    float rim = share - 0.13 - 0.30 * (ragged - 0.5);
    return smoothstep(0.0, 0.05, rim) * (1.0 - 0.5 * smoothstep(0.02, 0.3, rim) * (1.0 - cracks));
}

void main()
{
    // A window that shows more than the board would repeat the inscription: then the board fills the slab.
    vec2 middle = origin + window * scale * 0.5, much = board / (window * abs(scale));
    float nearer = min(max(much.x, much.y), 1.0), pixel = abs(scale.x) * nearer;
    vec2 p = middle + (place() - middle) * nearer, q = (gl_FragCoord.xy - 0.5 * window) / window.y;
    float step_ = max(pixel, 0.3);
    float turn = 2.25 + 0.35 * sin(time * 0.02); // the lamp swings to and fro in five minutes
    vec2 lamp = vec2(cos(turn), -sin(turn)); // on the board: y down

    vec4 here = smooth_at(near, p);
#if DETAIL
    vec4 right = smooth_at(near, p + vec2(step_, 0)), below = smooth_at(near, p + vec2(0, step_));
#else
    vec4 right = here + dFdx(here) * step_ / pixel, below = here - dFdy(here) * step_ / pixel;
#endif
    vec2 slope = vec2(right.x - here.x, below.x - here.x) / step_;
    float cut = here.x, edge = max(length(slope) * pixel, 0.004);
    float inside = smoothstep(0.40 - edge, 0.40 + edge, cut);

    // The face of the slab.
    float height = beds(q);
#if DETAIL
    vec2 rise = vec2(beds(q + vec2(0.003, 0)), beds(q + vec2(0, 0.003))) - height;
#else
    vec2 rise = vec2(dFdx(height), dFdy(height)) * 0.003 * window.y;
#endif
    float light = dot(rise, lamp * vec2(1, -1));
    vec3 stone = hue_of(0) * (0.90 + 0.20 * height) * (1.0 - clamp(light * 4.0, -0.30, 0.30));
    stone *= 0.97 + 0.06 * noise(gl_FragCoord.xy * 0.9);
    // The arris of a cut catches the light on its far side.
    float arris = smoothstep(0.16, 0.38, cut) * (1.0 - inside);
    stone *= 1.0 + arris * clamp(dot(slope, lamp) * 4.5, -0.45, 0.8);

    // The cut: its near wall lies in the shadow, its far wall shines.
    vec2 lean = slope * STEEP;
    vec3 n = normalize(vec3(lean, 1.0)); // the surface sinks where the share grows
    float lit = dot(n, normalize(vec3(lamp, 0.75)));
    vec3 gold = hue_of(1);
    float sheen = smoothstep(0.72, 1.0, lit), leaf = noise(p * 1.1);
    gold *= (0.26 + 0.95 * max(lit, 0.0)) * (0.95 + 0.13 * leaf);
    gold += vec3(0.75, 0.62, 0.36) * sheen * 0.55;
    vec3 c = mix(stone, gold, inside);

    // Lichens, with their own soft shadow on the stone.
    float grown = here.y + here.z + here.w;
    if (grown > 0.0) {
        float ragged = 0.55 * noise(p * 0.55) + 0.3 * noise(p * 1.5 + 9.0) + 0.15 * noise(p * 4.1);
#if DETAIL
        float cracks = smoothstep(0.02, 0.14, abs(noise(p * 0.9 + 3.0) - 0.5)) * 0.6 + 0.4 * noise(p * 2.7);
#else
        float cracks = 0.4 + 0.6 * noise(p * 1.2 + 3.0);
#endif
        c *= 1.0 - 0.28 * smoothstep(0.0, 0.16, grown - 0.3 * (ragged - 0.5)) * smoothstep(0.0, 0.03, grown);
        for (int each = 1; each < 4; ++each) {
            float thick = crust(here[each], ragged, cracks);
            vec2 up = vec2(right[each] - here[each], below[each] - here[each]) / step_;
            vec3 paint = hue_of(each + 1) * (0.50 + 0.5 * thick) * (1.0 - clamp(dot(up, lamp) * 1.3, -0.28, 0.22));
            c = mix(c, paint, smoothstep(0.05, 0.5, thick) * 0.93);
        }
    }

    // Light falls off from the lamp's side; the slab has a polished edge before a dark wall.
    vec2 uv = q / vec2(window.x / window.y, 1.0);
    c *= 1.06 - 0.55 * dot(uv, uv) + 0.30 * dot(uv, lamp * vec2(1, -1));
    vec2 rim = (0.5 * window + frame_out()) / window.y - abs(q) - MARGIN;
    float inner = min(rim.x, rim.y), fine = 1.0 / window.y;
    bool across = rim.x < rim.y;
    float facing = dot(across ? vec2(sign(q.x), 0) : vec2(0, -sign(q.y)), lamp);
    float chamfer = 1.0 - smoothstep(0.009 - fine, 0.009, inner);
    c = mix(c, hue_of(0) * (0.75 + 0.55 * facing), chamfer);
    c *= smoothstep(-fine, fine, inner) * 0.92 + 0.08;
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
