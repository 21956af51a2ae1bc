#version 330 core
// Laws by a truth table of a cell and its eight neighbours, with one or several species.
#include "lib/neighbourhood.glsl"
#param PARENTS

uniform usampler2D numbers; // which cells live, four at a time; 1024 numbers a row
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

// The bits of six cells, four of a word and the one at each side of them; the leftmost is the lowest.
uvec4 sixes(Row row)
{
    uvec4 four = live(row.cells) * 0x10204080u >> 28; // the lowest bits of four bytes, side by side
    return uvec4(live(row.left) >> 24, four.xyz >> 3) | four << 1 | uvec4(four.yzw & 1u, live(row.right)) << 5;
}

uint look_up(uint place) { return texelFetch(numbers, ivec2(place & 1023u, place >> 10), 0).r; }

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    Neighbourhood n = fetch_neighbourhood(at);
    uvec4 place = sixes(n.above) | sixes(n.here) << 6 | sixes(n.below) << 12;
    uvec4 lives = uvec4(look_up(place.x), look_up(place.y), look_up(place.z), look_up(place.w));
#if SPECIES == 1
    after = only_cells(lives, at.x);
#else
    uvec4 most, alive = live(n.here.cells);
    after = only_cells((n.here.cells & whole(lives & alive)) | (newborn(n, most) & whole(lives & ~alive)), at.x);
#endif
}
