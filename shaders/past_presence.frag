#version 330 core
// Averages each species' share of a texel over past generations.
uniform sampler2D now;
uniform sampler2D before;
uniform float seconds; // since the last frame; negative: the past is unknown
uniform float kept; // share of the old average that remains
out vec4 after;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 share = texelFetch(now, at, 0);
    after = seconds < 0.0 ? share : mix(share, texelFetch(before, at, 0), kept);
}
