#version 330 core
// One triangle that covers the whole framebuffer, or a point for a square of SQUARE x SQUARE texels. A square that
// crosses the right or the lower edge is moved inside.
#define SQUARE 4.0 // as in gpulife/engines/bitplanes/gl_active_tiles.py
uniform bool whole;
uniform int above;  // texels of the board above the framebuffer
uniform ivec2 size; // of the framebuffer
in vec2 square;
void main()
{
    if (whole) {
        vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
        gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
        return;
    }
    vec2 centre = (square + 0.5) * SQUARE - vec2(0, above);
    centre = max(min(centre, vec2(size) - 0.5 * SQUARE), 0.0);
    gl_Position = vec4(centre * 2.0 / vec2(size) - 1.0, 0.0, 1.0);
    gl_PointSize = SQUARE;
}
