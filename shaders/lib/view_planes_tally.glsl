// Counts the cells of all squares of a word at once: each word is read once, not once for every square in it.
// A component holds the counts of one plane, or of half the squares of a plane if they are 4 cells wide; those of
// squares that are narrower than a word lie side by side, each as many bits wide as a square has columns. Of wider
// squares there is the count of each of their words.
#include "lib/planes_word.glsl"
#param SIDE

uniform ivec2 first;  // word and row that the first tally begins with
uniform ivec4 limits; // first column and row to look at, then the ones after the last
uniform int block;    // rows of a square

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

#if SIDE == 32
#define COUNT bits_in
#else
#define COUNT eights
#endif

uint mask; // of the cells to look at
uvec4 sum;

void take(uint live, uint second, uint third)
{
#if SIDE == 4
    uint lives = fours(live & mask);
    sum.xy += uvec2(lives, lives >> 4) & 0x0f0f0f0fu;
#if PLANES == 2
    uint seconds = fours(second & mask);
    sum.zw += uvec2(seconds, seconds >> 4) & 0x0f0f0f0fu;
#endif
#else
    sum.x += COUNT(live & mask);
#if PLANES >= 2
    sum.y += COUNT(second & mask);
#endif
#if PLANES == 3
    sum.z += COUNT(third & mask);
    sum.w += COUNT(second & third & mask);
#endif
#endif
}

// Returns the counts of a word of the squares of a row, both counted from the first.
uvec4 tally_of(ivec2 place)
{
    int word = first.x + place.x;
    int row = first.y + place.y * block;
    sum = uvec4(0u);
    mask = between(limits.x - 32 * word, limits.z - 32 * word);
    take_rows(max(row, limits.y), min(row + block, limits.w), word);
#if SIDE == 16
    sum = (sum & 0x00ff00ffu) + (sum >> 8 & 0x00ff00ffu);
#endif
    return sum;
}
