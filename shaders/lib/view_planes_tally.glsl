// Counts the cells of all squares of a word at once: each word is read once, not once for every square in it. WORDS is
// the type of what is read at once: uint, or uvec4 for four words of a line.
// Each sum holds the counts of one group of states, or of half the squares of a group if they are 4 cells wide; those of
// squares that are narrower than a word lie side by side, each as many bits wide as a square has columns. Of wider
// squares there is the count of each of their words.
#include "lib/planes_word.glsl"
#param SIDE
#param COUNTS
#param MASKS

uniform ivec2 first;  // word and row that the first tally begins with
uniform ivec4 limits; // first column and row to look at, then the ones after the last
uniform int block;    // rows of a square

// How many bits there are in each group of 4.
WORDS fours(WORDS bits)
{
    bits -= (bits >> 1) & 0x55555555u;
    return (bits & 0x33333333u) + ((bits >> 2) & 0x33333333u);
}

// How many there are in each group of 8: the counts of 16 rows still fit into these.
WORDS eights(WORDS bits)
{
    WORDS counts = fours(bits);
    return (counts + (counts >> 4)) & 0x0f0f0f0fu;
}

#if SIDE == 32
#define COUNT bits_in
#else
#define COUNT eights
#endif

WORDS inside; // of the cells to look at
WORDS sums[4];

void take(WORDS plane[PLANES])
{
    WORDS mask[COUNTS];
    MASKS
    for (int k = 0; k < COUNTS; ++k) {
#if SIDE == 4
        WORDS found = fours(mask[k] & inside);
        sums[2 * k] += found & 0x0f0f0f0fu;
        sums[2 * k + 1] += found >> 4 & 0x0f0f0f0fu;
#else
        sums[k] += COUNT(mask[k] & inside);
#endif
    }
}

// Sums up a row of squares, counted from the first, in what `take_rows` reads at `place` of each line.
void tally_rows(int squares, int place)
{
    int row = first.y + squares * block;
    for (int count = 0; count < 4; ++count) sums[count] = WORDS(0u);
    take_rows(max(row, limits.y), min(row + block, limits.w), place);
#if SIDE == 16
    for (int count = 0; count < 4; ++count)
        sums[count] = (sums[count] & 0x00ff00ffu) + (sums[count] >> 8 & 0x00ff00ffu);
#endif
}
