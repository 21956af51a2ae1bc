#version 430 core
// Fills the halo words at the ends of the lines of a band on a torus: 16 cells of the other end on each side.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Band { uint cells[]; };

uniform int first_line;
uniform int lines;
uniform int stride;
uniform int columns;

// Cells `from` to `from + 15` of the line whose first cell is in word `line`; on narrow boards they may wrap.
uint sixteen(int line, int from)
{
    uint found = 0u;
    if (columns < 32) {
        for (int i = 0; i < 16; ++i) {
            int cell = (from + i) % columns;
            found |= (cells[line + (cell >> 5)] >> (cell & 31) & 1u) << i;
        }
        return found;
    }
    int word = line + (from >> 5), shift = from & 31;
    found = cells[word] >> shift;
    if (shift > 16) {
        found |= cells[word + 1] << (32 - shift);
    }
    return found & 0xffffu;
}

void main()
{
    int number = int(gl_GlobalInvocationID.x);
    if (number >= lines) {
        return;
    }
    int line = (first_line + number) * stride + 1;
    // The first 16 cells before cell 0 are those from -16 on: a multiple of the width is added for narrow boards.
    uint before = sixteen(line, columns < 32 ? 16 * columns - 16 : columns - 16);
    uint after = sixteen(line, 0);
    int word = line + (columns >> 5), shift = columns & 31;
    uint own = shift > 0 ? cells[word] & ~(0xffffffffu << shift) : 0u;
    cells[line - 1] = before << 16;
    cells[word] = own | after << shift;
    if (shift > 16) {
        cells[word + 1] = after >> (32 - shift);
    }
}
