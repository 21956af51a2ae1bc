#version 330 core
// Topo: a map on which the density of life is height, its holder tints the land, and what has settled stands as houses.
#include "lib/look.glsl"
#param DETAIL
uniform sampler2D wide;
uniform sampler2D cells;
uniform int block; // side of a texel's square in cells

const float COAST = 0.05; // density of life at sea level

// Height in contour lines above the sea. Lines lie closer where life is thin, so that crowded boards do not get too many.
float height(vec4 shares)
{
    return 96.0 * (sqrt(total(shares) + 0.01) - sqrt(COAST + 0.01));
}

// How much of a pixel a line covers; `away` is the distance from its middle in pixels. Its edges are soft, so that a
// line that moves by less than a pixel changes no pixel by much.
float line(float away, float reach) { return max(1.0 - away / reach, 0.0); }

void main()
{
    vec2 p = place();
    float unit = max(window.y / 720.0, 0.8); // pixels of a thin line
    vec4 w = smooth_at(wide, p);
    float z = height(w);
#if DETAIL
    float wash = fbm(p * 0.11) - 0.5, grain = noise(gl_FragCoord.xy * 0.5) - 0.5;
#else
    float wash = 0.0, grain = noise(gl_FragCoord.xy * 0.5) - 0.5;
#endif
    vec2 slope = vec2(dFdx(z), -dFdy(z)); // y down
    float steep = length(slope) + 1e-6;

    // The land: layers of tint, darker with each contour line, hatched by shade from the north-west.
    vec4 hold = w / (largest(w) + 1e-6);
    hold *= hold;
    hold *= hold; // so that species who share the land do not mix to mud
    hold *= hold;
    vec3 tint = (hold.x * hue_of(1) + hold.y * hue_of(2) + hold.z * hue_of(3) + hold.w * hue_of(4)) / (total(hold) + 1e-6);
    float layer = max(floor(z), 0.0);
    vec3 land = mix(hue_of(0), tint, 0.35 + 0.65 * (1.0 - exp(-0.22 * layer)));
    land *= 1.04 - 0.018 * min(layer, 24.0);
    float shade = dot(slope, vec2(0.7071)) / (length(slope) + 0.012 / unit);
    land *= 1.0 + 0.11 * shade * smoothstep(0.0, 1.5, z);

    // The sea, with lines that follow the coast.
    float depth = max(-z, 0.0);
    vec3 sea = mix(hue_of(5), hue_of(6), 1.0 - exp(-0.9 * depth));
#if DETAIL
    float ripple = sqrt(depth) * 4.0, far = abs(fract(ripple) - 0.5) / (steep * 2.0 / (sqrt(depth) + 0.02) + 1e-6);
    sea = mix(sea, hue_of(0), 0.42 * line(far / unit, 1.3) * exp(-1.3 * depth));
#endif
    float shore = clamp(z / steep + 0.5, 0.0, 1.0);
    vec3 c = mix(sea, land, shore) * (1.0 + 0.05 * wash + 0.025 * grain);

    // Contour lines; the others go where they would run together.
    float near_line = abs(fract(z + 0.5) - 0.5) / steep, near_fifth = abs(fract(z / 5.0 + 0.5) - 0.5) * 5.0 / steep;
    float room = 1.0 - smoothstep(0.16, 0.34, steep * unit), room5 = 1.0 - smoothstep(0.8, 1.7, steep * unit);
    vec3 sepia = hue_of(8);
    c = mix(c, sepia, 0.42 * room * line(near_line / unit, 1.45) * step(0.5, z));
    c = mix(c, sepia, 0.75 * room5 * line(near_fifth / unit, 2.0) * step(2.5, z));
    c = mix(c, hue_of(7), 0.85 * line(abs(z) / steep / unit, 2.2));

    // Houses: cells that have lived for some seconds. They rise and fall slowly, so that nothing blinks.
    float cell_pixels = 1.0 / scale.x;
    vec2 at = floor(mod(floor(p) + 0.5, board)), f = fract(p) - 0.5;
    float few = clamp((0.16 / (total(w) + 1e-3) - hash(at)) * 6.0, 0.0, 1.0); // a crowd is no town: only some build there
    float old = few * smoothstep(2.3, 3.6, texelFetch(cells, ivec2(at), 0).w) * smoothstep(1.6, 3.0, cell_pixels);
    if (block == 1 && old > 0.0) {
        float inside = clamp((0.37 - max(abs(f.x), abs(f.y))) * cell_pixels + 0.5, 0.0, 1.0);
        vec2 g = f - 0.09;
        float shadow = clamp((0.38 - max(abs(g.x), abs(g.y))) * cell_pixels + 0.5, 0.0, 1.0);
        // From near, one sees a ridge and which side of the roof the sun is on.
        float near_by = smoothstep(8.0, 18.0, cell_pixels), lit = clamp(0.5 - f.y * cell_pixels, 0.0, 1.0);
        vec3 roof = mix(vec3(0.30, 0.17, 0.13), vec3(0.62, 0.34, 0.24), lit) + 0.12 * tint;
        c = mix(c, c * 0.55, near_by * old * shadow);
        c = mix(c, mix(sepia * 0.42, roof, near_by), 0.94 * old * inside);
    }

    // The grid of the map, a line each 40 texels or more.
    float side = 40.0 * exp2(max(ceil(log2(2.5 / cell_pixels)), 0.0));
    vec2 grid = abs(fract(p / side + 0.5) - 0.5) * side * cell_pixels / unit;
    c = mix(c, mix(hue_of(0), hue_of(7), shore), 0.16 * line(min(grid.x, grid.y), 1.2));
    colour = vec4(c, 1.0);
}
