// Life on a torus with 64 cells in a word: a bit-parallel program as one would write it in an afternoon.
// A line has `words` words; a copy of the last word lies before it, and a copy of the first word after it.
#include <stdint.h>

#define LEFT(w) ((w)[x] << 1 | (w)[x - 1] >> 63)
#define RIGHT(w) ((w)[x] >> 1 | (w)[x + 1] << 63)

void life(uint64_t *from, uint64_t *to, long rows, long words, long generations) {
    for (long line = words + 2; generations > 0; generations--) {
#pragma omp parallel for
        for (long y = 0; y < rows; y++) {
            const uint64_t *a = from + (y + rows - 1) % rows * line, *b = from + y * line;
            const uint64_t *c = from + (y + 1) % rows * line;
            uint64_t *restrict out = to + y * line;
            for (long x = 1; x <= words; x++) {
                uint64_t al = LEFT(a), ar = RIGHT(a), bl = LEFT(b), br = RIGHT(b), cl = LEFT(c), cr = RIGHT(c);
                uint64_t a1 = al ^ a[x] ^ ar, a2 = (al & a[x]) | (ar & (al ^ a[x]));  // cells above: ones and twos
                uint64_t c1 = cl ^ c[x] ^ cr, c2 = (cl & c[x]) | (cr & (cl ^ c[x]));  // cells below
                uint64_t b1 = bl ^ br, b2 = bl & br, one = a1 ^ b1 ^ c1, carry = (a1 & b1) | (c1 & (a1 ^ b1));
                uint64_t two = (a2 ^ b2 ^ c2 ^ carry) & ~((a2 & b2) | (c2 & carry));  // exactly one two: 2 or 3 cells
                out[x] = two & (one | b[x]);
            }
            out[0] = out[words], out[words + 1] = out[1];
        }
        uint64_t *next = to;
        to = from, from = next;
    }
}
