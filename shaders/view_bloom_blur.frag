#version 330 core
// A Gaussian blur along one axis; the second pass also encodes what is added to the picture.
#param LAST

uniform sampler2D light;
uniform ivec2 along;
uniform float weights[6];
uniform float strength;
uniform ivec2 last; // the last texel in use, which is dark
out vec4 blurred;

vec3 at(ivec2 place)
{
    vec3 found = texelFetch(light, clamp(place, ivec2(0), last), 0).rgb;
    return min(place.x, place.y) < 0 ? vec3(0.0) : found;
}

void main()
{
    ivec2 here = ivec2(gl_FragCoord.xy);
    vec3 sum = at(here) * weights[0];
    for (int i = 1; i < 6; ++i)
        sum += (at(here + along * i) + at(here - along * i)) * weights[i];
#if LAST
    sum = sqrt(sum * strength);
#endif
    blurred = vec4(sum, 1.0);
}
