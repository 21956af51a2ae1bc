// How invocations share lines of 32 texels: each takes that many texels, one after the other. On processors there are
// four, so that the first read of a vector of eight requests eight cache lines of a row at once. Graphics cards read
// adjacent texels in adjacent invocations.
#param IN_TURN

#if IN_TURN == 4
#define ACROSS 8
#else
#define ACROSS 32
#endif
