#version 330 core
// Survivor: Algorithm 2 of its source; the states are in the source's order.
#include "lib/neighbourhood.glsl"

const uint WALKABLE = 0u, PAWN = 1u, SHELTER = 2u, ENEMY = 3u, TRAP = 4u, IMPASSABLE = 5u;

uniform int time_of_day; // 0 sunrise, 1 midday, 2 sunset, 3 midnight
out uvec4 after;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    Neighbourhood n = fetch_neighbourhood(at);
    uvec4 night = uvec4(time_of_day >= 2 ? EACH : 0u);
    uvec4 pawns = count_state(n, PAWN);
    uvec4 sheltered = live(count_state(n, SHELTER));
    uvec4 enemies = live(count_state(n, ENEMY));
    uvec4 traps = live(count_state(n, TRAP));
    uvec4 two = equal(pawns, 2u), three = equal(pawns, 3u), four = equal(pawns, 4u);

    uvec4 raided = night & traps & ~sheltered;
    uvec4 stays_pawn = sheltered | (~enemies & (two | three));
    uvec4 free = equal(n.here.cells, WALKABLE);
    uvec4 next = (free & raided) * ENEMY | (free & ~raided & three) * PAWN;
    next |= (equal(n.here.cells, PAWN) & stays_pawn) * PAWN;
    next |= (equal(n.here.cells, SHELTER) & (two | three)) * SHELTER;
    next |= (equal(n.here.cells, ENEMY) & night & ~sheltered) * ENEMY;
    next |= (equal(n.here.cells, TRAP) & ~(three | four)) * TRAP;
    next |= equal(n.here.cells, IMPASSABLE) * IMPASSABLE;
    after = only_cells(next, at.x);
}
