#version 330 core
// City: a slow flight over a misty town in the blue hour. A tower's height is the age of its cell, its windows have the
// tint of its species.
#include "lib/look.glsl"
#param SAMPLES
uniform sampler2D cells;
uniform sampler2D skyline;
uniform sampler2D wide;

const float CELLAR = 0.25;                 // part of each height that is below the ground, so that low ruins do not remain
const float LEAST = 0.30, MOST = 2.5;      // heights of houses of the same age differ by these factors
const float TOP = (4.2 - CELLAR) * MOST;   // no tower is higher, see past_cells.frag
const float SLIM = 0.27, STOUT = 0.47;     // half of the width of a tower
const float REACH = SAMPLES > 1 ? 12.0 : 10.0; // how far one sees, in heights of the eye
const float FOCUS = 1.2;                   // distance of the picture, in heights of the window
const float SPEED = 0.35;                  // cells per second: faster, edges nearby flicker
const float AVENUE = 8.0;                  // cells from one avenue to the next
const float PLOTS = 1.5;                   // low houses a cell
const float HOUSE = SAMPLES > 1 ? 0.62 : 0.45; // height of the highest of them
const int HOUSES = SAMPLES > 1 ? 6 : 3;     // that a ray may pass

vec3 eye, ahead;

// How far to the west a direction is, where the sun has set, and the colour of the mist there.
float west_at(vec3 ray) { return smoothstep(-0.7, 0.8, dot(ray.xy, vec2(-ahead.y, ahead.x))); }
vec3 mist_at(float west) { return mix(vec3(0.36, 0.46, 0.53), vec3(0.93, 0.74, 0.53), west * west); }

vec3 sky_at(vec3 ray)
{
    float y = max(ray.z + 0.01, 0.0), west = west_at(ray);
    vec3 c = mix(mist_at(west), mix(vec3(0.27, 0.39, 0.48), vec3(0.55, 0.60, 0.58), west), smoothstep(0.0, 0.10, y));
    c = mix(c, vec3(0.13, 0.23, 0.32), smoothstep(0.06, 0.26, y));
    return mix(c, vec3(0.05, 0.10, 0.16), smoothstep(0.2, 0.6, y));
}

// The share of a stripe of this half width, around the middle of each unit, in a length seen around x.
float stripes(float x, float half_, float seen)
{
    float f = abs(fract(x) - 0.5);
    return clamp((half_ - f) / max(seen * 1.6, 1e-3) + 0.5, 0.0, 1.0);
}

// The light of cars on an avenue: `along` it, and `off` its middle, in cells. They keep to their side, white as they come.
vec3 cars(float along, float off, float street, float seen, bool is_coming)
{
    float way = is_coming ? 1.0 : -1.0, place_ = along * 1.1 + way * time * 0.22 + 37.0 * hash(vec2(street, way));
    float size = max(0.055, seen * 0.9), drives = step(0.35, hash(vec2(floor(place_), street)));
    vec2 d = vec2((fract(place_) - 0.5) / 1.1, off - way * 0.16);
    float light = drives * exp(-dot(d, d) / (size * size)) * min(1.0, 0.003 / (size * size));
    return (is_coming ? vec3(1.0, 0.93, 0.76) : vec3(0.95, 0.16, 0.08)) * light * 2.2;
}

// Low houses with lit windows, lanes with lamps, and avenues with cars, on the ground where a ray meets it. `seen` is how
// many cells a pixel covers there, and `tint` the light of the towers nearby.
vec3 streets(vec2 p, vec3 ray, float seen, vec3 tint)
{
    // From afar, houses and lamps run together.
    float sharp = 1.0 - smoothstep(0.12, 0.36, seen);
    vec3 warm = vec3(1.0, 0.70, 0.40) * 0.6 + tint, c = vec3(0.062, 0.080, 0.094) + warm * 0.045 + tint * 0.10;
    vec2 avenue = abs(fract(p / AVENUE + 0.5) - 0.5) * AVENUE, signed_ = (fract(p / AVENUE + 0.5) - 0.5) * AVENUE;
    float road = min(avenue.x, avenue.y);
    c += vec3(1.0, 0.74, 0.42) * 0.13 * exp(-road * road / (0.20 + seen * seen)) * (1.0 - sharp);
    for (bool on = sharp > 0.0; on; on = false) { // a processor skips what is in a loop, but not what is in an `if`
        vec3 near_by = vec3(0.050, 0.062, 0.076);
        // Pools of light below lamps, which stand at the corners of lanes.
        vec2 corner = floor(p * PLOTS + 0.5), d = p - corner / PLOTS;
        near_by += road < 0.66 ? warm * (0.16 + 0.30 * exp(-dot(d, d) / 0.05)) : warm * 0.30 * step(0.45, hash(corner + 0.3)) * exp(-dot(d, d) / 0.035);
        near_by += cars(p.y, signed_.x, floor(p.x / AVENUE + 0.5), seen, true) + cars(p.y, signed_.x, floor(p.x / AVENUE + 0.5), seen, false);
        near_by += cars(p.x, signed_.y, floor(p.y / AVENUE + 0.5) + 50.0, seen, true) + cars(p.x, signed_.y, floor(p.y / AVENUE + 0.5) + 50.0, seen, false);
        // The houses that the ray passes on its way down, from the height of the highest.
        vec2 end = p * PLOTS, start = (p + ray.xy / ray.z * HOUSE) * PLOTS, way = end - start, id = floor(start);
        vec2 go = step(0.0, way), sign_ = go * 2.0 - 1.0, inverse = 1.0 / (sign_ * max(abs(way), vec2(1e-4)));
        bool is_met = false;
        for (int each = 0; each < HOUSES && !is_met; ++each) {
            float lot = hash(id + 0.5), kind = fract(lot * 43.0);
            vec2 middle = (id + 0.5) / PLOTS, from_road = abs(fract(middle / AVENUE + 0.5) - 0.5) * AVENUE;
            vec2 half_ = 0.5 - vec2(0.07 + 0.14 * kind, 0.07 + 0.14 * fract(lot * 91.0));
            float high = HOUSE * (0.30 + 0.70 * fract(lot * 17.0)), roof = 1.0 - high / HOUSE;
            bool is_built = lot > 0.10 && min(from_road.x, from_road.y) > 0.5;
            vec2 at_middle = (id + 0.5 - start) * inverse, enter2 = at_middle - half_ * abs(inverse), leave2 = at_middle + half_ * abs(inverse);
            float enter = max(enter2.x, enter2.y), leave = min(leave2.x, leave2.y), hit = max(max(enter, roof), 0.0);
            if (is_built && hit < min(leave, 1.0)) {
                is_met = true;
                vec2 q = start + way * hit - id - 0.5;
                float z = HOUSE * (1.0 - hit);
                if (roof >= enter) {
                    vec2 f = half_ - abs(q);
                    float rim = smoothstep(0.05, 0.03, min(f.x, f.y)), gear = step(0.62, hash(floor(q * 7.0) + id * 3.0)) * step(0.09, min(f.x, f.y));
                    near_by = mix(vec3(0.088, 0.118, 0.148), vec3(0.215, 0.185, 0.165), kind * kind) * (1.0 - 0.35 * gear) + rim * vec3(0.055, 0.06, 0.062);
                    near_by += warm * 0.30 * step(0.86, fract(lot * 71.0)) * exp(-dot(q, q) / 0.03);
                } else {
                    vec2 n = enter2.x > enter2.y ? vec2(sign_.x, 0.0) : vec2(0.0, sign_.y);
                    float across = dot(q, abs(n.yx)) * 7.0, west = max(dot(-n, vec2(-ahead.y, ahead.x)), 0.0), storey = z * 8.0;
                    near_by = vec3(0.052, 0.062, 0.074) + vec3(0.16, 0.115, 0.070) * west;
                    float on_ = step(0.52, hash(vec2(floor(across), floor(storey)) + id * 5.0 + n * 3.0));
                    vec2 g = abs(fract(vec2(across, storey)) - 0.5);
                    float blur = smoothstep(0.03, 0.09, seen);
                    near_by += warm * mix(on_ * step(g.x, 0.30) * step(g.y, 0.30) * 0.85, 0.13, blur) + warm * 0.10 * exp(-z * 6.0);
                }
            }
            vec2 next = (id + go - start) * inverse;
            id += next.x < next.y ? vec2(sign_.x, 0.0) : vec2(0.0, sign_.y);
        }
        c = mix(c, near_by, sharp);
    }
    return c;
}

// Water: it mirrors the sky, and the lights of the shore beyond as long trembling streaks.
vec3 water_at(vec2 p, vec3 ray, float far, float land)
{
    vec2 way = normalize(ray.xy);
    float across = dot(p - eye.xy, vec2(-way.y, way.x)) + atan(ray.y, ray.x) * 60.0, swell = 0.55 * noise(vec2(across * 1.1, far * 2.6) + time * 0.25) + 0.45 * noise(vec2(across * 3.1 + 8.0, far * 7.0) - time * 0.3);
    vec3 c = mix(vec3(0.03, 0.06, 0.08), sky_at(vec3(ray.xy, 0.03 - 0.36 * ray.z + 0.10 * (swell - 0.5))), 0.62);
    vec3 lights = vec3(0.0);
    for (int each = 1; each <= 3; ++each) {
        vec4 there = textureLod(wide, (p + way * float(each) * 1.7) / board, 0.0);
        float shore = smoothstep(0.05, 0.16, total(there)) / float(each);
        lights += (hue_of(1) * there.x + hue_of(2) * there.y + hue_of(3) * there.z + hue_of(4) * there.w) / (total(there) + 1e-3) * shore;
    }
    float streak = noise(vec2(atan(ray.y, ray.x) * 75.0, 3.0)), tremble = 0.45 + 0.55 * smoothstep(0.25, 0.75, swell);
    c += lights * (0.10 + 1.5 * streak * streak * streak) * tremble * 0.75;
    return c + vec3(0.5, 0.36, 0.2) * smoothstep(0.02, 0.052, land) * 0.10;
}

vec3 city(vec3 ray)
{
    float reach = eye.z * REACH, ground = ray.z < 0.0 ? -eye.z / ray.z : 1e9;
    float down = 1.0 / min(ray.z, -1e-5), t = ray.z < 0.0 ? (TOP - eye.z) * down : 1e9; // the eye is above all roofs
    if (t > reach)
        return sky_at(ray);
    vec2 go = step(0.0, ray.xy), s = go * 2.0 - 1.0, inverse = s / max(abs(ray.xy), vec2(1e-5));
    vec2 v = floor(eye.xy + ray.xy * t);
    // Where the ray meets a cell's walls is a product with its place, and these.
    vec2 middle = (0.5 - eye.xy) * inverse, next = (go - eye.xy) * inverse, across = abs(inverse);
    float stride = SKYLINE_REACH * min(across.x, across.y), limit = min(ground, reach), met = 1e9;
    vec3 n = vec3(0, 0, 1);
    vec4 cell = vec4(0.0);
    for (int step_ = 0; step_ < 50 && t < limit && met > 1e8; ++step_) {
        // Leap along while the ray is above all that is near.
        while (t < limit && (skyline_at(skyline, v) - CELLAR) * MOST < max(eye.z + ray.z * (t + stride), 0.0)) {
            t += stride;
            v = floor(eye.xy + ray.xy * t);
        }
        // Then cell by cell, to the first tower of which the ray may meet something.
        vec4 here = vec4(0.0);
        vec2 at = vec2(0.0), wall = vec2(0.0), tower = v;
        float form = 0.0, rank = 0.0;
        bool may_meet = false;
        for (int each = 0; each < 3 && !may_meet; ++each) {
            here = texel_at(cells, v);
            rank = hash(v + 0.5);
            form = fract(rank * 57.0);
            // The houses of the centre are the tallest.
            vec2 centre = abs(fract(v / board) - 0.5);
            float town = 0.30 + 0.70 * (centre.x + centre.y);
            here.y = here.w - CELLAR;
            here.w = here.y * mix(LEAST, MOST, rank * (0.4 + 0.6 * rank) * town);
            at = v * inverse;
            wall = at + next;
            vec2 near = at + middle - mix(STOUT, SLIM, form) * across, far = 2.0 * (at + middle) - near;
            float enter = max(max(near.x, near.y), 0.0), leave = min(far.x, far.y);
            may_meet = here.y > 0.0 && max(enter, (here.w - eye.z) * down) < leave;
            tower = v;
            t = min(wall.x, wall.y);
            v += wall.x < wall.y ? vec2(s.x, 0) : vec2(0, s.y);
        }
        // Each tower has an upper part that is slimmer, and on that a crown or a mast.
        float bend = fract(rank * 131.0);
        for (int tier = 0; tier < (SAMPLES > 1 ? 3 : 2) && may_meet; ++tier) {
            float height = here.w * (tier == 0 ? 0.35 + 0.45 * fract(rank * 23.0) : tier == 1 ? 0.80 + 0.12 * bend : 1.0);
            float half_ = mix(STOUT, SLIM, form) * (tier == 0 ? 1.0 : tier == 1 ? 0.55 + 0.3 * form : bend < 0.55 ? 0.07 : 0.42);
            vec2 near = at + middle - half_ * across, far = at + middle + half_ * across;
            float enter = max(near.x, near.y), roof = (height - eye.z) * down, leave = min(far.x, far.y);
            float there = max(max(enter, roof), 0.0);
            if (there < leave && there < met) {
                met = there;
                n = roof > enter ? vec3(0, 0, 1) : near.x > near.y ? vec3(-s.x, 0, 0) : vec3(0, -s.y, 0);
                cell = vec4(here.xyz, half_);
                v = tower;
            }
        }
    }
    float far = min(met, ground);
    if (far > reach)
        return sky_at(ray);
    float along = far / reach;
    vec3 p = eye + ray * far;
    // Mist lies in the streets and thickens with the distance.
    float low = exp(-0.30 * max(p.z, 0.0));
    float haze = 1.0 - exp(-along * along * (0.9 + 2.6 * low) - 0.06 * along * low);
    haze = mix(haze, 1.0, clamp(along * 3.4 - 2.4, 0.0, 1.0));
    vec4 near_ = textureLod(wide, p.xy / board, 0.0);
    if (repeats == 0 && any(greaterThan(abs(p.xy - board * 0.5), board * 0.5)))
        near_ = vec4(0.0);
    vec3 glow = hue_of(1) * near_.x + hue_of(2) * near_.y + hue_of(3) * near_.z + hue_of(4) * near_.w, c;
    float pixel = far / (window.y * FOCUS); // cells that a pixel covers across
    if (met < ground) {
        vec3 lamp = hue_of(int(cell.z + 0.5));
        // Windows follow the height, which has no jumps, and go out as a dead tower sinks.
        float alive = smoothstep(0.2, 1.9, cell.y);
        vec3 west = normalize(vec3(-ahead.y, ahead.x, 0.15) + ahead * 0.45);
        float lit = max(dot(n, west), 0.0), tall = clamp(p.z / TOP, 0.0, 1.0), tone = hash(v);
        c = mix(vec3(0.055, 0.085, 0.11), vec3(0.13, 0.14, 0.14), tone * tone) * (0.8 + 0.4 * tall);
        c += vec3(0.42, 0.33, 0.22) * lit * (0.15 + 0.55 * tall);
        if (n.z > 0.5) {
            vec2 f = abs(p.xy - v - 0.5);
            float rim = smoothstep(cell.w - 0.08 - pixel, cell.w - 0.06 + pixel, max(f.x, f.y));
            c = vec3(0.10, 0.135, 0.16) * (0.8 + 0.5 * tone) + vec3(0.10, 0.105, 0.10) * rim * alive;
            c = mix(vec3(0.088, 0.118, 0.148), c, 0.25 + 0.75 * alive);
        } else {
            // Some houses have wide windows, some narrow ones, some ribbons from corner to corner.
            float slant = max(abs(dot(n.xy, ray.xy)), 0.05), kind = fract(tone * 31.0);
            float columns = kind < 0.3 ? 5.0 : kind < 0.7 ? 7.0 : 1.0, floors = kind < 0.4 ? 6.0 : 7.5;
#if SAMPLES == 1
            columns = ceil(0.5 * columns);
            floors *= 0.5;
#endif
            vec2 at = vec2(dot(p.xy - v - 0.5 + cell.w, abs(n.yx)) / (2.0 * cell.w) * columns, p.z * floors);
            vec2 seen = pixel * vec2(columns / (2.0 * cell.w * slant), floors);
            vec2 id = floor(at) + v * 13.0 + n.xy * 5.0;
            float on = smoothstep(0.0, 0.12, hash(id) - 1.02 + (0.28 + 0.28 * tone) * alive) * (0.45 + 0.55 * hash(id + 3.0));
            float window_ = stripes(at.x, columns < 2.0 ? 0.46 : 0.33, seen.x) * stripes(at.y, 0.27, seen.y);
            window_ = mix(window_ * on, 0.15 * alive, smoothstep(0.5, 1.3, max(seen.x, seen.y)));
            c += mix(hue_of(0), lamp, 0.75) * window_ * 1.35
                + vec3(0.46, 0.31, 0.15) * alive / (1.0 + p.z * (1.6 + 2.0 * p.z));
        }
    } else {
        // Crowds live on land, with water around them, which mirrors the sky and the lights of the shore.
        float land = total(near_), coast = smoothstep(0.050, 0.060, land);
        c = vec3(0.0);
        for (bool on = coast < 1.0; on; on = false)
            c = water_at(p.xy, ray, far, land) * (1.0 - coast);
        for (bool on = coast > 0.0; on; on = false)
            c += coast * streets(p.xy, ray, pixel / sqrt(max(-ray.z, 0.06)), glow);
        // A promenade with lamps follows the shore.
        float prom = smoothstep(0.056, 0.060, land) * smoothstep(0.068, 0.062, land) * (0.35 + 0.65 * noise(p.xy * 5.0));
        c += (vec3(1.0, 0.74, 0.42) * 0.6 + glow) * prom * 0.34;
    }
    return mix(c + glow * 0.04, mist_at(west_at(ray)) * mix(0.72, 1.0, min(along * 1.3, 1.0)), haze);
}

void main()
{
    // The eye stands before the middle of what the window shows, as high as suits its scale, and flies on from there:
    // on a torus straight on, elsewhere round the middle.
    vec2 centre = origin + window * scale * 0.5;
    eye.z = clamp(window.y * abs(scale.y) * 0.13, 10.0, 70.0);
    float round_ = 0.3 * min(board.x, board.y), turn = repeats == 1 ? 0.53 : time * SPEED / round_;
    vec2 heading = vec2(cos(turn), sin(turn));
    vec2 flown = repeats == 1 ? mod(heading * time * SPEED, board) : round_ * vec2(heading.y, -heading.x);
    eye.xy = centre + flown - heading * eye.z * 3.0;
    ahead = normalize(vec3(heading, -0.21));
    vec3 right = normalize(cross(ahead, vec3(0, 0, 1))), up = cross(right, ahead), sum = vec3(0.0);
    int samples = SAMPLES;
    for (int each = 0; each < samples; ++each) {
        vec2 shift = SAMPLES == 1 ? vec2(0.0) : vec2(each & 1, each) * 0.5 - 0.25;
        vec2 s = (gl_FragCoord.xy + shift - window * 0.5) / window.y;
        vec3 ray = normalize(ahead * FOCUS + right * s.x + up * s.y);
        sum += city(ray);
        if (each == 0 && ray.z * eye.z * REACH > TOP - eye.z)
            samples = 1; // one is enough of the sky
    }
    // A little noise, since the sky would show bands.
    colour = vec4(sum / float(samples) + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
