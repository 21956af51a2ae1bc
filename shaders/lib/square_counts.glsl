// The counts of a square's cells in a buffer, as view_planes_tally.comp writes them and views read them: how many have
// each state, two counts in a number if PACKED, which those of a word's 32 columns and 1024 rows are.
#define STATES (PLANES == 3 ? 4 : PLANES)
#if PACKED
#define NUMBERS ((STATES + 1) / 2)
#else
#define NUMBERS STATES
#endif
