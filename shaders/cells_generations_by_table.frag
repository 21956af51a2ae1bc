#version 330 core
// Generations by a truth table of a cell and its eight neighbours; only cells in state 1 are alive.
#include "lib/neighbourhood.glsl"
#include "lib/ageing.glsl"
#include "lib/truth_table.glsl"

out uvec4 after;

uint newest(uint cells) { return is_state(uvec4(cells), 1u).x; }
Row newest(Row row) { return Row(newest(row.left) & 0xff000000u, is_state(row.cells, 1u), newest(row.right) & 0xffu); }

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    Neighbourhood n = fetch_neighbourhood(at);
    uvec4 lives = living(newest(n.above), newest(n.here), newest(n.below));
    after = only_cells(aged(n.here.cells, lives, lives), at.x);
}
