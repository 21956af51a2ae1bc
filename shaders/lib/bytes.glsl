// Sixteen cells a texel: one byte a cell, 0 (dead) to 255, the leftmost cell in the lowest byte of x. So a uvec4 is a
// vector of 16 small numbers. None of these operations carries into the next byte as long as every byte stays below
// 128; is_state and is_live never do.

const uint EACH = 0x01010101u; // 1 in every byte

// 1 in the bytes of v that equal k, 0 in the others.
uvec4 equal(uvec4 v, uint k) { return ((uvec4(0x80808080u) - (v ^ (k * EACH))) >> 7) & EACH; }
uint equal(uint v, uint k) { return ((0x80808080u - (v ^ (k * EACH))) >> 7) & EACH; }

// 1 in the bytes that are not 0.
uvec4 live(uvec4 v) { return ((v + 0x7f7f7f7fu) >> 7) & EACH; }
uint live(uint v) { return ((v + 0x7f7f7f7fu) >> 7) & EACH; }

// 1 in the bytes in which a > b.
uvec4 greater(uvec4 a, uvec4 b) { return (((a | 0x80808080u) - b - EACH) >> 7) & EACH; }

// The same for bytes up to 255; slightly slower.
uvec4 is_live(uvec4 v) { return (((v & 0x7f7f7f7fu) + 0x7f7f7f7fu | v) >> 7) & EACH; }
uvec4 is_state(uvec4 v, uint k) { return is_live(v ^ k * EACH) ^ EACH; }

// 255 in the bytes that are 1, 0 in the bytes that are 0: a mask from booleans.
uvec4 whole(uvec4 truth) { return truth * 255u; }

// Bytewise: the byte of a where truth is 1, else that of b.
uvec4 choose(uvec4 truth, uvec4 a, uvec4 b) { return b ^ ((a ^ b) & whole(truth)); }
