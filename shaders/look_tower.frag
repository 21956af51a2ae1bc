#version 330 core
// Tower: the last boards as a stack of blocks, the newest on top, seen from above at an angle. It sinks into the ground
// as fast as it grows. Its plan is the middle of what the window shows of the board.
#include "lib/look.glsl"
#param STEPS
#param SAMPLES
uniform sampler2D past;
uniform int newest;
uniform float behind; // how many boards are not yet shown; the last one is in part

// Places are in columns, rows and floors: the board of n generations ago stands between -n - 1 and -n.
const float FLOORS = 60.0, FLOOR = 0.7; // number of floors, and their height in cells
const float SLAB = 5.0; // cells by which the slab is larger than the stack
float fwidth_;   // cells a pixel
vec3 low, high;  // corners of the shown part of the stack
int growing;     // the floor that grows
float grown;     // the part of it that has grown

// Species at a place inside the stack, and for how many floors down there is room.
ivec2 at(ivec3 v)
{
    int shown = (newest + 1 + v.z) & 63;
    ivec2 size = ivec2(board), place = v.xy - size * ivec2(greaterThanEqual(v.xy, size));
    return ivec2(texelFetch(past, place + ivec2(shown & 7, shown >> 3) * size, 0).rg * 255.0 + 0.5);
}

// Where the surface of the shape to which a block belongs faces: a direction across the floor.
vec2 faces(ivec3 v)
{
    int shown = (newest + 1 + v.z) & 63;
    ivec2 size = ivec2(board), place = v.xy - size * ivec2(greaterThanEqual(v.xy, size));
    return texelFetch(past, place + ivec2(shown & 7, shown >> 3) * size, 0).ba * 2.0 - 1.0;
}

// How much of the block at a place is there, 0 to 1.
float filled(ivec3 v)
{
    if (any(lessThan(vec3(v + 1), low)) || any(greaterThan(vec3(v), high)) || any(lessThan(v.xy, ivec2(0))))
        return 0.0;
    if (v.z > growing)
        return 0.0;
    return at(v).x == 0 ? 0.0 : v.z == growing ? grown : 1.0;
}

// The first block that a ray down meets before it has gone this far: its species, or 0; also its place, the side that
// is met and the distance. A ray down moves by at most a cell a floor, as past_room.frag wants it.
int walk(vec3 from, vec3 ray, float limit, out ivec3 v, out vec3 n, out float t)
{
    vec3 inverse = 1.0 / mix(ray, vec3(1e-6), lessThan(abs(ray), vec3(1e-6)));
    vec3 a = (low - from) * inverse, b = (high - from) * inverse, enter = min(a, b), leave = max(a, b);
    float t1 = min(min(min(leave.x, leave.y), leave.z), limit);
    ivec3 s = ivec3(sign(ray));
    t = max(max(max(enter.x, enter.y), enter.z), 0.0);
    v = ivec3(floor(clamp(from + ray * (t + 1e-3), low, high - 1e-3)));
    n = t == enter.x ? vec3(-s.x, 0, 0) : t == enter.y ? vec3(0, -s.y, 0) : vec3(0, 0, -s.z);
    for (int step_ = 0; step_ < STEPS && t < t1; ++step_) {
        ivec2 here = at(v);
        if (here.x > 0) {
            if (v.z < growing || at(v - ivec3(0, 0, 1)).x > 0)
                return here.x;
            // A newborn on empty ground grows sideways, too: its roof would appear at once.
            vec3 middle = vec3(vec2(v.xy) + 0.5, float(v.z)), half_ = vec3(vec2(0.5 * sqrt(grown)), 1.0);
            vec3 c = (middle - half_ - from) * inverse, d = (middle + half_ - from) * inverse;
            vec3 near = min(c, d), far = max(c, d);
            float first = max(near.x, near.y);
            if (first < min(min(far.x, far.y), leave.z) && far.x > t && far.y > t) {
                if (first > t) {
                    t = first;
                    n = near.x > near.y ? vec3(-s.x, 0, 0) : vec3(0, -s.y, 0);
                }
                return here.x;
            }
        }
        vec3 wall = (vec3(v) + vec3(max(s, 0)) - from) * inverse;
        if (here.y > 0) {
            v.z -= here.y;
            t = (float(v.z + 1) - from.z) * inverse.z;
            v.xy = ivec2(floor(from.xy + ray.xy * t));
            n = vec3(0, 0, 1);
        } else if (wall.x < wall.y && wall.x < wall.z) {
            t = wall.x; v.x += s.x; n = vec3(-s.x, 0, 0);
        } else if (wall.y < wall.z) {
            t = wall.y; v.y += s.y; n = vec3(0, -s.y, 0);
        } else {
            t = wall.z; v.z += s.z; n = vec3(0, 0, -s.z);
        }
    }
    return 0;
}

// May a line meet the stack, or pass close by?
bool may_meet(vec3 from, vec3 ray)
{
    vec3 a = (low - 2.0 - from) / ray, b = (high + 2.0 - from) / ray, enter = min(a, b), leave = max(a, b);
    return max(max(enter.x, enter.y), enter.z) < min(min(leave.x, leave.y), leave.z);
}

// Is a place in the shadow of a block? The ray goes down from far above, which is quick.
bool in_shadow(vec3 place, vec3 ray)
{
    ivec3 v;
    vec3 n;
    float t, far = (high.z + 1.0 - place.z) / ray.z;
    return walk(place + ray * far, -ray, far, v, n, t) > 0;
}

// The model's colour where a line of sight that starts at `eye` goes, with the sun at `sun`, in cells and floors.
vec3 seen(vec3 eye, vec3 ray, vec3 sun, vec3 backdrop, float side)
{
    ivec3 v;
    vec3 n;
    float t;
    int kind = walk(eye, ray, 1e9, v, n, t);
    bool is_floor = kind == 0;
    vec3 q = eye + ray * (is_floor ? (low.z - eye.z) / ray.z : t), w = q - vec3(v) - 0.5;
    bool is_dark = in_shadow(q + (is_floor ? vec3(0, 0, 0.01) : n * 0.02), sun);
    if (is_floor) {
        // A haze of the stack's own shadow lies under and around it.
        vec2 off = (q.xy - (low.xy + high.xy) * 0.5) / side;
        float lit = is_dark ? mix(0.70, 1.0, smoothstep(0.5, 1.5, length(off))) : 1.0;
        // It stands on a slab of stone, into which its plan is cut.
        vec2 from_rim = vec2(SLAB) + 0.5 * side - abs(q.xy - (low.xy + high.xy) * 0.5);
        float rim = min(from_rim.x, from_rim.y), soft = 1.2 * fwidth_;
        vec2 cut = abs(fract((q.xy - (low.xy + high.xy) * 0.5) / 8.0 + 0.5) - 0.5) * 8.0;
        float slab = smoothstep(-soft, soft, rim);
        backdrop *= 1.0 + 0.055 * slab - 0.16 * (smoothstep(soft + 0.30, 0.0, abs(rim)) + 0.5 * smoothstep(soft + 0.16, 0.0, abs(rim - 1.6)))
            - 0.060 * smoothstep(soft + 0.10, 0.0, min(cut.x, cut.y)) * step(1.6, rim) - 0.12 * smoothstep(-2.6, -0.2, rim) * (1.0 - slab);
        return backdrop * mix(vec3(0.80, 0.84, 0.92), vec3(1.0), 1.0 - (1.0 - lit) * 2.2) * (1.0 - 0.17 * exp(-3.2 * dot(off, off)));
    }
    float lit = is_dark ? 0.0 : 1.0;
    ivec3 outside = ivec3(n);
    ivec3 ta = abs(outside.x) == 1 ? ivec3(0, 1, 0) : ivec3(1, 0, 0);
    ivec3 tb = abs(outside.z) == 1 ? ivec3(0, 1, 0) : ivec3(0, 0, 1);
    float x = dot(w, vec3(ta)), y = dot(w, vec3(tb)), height = (q.z - low.z) / FLOORS;
    ivec3 before = v + outside;
    float dark = filled(before + ta * int(sign(x))) * smoothstep(0.0, 0.5, abs(x))
               + filled(before + tb * int(sign(y))) * smoothstep(0.0, 0.5, abs(y));
    float edge = 1.0 - smoothstep(0.43, 0.5, max(abs(x), abs(y)));
    // What is old fades to the paper before it sinks into it.
    vec3 paint = mix(hue_of(kind), hue_of(kind) * 0.30 + hue_of(0) * 0.62, 0.62 * (1.0 - height) * (1.0 - height));
    // A course of pale stone goes round each sixteenth floor.
    if (((newest + 1 + v.z) & 15) == 0 && n.z == 0.0)
        paint = mix(paint, hue_of(0), 0.62);
    // Blocks share the light of their shape: rows of ledges look like the slope that they are.
    vec3 facing = v.z == growing && n.z > 0.0 ? n : normalize(n + 1.4 * vec3(faces(v), 0.0));
    if (n.z > 0.0) // roofs lie in the full sun: they are of weathered stone, and darker towards their middles
        paint = mix(paint, vec3(dot(paint, vec3(0.3, 0.6, 0.1))), 0.25) * 0.84;
    vec3 c = paint * (vec3(1.10, 1.0, 0.86) * max(dot(facing, normalize(sun / vec3(1, 1, 1.0 / FLOOR))), 0.0) * lit * 0.95
                      + vec3(0.40, 0.44, 0.53) * (0.75 + 0.25 * n.z));
    return pow(c * (1.0 - 0.35 * min(dark, 1.5)) * (0.86 + 0.14 * edge), vec3(0.9));
}

void main()
{
    growing = -int(floor(behind)) - 1;
    grown = 1.0 - fract(behind);
    float rows = window.y * abs(scale.y), side = min(min(board.x, board.y), rows * 0.85), tall = FLOORS * FLOOR;
    vec2 centre = origin + window * scale * 0.5, corner = centre - side * 0.5;
    corner = repeats == 1 ? mod(corner, board) : clamp(corner, vec2(0.0), board - side);
    low = vec3(corner, -behind - FLOORS);
    high = vec3(corner + side, -behind);

    vec2 uv = on_screen();
    float turn = 0.72 + time * 0.0105; // once round in ten minutes
    vec3 ahead = normalize(vec3(cos(turn), sin(turn), -0.72)), right = normalize(cross(ahead, vec3(0, 0, 1)));
    vec3 up = cross(right, ahead);
    // The cells that the window shows.
    float extent = max(side * 0.86 + tall * 0.82, side * 1.6 * window.y / window.x) * 1.06;
    vec2 s = (uv - vec2(0.5, 0.47)) * vec2(window.x / window.y, -1.0) * extent;
    fwidth_ = extent / window.y;
    vec3 unit = vec3(1, 1, 1.0 / FLOOR);
    vec3 backdrop = mix(hue_of(0), hue_of(0) * vec3(0.84, 0.83, 0.82), smoothstep(0.0, 1.0, uv.y));
    vec2 away = uv - vec2(0.44, 0.42);
    backdrop *= 1.02 - 0.22 * dot(away, away);
    vec3 middle = vec3(corner + side * 0.5, high.z), sum = vec3(0.0);
    int samples = SAMPLES;
    for (int each = 0; each < samples; ++each) {
        // Each sample has a place of its own inside the pixel, and a part of the sun, which makes shadows soft.
        float part = (float(each) + 0.5) / float(SAMPLES) - 0.5;
        vec2 shift = s + vec2(part, SAMPLES > 1 ? part * 0.7 : 0.0) * extent / window.y;
        float grain = SAMPLES > 2 ? hash(gl_FragCoord.xy + float(each) * 37.0) - 0.5 : 0.0;
        float bearing = turn + 2.2 + 0.05 * (part + grain / float(SAMPLES));
        vec3 eye = middle + (vec3(0, 0, -0.5 * tall) + right * shift.x + up * shift.y - ahead * 3.0 * (side + tall)) * unit;
        vec3 sun = normalize(vec3(cos(bearing), sin(bearing), 1.45)) * unit, sight = ahead * unit;
        sum += seen(eye, sight, sun, backdrop, side);
        // One sample is enough of the floor around the stack and its shadow.
        if (each == 0 && !may_meet(eye, sight) && !may_meet(eye + sight * (low.z - eye.z) / sight.z, sun))
            samples = 1;
    }
    colour = vec4(sum / float(samples), 1.0);
}
