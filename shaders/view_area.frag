#version 330 core
// The board from afar: each pixel is the light of exactly the area under it.
#include "lib/view_colour.glsl"
#param COUNTED
#param WIDE
#param LIFTED
#param BLOOM
#param CONTRAST

#if COUNTED // so many planes, whose cells have been counted by squares: then no map is needed
#define PLANES COUNTED
#define PACKED 1
#include "lib/read_square_counts.glsl"
uniform ivec4 counted;   // column and row on the map of the first square counted, then how many across and down
uniform vec4 light1, light2, light3, light4; // of the states, premultiplied
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
uniform sampler2D coarse;  // the map averaged over neighbourhoods: see view_coarse.frag
uniform sampler2D seen;    // what they have on average, and how much they differ: see view_adapt.frag
uniform vec2 coarse_size;
uniform vec2 coarse_texel; // 1 / size of the texture
uniform float contrast;    // 0 to 1
uniform float cells;       // in a pixel
#endif
#if BLOOM
uniform sampler2D bloom;
uniform vec2 bloom_scale;
#endif
out vec4 colour;

#if CONTRAST
vec4 coarse_at(vec2 place) { return texture(coarse, clamp(place, vec2(0.5), coarse_size - 0.5) * coarse_texel) * unit; }

// How a neighbourhood differs from the others in view, where it is too crowded for single cells to be told apart.
vec4 with_contrast(vec4 light, vec2 at)
{
    vec2 place = at / 8.0;
    vec4 around = 0.25 * (coarse_at(place + vec2(-0.5, -0.5)) + coarse_at(place + vec2(0.5, -0.5))
        + coarse_at(place + vec2(-0.5, 0.5)) + coarse_at(place + vec2(0.5, 0.5)));
    vec3 mean = texelFetch(seen, ivec2(0, 0), 0).rgb;
    vec3 spread = texelFetch(seen, ivec2(1, 0), 0).rgb; // x: the mean density
    vec3 hue = around.rgb / max(around.a, 1e-7);
    hue = clamp(mean + (hue - mean) * clamp(0.2 / max(spread.y, 1e-4), 1.0, 5.0), 0.0, 1.0);
    float more = (around.a - spread.x) / max(spread.z, 0.04 * spread.x);
    float level = min(pow(max(spread.x, 1e-7), lift) * exp2(1.4 * more / (1.0 + abs(more))), 1.0);
    level *= min(2.0 * around.a / max(spread.x, 1e-7), 1.0); // the edges of empty space are dark
    float crowd = around.a * cells * 2.0;
    float smoothness = 0.8 * crowd * crowd / (1.0 + crowd * crowd);
    return mix(light, vec4(hue, 1.0) * level, contrast * smoothness);
}
#endif

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
        for (int column = 0; column < 2 + WIDE; ++column) {
            int square = rows[row] + columns[column];
            line.xy += across[column] * pair_at(square, 0);
            if (NUMBERS > 1) line.zw += across[column] * pair_at(square, 1);
        }
        states += down[row] * line;
    }
    vec4 light = states.x * light1;
    if (STATES > 1) light += states.y * light2;
    if (STATES > 2) light += states.z * light3 + states.w * light4;
    return light;
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
#if CONTRAST
    light = with_contrast(light, at);
#endif
    vec3 shade = to_srgb(ground * (1.0 - light.a) + light.rgb);
#if BLOOM
    shade += texture(bloom, at * bloom_scale).rgb * (1.0 - shade);
#endif
    colour = vec4(shade, 1.0);
}
