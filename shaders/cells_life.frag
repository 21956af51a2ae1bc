#version 330 core
// Life-like rules with one species.
#include "lib/life_like.glsl"

out uvec4 after;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    Neighbourhood n = fetch_neighbourhood(at);
    Row columns_of_three = Row( // the codes are 0 and 1: their sums are the counts
        n.above.left + n.here.left + n.below.left,
        n.above.cells + n.here.cells + n.below.cells,
        n.above.right + n.here.right + n.below.right);
    uvec4 count = sum_around(columns_of_three, n.here.cells);
    uvec4 alive = n.here.cells;
    after = only_cells((alive & among(count, SURVIVALS)) | (among(count, BIRTHS) & ~alive), at.x);
}
