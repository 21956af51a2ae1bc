#version 330 core
// A cursor: a bright frame around a cell that flickers inside, on a dark rim, so that it is seen on any ground. A hollow
// one leaves the cell as it is, and flickers itself.
uniform vec2 middle; // in the framebuffer's pixels
uniform float extent; // from there to the frame, pixels
uniform float scale; // pixels as wide as one of a 96 dpi screen
uniform float flicker; // 0 to 1
uniform float filled; // 0 for a hollow cursor, else 1
uniform vec3 tint;
out vec4 colour;

float cover(float distance) { return clamp(0.5 - distance, 0.0, 1.0); }

void main()
{
    vec2 from = abs(gl_FragCoord.xy - middle);
    float thick = clamp(extent * 0.14, 2.0 * scale, 4.0 * scale);
    float outer = extent + thick;
    float radius = min(0.3 * outer + scale, 10.0 * scale);
    vec2 q = from - (outer - radius);
    float d = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius; // from the frame's outer edge
    float frame = cover(abs(d + thick * 0.5) - thick * 0.5);
    float rim = cover(abs(d + thick * 0.5) - thick * 0.5 - 1.5 * scale);
    float halo = 0.55 * exp2(-max(d, 0.0) * 0.45 / scale) * max(filled, 1.0 - cover(d));
    float spot = filled * cover(d + thick + 1.5 * scale) * (0.15 + 0.8 * flicker);
    vec3 bright = mix(tint, vec3(1.0), 0.15 + 0.25 * flicker);
    bright = mix(mix(tint * 0.45, vec3(1.0), 0.5 * flicker), bright, filled);
    vec3 shade = mix(tint * 0.5, vec3(0.0), rim);
    shade = mix(shade, bright, max(frame, spot));
    colour = vec4(shade, max(max(frame, 0.8 * rim), max(halo * (1.0 - rim), spot)));
}
