#version 330 core
// Sums what neighbourhoods differ in, over squares of them: the first texel of a pair is the sum of their colours and
// densities, the second the sum of the squares of both and the number of neighbourhoods in which anything lives.
#param FIRST

uniform sampler2D map;
uniform ivec2 size;  // of the map, in texels: of pairs where they are sums
uniform int side;    // of the squares
uniform float unit;  // factor that scales the map's light to that of full squares
out vec4 sum;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 low = ivec2(at.x >> 1, at.y) * side, high = min(low + side, size);
    bool squares = (at.x & 1) == 1;
    sum = vec4(0.0);
    for (int y = low.y; y < high.y; ++y)
        for (int x = low.x; x < high.x; ++x) {
#if FIRST // neighbourhoods are summed, else sums
            vec4 light = texelFetch(map, ivec2(x, y), 0);
            float density = light.a * unit;
            if (density <= 1e-7) continue;
            vec3 colour = light.rgb / light.a;
            sum += squares ? vec4(dot(colour, colour), 0.0, density * density, 1.0) : vec4(colour, density);
#else
            sum += texelFetch(map, ivec2(2 * x + (squares ? 1 : 0), y), 0);
#endif
        }
}
