#version 330 core
// The board from afar: each pixel is the light of exactly the area under it.
#include "lib/view_colour.glsl"
#param WIDE
#param LIFTED
#param BLOOM

uniform sampler2D map; // premultiplied light of squares of cells
uniform vec2 origin;   // on the map, in texels, of the window's lower left corner
uniform vec2 scale;    // texels a pixel; down is positive on the map
uniform vec2 texel;    // 1 / size of the map
uniform vec3 ground;   // linear
uniform float unit;    // factor that scales the map's light to that of full squares
#if LIFTED
uniform float lift;    // exponent of the density: below 1, a lone glider is still seen
#endif
#if BLOOM
uniform sampler2D bloom;
uniform vec2 bloom_scale;
#endif
out vec4 colour;

void main()
{
    vec2 at = origin + gl_FragCoord.xy * scale;
    vec2 width = abs(scale);
    vec2 low = at - 0.5 * width;
    vec2 first = floor(low);
    // How much of the pixel lies in the first texel that it touches, in the second and in the third.
    vec2 one = min(first + 1.0 - low, width);
    vec2 two = min(width - one, 1.0);
    vec2 inner = (first + 0.5 + two / (one + two)) * texel;
#if WIDE
    vec2 three = width - one - two;
    vec2 outer = (first + 2.5) * texel;
    vec2 both = one + two;
    vec4 light = both.x * both.y * texture(map, inner) + three.x * both.y * texture(map, vec2(outer.x, inner.y))
        + both.x * three.y * texture(map, vec2(inner.x, outer.y)) + three.x * three.y * texture(map, outer);
    light *= unit / (width.x * width.y);
#else
    vec4 light = texture(map, inner) * unit;
#endif
#if LIFTED
    light *= pow(max(light.a, 1e-7), lift - 1.0);
#endif
    vec3 shade = to_srgb(ground * (1.0 - light.a) + light.rgb);
#if BLOOM
    shade += texture(bloom, at * bloom_scale).rgb * (1.0 - shade);
#endif
    colour = vec4(shade, 1.0);
}
