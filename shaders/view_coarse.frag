#version 330 core
// The map of a board seen from afar, averaged over squares of 8 x 8 texels: how much lives in a neighbourhood.
uniform sampler2D map;
uniform ivec2 size; // of the map, in texels
out vec4 light;

void main()
{
    ivec2 low = ivec2(gl_FragCoord.xy) * 8, high = min(low + 8, size);
    light = vec4(0.0);
    for (int y = low.y; y < high.y; ++y)
        for (int x = low.x; x < high.x; ++x)
            light += texelFetch(map, ivec2(x, y), 0);
    light /= float((high.x - low.x) * (high.y - low.y));
}
