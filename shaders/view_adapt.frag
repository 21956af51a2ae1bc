#version 330 core
// What the contrast of a view goes by: means and spreads, which follow the sums slowly (by blending).
uniform sampler2D map; // a pair of sums
uniform float share;   // how far to go from what was before to what is now
out vec4 seen;         // left: the mean colour; right: the mean density, the spread of colours, that of densities

void main()
{
    vec4 sums = texelFetch(map, ivec2(0, 0), 0), squares = texelFetch(map, ivec2(1, 0), 0);
    float count = max(squares.w, 1.0);
    vec4 mean = sums / count;
    vec2 spread = sqrt(max(vec2(squares.x, squares.z) / count - vec2(dot(mean.rgb, mean.rgb), mean.a * mean.a), 0.0));
    // Alpha is how far to go, and nothing else.
    seen = int(gl_FragCoord.x) == 0 ? vec4(mean.rgb, share) : vec4(mean.a, spread, share);
}
