// Larger than Life: births and survivals by the live cells of a square, a diamond or a disc.
// Needs lib/ageing.glsl and lib/only_cells.glsl before it.

uniform usampler2D strip; // 1 for live cells, with margins: see cells_strip.frag
uniform usampler2D band;
uniform int strip_shift;  // from a row of the band to its row in the strip
uniform int range;
uniform int shape;        // 0 a square, 1 a diamond, 2 a disc
uniform int middle;       // 1 if the cell itself counts
uniform int fewest_surviving;
uniform int most_surviving;
uniform int fewest_born;
uniform int most_born;
out uvec4 after;

const uint EVEN = 0x00ff00ffu; // every second byte: sums need two

// Rows above and below the middle, in columns at that distance.
int height_of(int across)
{
    if (shape == 0) return range;
    if (shape == 1) return range - across;
    int height = range;
    while (height * height + across * across > range * (range + 1)) --height;
    return height;
}

// 1 in the pairs of bytes with a value from low to high.
uvec4 between(uvec4 sums, int low, int high)
{
    uvec4 enough = (sums | 0x80008000u) - uint(low) * 0x00010001u;
    uvec4 few = (uint(high) * 0x00010001u | 0x80008000u) - sums;
    return (enough & few) >> 15 & 0x00010001u;
}

uvec4 between(uvec4 even, uvec4 odd, int low, int high)
{
    return between(even, low, high) | between(odd, low, high) << 8;
}

// The next states of the sixteen cells of a texel, by the live cells in their neighbourhoods: even and odd ones.
uvec4 next_cells(uvec4 even, uvec4 odd, ivec2 at)
{
    return only_cells(
        aged(texelFetch(band, at, 0),
            between(even, odd, fewest_born, most_born),
            between(even, odd, fewest_surviving, most_surviving)),
        at.x);
}
