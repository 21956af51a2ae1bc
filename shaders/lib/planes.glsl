// A band of bit planes in a storage buffer (see gpulife/engines/bitplanes/layout.py).
#param PLANES

layout(std430, binding = 0) readonly buffer Band { uint words[]; };

uniform int halo;   // rows above the band's own
uniform int stride; // words of a line, which is a row of one plane

// Returns the index of the first word of a row's first plane.
int line_at(int row) { return (halo + row) * PLANES * stride + 1; }
