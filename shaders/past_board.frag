#version 330 core
// Writes the present species of all texels into a picture of the sheet of past boards.
uniform sampler2D cells; // see past_cells.frag
uniform sampler2D near;
uniform float solid;     // see PastNumbers.solid
uniform ivec2 corner;    // of the picture on the sheet
out vec4 after;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy) - corner;
    vec4 share = texelFetch(near, at, 0);
    float most = max(max(share.x, share.y), max(share.z, share.w));
    float species = most <= solid ? 0.0 : share.x == most ? 1.0 : share.y == most ? 2.0 : share.z == most ? 3.0 : 4.0;
    after = vec4(solid > 0.0 ? species : texelFetch(cells, at, 0).x, 0.0, 0.0, 0.0) / 255.0;
}
