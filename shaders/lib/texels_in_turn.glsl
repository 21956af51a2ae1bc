// How invocations share lines of 32 texels: each takes so many of them, one after the other. On processors they are four,
// so that the first look of a vector of eight at a row asks for eight lines of the cache at once; graphics cards take
// neighbouring texels in neighbouring invocations.
#param IN_TURN

#if IN_TURN == 4
#define ACROSS 8
#else
#define ACROSS 32
#endif
