#version 330 core
// p2life: own neighbours minus the other's; if both would be born with three each, a coin decides.
#include "lib/neighbourhood.glsl"

uniform uint coin;      // the hash of seed and generation
uniform int band_start; // the board row of the band's first row, which may be beyond the edge
uniform int board_rows;
out uvec4 after;

uint mixed(uint x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

// 1 in the bytes of cells for which the coin gives species 2.
uvec4 toss(ivec2 at)
{
    uint of_row = mixed(coin ^ uint((band_start + at.y + board_rows) % board_rows));
    uvec4 tossed = uvec4(0u);
    for (int word = 0; word < 4; ++word)
        for (int place = 0; place < 4; ++place)
            tossed[word] |= mixed(of_row ^ uint(16 * at.x + 4 * word + place)) >> 31 << 8 * place;
    return tossed;
}

// 1 in the bytes of cells that survive with these numbers of own and other neighbours.
uvec4 lives_on(uvec4 own, uvec4 other)
{
    uvec4 net = own + 8u * EACH - other; // plus 8, so that no byte goes below 0
    return equal(net, 8u + 2u) | equal(net, 8u + 3u) | (equal(net, 8u + 1u) & greater(own, uvec4(EACH)));
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    Neighbourhood n = fetch_neighbourhood(at);
    uvec4 ones = count_state(n, 1u), twos = count_state(n, 2u);
    uvec4 dead = equal(n.here.cells, 0u), three_ones = dead & equal(ones, 3u), three_twos = dead & equal(twos, 3u);
    uvec4 both = three_ones & three_twos;
    uvec4 next = (equal(n.here.cells, 1u) & lives_on(ones, twos)) | (three_ones & ~both);
    next |= ((equal(n.here.cells, 2u) & lives_on(twos, ones)) | (three_twos & ~both)) << 1;
    if (any(notEqual(both, uvec4(0u)))) next |= both + (both & toss(at));
    after = only_cells(next, at.x);
}
