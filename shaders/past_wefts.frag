#version 330 core
// Writes one thread of a cloth: the presence in a row of the board and in those beside it, the nearest counting most.
uniform sampler2D presence;
uniform int row;
uniform ivec2 size;
uniform int repeats;
out vec4 after;

const int REACH = 6;

void main()
{
    vec4 sum = vec4(0.0);
    for (int beside = -REACH; beside <= REACH; ++beside) {
        int at = row + beside, weight = REACH + 1 - abs(beside);
        if (repeats == 1)
            at = (at + size.y * REACH) % size.y;
        else if (at < 0 || at >= size.y)
            continue;
        sum += float(weight) * texelFetch(presence, ivec2(int(gl_FragCoord.x), at), 0);
    }
    after = sum / float((REACH + 1) * (REACH + 1));
}
