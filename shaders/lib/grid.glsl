// Lines between cells: the last pixel of each cell, and every tenth line stronger.
uniform vec3 line;
uniform float line_strength;
uniform ivec2 first; // number of the cell 0, modulo 10

// How strong the line is, 0 to 1, at a pixel of a cell; `edge` is positive in the last pixel of the cell.
float line_at(vec2 cell, vec2 edge)
{
    ivec2 tenth = ivec2(equal((ivec2(cell) + first) % 10, ivec2(9)));
    vec2 here = clamp(edge + 0.5, 0.0, 1.0) * (0.5 + 0.5 * vec2(tenth));
    return line_strength * max(here.x, here.y);
}
