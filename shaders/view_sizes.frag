#version 330 core
// BioWar's three sizes, by a cell's own neighbours less all others. Adds 32 times the size to a cell's alpha.
uniform sampler2D map;
out vec4 mark;

int state_at(ivec2 at)
{
    ivec2 last = textureSize(map, 0) - 1;
    int state = int(texelFetch(map, clamp(at, ivec2(0), last), 0).a * 255.0 + 0.5);
    return any(lessThan(at, ivec2(0))) ? 0 : state;
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    mark = texelFetch(map, at, 0);
    int own = int(mark.a * 255.0 + 0.5);
    int net = -int(own != 0); // the cell itself is no neighbour
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) {
            int state = state_at(at + ivec2(x, y));
            net += int(state == own && own != 0) - int(state != own && state != 0);
        }
    int size = net < 2 ? 1 : net > 3 ? 3 : 2;
    if (own == 0) size = 3;
    mark.a = float(own + 32 * size) / 255.0;
}
