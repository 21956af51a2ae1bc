#version 330 core
// A picture with the brightness of the look, and a flash over all of it.
#include "lib/view_colour.glsl"

uniform sampler2D picture; // sRGB
uniform ivec2 corner;      // the pixel at which the picture's lower left corner lies
uniform float brightness;
uniform float flash;       // how far towards white
out vec4 colour;

void main()
{
    vec3 light = to_light(texelFetch(picture, ivec2(gl_FragCoord.xy) - corner, 0).rgb);
    colour = vec4(to_srgb(clamp(mix(light, vec3(1.0), flash) * brightness, 0.0, 1.0)), 1.0);
}
