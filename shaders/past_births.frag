#version 330 core
// Adds up births by species; they decay slowly.
uniform sampler2D now;
uniform sampler2D before;
uniform sampler2D cells; // see past_cells.frag
uniform sampler2D earlier; // the same in the last frame
uniform float seconds; // since the last frame; negative: the past is unknown
uniform float kept; // share of the old births that remains
out vec4 after;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    bool is_born = texelFetch(cells, at, 0).x > 0.0 && texelFetch(earlier, at, 0).x == 0.0;
    vec4 born = is_born ? texelFetch(now, at, 0) : vec4(0.0);
    after = seconds < 0.0 ? vec4(0.0) : min(texelFetch(before, at, 0) * kept + born, 1000.0);
}
