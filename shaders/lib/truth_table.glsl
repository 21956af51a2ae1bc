// Which cells live next, by a truth table of a cell and its eight neighbours. Needs lib/neighbourhood.glsl before it.

uniform usampler2D numbers; // which of four cells live, by the 3 x 6 cells around them; 1024 numbers a row

// The bits of six cells, four of a word and the one at each side of them; the leftmost is the lowest.
uvec4 sixes(Row alive)
{
    uvec4 four = alive.cells * 0x10204080u >> 28; // the lowest bits of four bytes, side by side
    return uvec4(alive.left >> 24, four.xyz >> 3) | four << 1 | uvec4(four.yzw & 1u, alive.right) << 5;
}

uint look_up(uint place) { return texelFetch(numbers, ivec2(place & 1023u, place >> 10), 0).r; }

// 1 in the bytes of cells that live next. The rows have 1 in the bytes of cells that are alive.
uvec4 living(Row above, Row here, Row below)
{
    uvec4 place = sixes(above) | sixes(here) << 6 | sixes(below) << 12;
    return uvec4(look_up(place.x), look_up(place.y), look_up(place.z), look_up(place.w));
}
