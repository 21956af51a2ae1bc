#version 330 core
// Topo: a sheet of an old atlas. The density of life is height, its holder tints the land, most of all along the
// frontiers, and what has settled stands as houses.
#include "lib/look.glsl"
#param DETAIL
uniform sampler2D wide;
uniform sampler2D cells;
uniform sampler2D atlas; // lettering: ink and backdrop as they were, and as they are
uniform float turned;    // how far it has turned from one to the other
uniform int block;       // side of a texel's square in cells

const float COAST = 0.06; // density of life at sea level

// Height in contour lines above the sea. Lines lie closer where life is thin, so that crowded boards do not get too many.
float height(vec4 shares)
{
    return 80.0 * (sqrt(total(shares) + 0.01) - sqrt(COAST + 0.01));
}

// The shares around a place of a massive board, averaged widely: its lands are as rough as chance makes them, and lines
// through that would show nothing.
vec4 around(vec2 p)
{
    vec4 sum = smooth_at(wide, p);
    for (int each = 0; each < 12; ++each) {
        float angle = 0.5236 * float(each);
        sum += smooth_at(wide, p + (each % 2 == 0 ? 9.0 : 18.0) * vec2(cos(angle), sin(angle)));
    }
    return sum / 13.0;
}

// How much of a pixel a line covers; `away` is the distance from its middle in pixels. Its edges are soft, so that a
// line that moves by less than a pixel changes no pixel by much.
float line(float away, float reach) { return max(1.0 - away / reach, 0.0); }

// The map, where it is not the margin of the sheet.
vec3 map(float unit)
{
    vec3 paper = hue_of(0), water = hue_of(5), ink = hue_of(6), red = hue_of(7);
    vec2 p = place();
    // A compass rose stands in a lower corner of the map, on the side that view/atlas_sheet.py leaves free, in an open sea.
    float rose = window.y / 720.0, side_ = mod(floor(board.y / 40.0), 2.0) > 0.5 ? 1.0 : -1.0;
    vec2 s = (gl_FragCoord.xy - 0.5 * window * (1.0 + vec2(side_ * 0.74, -0.56))) / rose;
    vec4 w = smooth_at(wide, p) * mix(smoothstep(60.0, 190.0, length(s)), 1.0, zoomed_in());
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
    vec3 land = mix(paper, hue_of(holder), 0.28 + 0.44 * exp(-frontier / 13.0) + 0.022 * layer);
    land *= 1.0 + 0.10 * dot(slope, vec2(0.7071)) / (steep + 0.012 / unit) * smoothstep(0.0, 1.5, z);
    land *= 1.0 - 0.010 * layer;

    // Engraved lines follow the coast, ever fainter.
    float depth = max(-z, 0.0), rings = sqrt(depth) * 2.6, deep = steep * 1.3 / (sqrt(depth) + 0.05);
    vec3 sea = water * (1.0 - 0.10 * smoothstep(0.0, 8.0, depth));
    float ring = abs(fract(rings) - 0.5) / (deep + 1e-6) / unit;
    sea = mix(sea, ink, 0.50 * line(ring, 1.25) * exp(-0.42 * depth) * (1.0 - smoothstep(0.15, 0.35, deep * unit)));
    vec3 c = mix(sea, land, shore) * (1.0 + 0.07 * wash);

    // Contour lines; the others go where they would run together.
    float level = block > 1 ? height(around(p)) : z, rise = length(vec2(dFdx(level), dFdy(level))) + 1e-6;
    float near_line = abs(fract(level + 0.5) - 0.5) / rise, near_fifth = abs(fract(level / 5.0 + 0.5) - 0.5) * 5.0 / rise;
    float room = 1.0 - smoothstep(0.16, 0.34, rise * unit), room5 = 1.0 - smoothstep(0.8, 1.7, rise * unit);
    vec3 sepia = hue_of(8);
    c = mix(c, sepia, 0.34 * room * line(near_line / unit, 1.3) * step(0.5, min(z, level)));
    c = mix(c, sepia, 0.62 * room5 * line(near_fifth / unit, 1.7) * step(2.5, min(z, level)));
    // Frontiers as an engraver cuts them: a line of dots between ribbons of the two tints, each with a fine line along it.
    float dots = 0.35 + 0.65 * smoothstep(0.30, 0.55, abs(fract(dot(gl_FragCoord.xy, normalize(vec2(1.0, 0.73))) / unit / 7.0) - 0.5) * 2.0);
    c = mix(c, mix(hue_of(holder), red, 0.25) * 0.82, 0.55 * smoothstep(8.5, 6.5, frontier) * shore);
    c = mix(c, ink, 0.45 * line(abs(frontier - 8.5), 1.1) * shore);
    c = mix(c, ink, 0.85 * dots * line(frontier, 2.0) * shore);
    c = mix(c, ink, 0.90 * line(abs(z) / steep / unit, 1.9));

    // Houses: cells that have lived for some seconds. They rise and fall slowly, so that nothing blinks.
    float cell_pixels = 1.0 / scale.x;
    vec2 at = floor(mod(floor(p) + 0.5, board)), f = fract(p) - 0.5;
    float few = clamp((0.16 / (total(w) + 1e-3) - hash(at)) * 6.0, 0.0, 1.0); // a crowd is no town: only some build there
    few *= smoothstep(0.0, 1.0, z);                                           // and nobody builds on water
    float near_by = smoothstep(7.0, 16.0, cell_pixels); // from afar, houses would be specks
    float old = few * smoothstep(2.3, 3.6, texelFetch(cells, ivec2(at), 0).w) * near_by;
    if (block == 1 && old > 0.0) {
        float inside = clamp((0.37 - max(abs(f.x), abs(f.y))) * cell_pixels + 0.5, 0.0, 1.0);
        vec2 g = f - 0.09;
        float shadow = clamp((0.38 - max(abs(g.x), abs(g.y))) * cell_pixels + 0.5, 0.0, 1.0);
        // From near, one sees a ridge and which side of the roof the sun is on.
        float lit = clamp(0.5 - f.y * cell_pixels, 0.0, 1.0);
        vec3 roof = mix(vec3(0.30, 0.17, 0.13), vec3(0.62, 0.34, 0.24), lit) + 0.12 * hue_of(holder);
        c = mix(c, c * 0.55, old * shadow);
        c = mix(c, roof, 0.94 * old * inside);
    }

    // The grid of the map, a line each 40 texels or more.
    float side = 40.0 * exp2(max(ceil(log2(2.5 / cell_pixels)), 0.0));
    vec2 grid = abs(fract(p / side + 0.5) - 0.5) * side * cell_pixels / unit;
    c = mix(c, ink, 0.13 * line(min(grid.x, grid.y), 1.2));

    // The compass rose, with the lines of its winds.
    float r = length(s), angle = atan(s.y, s.x), wind = 6.2831853 / 32.0;
    if (zoomed_in() > 0.5) // then it would lie in the way
        return c;
    float to_wind = abs(fract(angle / wind / 2.0 + 0.5) - 0.5) * 2.0 * wind * r;
    c = mix(c, red, 0.22 * line(to_wind * rose, 1.1) * smoothstep(58.0, 64.0, r));
    float disc = clamp((58.0 - r) * rose + 0.5, 0.0, 1.0);
    c = mix(c, mix(c, paper, 0.62), disc);
    // Two rings with a scale of degrees between them, and a thin one inside.
    float ring_ = min(min(abs(r - 57.0), abs(r - 52.5)), abs(r - 33.0));
    c = mix(c, ink, 0.80 * line(ring_ * rose, 1.1));
    float tick = abs(fract(angle / wind + 0.5) - 0.5) * wind * r;
    c = mix(c, ink, 0.80 * line(tick * rose, 1.0) * step(52.5, r) * step(r, 57.0));
    // Points of the star, finest first. Each has a dark and a pale side.
    for (int each = 0; each < 3; ++each) {
        float quarter = 1.5707963, part = each == 0 ? 0.5 * quarter : quarter;
        float way = angle + (each == 0 ? 0.25 * quarter : each == 1 ? 0.5 * quarter : 0.0), off = (fract(way / part + 0.5) - 0.5) * part;
        float along = r * cos(off), across = r * sin(off), long_ = each == 0 ? 33.0 : each == 1 ? 46.0 : 68.0, width = each == 0 ? 6.0 : each == 1 ? 8.0 : 9.5;
        float point = width * (1.0 - along / long_), room_ = (min(point, along * 0.9) - abs(across)) * rose;
        c = mix(c, across > 0.0 ? ink : paper, clamp(room_ + 0.5, 0.0, 1.0));
        c = mix(c, ink, 0.9 * line(abs(room_), 1.1) * step(0.0, along));
    }
    // A lily points north.
    vec2 lily = vec2(abs(s.x), s.y - 74.0);
    float leaf = max(abs(length(lily - vec2(5.6, -1.5)) - 4.6) - 1.0, -(lily.y + 2.0)), bud = abs(lily.x) * 2.2 + abs(lily.y - 1.5) - 8.0;
    c = mix(c, ink, clamp(-min(leaf, bud) * rose + 0.5, 0.0, 1.0));
    return c;
}

void main()
{
    float unit = max(window.y / 720.0, 0.8); // pixels of a thin line
    // The margin of the sheet hides where the board repeats. Around the map: a thin line, a scale of degrees, a thick line.
    vec2 pixel = gl_FragCoord.xy, off = (min(pixel, window - pixel) - 0.062 * min(window.x, window.y) + frame_out()) / unit;
    float inside = min(off.x, off.y);
    vec3 ink = hue_of(6);
    vec3 c = map(unit); // in every pixel, since it asks for differences between pixels
    vec4 lettering = texelFetch(atlas, ivec2(gl_FragCoord.x, window.y - gl_FragCoord.y), 0);
    vec2 written = mix(lettering.rg, lettering.ba, smoothstep(0.0, 1.0, turned));
    c = mix(c, hue_of(0), 0.90 * written.y);
    c = mix(c, ink, 0.92 * written.x);
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
