#version 330 core
// Averages the light of squares of the map: the light that bloom spreads.
#include "lib/view_colour.glsl"
#param SHARP

uniform sampler2D map;
uniform int factor; // texels of the map along the side of a square
#if SHARP
uniform vec3 ground;
#else
uniform float unit;
uniform float lift;
#endif
out vec4 light;

void main()
{
    ivec2 corner = ivec2(gl_FragCoord.xy) * factor;
    ivec2 last = textureSize(map, 0) - 1; // always dark
    vec3 sum = vec3(0.0);
    for (int y = 0; y < factor; ++y)
        for (int x = 0; x < factor; ++x) {
            vec4 here = texelFetch(map, min(corner + ivec2(x, y), last), 0);
#if SHARP
            sum += max(to_light(here.rgb) - ground, 0.0);
#else
            here *= unit;
            sum += here.rgb * pow(max(here.a, 1e-7), lift - 1.0);
#endif
        }
    light = vec4(sum / float(factor * factor), 1.0);
}
