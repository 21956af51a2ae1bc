#version 330 core
// 1982: the squares of a home computer on the tube of a television.
#include "lib/look.glsl"
#param MASK
uniform sampler2D cells;
uniform sampler2D near;

// The light of the screen at a place of the board, before the tube blurs it: a square for each cell, with softer sides
// than tops and bottoms, as an aerial lead leaves them.
vec3 signal(vec2 p)
{
    vec4 cell = texel_at(cells, floor(p));
    vec2 f = abs(fract(p) - 0.5);
    float shown = smoothstep(0.0, 0.45, cell.w); // its height has no jumps
    float square = (1.0 - smoothstep(0.43, 0.50, f.x)) * (1.0 - smoothstep(0.455, 0.495, f.y));
    vec3 ink = hue_of(int((cell.x > 0.0 ? cell.x : cell.z) + 0.5));
    // The newborn are a little brighter.
    ink *= 1.0 + 0.25 * smoothstep(0.2, 0.5, cell.w) * (1.0 - smoothstep(0.6, 1.5, cell.w));
    return mix(hue_of(0), ink, shown * square);
}

// A colour with another hue: the computer changes its colours when nobody touches it for minutes, to spare the tube.
vec3 attract(vec3 c, float turn)
{
    const mat3 to = mat3(0.299, 0.596, 0.211, 0.587, -0.274, -0.523, 0.114, -0.322, 0.312);
    const mat3 back = mat3(1.0, 1.0, 1.0, 0.956, -0.272, -1.106, 0.621, -0.647, 1.703);
    vec3 yiq = to * c;
    float s = sin(turn), k = cos(turn);
    yiq.yz = vec2(k * yiq.y - s * yiq.z, s * yiq.y + k * yiq.z);
    return max(back * yiq, 0.0);
}

void main()
{
    vec2 uv = on_screen() * 2.0 - 1.0;
    float unit = window.y / 720.0;
    vec2 bent = uv * (1.0 + vec2(0.045, 0.06) * (uv * uv).yx) * 1.015; // the glass
    vec2 pixel = (vec2(bent.x, -bent.y) * 0.5 + 0.5) * window;
    vec2 p = origin + pixel * scale;
    // The tube: rounded corners, a dark edge.
    vec2 corner = abs(bent) - (1.0 - 0.11 * vec2(window.y / window.x, 1.0));
    float edge = length(max(corner, 0.0) * vec2(window.x / window.y, 1.0)) - 0.11;
    float glass = 1.0 - smoothstep(-0.012, 0.006, edge);
    vec4 around = smooth_at(near, p);
    vec3 halo = hue_of(1) * around.x + hue_of(2) * around.y + hue_of(3) * around.z + hue_of(4) * around.w;
    vec3 c = signal(p) + halo * 0.42;
    // Scan lines, and in large windows the stripes of phosphor.
    float lines = 240.0, at = (bent.y * 0.5 + 0.5) * lines, light = dot(c, vec3(0.3, 0.55, 0.15));
    float dark = smoothstep(1.6, 2.6, window.y / lines) * 0.42 * (1.0 - 0.45 * min(light, 1.0));
    c *= 1.0 - dark * (0.5 + 0.5 * cos(6.2832 * at));
#if MASK
    float triad = 3.0 * max(1.0, floor(unit * 1.2 + 0.4)), stripe = mod(gl_FragCoord.x, triad) / triad * 3.0;
    vec3 phosphor = smoothstep(0.0, 0.9, 1.0 - abs(vec3(stripe) - vec3(0.5, 1.5, 2.5)));
    phosphor.r = max(phosphor.r, smoothstep(0.0, 0.9, 1.0 - abs(stripe - 3.5)));
    c *= 0.78 + 0.36 * phosphor;
#endif
    c = attract(c * 1.12, time * 0.0105); // all hues in ten minutes
    // Brighter in the middle; a window of the room is in the glass.
    c *= 1.06 - 0.26 * dot(uv, uv) * 0.7;
    vec2 pane = (uv - vec2(-0.62, -0.62)) * mat2(1.0, 0.12, -0.1, 1.0);
    float shine = (1.0 - smoothstep(0.0, 0.16, max(abs(pane.x) - 0.14, 0.0) + max(abs(pane.y) - 0.16, 0.0)));
    c += vec3(0.05, 0.055, 0.06) * shine;
    vec3 frame = vec3(0.028, 0.027, 0.026) + 0.05 * attract(halo + hue_of(0), time * 0.0105) * exp(-max(edge, 0.0) * 26.0);
    colour = vec4(mix(frame, c, glass) + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
