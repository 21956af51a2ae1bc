#version 330 core
// Writes the present species of all texels, and the room below them, into a picture of the sheet of past boards.
uniform sampler2D cells; // see past_cells.frag
uniform sampler2D room;  // see past_room.frag
uniform ivec2 corner;    // of the picture on the sheet
out vec4 after;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy) - corner;
    after = vec4(texelFetch(cells, at, 0).x, texelFetch(room, at, 0).x, 0.0, 0.0) / 255.0;
}
