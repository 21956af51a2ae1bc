#version 330 core
// The board from afar: each pixel is the light of exactly the area under it.
#include "lib/view_colour.glsl"
#param COUNTED
#param WIDE
#param LIFTED
#param BLOOM
#param CONTRAST

#if COUNTED // so many planes, whose cells have been counted by squares: then no map is needed
#include "lib/counted_light.glsl"
#else
uniform sampler2D map; // premultiplied light of squares of cells
#endif
uniform vec2 origin;   // on the map, in texels, of the window's lower left corner
uniform vec2 scale;    // texels a pixel; down is positive on the map
uniform vec2 texel;    // 1 / size of the map
uniform vec3 ground;   // linear
uniform float unit;    // factor that scales the map's light to that of full squares
#if LIFTED
uniform float lift;    // exponent of the density: below 1, a lone glider is still seen
#endif
#if CONTRAST
uniform sampler2D tones; // see view_tones.frag: four texels of the map each
uniform vec2 tones_size;
uniform vec2 tones_texel; // 1 / size of the texture
#endif
#if BLOOM
uniform sampler2D bloom;
uniform vec2 bloom_scale;
#endif
out vec4 colour;

#if COUNTED
// The light of so much of each of 3 x 3 squares, beginning with the first. As in a map, the first squares of all go on
// to the left and above, and beyond the last ones there is none.
vec4 light_of_squares(ivec2 first, vec3 across, vec3 down)
{
    ivec3 columns = max(first.x + ivec3(0, 1, 2), 0) - counted.x;
    ivec3 rows = max(first.y + ivec3(0, 1, 2), 0) - counted.y;
    across *= vec3(lessThan(uvec3(columns), uvec3(counted.z)));
    down *= vec3(lessThan(uvec3(rows), uvec3(counted.w)));
    columns = clamp(columns, 0, counted.z - 1);
    rows = clamp(rows, 0, counted.w - 1) * counted.z;
    vec4 states = vec4(0.0);
    for (int row = 0; row < 2 + WIDE; ++row) {
        vec4 line = vec4(0.0);
        for (int column = 0; column < 2 + WIDE; ++column)
            line += across[column] * states_of_square(rows[row] + columns[column]);
        states += down[row] * line;
    }
    return light_of_states(states);
}
#endif

void main()
{
    vec2 at = origin + gl_FragCoord.xy * scale;
    vec2 width = abs(scale);
    vec2 low = at - 0.5 * width;
    vec2 first = floor(low);
    // How much of the pixel lies in the first texel that it touches, in the second and in the third.
    vec2 one = min(first + 1.0 - low, width);
    vec2 two = min(width - one, 1.0);
#if COUNTED
    vec2 three = width - one - two;
    vec4 light = light_of_squares(ivec2(first), vec3(one.x, two.x, three.x), vec3(one.y, two.y, three.y));
    light *= unit / (width.x * width.y);
#else
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
#endif
#if LIFTED
    light *= pow(max(light.a, 1e-7), lift - 1.0);
#endif
    vec3 shown = ground * (1.0 - light.a) + light.rgb;
#if CONTRAST
    vec4 tone = texture(tones, clamp(at / 4.0, vec2(0.5), tones_size - 0.5) * tones_texel);
    // Neighbourhoods are mixtures of many species, and nearly grey: the pixel's own species give them their hue.
    vec3 hue = light.rgb / max(light.a, 1e-7);
    vec3 tint = hue / max(dot(hue, vec3(0.2126, 0.7152, 0.0722)), 1e-4);
    shown = shown * tone.a + tone.rgb * mix(vec3(1.0), tint, 0.7 * smoothstep(0.0, 0.1, light.a));
#endif
    vec3 shade = to_srgb(shown);
#if BLOOM
    shade += texture(bloom, at * bloom_scale).rgb * (1.0 - shade);
#endif
    colour = vec4(shade, 1.0);
}
