// Sixteen cells a texel: one byte a cell, 0 (dead) to 255, the leftmost cell in the lowest byte of x.
// A uvec4 is so a vector of 16 small numbers; none of these operations carries from one byte into the next as
// long as every byte stays below 128, and is_state and is_live never do.

const uint EACH = 0x01010101u; // 1 in every byte

// 1 in the bytes of v that equal k, 0 in the others.
uvec4 equal(uvec4 v, uint k) { return ((uvec4(0x80808080u) - (v ^ (k * EACH))) >> 7) & EACH; }
uint equal(uint v, uint k) { return ((0x80808080u - (v ^ (k * EACH))) >> 7) & EACH; }

// 1 in the bytes that are not 0.
uvec4 live(uvec4 v) { return ((v + 0x7f7f7f7fu) >> 7) & EACH; }
uint live(uint v) { return ((v + 0x7f7f7f7fu) >> 7) & EACH; }

// 1 in the bytes in which a > b.
uvec4 greater(uvec4 a, uvec4 b) { return (((a | 0x80808080u) - b - EACH) >> 7) & EACH; }

// The same of bytes up to 255, which takes a little longer.
uvec4 is_live(uvec4 v) { return (((v & 0x7f7f7f7fu) + 0x7f7f7f7fu | v) >> 7) & EACH; }
uvec4 is_state(uvec4 v, uint k) { return is_live(v ^ k * EACH) ^ EACH; }

// 255 in the bytes that are 1, 0 in those that are 0: a mask out of a truth value.
uvec4 whole(uvec4 truth) { return truth * 255u; }

// Bytewise: where truth is 1 the byte of a, else that of b.
uvec4 choose(uvec4 truth, uvec4 a, uvec4 b) { return b ^ ((a ^ b) & whole(truth)); }
