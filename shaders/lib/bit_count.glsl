// The number of bits set in each word: GLSL 3.30 has no bitCount.
uvec4 bit_counts(uvec4 bits)
{
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    bits = bits + (bits >> 4) & 0x0f0f0f0fu;
    return bits * 0x01010101u >> 24;
}
