#version 330 core
// The map of a board seen from afar, averaged over squares of 8 x 8 texels: how much lives in a neighbourhood.
#param COUNTED

#if COUNTED // so many planes, whose cells have been counted by squares: then no map is needed
#include "lib/counted_light.glsl"
#else
uniform sampler2D map;
#endif
uniform ivec2 size; // of the map, in texels
out vec4 light;

void main()
{
    ivec2 low = ivec2(gl_FragCoord.xy) * 8, high = min(low + 8, size);
    light = vec4(0.0);
    for (int y = low.y; y < high.y; ++y) {
#if COUNTED
        int row = (y - counted.y) * counted.z - counted.x;
        light += states_of_squares(row + low.x, row + high.x);
#else
        for (int x = low.x; x < high.x; ++x) light += texelFetch(map, ivec2(x, y), 0);
#endif
    }
#if COUNTED
    light = light_of_states(light);
#endif
    light /= float((high.x - low.x) * (high.y - low.y));
}
