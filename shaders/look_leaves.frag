#version 330 core
// Leaves: one species is letters, printed in pale ink on dark paper. The others are leaves that lie on them: a leaf for
// each square of cells in which they live, larger the more live there.
#include "lib/look.glsl"
#param SHADOW
uniform sampler2D near;

const float SQUARE = 5.0; // cells along the side of a leaf's square

// The leaf of a square that covers a place, if any: how far inside it the place is, and in `rib` how near its midrib.
float leaf(vec2 p, vec2 square, float grown, out float rib)
{
    float lot = hash(square + 3.0), other = hash(square + 71.0);
    vec2 middle = (square + 0.5 + 0.5 * (vec2(lot, other) - 0.5)) * SQUARE;
    // Leaves of one place point about the same way, and sway a little.
    float turn = 3.0 * sin(square.x * 0.13 + 2.0 * sin(square.y * 0.09)) + 2.4 * (other - 0.5) + 0.16 * sin(time * 0.5 + 20.0 * lot);
    vec2 along = vec2(cos(turn), sin(turn)), off = p - middle;
    vec2 q = vec2(dot(off, along), dot(off, vec2(-along.y, along.x)));
    float long_ = SQUARE * (0.50 + 0.25 * lot) * grown, wide_ = long_ * 0.36, t = q.x / max(long_, 0.01);
    q.y += 0.10 * long_ * t * t; // bent
    rib = abs(q.y);
    // Blunt at the stalk, pointed at the tip.
    return wide_ * (1.0 - t * t) * (1.0 - 0.30 * clamp(t, -1.0, 1.0)) - abs(q.y);
}

void main()
{
    // A window that shows more than the board would repeat the letters: then the board fills the window.
    vec2 middle = origin + window * scale * 0.5, much = board / (window * abs(scale));
    float nearer = min(max(much.x, much.y), 1.0), pixel = abs(scale.x) * nearer;
    vec2 p = middle + (place() - middle) * nearer, q = (gl_FragCoord.xy - 0.5 * window) / window.y, uv = on_screen();
    // Paper, lighter where the lamp hangs.
    vec2 lamp = uv - vec2(0.36, 0.30);
    float grain = 0.5 * noise(gl_FragCoord.xy * 0.7) + 0.5 * noise(gl_FragCoord.xy * vec2(0.11, 0.35));
    vec3 paper = hue_of(0) * (1.12 - 0.55 * dot(lamp, lamp)) * (0.965 + 0.07 * grain);
    vec3 ink = hue_of(1) * (1.02 - 0.22 * dot(lamp, lamp)) * (0.985 + 0.03 * grain);
    float letter = smooth_at(near, p).x, edge = max(fwidth(letter), 0.004);
    vec3 c = mix(paper, ink, smoothstep(0.45 - edge, 0.45 + edge, letter));

    // Leaves of the four nearest squares: no other reaches here. Those in front are found last.
    vec2 here = floor(p / SQUARE - 0.5);
    vec3 paint = vec3(0.0);
    float covered = 0.0, shade = 0.0;
    for (int y = 0; y <= 1; ++y)
        for (int x = 0; x <= 1; ++x) {
            vec2 square = here + vec2(x, y);
            vec4 share = texture(near, (square + 0.5) * SQUARE / board);
            float most = max(max(share.y, share.z), share.w);
            if (most < 0.04)
                continue;
            float grown = 0.35 + 0.65 * smoothstep(0.1, 0.9, most), rib;
            grown *= smoothstep(0.04, 0.25, most);
#if SHADOW
            shade = max(shade, smoothstep(-0.5, 0.6, leaf(p - vec2(0.5, 0.9), square, grown, rib)));
#endif
            float inside = smoothstep(-0.6 * pixel, 0.6 * pixel, leaf(p, square, grown, rib));
            int kind = share.y == most ? 2 : share.z == most ? 3 : 4;
            vec3 own = hue_of(kind) * (0.80 + 0.36 * hash(square + 19.0));
            own *= 1.0 - 0.22 * smoothstep(1.2 * pixel, 0.2 * pixel, rib);
            paint = mix(paint, own, inside);
            covered = max(covered, inside);
        }
    c = mix(c * (1.0 - 0.42 * shade), paint * (1.06 - 0.40 * dot(lamp, lamp)), covered);
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
