#version 330 core
// City: a slow flight at dusk. A tower's height is the age of its cell, its lamps have the colour of its species.
#include "lib/look.glsl"
#param STEPS
#param SAMPLES
uniform sampler2D cells;
uniform sampler2D skyline;
uniform sampler2D wide;

const float CELLAR = 0.25;          // part of each height that is below the ground, so that low ruins do not remain
const float TOP = 4.2 - CELLAR;     // no tower is higher, see past_cells.frag
const float HALF = 0.41;            // half of a tower's width
const float FOCUS = 1.25;           // distance of the picture, in heights of the window
const float SPEED = 0.5;            // cells per second: at twice the speed, edges nearby flicker

vec3 eye, ahead;

// The sky in a direction. It is brightest in the west, to the right.
vec3 sky_at(vec3 ray)
{
    float y = clamp(ray.z * 2.2 + 0.05, 0.0, 1.0);
    vec3 low = mix(vec3(0.50, 0.27, 0.25), vec3(0.25, 0.17, 0.32), smoothstep(0.0, 0.25, y));
    low *= 0.8 + 0.45 * smoothstep(-0.5, 0.6, dot(ray.xy, vec2(-ahead.y, ahead.x)));
    return mix(low, vec3(0.05, 0.07, 0.18), smoothstep(0.14, 0.7, y));
}

// The share of a stripe of this half width, around the middle of each unit, in a length seen around x.
float stripes(float x, float half_, float seen)
{
    float f = abs(fract(x) - 0.5);
    return clamp((half_ - f) / max(seen * 1.6, 1e-3) + 0.5, 0.0, 1.0);
}

vec3 city(vec3 ray)
{
    vec3 sky = sky_at(ray);
    float reach = eye.z * 13.0, ground = ray.z < 0.0 ? -eye.z / ray.z : 1e9;
    float t = ray.z < 0.0 ? (eye.z - TOP) / -ray.z : 1e9;
    if (t > reach)
        return sky;
    vec2 go = step(0.0, ray.xy), s = go * 2.0 - 1.0, inverse = s / max(abs(ray.xy), vec2(1e-5));
    vec2 v = floor(eye.xy + ray.xy * t);
    float stride = SKYLINE_REACH * min(abs(inverse.x), abs(inverse.y)), met = 1e9;
    vec3 n = vec3(0, 0, 1);
    vec4 cell = vec4(0.0);
    for (int step_ = 0; step_ < STEPS && t < ground; ++step_) {
        float end = t + stride;
        if (skyline_at(skyline, v) - CELLAR < max(eye.z + ray.z * end, 0.0)) {
            t = end;
            v = floor(eye.xy + ray.xy * t);
            continue;
        }
        vec4 here = texel_at(cells, v);
        here.w -= CELLAR;
        vec2 wall = (v + go - eye.xy) * inverse;
        if (here.w > 0.0) {
            vec2 near = (v + 0.5 - s * HALF - eye.xy) * inverse, far = (v + 0.5 + s * HALF - eye.xy) * inverse;
            float enter = max(near.x, near.y), leave = min(far.x, far.y), roof = (here.w - eye.z) / ray.z;
            if (max(enter, roof) < leave) {
                met = max(enter, roof);
                n = roof > enter ? vec3(0, 0, 1) : near.x > near.y ? vec3(-s.x, 0, 0) : vec3(0, -s.y, 0);
                cell = here;
                break;
            }
        }
        t = min(wall.x, wall.y);
        v += wall.x < wall.y ? vec2(s.x, 0) : vec2(0, s.y);
    }
    float far = min(met, ground), share = far / reach, fog = 1.0 - exp(share * share * -3.6);
    vec3 p = eye + ray * far;
    vec4 near_ = textureLod(wide, p.xy / board, 0.0);
    if (repeats == 0 && any(greaterThan(abs(p.xy - board * 0.5), board * 0.5)))
        near_ = vec4(0.0);
    vec3 glow = hue_of(1) * near_.x + hue_of(2) * near_.y + hue_of(3) * near_.z + hue_of(4) * near_.w, c;
    float pixel = far / (window.y * FOCUS); // cells that a pixel covers across
    if (met < ground) {
        vec3 lamp = hue_of(int(cell.z + 0.5));
        // Lamps follow the height, which has no jumps, and go out in a ruin.
        float alive = smoothstep(0.0, 0.6, cell.w) * (cell.x > 0.0 ? 1.0 : 1.0 - smoothstep(0.0, 2.5, cell.y));
        vec3 west = normalize(vec3(ahead.xy * 0.9 + vec2(-ahead.y, ahead.x) * 0.4, 0.25));
        c = vec3(0.16, 0.15, 0.21) * (0.8 + 0.4 * hash(v)) * (0.55 + 0.5 * n.z);
        c += vec3(0.35, 0.18, 0.11) * max(dot(n, west), 0.0);
        vec2 f = abs(p.xy - v - 0.5);
        if (n.z > 0.5) {
            float rim = smoothstep(0.33 - pixel, 0.33 + pixel, max(f.x, f.y));
            c = mix(c, lamp * 0.30 + 0.04, 0.62 * alive) * (0.8 + 0.35 * rim);
        } else {
            float slant = max(abs(dot(n.xy, ray.xy)), 0.05);
            vec2 at = vec2(dot(p.xy - v - 0.5 + HALF, abs(n.yx)) / (2.0 * HALF) * 4.0, p.z * 5.5);
            vec2 seen = pixel * vec2(4.9 / slant, 5.5);
            vec2 id = floor(at) + v * 13.0 + n.xy * 5.0;
            float lit = smoothstep(0.0, 0.12, hash(id) - 0.98 + 0.6 * alive) * (0.55 + 0.45 * hash(id + 3.0));
            float window_ = stripes(at.x, 0.3, seen.x) * stripes(at.y, 0.27, seen.y);
            window_ = mix(window_ * lit, 0.14 * alive, smoothstep(0.3, 0.9, max(seen.x, seen.y)));
            c += mix(hue_of(0), lamp, 0.72) * window_ * 1.1 + lamp * 0.22 * alive * exp(-p.z * 1.6);
        }
    } else {
        c = vec3(0.060, 0.065, 0.10) + glow * 0.9;
        vec2 road = abs(fract(p.xy / 8.0) - 0.5);
        float seen = pixel / 8.0 / max(-ray.z, 0.05);
        float light = smoothstep(0.47 - seen, 0.5 + seen, max(road.x, road.y)) * clamp(1.0 - 8.0 * seen, 0.0, 1.0);
        c += vec3(0.10, 0.064, 0.036) * light;
    }
    return mix(c + glow * 0.2, sky, fog);
}

void main()
{
    // The eye stands before the middle of what the window shows, as high as suits its scale, and flies on from there:
    // on a torus straight on, elsewhere round the middle.
    vec2 centre = origin + window * scale * 0.5;
    eye.z = clamp(window.y * abs(scale.y) * 0.2, 7.0, 70.0);
    float round_ = 0.3 * min(board.x, board.y), turn = repeats == 1 ? 0.53 : time * SPEED / round_;
    vec2 heading = vec2(cos(turn), sin(turn));
    vec2 flown = repeats == 1 ? mod(heading * time * SPEED, board) : round_ * vec2(heading.y, -heading.x);
    eye.xy = centre + flown - heading * eye.z * 2.0;
    ahead = normalize(vec3(heading, -0.30));
    vec3 right = normalize(cross(ahead, vec3(0, 0, 1))), up = cross(right, ahead), sum = vec3(0.0);
    for (int each = 0; each < SAMPLES; ++each) {
        vec2 shift = SAMPLES == 1 ? vec2(0.0) : vec2(each & 1, each) * 0.5 - 0.25;
        vec2 s = (gl_FragCoord.xy + shift - window * 0.5) / window.y;
        sum += city(normalize(ahead * FOCUS + right * s.x + up * s.y));
    }
    // A little noise, since the sky would show bands.
    colour = vec4(sum * (1.06 / float(SAMPLES)) + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
