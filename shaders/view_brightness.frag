#version 330 core
// Copies a picture with more or less light.
#include "lib/view_colour.glsl"
uniform sampler2D picture;
uniform float brightness; // factor of the light
out vec4 colour;

void main()
{
    vec3 light = to_light(texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb);
    colour = vec4(to_srgb(min(light * brightness, 1.0)), 1.0);
}
