#version 330 core
// Writes the present species of all texels into a picture of the sheet of past boards.
uniform sampler2D cells; // see past_cells.frag
uniform ivec2 corner;    // of the picture on the sheet
out vec4 after;

void main() { after = vec4(texelFetch(cells, ivec2(gl_FragCoord.xy) - corner, 0).x / 255.0); }
