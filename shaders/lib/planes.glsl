// A band of bit planes (see gpulife/engines/bitplanes/layout.py), whose buffer is read as a texture: software renderers
// read storage buffers three times as slowly.
#param PLANES

uniform usamplerBuffer band; // in unit 0: moderngl cannot set samplers of buffers

uniform int halo;   // rows above the band's own
uniform int stride; // words of a line, which is a row of one plane

// Returns the index of the first word of a row's first plane.
int line_at(int row) { return (halo + row) * PLANES * stride + 1; }

uint word_at(int index) { return texelFetch(band, index).x; }
