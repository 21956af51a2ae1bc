#version 330 core
// Laws by a truth table of a cell and its eight neighbours, with one or several species.
#include "lib/neighbourhood.glsl"
#param PARENTS

out uvec4 after;

// PARENTS has a bit for each neighbour that can be a parent: the upper left one is the highest, then by rows.
uvec4 count_parents(Neighbourhood n, uint species)
{
#if PARENTS == 255
    return count_state(n, species);
#else
    uvec4 count = uvec4(0u);
    if ((PARENTS & 128) != 0) count += equal(from_left(n.above), species);
    if ((PARENTS & 64) != 0) count += equal(n.above.cells, species);
    if ((PARENTS & 32) != 0) count += equal(from_right(n.above), species);
    if ((PARENTS & 16) != 0) count += equal(from_left(n.here), species);
    if ((PARENTS & 8) != 0) count += equal(from_right(n.here), species);
    if ((PARENTS & 4) != 0) count += equal(from_left(n.below), species);
    if ((PARENTS & 2) != 0) count += equal(n.below.cells, species);
    if ((PARENTS & 1) != 0) count += equal(from_right(n.below), species);
    return count;
#endif
}
#include "lib/newborn.glsl"

#include "lib/truth_table.glsl"

Row alive_in(Row row) { return Row(live(row.left), live(row.cells), live(row.right)); }

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    Neighbourhood n = fetch_neighbourhood(at);
#if SPECIES == 1
    after = only_cells(living(n.above, n.here, n.below), at.x); // the codes are 0 and 1
#else
    Row here = alive_in(n.here);
    uvec4 most, lives = living(alive_in(n.above), here, alive_in(n.below));
    uvec4 survivors = lives & here.cells, born = lives & ~here.cells;
    after = only_cells((n.here.cells & whole(survivors)) | (newborn(n, most) & whole(born)), at.x);
#endif
}
