// A band of bit planes in a storage buffer (see gpulife/engines/planes_layout.py).
#param PLANES

layout(std430, binding = 0) readonly buffer Band { uint words[]; };

uniform int halo;   // rows above the band's own
uniform int stride; // words of a line, which is a row of one plane

// The first word of the first plane of a row.
int line_at(int row) { return (halo + row) * PLANES * stride + 1; }
