#version 330 core
// Tower: a city of stone, brick and slate, in which each tower is as high as many of the last boards live on its plot. The
// viewer hangs low over it and drifts to and fro. Two avenues cross; the sun swings about the line of one, so that its light
// runs along it and is shut out again.
#include "lib/look.glsl"
#include "lib/look_tower.glsl"
#param SAMPLES
uniform sampler2D sheet;

// Places are in texels of the inputs from the corner of the square, and heights in the same unit.
const float STEPS = 90.0;     // plots that a ray passes at most
const float SLOPE = 0.44;     // height that a ray to the sun gains in a unit
const float FLOOR = 0.014;    // height of a floor, in sides of the square
const float OPENING = 0.265;  // half the height of what is seen, at a distance of 1
vec2 to_sun;
float pixel; // its size where a line of sight ends

struct Tower {
    vec2 lot, middle, half_, upper; // half the width of its lower and of its upper part
    float height, shoulder;    // where the upper part begins
};

// Where a ray leaves a square of `plots` x `plots` plots, as a length along it.
float wall_after(vec2 from, vec2 back, vec2 ahead, vec2 id, float plots)
{
    vec2 wall = ((id + ahead) * plots * plot - from) * back;
    return min(wall.x, wall.y);
}

vec4 fetched(vec2 id, float row) { return texelFetch(sheet, ivec2(id + vec2(1.0, 1.0 + row)), 0); }
float highest_in(vec2 group) { return fetched(clamp(group, vec2(-1.0), vec2(PLOTS / GROUP)), GROUPS_AT).x; }
vec4 plan_at(vec2 id) { return fetched(clamp(id, vec2(-1.0), vec2(PLOTS)), 0.0); }
float height_at(vec2 id) { return plan_at(id).x; }

Tower tower_at(vec2 id, vec4 plan)
{
    Tower it;
    it.lot = plan.z > 1.0 ? floor(id * 0.5) * 2.0 : id;
    it.height = plan.x;
    it.shoulder = plan.y;
    it.middle = (it.lot + 0.5 * plan.z) * plot;
    vec2 lucks = vec2(plan.w, fract(plan.w * 57.0));
    // What comes or goes is small in its plan, too: a roof would appear at once.
    it.half_ = plot * plan.z * (0.36 + 0.11 * lucks) * smoothstep(0.003 * side, 0.018 * side, it.height);
    it.upper = it.half_ * (0.52 + 0.26 * fract(lucks.yx * 13.0));
    return it;
}

// Where a ray enters and leaves a plan, in lengths along it; `back` is the inverse of its direction.
vec2 through(vec2 from, vec2 back, vec2 half_)
{
    vec2 a = (-half_ - from) * back, b = (half_ - from) * back, first = min(a, b), last = max(a, b);
    return vec2(max(first.x, first.y), min(last.x, last.y));
}

// Where a ray down meets a box of this plan and height around the origin, or -1; `n` is the side that it meets.
float meet(vec3 from, vec3 ray, vec2 back, vec2 half_, float height, out vec3 n)
{
    vec2 t = through(from.xy, back, half_);
    float roof = (height - from.z) / ray.z; // where the ray comes below the roof
    n = vec3(0, 0, 1);
    if (t.y <= max(t.x, 0.0) || t.y <= roof || (from.z + ray.z * t.x < 0.0))
        return -1.0;
    if (roof >= t.x)
        return roof;
    vec2 at = abs(from.xy + ray.xy * t.x) - half_;
    n = at.x > at.y ? vec3(-sign(ray.x), 0, 0) : vec3(0, -sign(ray.y), 0);
    return t.x;
}

// How much of the sun a box around the origin takes from a ray. Shadows are softer far from what casts them, and its sides cast shadows as soft as its roof does.
float shade(vec3 from, vec2 back, vec2 half_, float height)
{
    vec2 t = through(from.xy, back, half_), across = vec2(-to_sun.y, to_sun.x);
    float far = max(-dot(from.xy, to_sun) - dot(half_, abs(to_sun)), 0.0), is_far = smoothstep(plot, 3.0 * plot, far);
    float enter = mix(max(t.x, 0.0), far, is_far), soft = 0.02 * plot + 0.07 * enter, side_on = 0.03 * plot + 0.03 * enter;
    float beside = smoothstep(-side_on, side_on, dot(half_, abs(across)) - abs(dot(from.xy, across)));
    return smoothstep(-soft, soft, height - from.z - SLOPE * enter - 0.02) * mix(smoothstep(0.0, 0.06 * plot + 0.05 * enter, t.y - enter), beside, is_far);
}

// The share of the sun that reaches a place.
float sun_at(vec3 from, vec2 back)
{
    vec2 ahead = step(0.0, to_sun), s = ahead * 2.0 - 1.0;
    float lit = 1.0;
    vec2 into = through(from.xy - 0.5 * side, back, vec2(0.5 * side));
    float start = max(into.x, 0.0), top = side * TALLEST;
    if (into.y <= start)
        return 1.0;
    vec2 id = floor((from.xy + to_sun * (start + 0.01)) / plot);
    float t = start;
    for (float each = 0.0; each < STEPS; ++each) {
        vec2 group = floor(id / GROUP);
        float high = from.z + SLOPE * t - 0.07 * t - 0.03 * plot, next; // the lowest that it is from here on, with what is soft
        if (high > highest_in(group)) {
            next = wall_after(from.xy, back, ahead, group, GROUP);
            id = floor((from.xy + to_sun * (next + 0.01)) / plot);
        } else {
            vec4 plan = plan_at(id);
            for (bool on = plan.x > max(high, 0.01); on; on = false) { // a processor skips a loop, but not what is in an `if`
                Tower it = tower_at(id, plan);
                vec3 at = from - vec3(it.middle, 0.0);
                lit *= 1.0 - max(shade(at, back, it.half_, it.shoulder), shade(at, back, it.upper, it.height));
            }
            vec2 wall = ((id + ahead) * plot - from.xy) * back;
            next = min(wall.x, wall.y);
            id += wall.x < wall.y ? vec2(s.x, 0) : vec2(0, s.y);
        }
        t = next;
        if (from.z + SLOPE * t > top || t > into.y || lit < 0.02)
            break;
    }
    return lit;
}

vec3 unpacked(float number) { return vec3(mod(number, 256.0), mod(floor(number / 256.0), 256.0), floor(number / 65536.0)) / 255.0; }

// The ground: blocks with lanes between them, and the avenues with their pale carriageways.
vec3 pavement(vec2 q, float lit)
{
    vec2 at = q / plot, avenue = from_avenues(at), lane = abs(mod(at - 0.5, 6.0) - 3.0);
    float soft = 0.7 * pixel / plot, inside = step(0.0, min(min(q.x, q.y), min(side - q.x, side - q.y)));
    float from_kerb = min(avenue.x, avenue.y) - 0.5 * AVENUE + 0.25, walk = smoothstep(-soft, soft, from_kerb);
    float middle = min(abs(avenue.x), abs(avenue.y));
    vec3 c = mix(hue_of(0) * 1.04, hue_of(0) * 0.93, walk * inside);
    c *= 1.0 - inside * 0.14 * smoothstep(soft + 0.05, 0.02, abs(from_kerb)) - inside * 0.08 * (1.0 - walk) * smoothstep(soft + 0.05, 0.02, middle);
    c *= 1.0 - inside * 0.05 * walk * smoothstep(soft + 0.04, 0.0, min(abs(lane.x - 2.5), abs(lane.y - 2.5)));
    // Towers around take some of the sky.
    vec2 a = floor(at - 0.5), f = at - 0.5 - a;
    float around = mix(mix(height_at(a), height_at(a + vec2(1, 0)), f.x), mix(height_at(a + vec2(0, 1)), height_at(a + 1.0), f.x), f.y);
    float sky = 1.0 - 0.42 * (1.0 - exp(-around * 9.0 / side));
    return c * (vec3(0.66, 0.55, 0.39) * lit + vec3(0.36, 0.41, 0.52) * sky);
}

// A place on a tower, or on the ground if there is no tower.
struct Surface { bool is_ground; vec3 q, n; Tower it; };

vec3 colour_of(Surface here, vec3 backdrop, float depth)
{
    Tower it = here.it;
    vec3 q = here.q, n = here.n;
    float mist = 1.0 - exp(-max(depth / side - 0.75, 0.0) * 0.62);
    pixel = 2.0 * OPENING * depth / window.y;
    float facing = max(dot(n, normalize(vec3(to_sun, SLOPE))), 0.0), lit = 0.0;
    for (bool on = facing > 0.0; on; on = false)
        lit = sun_at(q + n * 0.02 * plot, 1.0 / to_sun);
    if (here.is_ground)
        return mix(pavement(q.xy, lit), backdrop, mist);
    vec4 paints = fetched(it.lot, PAINTS_AT);
    float up = q.z / max(it.height, 0.01), above = it.height * 0.06 + 0.4;
    vec3 paint = mix(unpacked(paints.x), unpacked(paints.y), smoothstep(-above, above, q.z - paints.z * it.height));
    paint = mix(paint, hue_of(0), paints.w < 0.30 ? 0.88 : 0.12 + 0.30 * paints.w * paints.w); // some are of plain stone
    if (n.z == 0.0) { // bands of windows, and piers between them
        float storey = FLOOR * side, bay = 0.155 * plot, fine = smoothstep(1.6, 3.5, storey / pixel);
        float line = abs(fract(q.z / storey) - 0.5), pier = abs(fract(dot(q.xy - it.middle, abs(n.yx)) / bay + 0.5) - 0.5);
        vec2 soft = SAMPLES == 1 ? vec2(0.0) : 0.3 * pixel / vec2(storey, bay);
        float glass = smoothstep(0.34 + soft.x, 0.26 - soft.x, line) * smoothstep(0.16 - soft.y, 0.24 + soft.y, pier);
        paint = mix(paint, paint * vec3(0.62, 0.66, 0.72), (0.45 * fine) * glass);
    } else {
        vec2 rim = (q.z > it.shoulder + 0.01 ? it.upper : it.half_) - abs(q.xy - it.middle);
        paint = mix(paint, hue_of(0), 0.30) * (1.0 - 0.14 * smoothstep(0.07 * plot + 0.5 * pixel, 0.05 * plot, min(rim.x, rim.y)));
    }
    // A wall sees less of the sky where the tower before it is higher.
    float before = height_at(floor(q.xy / plot + 0.6 * n.xy)), sky = n.z > 0.0 ? 1.0 : 0.60 + 0.16 * up;
    sky *= 1.0 - 0.42 * clamp((before - q.z) / (0.10 * side) + 0.35, 0.0, 1.0) * (1.0 - n.z) * step(0.01, before);
    vec3 c = paint * (vec3(1.46, 1.20, 0.88) * facing * lit + vec3(0.44, 0.49, 0.60) * sky);
    return mix(c / (1.0 + 0.10 * c * c), backdrop, mist);
}

// Where a ray meets a tower, or -1; `n` is the side that it meets.
float meet(vec3 from, vec3 ray, Tower it, out vec3 n)
{
    vec3 other_side;
    vec2 back = 1.0 / ray.xy;
    float found = meet(from, ray, back, it.half_, it.shoulder, n);
    float other = it.shoulder < it.height ? meet(from, ray, back, it.upper, it.height, other_side) : -1.0;
    if (other > 0.0 && (found < 0.0 || other < found))
        found = other, n = other_side;
    return found;
}

// Does a ray come this near to a tower?
bool is_near(vec3 from, vec3 ray, vec2 back, vec2 half_, float height, float near_)
{
    vec2 t = through(from.xy, back, half_ + near_);
    return t.y > max(t.x, 0.0) && from.z + ray.z * t.y < height + near_ && from.z + ray.z * t.x > -near_;
}

// The colour of a pixel. Places inside the pixel, turned so that upright and level edges meet each of them at another place, see up
// to two surfaces: two sides of the first tower that any of them meets, or that tower and what is behind it.
vec3 seen(vec3 eye, vec3 ray, vec3 right, vec3 up, vec3 backdrop)
{
    const float ALL = float(SAMPLES);
    float pixel_ = 2.0 * OPENING / window.y, near_ = SAMPLES == 1 ? 0.0 : 0.6 * pixel_; // at a distance of 1
    vec2 back = 1.0 / ray.xy, ahead = step(0.0, ray.xy), s = ahead * 2.0 - 1.0;
    vec2 into = through(eye.xy - 0.5 * side, back, vec2(0.5 * side));
    float t = max(max(into.x, (side * TALLEST - eye.z) / ray.z), 0.0), ground = -eye.z / ray.z, end = min(into.y, ground);
    vec2 id = floor((eye.xy + ray.xy * (t + 0.01)) / plot);
    Tower it;
    vec2 passed = vec2(-1.0); // the lot of the tower that some places see past
    vec3 n, other_n, sum = vec3(0.0);
    float depth, other_depth, left = ALL, others = 0.0; // places whose surface is not known yet, and those of them on another side
    for (int surface = 0; surface < 2 && left > 0.0; ++surface) {
        float on_it = 0.0;
        for (float each = 0.0; each < STEPS && t < end && on_it + others == 0.0; ++each) {
            vec2 group = floor(id / GROUP);
            float leaves = wall_after(eye.xy, back, ahead, group, GROUP);
            if (eye.z + ray.z * leaves > highest_in(group) + near_ * t) {
                t = leaves;
                id = floor((eye.xy + ray.xy * (t + 0.01)) / plot);
                continue;
            }
            vec2 wall = ((id + ahead) * plot - eye.xy) * back;
            t = min(wall.x, wall.y);
            vec4 plan = plan_at(id);
            for (bool on = plan.x > max(eye.z + ray.z * t - near_ * t, 0.01); on; on = false) {
                it = tower_at(id, plan);
                vec3 from = eye - vec3(it.middle, 0.0);
                bool is_close = is_near(from, ray, back, it.half_, it.shoulder, near_ * t) || is_near(from, ray, back, it.upper, it.height, near_ * t);
                for (int place_ = 0; place_ < SAMPLES && is_close && it.lot != passed; ++place_) {
                    vec2 shift = SAMPLES == 1 ? vec2(0.0) : (vec2(place_ & 1, place_ >> 1) - 0.5) * mat2(0.45, 0.2, -0.2, 0.45);
                    vec3 its_n;
                    float its = meet(from, ray + (right * shift.x + up * shift.y) * pixel_, it, its_n);
                    if (its > 0.0 && on_it == 0.0)
                        depth = its, n = its_n;
                    if (its > 0.0 && its_n != n)
                        other_depth = its, other_n = its_n, ++others;
                    on_it += its > 0.0 ? 1.0 : 0.0;
                }
                if (on_it < ALL)
                    others = 0.0;
            }
            id += wall.x < wall.y ? vec2(s.x, 0) : vec2(0, s.y);
        }
        bool is_ground = on_it + others == 0.0;
        if (on_it == 0.0) { // the ground, or the other side of the same tower
            depth = is_ground ? ground : other_depth;
            n = is_ground ? vec3(0, 0, 1) : other_n;
        }
        float share = surface == 1 || is_ground ? left : on_it - others;
        sum += share * colour_of(Surface(is_ground, eye + ray * depth, n, it), backdrop, depth);
        left -= share;
        passed = it.lot;
    }
    return sum / ALL;
}

void main()
{
    survey();
    // The viewer drifts to and fro, and comes nearer and goes back.
    float turn = 0.70 + 0.17 * sin(0.047 * time), slant = 0.395 + 0.03 * sin(0.031 * time + 1.0), distance_ = 1.10 - 0.07 * sin(0.038 * time);
    vec3 ahead = vec3(cos(turn), sin(turn), -tan(slant)), right = vec3(ahead.y, -ahead.x, 0.0);
    vec3 up = vec3(0, 0, 1), eye = vec3(vec2(0.5), 0.15) * side - ahead * distance_ * side; // a lens that keeps towers upright
    vec2 uv = on_screen(), s = (uv - 0.5) * vec2(window.x / window.y, -1.0) * 2.0 * OPENING;
    vec3 backdrop = mix(hue_of(0) * vec3(0.93, 0.965, 1.02), hue_of(0) * vec3(1.05, 1.01, 0.93), smoothstep(0.0, 0.5, uv.y));
    float bearing = 3.14159 + 0.20 * sin(0.06 * time - 0.6);
    to_sun = vec2(cos(bearing), sin(bearing));
    vec3 c = seen(eye, ahead + right * s.x + up * s.y, right, up, backdrop);
    colour = vec4(pow(c, vec3(0.94)) + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
