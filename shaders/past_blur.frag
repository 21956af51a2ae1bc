#version 330 core
// Blurs a texture along one axis. Beyond the edges it repeats on a torus; elsewhere there is nothing.
uniform sampler2D before;
uniform float weights[25]; // of the middle texel and of those on each side
uniform int taps;
uniform ivec2 along;
uniform ivec2 size;
uniform int repeats;
out vec4 after;

vec4 at(ivec2 place)
{
    if (repeats == 1)
        return texelFetch(before, (place + size * 4) % size, 0);
    return any(lessThan(place, ivec2(0))) || any(greaterThanEqual(place, size)) ? vec4(0.0)
                                                                                 : texelFetch(before, place, 0);
}

void main()
{
    ivec2 here = ivec2(gl_FragCoord.xy);
    after = weights[0] * at(here);
    for (int tap = 1; tap <= taps; ++tap)
        after += weights[tap] * (at(here + along * tap) + at(here - along * tap));
}
