#version 330 core
// Writes one thread of a cloth: the presence around each place in a row of the board, the nearest counting most.
uniform sampler2D presence;
uniform int row;
uniform ivec2 size;
uniform int repeats;
out vec4 after;

const int DOWN = 6; // rows on each side
const int ALONG = 5; // columns on each side

void main()
{
    vec4 sum = vec4(0.0);
    for (int below = -DOWN; below <= DOWN; ++below)
        for (int beside = -ALONG; beside <= ALONG; ++beside) {
            ivec2 at = ivec2(int(gl_FragCoord.x) + beside, row + below);
            if (repeats == 1)
                at = (at + size * DOWN) % size;
            else if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, size)))
                continue;
            sum += float((DOWN + 1 - abs(below)) * (ALONG + 1 - abs(beside))) * texelFetch(presence, at, 0);
        }
    after = sum / float((DOWN + 1) * (DOWN + 1) * (ALONG + 1) * (ALONG + 1));
}
