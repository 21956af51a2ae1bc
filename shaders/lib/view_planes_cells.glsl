// Unpacks sixteen cells of bit planes to bytes: the same texels that the cells engine keeps (see lib/bytes.glsl).

uniform ivec2 first; // (word, row) in the band of the texel at the lower left
out uvec4 cells;

// Four bits as four bytes.
uint spread(uint bits) { return (bits * 0x00204081u) & 0x01010101u; }
uvec4 spread16(uint bits) { return uvec4(spread(bits & 15u), spread(bits >> 4 & 15u), spread(bits >> 8 & 15u), spread(bits >> 12 & 15u)); }

int half_word;

void take(uint live, uint second, uint third)
{
    cells = spread16(live >> half_word & 0xffffu);
#if PLANES == 2
    cells += spread16(second >> half_word & 0xffffu);
#elif PLANES == 3
    cells += 2u * spread16(second >> half_word & 0xffffu) + spread16(third >> half_word & 0xffffu);
#endif
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    half_word = (at.x & 1) * 16;
    int row = at.y + first.y;
    take_rows(row, row + 1, first.x + (at.x >> 1));
}
