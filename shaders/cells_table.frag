#version 330 core
// Golly's tables and trees as diagrams: each input's state selects the next number.
#include "lib/neighbourhood.glsl"
#param LEVELS
#param ORDER
#param STATES
#param LOOK_UPS

uniform usampler2D numbers; // 1024 a row
uniform int root;
uniform int nothing; // the next state of a dead cell with only dead neighbours
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

// Inputs are digits of an index in base STATES, which is looked up when its group is complete.
void take(inout uvec4 place, inout uvec4 digits, uvec4 state, bool is_due)
{
    digits = digits * uint(STATES) + state;
    if (is_due) {
        place = look_up(place + digits);
        digits = uvec4(0u);
    }
}

// The input of a level: its digit of ORDER in base 9 is one of the nine cells, by rows.
const int order = ORDER, look_ups = LOOK_UPS;
#define INPUT(power) (around[order / power % 9] >> shift & 255u)
#define TAKE(level, power) take(place, digits, INPUT(power), (look_ups >> level & 1) == 1);

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
        uvec4 place = uvec4(uint(root)), digits = uvec4(0u);
        TAKE(0, 1)
        TAKE(1, 9)
        TAKE(2, 81)
#if LEVELS > 3
        TAKE(3, 729)
        TAKE(4, 6561)
#endif
#if LEVELS > 5
        TAKE(5, 59049)
        TAKE(6, 531441)
#endif
#if LEVELS > 7
        TAKE(7, 4782969)
        TAKE(8, 43046721)
#endif
        next |= place << shift;
    }
    after = only_cells(next, at.x);
}
