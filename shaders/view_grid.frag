#version 330 core
// The lines between cells alone, to be drawn over a picture of the board.
#include "lib/grid.glsl"

uniform vec2 origin; // of the window's lower left corner, in cells from the first one in the window
uniform vec2 scale;  // cells a pixel; down is positive on the board
uniform float zoom;
out vec4 colour;

void main()
{
    vec2 at = origin + gl_FragCoord.xy * scale;
    vec2 cell = max(floor(at), 0.0);
    colour = vec4(line, line_at(cell, (at - cell - 1.0) * zoom + 1.0));
}
