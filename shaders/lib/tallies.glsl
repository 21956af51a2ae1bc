// How many numbers a tally has (see lib/view_planes_tally.glsl).
#if SIDE == 4
#define COUNTS (2 * PLANES)
#else
#define COUNTS (PLANES == 3 ? 4 : PLANES)
#endif
