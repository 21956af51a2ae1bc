#version 330 core
// One level of a sum over a texture: each texel becomes the sum of a block of 16 x 16.
uniform usampler2D level;
out uvec4 sum;

void main()
{
    ivec2 corner = ivec2(gl_FragCoord.xy) * 16;
    ivec2 end = min(corner + 16, textureSize(level, 0));
    sum = uvec4(0u);
    for (int y = corner.y; y < end.y; ++y)
        for (int x = corner.x; x < end.x; ++x)
            sum += texelFetch(level, ivec2(x, y), 0);
}
