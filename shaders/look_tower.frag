#version 330 core
// Tower: the last 64 boards as a stack of blocks, the newest on top, seen from above at an angle.
#include "lib/look.glsl"
#param STEPS
#param SHADOW
uniform sampler2D past;
uniform int newest;

vec3 box; // columns, rows, boards

int at(ivec3 v)
{
    if (any(lessThan(v, ivec3(0))) || any(greaterThanEqual(v, ivec3(box))))
        return 0;
    int shown = (newest + 1 + v.z) & 63;
    return int(texelFetch(past, v.xy + ivec2(shown & 7, shown >> 3) * ivec2(board), 0).r * 255.0 + 0.5);
}

// The first block that a ray meets: its species, or 0; also its place, the side that is met and the distance.
int walk(vec3 from, vec3 ray, int steps, out ivec3 v, out vec3 n, out float t)
{
    n = vec3(0.0);
    t = 0.0;
    v = ivec3(0);
    vec3 a = -from / ray, b = (box - from) / ray, low = min(a, b), high = max(a, b);
    float t0 = max(max(max(low.x, low.y), low.z), 0.0) + 1e-3, t1 = min(min(high.x, high.y), high.z);
    if (t1 <= t0)
        return 0;
    vec3 q = from + ray * t0;
    v = ivec3(floor(q));
    ivec3 s = ivec3(sign(ray));
    vec3 each = abs(1.0 / ray), side = (vec3(s) * (vec3(v) - q) + vec3(s) * 0.5 + 0.5) * each;
    vec3 c = (box * 0.5 - q) / box, size = abs(c);
    n = size.x > size.y && size.x > size.z ? vec3(-sign(c.x), 0, 0) : size.y > size.z ? vec3(0, -sign(c.y), 0) : vec3(0, 0, -sign(c.z));
    for (int step_ = 0; step_ < steps; ++step_) {
        int kind = at(v);
        if (kind > 0) {
            t += t0;
            return kind;
        }
        if (side.x < side.y && side.x < side.z) {
            t = side.x; side.x += each.x; v.x += s.x; n = vec3(-s.x, 0, 0);
        } else if (side.y < side.z) {
            t = side.y; side.y += each.y; v.y += s.y; n = vec3(0, -s.y, 0);
        } else {
            t = side.z; side.z += each.z; v.z += s.z; n = vec3(0, 0, -s.z);
        }
        if (t0 + t > t1)
            break;
    }
    return 0;
}

void main()
{
    box = vec3(board, 64.0);
    vec2 uv = on_screen();
    float turn = 0.72 + time * 0.0209; // once round in five minutes
    vec3 ahead = normalize(vec3(cos(turn), sin(turn), -0.72)), right = normalize(cross(ahead, vec3(0, 0, 1))), up = cross(right, ahead);
    vec2 s = (uv - 0.5) * vec2(window.x / window.y, -1.0) * max(box.x, box.y) * 1.33;
    vec3 eye = box * 0.5 + right * s.x + up * s.y - ahead * 4.0 * max(box.x, box.y);
    vec3 light = normalize(vec3(cos(turn + 2.2), sin(turn + 2.2), 1.25));
    vec3 c = mix(hue_of(0), hue_of(0) * vec3(0.85, 0.855, 0.865), smoothstep(0.0, 1.0, uv.y));
    ivec3 v, v2;
    vec3 n, n2;
    float t, t2;
    int kind = walk(eye, ahead, STEPS, v, n, t);
    if (kind > 0) {
        vec3 q = eye + ahead * t, w = q - vec3(v) - 0.5;
#if SHADOW
        float lit = walk(q + n * 0.02, light, SHADOW, v2, n2, t2) > 0 ? 0.0 : 1.0;
#else
        float lit = 0.8;
#endif
        ivec3 outside = ivec3(n), ta = abs(outside.x) == 1 ? ivec3(0, 1, 0) : ivec3(1, 0, 0), tb = abs(outside.z) == 1 ? ivec3(0, 1, 0) : ivec3(0, 0, 1);
        float x = dot(w, vec3(ta)), y = dot(w, vec3(tb));
        ivec3 before = v + outside;
        float dark = float(at(before + ta * int(sign(x))) > 0) * smoothstep(0.0, 0.5, abs(x)) + float(at(before + tb * int(sign(y))) > 0) * smoothstep(0.0, 0.5, abs(y));
        float edge = smoothstep(0.5, 0.43, max(abs(x), abs(y))), height = float(v.z) / box.z;
        vec3 paint = mix(hue_of(kind), hue_of(kind) * 0.35 + vec3(0.50, 0.48, 0.46), 0.62 * (1.0 - height));
        c = paint * (vec3(1.05, 1.0, 0.92) * max(dot(n, light), 0.0) * lit * 0.95 + vec3(0.42, 0.45, 0.52) * (0.75 + 0.25 * n.z));
        c = pow(c * (1.0 - 0.35 * min(dark, 1.5)) * (0.86 + 0.14 * edge), vec3(0.9));
    } else {
        vec3 q = eye - ahead * eye.z / ahead.z;
        vec2 far = max(abs(q.xy - box.xy * 0.5) - box.xy * 0.5, 0.0);
#if SHADOW
        if (walk(q + vec3(0, 0, 0.01), light, SHADOW, v2, n2, t2) > 0)
            c *= 0.72;
#endif
        c *= 1.0 - 0.18 * exp(-length(far) * 0.12);
    }
    colour = vec4(c, 1.0);
}
