#version 430 core
// Counts the cells of all squares of a word at once: each word is read once, not once for every square in it.
// A component of a texel holds the counts of one plane, or of half the squares of a plane if they are 4 cells wide;
// the counts lie side by side, each as many bits wide as a square has columns.
#include "lib/planes.glsl"
#include "lib/planes_word.glsl"
#param BLOCK

uniform ivec2 first;  // word and row that the texel at the lower left begins with
uniform ivec4 limits; // first column and row to look at, then the ones after the last
out uvec4 tally;

// How many bits there are in each group of 4.
uint fours(uint bits)
{
    bits -= (bits >> 1) & 0x55555555u;
    return (bits & 0x33333333u) + ((bits >> 2) & 0x33333333u);
}

// How many there are in each group of 8: the counts of 16 rows still fit into these.
uint eights(uint bits)
{
    uint counts = fours(bits);
    return (counts + (counts >> 4)) & 0x0f0f0f0fu;
}

void main()
{
    ivec2 place = ivec2(gl_FragCoord.xy);
    int word = first.x + place.x;
    int row = first.y + place.y * BLOCK, stop = min(row + BLOCK, limits.w);
    row = max(row, limits.y);
    uint mask = between(limits.x - 32 * word, limits.z - 32 * word);
    int line = line_at(row) + word;
    uvec4 sum = uvec4(0u);
    for (; row < stop; ++row, line += PLANES * stride) {
#if BLOCK == 4
        uint live = fours(word_at(line) & mask);
        sum.xy += uvec2(live, live >> 4) & 0x0f0f0f0fu;
#if PLANES == 2
        uint second = fours(word_at(line + stride) & mask);
        sum.zw += uvec2(second, second >> 4) & 0x0f0f0f0fu;
#endif
#else
        sum.x += eights(word_at(line) & mask);
#if PLANES >= 2
        uint second = word_at(line + stride) & mask;
        sum.y += eights(second);
#endif
#if PLANES == 3
        uint third = word_at(line + 2 * stride) & mask;
        sum.z += eights(third);
        sum.w += eights(second & third);
#endif
#endif
    }
#if BLOCK == 16
    sum = (sum & 0x00ff00ffu) + (sum >> 8 & 0x00ff00ffu);
#endif
    tally = sum;
}
