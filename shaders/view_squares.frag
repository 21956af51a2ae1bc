#version 330 core
// The board zoomed in: each cell a rounded square, or the shape of its species, with smooth edges.
#param SHAPES
#param SIZES
#param GRID
#param BLOOM

uniform sampler2D map; // sRGB of each cell; alpha is its state, plus 32 times its size
uniform vec2 origin;   // on the map, in cells, of the window's lower left corner
uniform vec2 scale;    // cells a pixel; down is positive on the map
uniform vec3 ground;
uniform float zoom;
uniform float centre;  // of a cell, pixels from its upper left
uniform float extent;  // from there to its edge, pixels
uniform float corner;  // radius, pixels
#if GRID
#include "lib/grid.glsl"
#endif
#if BLOOM
uniform sampler2D bloom;
uniform vec2 bloom_scale; // from the map to the bloom
#endif
out vec4 colour;

// Distances to the edge of a shape, right outside and up to a pixel inside: what smooth edges need.
float rounded_square(vec2 from, float size, float radius)
{
    return length(max(abs(from) - (size - radius), 0.0)) - radius;
}

#if SHAPES
float shape(int kind, vec2 from, float size, float radius)
{
    vec2 a = abs(from);
    float d = rounded_square(from, size, radius);
    d = kind == 1 ? length(from) - size : d;
    d = kind == 2 ? (a.x + a.y - 1.12 * size) * 0.7071 : d;
    d = kind == 3 ? max(a.x * 0.8944 - (from.y + size) * 0.4472, from.y - size * 0.86) : d;
    d = kind == 4 ? max(min(a.x, a.y) - 0.36 * size, max(a.x, a.y) - size) : d;
    d = kind == 5 ? abs(length(from) - 0.68 * size) - 0.3 * size : d;
    return d;
}
#endif

void main()
{
    vec2 at = origin + gl_FragCoord.xy * scale;
    vec2 cell = max(floor(at), 0.0); // the middle of the first pixel may be on the very edge of the first cell
    vec2 from = (at - cell) * zoom - centre;
    vec4 mark = texelFetch(map, ivec2(cell), 0);
    float size = extent;
#if SHAPES || SIZES
    int code = int(mark.a * 255.0 + 0.5);
#endif
#if SIZES
    size *= 1.0 - 0.28 * float(3 - (code >> 5));
#endif
#if SHAPES
    float d = shape(((code & 31) + 5) % 6, from, size, corner);
#else
    float d = rounded_square(from, size, min(corner, size));
#endif
    vec3 behind = ground;
#if GRID
    behind = mix(behind, line, line_at(cell, from + (centre + 1.0 - zoom)));
#endif
    vec3 shade = mix(behind, mark.rgb, clamp(0.5 - d, 0.0, 1.0));
#if BLOOM
    shade += texture(bloom, at * bloom_scale).rgb * (1.0 - shade);
#endif
    colour = vec4(shade, 1.0);
}
