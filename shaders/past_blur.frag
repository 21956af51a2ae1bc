#version 330 core
// Blurs a texture along one axis. Beyond the edges it repeats on a torus, by itself; elsewhere there is nothing.
#param REPEATS
#param WEIGHTS
uniform sampler2D before;
uniform float weights[WEIGHTS]; // of the middle texel and of those on each side
uniform vec2 along; // to the next texel, as a share of the texture
uniform vec2 size;
out vec4 after;

vec4 at(vec2 place)
{
    vec4 found = textureLod(before, place, 0.0);
#if REPEATS == 0
    found *= float(all(equal(place, clamp(place, 0.0, 1.0))));
#endif
    return found;
}

void main()
{
    vec2 here = gl_FragCoord.xy / size;
    after = weights[0] * textureLod(before, here, 0.0);
    for (int tap = 1; tap < WEIGHTS; ++tap)
        after += weights[tap] * (at(here + along * float(tap)) + at(here - along * float(tap)));
}
