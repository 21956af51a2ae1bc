#version 330 core
// Follows how much room there is below each texel in the stack of past boards, for rays that walk through them.
// A texel has room for n boards if the present board is empty at the texel and its eight neighbours, and each of them
// has room for n - 1 boards in the board before. So a ray down that moves by at most one texel a board meets nothing.
uniform sampler2D now;    // or "near", see PastNumbers.solid
uniform sampler2D before; // what this shader wrote for the board before
uniform float solid;
uniform float seconds;    // since then; negative: the past is unknown, and there is no room in it
out vec4 after;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy), size = textureSize(now, 0);
    float room = 255.0;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) {
            ivec2 there = (at + ivec2(x, y) + size) % size; // right on a torus, and never too much elsewhere
            float below = seconds < 0.0 ? 0.0 : texelFetch(before, there, 0).x;
            room = min(room, any(greaterThan(texelFetch(now, there, 0), vec4(solid))) ? 0.0 : below + 1.0);
        }
    after = vec4(room);
}
