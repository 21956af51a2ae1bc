#version 330 core
// Generations: Life-like rules whose cells grow old; only state 1 counts as a neighbour.
#include "lib/life_like.glsl"
#include "lib/ageing.glsl"

out uvec4 after;

uvec4 newest(uvec4 cells) { return is_state(cells, 1u); }
uint newest(uint cells) { return is_state(uvec4(cells), 1u).x; }

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    Neighbourhood n = fetch_neighbourhood(at);
    uvec4 count = sum_around(
        Row(newest(n.above.left) + newest(n.here.left) + newest(n.below.left),
            newest(n.above.cells) + newest(n.here.cells) + newest(n.below.cells),
            newest(n.above.right) + newest(n.here.right) + newest(n.below.right)),
        newest(n.here.cells));
    after = only_cells(aged(n.here.cells, among(count, BIRTHS), among(count, SURVIVALS)), at.x);
}
