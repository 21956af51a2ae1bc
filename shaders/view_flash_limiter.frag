#version 330 core
// Reduced flashing: limits how fast each pixel gets brighter or darker, and how bright it is at most.
uniform sampler2D picture;
uniform sampler2D before;
uniform vec2 shift;  // the last frame's texel that showed what a pixel shows now is scale * pixel + shift
uniform float scale;
uniform vec2 texel;  // 1 / size of the last frame's texture
uniform vec2 window;
uniform float max_change; // in this frame; 1 or more where there is no last frame
uniform float max_light;
out vec4 colour;

void main()
{
    vec3 now = texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb;
    now *= min(1.0, max_light / max(dot(now, vec3(0.299, 0.587, 0.114)), 1e-3));
    vec2 place = gl_FragCoord.xy * scale + shift;
    vec3 last = texture(before, clamp(place, vec2(0.5), window - 0.5) * texel).rgb;
    vec3 change = now - last;
    float most = max(max(abs(change.r), abs(change.g)), max(abs(change.b), 1e-4));
    colour = vec4(last + change * min(1.0, max_change / most), 1.0);
}
