// Births and survivals by the number of live neighbours.
#include "lib/neighbourhood.glsl"
#param BIRTHS
#param SURVIVALS

// 1 where a neighbour count is in a set, in which bit k stands for k neighbours. The set is a constant, so the compiler
// keeps only the comparisons that the set needs.
uvec4 among(uvec4 count, int set)
{
    uvec4 found = uvec4(0u);
    for (int k = 0; k <= 8; ++k)
        if ((set >> k & 1) == 1) found |= equal(count, uint(k));
    return found;
}
