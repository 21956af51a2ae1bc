#version 330 core
// Cells as light, one or four a texel, with the glow of the newborn and the traces of the dead.
#include "lib/view_band.glsl"
#include "lib/view_colour.glsl"
#param BLOCK
#param EFFECTS
#param SHARP

uniform sampler2D palette; // linear light; rows: settled, newborn, dead; columns: states
#if EFFECTS
uniform usampler2D ghost; // see view_age_trails.frag
uniform usampler2D since;
uniform float glow;
uniform float trail;
#endif
#if SHARP
uniform vec3 ground;
#endif
out vec4 colour;

vec4 light_of(ivec2 at, out uint state)
{
    ivec2 texel = ivec2(at.x >> 4, at.y);
    state = cell_of(texelFetch(band, texel, 0), at.x);
    vec4 settled = texelFetch(palette, ivec2(int(state), 0), 0);
#if EFFECTS
    uint last = cell_of(texelFetch(ghost, texel, 0), at.x);
    int age = int(cell_of(texelFetch(since, texel, 0), at.x));
    bool lives = last >= 32u; // as the history knows it; a cell that was just painted is newborn
    int born = lives ? age : 0;
    int dead = lives ? 0 : age; // likewise for one that was just erased
    vec4 newborn = texelFetch(palette, ivec2(int(state), 1), 0);
    vec4 trace = texelFetch(palette, ivec2(int(last & 31u), 2), 0) * (trail * exp2(float(dead) * -0.16));
    vec4 alive = mix(settled, newborn, glow * exp2(float(born) * -0.22));
    return state == 0u ? (dead < 64 ? trace : vec4(0.0)) : alive;
#else
    return settled;
#endif
}

void main()
{
    ivec2 map = ivec2(gl_FragCoord.xy);
    uint state;
#if BLOCK == 1
    colour = light_of(map * block + shift, state);
#else
    Square square = square_at(map);
    colour = vec4(0.0);
    for (int y = 0; y < BLOCK; ++y)
        for (int x = 0; x < BLOCK; ++x) {
            ivec2 at = square.low + ivec2(x, y);
            vec4 light = light_of(min(at, square.high - 1), state);
            colour += all(lessThan(at, square.high)) ? light : vec4(0.0);
        }
    colour /= float(BLOCK);
#endif
#if SHARP
    // The whole colour, as it is shown; alpha keeps the state for shapes and sizes.
    colour = vec4(to_srgb(ground * (1.0 - colour.a) + colour.rgb), float(state) / 255.0);
#endif
}
