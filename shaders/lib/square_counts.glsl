// The counts of a square's cells in a buffer, as view_planes_tally.comp writes them and views read them: how many have
// each group of states, two counts in a number if PACKED, which those of a word's 32 columns and 1024 rows are.
#if PACKED
#define NUMBERS ((COUNTS + 1) / 2)
#else
#define NUMBERS COUNTS
#endif
