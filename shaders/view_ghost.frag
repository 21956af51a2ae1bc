#version 330 core
// A pattern that hangs over the board: its cells translucent in their colours, on a torus also beyond its seam.
#include "lib/view_colour.glsl"
#param TORUS

uniform usampler2D cells;   // states; a texel is a square of `block` cells
uniform sampler2D palette;  // linear light; row 0: settled; columns: states
uniform vec2 corner;        // of the window's upper left, in cells from the pattern's corner: the fraction
uniform ivec2 corner_cell;  // and the whole number
uniform float step;         // cells a pixel
uniform float height;       // of the window, pixels
uniform ivec2 board;        // columns, rows
uniform ivec2 extent;       // columns and rows of the pattern
uniform ivec2 start;        // column and row of the pattern's cell at the texture's corner
uniform int block;
uniform float gap;          // between cells, as a part of a cell
uniform float strength;     // of live cells
uniform float veil;         // of dead cells, where they replace what is below
uniform vec3 ground;
out vec4 colour;

void main()
{
    vec2 at = corner + vec2(gl_FragCoord.x, height - gl_FragCoord.y) * step;
    ivec2 cell = corner_cell + ivec2(floor(at));
#if TORUS
    cell -= board * ivec2(floor(vec2(cell) / vec2(board)));
#endif
    bool outside = any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, extent));
    ivec2 texel = (cell - start) / block;
    bool held = all(greaterThanEqual(cell, start)) && all(lessThan(texel, textureSize(cells, 0)));
    if (outside || !held)
        discard;
    uint state = texelFetch(cells, texel, 0).r;
    vec2 from = abs(fract(at) - 0.5);
    bool inside = gap == 0.0 || max(from.x, from.y) < 0.5 - 0.5 * gap;
    bool live = state > 0u && inside;
    vec3 light = texelFetch(palette, ivec2(int(state), 0), 0).rgb;
    colour = live ? vec4(to_srgb(light), strength) : vec4(ground, veil);
}
