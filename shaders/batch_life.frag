#version 330 core
// Computes a generation of 64 universes: one texel a place, bit u of its words for universe u (see gpulife/engines/batch/__init__.py).
// Any Life-like law with species 1 and 2. All arithmetic is bitwise: a number has one word for each of its bits.
#param TORUS
#param BIRTHS
#param SURVIVALS

uniform usampler2D board;
uniform ivec2 size;           // columns and rows
uniform uint ties_to_second;  // all bits set: species 2 wins ties among parents; none set: species 1
out uvec4 after;              // x, y: alive; z, w: of species 2

uvec4 fetch(ivec2 at)
{
#if TORUS
    at += size * (ivec2(lessThan(at, ivec2(0))) - ivec2(greaterThanEqual(at, size)));
#else
    if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, size))) return uvec4(0u);
#endif
    return texelFetch(board, at, 0);
}

// The number of neighbours added so far, live (x, y) and of species 2 (z, w), as four bits.
struct Count { uvec4 bit[4]; };

void add(inout Count count, uvec4 one)
{
    for (int k = 0; k < 4; ++k) {
        uvec4 carry = count.bit[k] & one;
        count.bit[k] ^= one;
        one = carry;
    }
}

// Set where the number of live neighbours is in a set, in which bit k stands for k.
uvec2 among(Count count, int set)
{
    uvec2 found = uvec2(0u);
    for (int k = 1; k <= 8; ++k)
        if ((set >> k & 1) == 1) {
            uvec2 same = uvec2(0xffffffffu);
            for (int place = 0; place < 4; ++place)
                same &= (k >> place & 1) == 1 ? count.bit[place].xy : ~count.bit[place].xy;
            found |= same;
        }
    if ((set & 1) == 1)
        found |= ~(count.bit[0].xy | count.bit[1].xy | count.bit[2].xy | count.bit[3].xy);
    return found;
}

// Set where more than half of the parents are of species 2, or half if ties go to it.
uvec2 child(Count count)
{
    uvec2 ahead = uvec2(0u), even = uvec2(0xffffffffu);
    for (int place = 4; place >= 0; --place) {
        uvec2 twice = place > 0 ? count.bit[max(place - 1, 0)].zw : uvec2(0u);
        uvec2 all_of = place < 4 ? count.bit[min(place, 3)].xy : uvec2(0u);
        ahead |= even & twice & ~all_of;
        even &= ~(twice ^ all_of);
    }
    return ahead | (even & ties_to_second);
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    Count count = Count(uvec4[4](uvec4(0u), uvec4(0u), uvec4(0u), uvec4(0u)));
    for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right)
            if (down != 0 || right != 0) add(count, fetch(at + ivec2(right, down)));
    uvec4 here = texelFetch(board, at, 0);
    uvec2 survives = here.xy & among(count, SURVIVALS);
    uvec2 born = ~here.xy & among(count, BIRTHS);
    after = uvec4(survives | born, (here.zw & survives) | (child(count) & born));
}
