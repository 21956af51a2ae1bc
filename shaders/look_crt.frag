#version 330 core
// 1982: a portable television of that year, front on, with a home computer's squares on its tube.
#include "lib/look.glsl"
#param MASK
uniform sampler2D cells;
uniform sampler2D near;

const vec2 SET = vec2(0.855, 0.465);     // half of the width and height of the set, in heights of the picture
const vec2 TUBE = vec2(0.520, 0.390);    // of the glass: 4 by 3
const vec2 TUBE_AT = vec2(-0.255, 0.0);  // its middle
const float PANEL = 0.575;               // the middle of the panel with the knobs

float unit; // pixels for one height of the picture

// A rounded rectangle: how far outside it a place is.
float box(vec2 p, vec2 half_, float round_)
{
    vec2 d = abs(p) - half_ + round_;
    return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0) - round_;
}

// 1 inside, 0 outside, with an edge of a pixel.
float fill(float outside) { return clamp(0.5 - outside * unit, 0.0, 1.0); }

// The light of the screen at a place of the board: a square for each cell, with softer sides than tops and bottoms, as
// an aerial lead leaves them. Around the board is the border of a home computer.
vec3 signal(vec2 p, vec2 corner, vec2 size)
{
    vec2 out_ = max(corner - p, p - corner - size);
    float border = clamp(max(out_.x, out_.y) / (0.5 * abs(scale.x)), 0.0, 1.0);
    vec4 cell = texel_at(cells, floor(p));
    vec2 f = abs(fract(p) - 0.5);
    float shown = smoothstep(0.0, 0.45, cell.w); // its height has no jumps
    float square = (1.0 - smoothstep(0.40, 0.49, f.x)) * (1.0 - smoothstep(0.44, 0.49, f.y));
    vec3 ink = hue_of(int((cell.x > 0.0 ? cell.x : cell.z) + 0.5));
    // The newborn are a little brighter.
    ink *= 1.0 + 0.25 * smoothstep(0.2, 0.5, cell.w) * (1.0 - smoothstep(0.6, 1.5, cell.w));
    return mix(mix(hue_of(0), ink, shown * square), hue_of(5), border);
}

// The picture on the glass, which is flat (0) to curved (1); `q` is the place on it, -1 to 1, y down.
vec3 tube(vec2 q, vec2 middle, vec2 seen, float curved, out vec3 halo)
{
    vec2 bent = q * (1.0 + curved * vec2(0.035, 0.045) * (q * q).yx);
    vec2 p = middle + bent * seen * 0.5, size = min(board, seen * 0.885), corner = middle - 0.5 * size;
    if (size.x < board.x || size.y < board.y) // whole cells
        corner = floor(corner + 0.5);
    size = floor(size + 0.5);
    vec2 there = clamp(p, corner, corner + size);
    vec4 around = smooth_at(near, there);
    halo = hue_of(1) * around.x + hue_of(2) * around.y + hue_of(3) * around.z + hue_of(4) * around.w;
    vec2 out_ = max(max(corner - p, p - corner - size), 0.0);
    halo *= exp(-0.9 * dot(out_, out_));
    vec3 c = signal(p, corner, size) + halo * 0.45;
    // Scan lines, and in large windows the stripes of phosphor.
    float lines = 240.0, light = dot(c, vec3(0.3, 0.55, 0.15)), tall = 2.0 * TUBE.y * unit;
    float dark = smoothstep(1.5, 2.4, tall / lines) * 0.36 * (1.0 - 0.45 * min(light, 1.0));
    c *= 1.0 - dark * (0.5 + 0.5 * cos(3.14159 * bent.y * lines));
#if MASK
    float triad = 3.0 * max(1.0, floor(tall / 720.0 + 0.4)), stripe = mod(gl_FragCoord.x, triad) / triad * 3.0;
    vec3 phosphor = smoothstep(0.0, 0.9, 1.0 - abs(vec3(stripe) - vec3(0.5, 1.5, 2.5)));
    phosphor.r = max(phosphor.r, smoothstep(0.0, 0.9, 1.0 - abs(stripe - 3.5)));
    c *= 0.80 + 0.32 * phosphor;
#endif
    return c * (1.12 - 0.30 * dot(q, q));
}

// A knob with a ring of grooves and a pointer.
void knob(inout vec3 c, vec2 d, float radius, float turn)
{
    float away = length(d);
    c *= 1.0 - 0.55 * (1.0 - smoothstep(0.0, 0.045, length(d - vec2(0.012, 0.02)) - radius));
    float groove = 0.5 + 0.5 * cos(atan(d.y, d.x) * 36.0), rim = smoothstep(radius * 0.80, radius * 0.84, away);
    float lit = 0.5 - 0.5 * dot(d, vec2(0.5, 0.86)) / radius;
    vec3 metal = mix(vec3(0.62, 0.61, 0.58) * (0.55 + 0.65 * lit), vec3(0.10, 0.095, 0.09) * (0.6 + 0.9 * lit) * (0.7 + 0.5 * groove), rim);
    vec2 along = vec2(cos(turn), sin(turn));
    float pointer = fill(box(vec2(dot(d, along) - radius * 0.48, dot(d, vec2(-along.y, along.x))), vec2(radius * 0.26, 0.004), 0.003));
    metal = mix(metal, vec3(0.10), pointer);
    c = mix(c, metal, fill(away - radius));
}

void main()
{
    // Who zooms in comes close to the glass, until that fills the window and shows each cell where the window has it.
    float close = zoomed_in();
    unit = min(window.y, window.x / 1.76) * (1.0 + 1.2 * close);
    vec2 q = TUBE_AT * close + vec2(gl_FragCoord.x - 0.5 * window.x, 0.5 * window.y - gl_FragCoord.y) / unit; // y down
    vec2 on_tube = (q - TUBE_AT) / TUBE;
    // What the tube shows of the board: as many rows as the window does, or the whole board if that is hardly more.
    vec2 middle = origin + window * scale * 0.5, whole = window * abs(scale);
    float rows = max(min(board.y, 1.4 * whole.y) / 0.885, 0.0);
    rows = max(rows, min(board.x, 1.05 * whole.x) / 0.885 * 0.75);
    vec3 halo;
    vec2 seen = mix(vec2(rows * 4.0 / 3.0, rows), 2.0 * TUBE * unit * abs(scale), close);
    vec3 screen = tube(clamp(on_tube, -1.0, 1.0), middle, seen, 1.0 - close, halo);

    // The wall of the room, in the light of a lamp at the upper left.
    vec3 c = mix(vec3(0.145, 0.115, 0.085), vec3(0.05, 0.038, 0.03), smoothstep(0.2, 1.3, length(q - vec2(-0.7, -0.5))));
    float set = box(q, SET, 0.055);
    c *= 1.0 - 0.75 * (1.0 - smoothstep(-0.02, 0.10, box(q - vec2(0.015, 0.03), SET, 0.06)));
    // A case of warm plastic with a rounded edge, around a dark face.
    vec3 plastic = vec3(0.78, 0.70, 0.57) * (1.02 - 0.26 * (q.y + 0.5) - 0.10 * q.x);
    plastic *= 0.985 + 0.03 * hash(floor(gl_FragCoord.xy));
    vec2 beyond = max(abs(q) - SET + 0.055, 0.0) * sign(q), outward = beyond / (length(beyond) + 1e-4);
    plastic *= 1.0 + smoothstep(-0.022, 0.0, set) * (-0.12 + dot(outward, vec2(-0.16, -0.30)));
    c = mix(c, plastic, fill(set));
    float face = box(q, SET - 0.040, 0.035);
    c *= 1.0 - 0.45 * (1.0 - smoothstep(0.0, 0.010, abs(face)));
    vec3 dark = vec3(0.060, 0.054, 0.050) * (1.1 - 0.5 * q.y);
    c = mix(c, dark, fill(face));

    // The mask around the glass: a funnel that mirrors the nearest part of the picture.
    float glass = box(q - TUBE_AT, TUBE, 0.085), funnel = box(q - TUBE_AT, TUBE + 0.028, 0.10);
    float slope = 1.0 - smoothstep(0.0, 0.030, glass);
    vec3 mirrored = screen * (0.10 + 0.34 * slope * slope);
    vec3 mask = vec3(0.035, 0.033, 0.032) + mirrored + vec3(0.05) * smoothstep(0.2, 0.9, q.y - TUBE_AT.y + 0.35) * slope;
    c = mix(c, mask, fill(funnel));
    // Glare: the window of the room, high on the glass, and a rim of light below.
    vec2 pane = (on_tube - vec2(-0.52, -0.60)) * mat2(1.0, 0.10, -0.16, 1.0);
    float bars = smoothstep(0.0, 0.02, abs(pane.x)) * smoothstep(0.0, 0.02, abs(pane.y + 0.02));
    float shine = (1.0 - smoothstep(-0.03, 0.05, box(pane, vec2(0.24, 0.20), 0.06))) * bars;
    screen += vec3(0.075, 0.08, 0.085) * shine + vec3(0.05) * smoothstep(0.55, 1.25, -on_tube.y - 0.25 * on_tube.x);
    screen *= smoothstep(0.0, -0.020, glass) * 0.75 + 0.25;
    c = mix(c, screen, fill(glass));

    // The panel: two knobs, a loudspeaker behind slots, a lamp, a badge.
    vec2 k = q - vec2(PANEL, 0.0);
    float plate = box(k, vec2(0.205, 0.395), 0.03);
    c = mix(c, vec3(0.105, 0.095, 0.085) * (1.15 - 0.6 * q.y) * (0.98 + 0.04 * hash(vec2(floor(gl_FragCoord.y), 1.0))), fill(plate));
    c *= 1.0 - 0.4 * (1.0 - smoothstep(0.0, 0.005, abs(plate)));
    knob(c, k - vec2(0.0, -0.245), 0.098, -0.7 + 0.05 * sin(time * 0.1));
    knob(c, k - vec2(0.0, -0.010), 0.070, 2.2);
    float bars_across = fill(abs(k.x) - 0.150);
    float slot = fract((k.y - 0.115) / 0.026) - 0.5, inside = step(0.115, k.y) * step(k.y, 0.323);
    float cut = inside * bars_across * smoothstep(0.24 + 0.8 / (0.026 * unit), 0.24, abs(slot));
    c = mix(c, vec3(0.018), cut);
    c += vec3(0.05, 0.045, 0.04) * inside * bars_across * smoothstep(0.30, 0.36, slot) * step(slot, 0.46);
    vec2 lamp = k - vec2(0.130, 0.360);
    c += vec3(0.95, 0.12, 0.05) * exp(-dot(lamp, lamp) * 9000.0) + vec3(0.35, 0.05, 0.02) * exp(-dot(lamp, lamp) * 900.0);
    vec2 badge = k - vec2(-0.085, 0.360);
    float stripe = floor((badge.x + 0.060) / 0.024);
    vec3 paint = stripe < 0.5 ? hue_of(1) : stripe < 1.5 ? hue_of(4) : stripe < 2.5 ? hue_of(2) : stripe < 3.5 ? hue_of(3) : vec3(0.75, 0.2, 0.15);
    c = mix(c, paint * 0.8, fill(box(badge, vec2(0.060, 0.011), 0.003)));
    // The picture lights the face of the set.
    c += halo * 0.05 * exp(-max(glass, 0.0) * 14.0) * (1.0 - fill(glass));
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
