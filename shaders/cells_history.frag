#version 330 core
// Life-like rules that record where life has been, with marked cells and walls; the states are in Golly's order.
#include "lib/life_like.glsl"

const uint ON = 1u, HISTORY = 2u, MARKED_ON = 3u, MARKED_OFF = 4u, START = 5u, BOUNDARY = 6u;

out uvec4 after;

// The odd states are alive.
uvec4 alive(uvec4 cells) { return cells & EACH; }
uint alive(uint cells) { return cells & EACH; }

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    Neighbourhood n = fetch_neighbourhood(at);
    uvec4 here = n.here.cells, lives = alive(here);
    uvec4 count = sum_around(
        Row(alive(n.above.left) + alive(n.here.left) + alive(n.below.left),
            alive(n.above.cells) + alive(n.here.cells) + alive(n.below.cells),
            alive(n.above.right) + alive(n.here.right) + alive(n.below.right)),
        lives);
    uvec4 walled = live(count_state(n, BOUNDARY));
    uvec4 wall = equal(here, BOUNDARY), start = equal(here, START);
    uvec4 marked = equal(here, MARKED_ON) | equal(here, MARKED_OFF) | start;
    uvec4 next = (lives & ~walled & among(count, SURVIVALS)) | (~lives & ~wall & among(count, BIRTHS));

    uvec4 unmarked = ~marked & EACH, off = ~next & EACH;
    uvec4 known = equal(here, ON) | equal(here, HISTORY);
    uvec4 result = (next & unmarked) * ON | (next & marked & ~start) * MARKED_ON | (next & start) * START;
    result |= (off & known) * HISTORY | (off & marked) * MARKED_OFF | wall * BOUNDARY;
    after = only_cells(result, at.x);
}
