#version 330 core
// Topo: a sheet of an old atlas. The density of life is height, its holder tints the land, most of all along the
// frontiers, and what has settled stands as houses.
#include "lib/look.glsl"
#param DETAIL
uniform sampler2D wide;
uniform sampler2D cells;
uniform int block; // side of a texel's square in cells

const float COAST = 0.06; // density of life at sea level

// Height in contour lines above the sea. Lines lie closer where life is thin, so that crowded boards do not get too many.
float height(vec4 shares)
{
    return 80.0 * (sqrt(total(shares) + 0.01) - sqrt(COAST + 0.01));
}

// How much of a pixel a line covers; `away` is the distance from its middle in pixels. Its edges are soft, so that a
// line that moves by less than a pixel changes no pixel by much.
float line(float away, float reach) { return max(1.0 - away / reach, 0.0); }

// The map, where it is not the margin of the sheet.
vec3 map(float unit)
{
    vec3 paper = hue_of(0), water = hue_of(5), ink = hue_of(6), red = hue_of(7);
    vec2 p = place();
    vec4 w = smooth_at(wide, p);
    float z = height(w);
#if DETAIL
    float wash = fbm(p * 0.11) - 0.5;
#else
    float wash = 0.0;
#endif
    vec2 slope = vec2(dFdx(z), -dFdy(z)); // y down
    float steep = length(slope) + 1e-6;

    // The land is tinted by its holder, strongest along its frontiers; light comes from the north-west.
    float first = largest(w), second = max(max(min(w.x, w.y), min(w.z, w.w)), min(max(w.x, w.y), max(w.z, w.w)));
    float lead = (first - second) / (first + 1e-4), frontier = lead / (length(vec2(dFdx(lead), dFdy(lead))) + 1e-5) / unit;
    int holder = w.x == first ? 1 : w.y == first ? 2 : w.z == first ? 3 : 4;
    float layer = clamp(z, 0.0, 16.0), shore = clamp(z / steep + 0.5, 0.0, 1.0);
    vec3 land = mix(paper, hue_of(holder), 0.40 + 0.30 * exp(-frontier / 16.0) + 0.022 * layer);
    land *= 1.0 + 0.10 * dot(slope, vec2(0.7071)) / (steep + 0.012 / unit) * smoothstep(0.0, 1.5, z);
    land *= 1.0 - 0.010 * layer;

    // Engraved lines follow the coast, ever fainter.
    float depth = max(-z, 0.0), rings = sqrt(depth) * 2.6, deep = steep * 1.3 / (sqrt(depth) + 0.05);
    vec3 sea = water * (1.0 - 0.10 * smoothstep(0.0, 8.0, depth));
    float ring = abs(fract(rings) - 0.5) / (deep + 1e-6) / unit;
    sea = mix(sea, ink, 0.50 * line(ring, 1.25) * exp(-0.42 * depth) * (1.0 - smoothstep(0.15, 0.35, deep * unit)));
    vec3 c = mix(sea, land, shore) * (1.0 + 0.07 * wash);

    // Contour lines; the others go where they would run together.
    float near_line = abs(fract(z + 0.5) - 0.5) / steep, near_fifth = abs(fract(z / 5.0 + 0.5) - 0.5) * 5.0 / steep;
    float room = 1.0 - smoothstep(0.16, 0.34, steep * unit), room5 = 1.0 - smoothstep(0.8, 1.7, steep * unit);
    vec3 sepia = hue_of(8);
    c = mix(c, sepia, 0.34 * room * line(near_line / unit, 1.3) * step(0.5, z));
    c = mix(c, sepia, 0.62 * room5 * line(near_fifth / unit, 1.7) * step(2.5, z));
    c = mix(c, red, 0.75 * line(frontier, 2.3) * shore);
    c = mix(c, ink, 0.90 * line(abs(z) / steep / unit, 1.9));

    // Houses: cells that have lived for some seconds. They rise and fall slowly, so that nothing blinks.
    float cell_pixels = 1.0 / scale.x;
    vec2 at = floor(mod(floor(p) + 0.5, board)), f = fract(p) - 0.5;
    float few = clamp((0.16 / (total(w) + 1e-3) - hash(at)) * 6.0, 0.0, 1.0); // a crowd is no town: only some build there
    few *= smoothstep(0.0, 1.0, z);                                           // and nobody builds on water
    float old = few * smoothstep(2.3, 3.6, texelFetch(cells, ivec2(at), 0).w) * smoothstep(1.6, 3.0, cell_pixels);
    if (block == 1 && old > 0.0) {
        float inside = clamp((0.37 - max(abs(f.x), abs(f.y))) * cell_pixels + 0.5, 0.0, 1.0);
        vec2 g = f - 0.09;
        float shadow = clamp((0.38 - max(abs(g.x), abs(g.y))) * cell_pixels + 0.5, 0.0, 1.0);
        // From near, one sees a ridge and which side of the roof the sun is on.
        float near_by = smoothstep(8.0, 18.0, cell_pixels), lit = clamp(0.5 - f.y * cell_pixels, 0.0, 1.0);
        vec3 roof = mix(vec3(0.30, 0.17, 0.13), vec3(0.62, 0.34, 0.24), lit) + 0.12 * hue_of(holder);
        c = mix(c, c * 0.55, near_by * old * shadow);
        c = mix(c, mix(sepia * 0.6, roof, near_by), mix(0.75, 0.94, near_by) * old * inside);
    }

    // The grid of the map, a line each 40 texels or more.
    float side = 40.0 * exp2(max(ceil(log2(2.5 / cell_pixels)), 0.0));
    vec2 grid = abs(fract(p / side + 0.5) - 0.5) * side * cell_pixels / unit;
    return mix(c, ink, 0.13 * line(min(grid.x, grid.y), 1.2));
}

void main()
{
    float unit = max(window.y / 720.0, 0.8); // pixels of a thin line
    // The margin of the sheet hides where the board repeats. Around the map: a thin line, a scale of degrees, a thick line.
    vec2 pixel = gl_FragCoord.xy, off = (min(pixel, window - pixel) - 0.062 * min(window.x, window.y) + frame_out()) / unit;
    float inside = min(off.x, off.y);
    vec3 ink = hue_of(6);
    vec3 c = map(unit); // in every pixel, since it asks for differences between pixels
    c = mix(hue_of(0) * 1.03, c, clamp(inside * unit + 0.5, 0.0, 1.0));
    // A line of degrees runs along the longer side of the frame at each place, from the middle of the sheet.
    float along = off.x < off.y ? pixel.y - 0.5 * window.y : pixel.x - 0.5 * window.x, degree = along / unit / 36.0;
    bool is_corner = max(off.x, off.y) < 0.0;
    float dark = is_corner ? 1.0 : clamp((abs(fract(degree * 0.5) - 0.5) - 0.25) * 72.0 * unit + 0.5, 0.0, 1.0);
    float scale_bar = smoothstep(0.5, -0.5, (abs(inside + 8.0) - 2.6) * unit);
    c = mix(c, mix(hue_of(0), ink, dark), scale_bar);
    c = mix(c, ink, max(max(line(abs(inside), 1.4), line(abs(inside + 5.0), 1.2)), max(line(abs(inside + 11.0), 1.2), smoothstep(0.5, -0.5, (abs(inside + 15.5) - 1.3) * unit))));
    vec2 q = pixel / window - 0.5;
    c *= 1.0 + 0.03 * (noise(pixel * 0.5) - 0.5) - 0.16 * dot(q, q);
    colour = vec4(c, 1.0);
}
