#version 330 core
// BioWar: a player's net count is its own neighbours minus everyone else's: twice its own minus all neighbours.
#include "lib/neighbourhood.glsl"
#param SPECIES

out uvec4 after;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    Neighbourhood n = fetch_neighbourhood(at);
    uvec4 everybody = count_live(n);
    uvec4 dead = equal(n.here.cells, 0u);
    uvec4 next = uvec4(0u);
    for (uint player = 1u; player <= uint(SPECIES); ++player) {
        // The net count plus 8, so that no byte goes below 0.
        uvec4 net = 2u * count_state(n, player) + 8u * EACH - everybody;
        uvec4 three = equal(net, 8u + 3u);
        uvec4 own = equal(n.here.cells, player) & (three | equal(net, 8u + 2u));
        next |= (own | (dead & three)) * player;
    }
    after = only_cells(next, at.x);
}
