#version 330 core
// How neighbourhoods differ from the others in view, where they are too crowded for single cells to be told apart: what
// shows of them instead of their cells, twice as fine as view_coarse.frag.
uniform sampler2D coarse;  // the map averaged over neighbourhoods
uniform sampler2D seen;    // what they have on average, and how much they differ: see view_adapt.frag
uniform vec2 coarse_size;
uniform vec2 coarse_texel; // 1 / size of the texture
uniform float contrast;    // 0 to 1
uniform float cells;       // in a pixel
uniform float lift;        // exponent of the density: below 1, a lone glider is still seen
uniform float unit;        // factor that scales the map's light to that of full squares
uniform vec3 ground;       // linear
out vec4 tone; // linear light, premultiplied with how much of it shows; then how much does of cells

vec4 coarse_at(vec2 place) { return texture(coarse, clamp(place, vec2(0.5), coarse_size - 0.5) * coarse_texel) * unit; }

// How much the colours of two neighbourhoods differ.
float apart(vec4 one, vec4 other) { return distance(one.rgb / max(one.a, 1e-7), other.rgb / max(other.a, 1e-7)); }

void main()
{
    vec2 place = 0.5 * gl_FragCoord.xy;
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
    float share = contrast * 0.8 * crowd * crowd / (1.0 + crowd * crowd);
    // Where the lands of two species meet, the front glows.
    vec4 east = coarse_at(place + vec2(1.0, 0.0)), west = coarse_at(place - vec2(1.0, 0.0));
    vec4 south = coarse_at(place + vec2(0.0, 1.0)), north = coarse_at(place - vec2(0.0, 1.0));
    float front = smoothstep(0.3, 0.7, length(vec2(apart(east, west), apart(south, north))));
    front *= smoothstep(0.3, 0.8, min(min(east.a, west.a), min(south.a, north.a)) / max(spread.x, 1e-7));
    hue = mix(hue, vec3(1.0), 0.35 * front);
    level = min(level * (1.0 + 0.6 * front), 1.0);
    tone = vec4((ground * (1.0 - level) + hue * level) * share, 1.0 - share);
}
