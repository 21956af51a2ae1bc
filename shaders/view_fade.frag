#version 330 core
// Cross-fades two pictures in linear light.
#include "lib/view_colour.glsl"
uniform sampler2D before;
uniform sampler2D after;
uniform float share; // of the second picture
out vec4 colour;

void main()
{
    ivec2 place = ivec2(gl_FragCoord.xy);
    vec3 light = mix(to_light(texelFetch(before, place, 0).rgb), to_light(texelFetch(after, place, 0).rgb), share);
    colour = vec4(to_srgb(light), 1.0);
}
