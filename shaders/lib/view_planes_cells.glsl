#param STATES
// Unpacks sixteen cells of bit planes to bytes: the same texels that the cells engine keeps (see lib/bytes.glsl).

uniform ivec2 first; // (word, row) in the band of the texel at the lower left
out uvec4 cells;

// Four bits as four bytes.
uint spread(uint bits) { return (bits * 0x00204081u) & 0x01010101u; }
uvec4 spread16(uint bits) { return uvec4(spread(bits & 15u), spread(bits >> 4 & 15u), spread(bits >> 8 & 15u), spread(bits >> 12 & 15u)); }

int half_word;

void take(uint plane[PLANES])
{
    for (int p = 0; p < PLANES; ++p) plane[p] = plane[p] >> half_word & 0xffffu;
    uvec4 state;
    STATES
    cells = state;
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    half_word = (at.x & 1) * 16;
    int row = at.y + first.y;
    take_rows(row, row + 1, first.x + (at.x >> 1));
}
