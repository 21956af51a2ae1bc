#version 330 core
// Life-like rules with several species: a survivor keeps its species, a birth takes the commonest species around it.
#include "lib/life_like.glsl"
#param MIXED

// The species born of three different parents.
#define FIRST 0   // the tied species that is first in the rotated order
#define FOURTH 1  // the fourth species (QuadLife)
#define NEUTRAL 2 // the last species (Real-Time Life)

out uvec4 after;

uvec4 count_parents(Neighbourhood n, uint species) { return count_state(n, species); }
#include "lib/newborn.glsl"

uvec4 child_of(Neighbourhood n)
{
    uvec4 most;
    uvec4 child = newborn(n, most);
#if MIXED == FOURTH
    // 1 + 2 + 3 + 4 = 10; the highest bit of each byte keeps a larger sum from borrowing from the next byte.
    uvec4 fourth = (uvec4((128u + 10u) * EACH) - sum_codes(n)) & 0x7f7f7f7fu;
    child = choose(equal(most, 1u), fourth, child);
#elif MIXED == NEUTRAL
    child = choose(equal(most, 1u), uvec4(uint(SPECIES) * EACH), child);
#endif
    return child;
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    Neighbourhood n = fetch_neighbourhood(at);
    uvec4 alive = live(n.here.cells);
    uvec4 count = count_live(n);
    uvec4 survivors = alive & among(count, SURVIVALS);
    uvec4 born = among(count, BIRTHS) & ~alive;
    after = only_cells((n.here.cells & whole(survivors)) | (child_of(n) & whole(born)), at.x);
}
