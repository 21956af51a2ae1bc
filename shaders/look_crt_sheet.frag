#version 330 core
// How many cells of species 1 to 4 live on the board: each of STRIPS texels counts those in some of its columns.
#include "lib/look.glsl"
uniform sampler2D now;
uniform int block; // side of a texel's square in cells

const int STRIPS = 48; // as in look_crt.frag

void main()
{
    ivec2 size = textureSize(now, 0);
    vec4 sum = vec4(0.0);
    for (int column = int(gl_FragCoord.x); column < size.x; column += STRIPS)
        for (int row = 0; row < size.y; ++row)
            sum += texelFetch(now, ivec2(column, row), 0);
    colour = sum * float(block * block);
}
