#version 330 core
// Finds the greatest height around each square of TILE x TILE texels, so that rays above it may go on by TILE texels.
#param TILE
#param REPEATS
uniform sampler2D cells; // see past_cells.frag
uniform ivec2 size;
out vec4 after;

void main()
{
    ivec2 first = (ivec2(gl_FragCoord.xy) - 1) * TILE;
    float highest = 0.0;
    for (int y = 0; y < 3 * TILE; ++y)
        for (int x = 0; x < 3 * TILE; ++x) {
            ivec2 there = first + ivec2(x, y);
#if REPEATS
            there = (there + size * TILE) % size;
#else
            there = clamp(there, ivec2(0), size - 1);
#endif
            highest = max(highest, texelFetch(cells, there, 0).w);
        }
    after = vec4(highest);
}
