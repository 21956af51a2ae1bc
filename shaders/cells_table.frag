#version 330 core
// Golly's tables and trees as diagrams: from number to number by the state of one input after the other.
#include "lib/neighbourhood.glsl"
#param LEVELS
#param ORDER

uniform usampler2D numbers; // 1024 a row
uniform int root;
uniform int nothing; // what a dead cell becomes all of whose neighbours are dead
out uvec4 after;

uvec4 look_up(uvec4 place)
{
    return uvec4(
        texelFetch(numbers, ivec2(place.x & 1023u, place.x >> 10), 0).r,
        texelFetch(numbers, ivec2(place.y & 1023u, place.y >> 10), 0).r,
        texelFetch(numbers, ivec2(place.z & 1023u, place.z >> 10), 0).r,
        texelFetch(numbers, ivec2(place.w & 1023u, place.w >> 10), 0).r);
}

bool is_dead(Row row) { return row.cells == uvec4(0u) && (row.left | row.right) == 0u; }

// The input of a level, by the digit of ORDER to the base of 9: the nine cells by rows.
#define PLACE(power) (ORDER / power % 9)
#define INPUT(power) (around[PLACE(power)] >> shift & 255u)

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    Neighbourhood n = fetch_neighbourhood(at);
    if (is_dead(n.above) && is_dead(n.here) && is_dead(n.below)) {
        after = only_cells(uvec4(uint(nothing) * EACH), at.x);
        return;
    }
    uvec4 around[9] = uvec4[9](
        from_left(n.above), n.above.cells, from_right(n.above),
        from_left(n.here), n.here.cells, from_right(n.here),
        from_left(n.below), n.below.cells, from_right(n.below));
    uvec4 next = uvec4(0u);
    for (int shift = 0; shift < 32; shift += 8) {
        uvec4 place = look_up(uint(root) + INPUT(1));
        place = look_up(place + INPUT(9));
        place = look_up(place + INPUT(81));
#if LEVELS > 3
        place = look_up(place + INPUT(729));
        place = look_up(place + INPUT(6561));
#endif
#if LEVELS > 5
        place = look_up(place + INPUT(59049));
        place = look_up(place + INPUT(531441));
#endif
#if LEVELS > 7
        place = look_up(place + INPUT(4782969));
        place = look_up(place + INPUT(43046721));
#endif
        next |= place << shift;
    }
    after = only_cells(next, at.x);
}
