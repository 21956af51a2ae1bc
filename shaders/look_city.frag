#version 330 core
// City: a slow flight over a town in a sea of mist, at sunset. A tower's height is the age of its cell: it rises out of the
// mist, and sinks back. Its windows have the tint of its species, and so has the mist above its district.
#include "lib/look.glsl"
#param SAMPLES
uniform sampler2D cells;
uniform sampler2D skyline;
uniform sampler2D wide;

const float LEAST = 0.30, MOST = 2.5;      // heights of towers of the same age differ by these factors
const float TOP = 4.2 * MOST;              // no tower is higher, see past_cells.frag
const float SLIM = 0.20, STOUT = 0.40;     // half of the width of a tower
const float REACH = SAMPLES > 1 ? 12.0 : 10.0; // how far one sees, in heights of the eye
const float FOCUS = 1.2;                   // distance of the picture, in heights of the window
const float SPEED = 0.20;                  // cells per second: faster, edges nearby flicker
const float MIST = 3.8, SWELL = 1.9;       // height of the mist, and of its hills
const float DEEP = 1.1;                    // towers show no more as far below the mist
const float HORIZON = 0.175;               // height of the horizon above the middle of the picture, in heights of the window
const int SHADOWS = SAMPLES > 1 ? 4 : 2;   // places towards the sun that may shade the mist
const int STACKED = 0, DOME = 1, SPIRE = 2, SLANTED = 3, TWINS = 4; // forms of towers

vec3 eye, ahead, sun;

// How close to the sunset a direction is, and the colour of the mist there.
float sunset_at(vec3 ray) { return pow(0.5 + 0.5 * dot(normalize(ray.xy), normalize(sun.xy)), 7.0); }
vec3 haze_at(float sunset) { return mix(vec3(0.47, 0.50, 0.57), vec3(0.97, 0.74, 0.56), sunset); }

// A bank of haze on the horizon: how far a direction lies below its upper side, in lengths of the ray.
float below_bank(vec3 ray, float height, float swell, float size)
{
    float along = (ray.x * sun.y - ray.y * sun.x) * size;
    float crest = 0.6 * noise(vec2(along + time * 0.004, size)) + 0.28 * noise(vec2(along * 2.7 - time * 0.006, 3.0)) + 0.12 * noise(vec2(along * 7.0, 9.0));
    return height + swell * (crest - 0.5) - ray.z;
}

vec3 sky_at(vec3 ray)
{
    float y = max(ray.z, 0.0), sunset = sunset_at(ray);
    vec3 c = mix(haze_at(sunset), mix(vec3(0.42, 0.49, 0.58), vec3(0.72, 0.62, 0.58), sunset), smoothstep(0.0, 0.16, y));
    c = mix(c, vec3(0.25, 0.35, 0.46), smoothstep(0.08, 0.42, y));
    float off = length(ray - sun), disc = smoothstep(0.0425, 0.0365, off), glow = exp(-off * off * 45.0);
    c += vec3(0.13, 0.085, 0.05) * glow + vec3(0.16, 0.11, 0.07) * exp(-off * 22.0);
    c = mix(c, mix(vec3(1.0, 0.78, 0.56), vec3(1.0, 0.94, 0.84), smoothstep(-0.035, 0.02, ray.z - sun.z)), 0.88 * disc);
    // The sun sinks into two banks of haze, whose upper sides it lights.
    for (bool on = ray.z < 0.09; on; on = false) {
        float behind = below_bank(ray, 0.026, 0.064, 7.0), before = below_bank(ray, 0.004, 0.040, 11.0);
        vec3 haze = haze_at(sunset), lit = vec3(0.16, 0.11, 0.06) * glow;
        c = mix(c, haze * mix(vec3(0.86, 0.87, 0.90), vec3(0.90, 0.86, 0.84), sunset) + lit * exp(-max(behind, 0.0) * 90.0), (0.84 - 0.24 * disc) * smoothstep(-0.012, 0.040, behind));
        c = mix(c, haze * mix(vec3(0.80, 0.82, 0.87), vec3(0.84, 0.79, 0.78), sunset) + lit * exp(-max(before, 0.0) * 90.0), (0.85 - 0.10 * disc) * smoothstep(-0.010, 0.034, before));
        c = mix(c, haze, smoothstep(0.02, -0.045, ray.z)); // and the mist below is as pale as the air
    }
    return c;
}

// The share of a stripe of this half width, around the middle of each unit, in a length seen around x.
float stripes(float x, float half_, float seen)
{
    float f = abs(fract(x) - 0.5);
    return clamp((half_ - f) / max(seen * 1.6, 1e-3) + 0.5, 0.0, 1.0);
}

// The hills of the mist at a place, -0.5 to 0.5. They drift, and change.
float hills_at(vec2 p)
{
    vec2 q = p * 0.13 + vec2(time * 0.006, 0.0);
    float large = noise(q), middle = noise(q * 2.3 + 1.4 * large - vec2(0.0, time * 0.013));
    float small = SAMPLES > 1 ? noise(q * 5.3 + 1.6 * middle + vec2(time * 0.02, 0.0)) : 0.5;
    return 0.55 * large + 0.31 * middle + 0.14 * small - 0.5;
}

// The mist where a ray meets its upper side, in the light of the sunset and of the town below.
vec3 mist_at(vec3 ray, out float far)
{
    float down = -1.0 / min(ray.z, -1e-4);
    far = (eye.z - MIST) * down;
    far = (eye.z - MIST - SWELL * hills_at(eye.xy + ray.xy * far)) * down;
    vec2 p = eye.xy + ray.xy * far;
    float height = hills_at(p), slope = (height - hills_at(p + 0.9 * normalize(sun.xy))) * 2.4, sunset = sunset_at(ray);
    vec4 life = textureLod(wide, p / board, 0.0);
    if (repeats == 0 && any(greaterThan(abs(p - board * 0.5), board * 0.5)))
        life = vec4(0.0);
    vec3 lamps = (hue_of(1) * life.x + hue_of(2) * life.y + hue_of(3) * life.z + hue_of(4) * life.w) / (1.0 + total(life));
    vec3 c = mix(vec3(0.31, 0.36, 0.44), haze_at(sunset), clamp(0.52 + 0.9 * height + 0.25 * sunset, 0.0, 1.0));
    c += mix(vec3(0.10, 0.09, 0.10), vec3(0.36, 0.24, 0.14), sunset) * slope;
    // What stands before the sun throws long shadows.
    float before = 0.0;
    for (int each = 1; each <= SHADOWS; ++each)
        before += total(textureLod(wide, (p + sun.xy * (float(each) * 3.0)) / board, 0.0)) / float(SHADOWS);
    c *= 1.0 - 0.35 * smoothstep(0.15, 0.65, before) * (0.4 + 0.6 * sunset);
    return c + lamps * 0.75 * smoothstep(0.28, -0.30, height);
}

vec3 city(vec3 ray)
{
    float reach = eye.z * REACH, down = 1.0 / min(ray.z, -1e-5);
    // The eye is above all roofs.
    float t = ray.z < 0.0 ? (TOP - eye.z) * down : 1e9;
    if (t > reach)
        return sky_at(ray);
    vec2 go = step(0.0, ray.xy), s = go * 2.0 - 1.0, inverse = s / max(abs(ray.xy), vec2(1e-5));
    vec2 v = floor(eye.xy + ray.xy * t);
    // Where the ray meets a cell's walls is a product with its place, and these.
    vec2 middle = (0.5 - eye.xy) * inverse, next = (go - eye.xy) * inverse, across = abs(inverse);
    float stride = SKYLINE_REACH * min(across.x, across.y), bottom = (MIST - 0.5 * SWELL - DEEP - eye.z) * down, limit = min(bottom, reach), met = 1e9;
    vec3 n = vec3(0, 0, 1);
    vec4 cell = vec4(0.0);
    vec2 foundation = vec2(0.0);
    bool round_ = false;
    for (int step_ = 0; step_ < 50 && t < limit && met > 1e8; ++step_) {
        // Leap along while the ray is above all that is near.
        while (t < limit && skyline_at(skyline, v) * MOST < eye.z + ray.z * (t + stride)) {
            t += stride;
            v = floor(eye.xy + ray.xy * t);
        }
        // Then cell by cell, to the first tower of which the ray may meet something.
        vec4 here = vec4(0.0);
        vec2 at = vec2(0.0), wall = vec2(0.0), place = vec2(0.0), tower = v;
        float form = 0.0, rank = 0.0;
        bool may_meet = false;
        for (int each = 0; each < 3 && !may_meet; ++each) {
            here = texel_at(cells, v);
            rank = hash(v + 0.5);
            form = fract(rank * 57.0);
            here.y = here.w;
            // The tallest stand together in few places, and none where the eye flies.
            float centre = smoothstep(0.36, 0.74, noise(v * 0.11));
            here.w *= mix(LEAST, MOST, rank * rank * (0.16 + 0.84 * centre));
            here.w -= 0.9 * (1.0 - clamp((here.w - MIST) / 2.5, 0.0, 1.0)); // few end just above the mist
            here.w = mix(min(here.w, MIST - 1.0), here.w, clamp(dot(v - eye.xy, ahead.xy) / 16.0 - 0.35, 0.0, 1.0));
            here.w = mix(here.w, min(here.w, MIST - 1.0), step(mix(0.20, 0.66, centre), fract(rank * 311.0)));
            // Towers don't stand in rows.
            place = (vec2(fract(rank * 71.0), fract(rank * 193.0)) - 0.5) * (0.96 - 2.0 * mix(STOUT, SLIM, form));
            at = v * inverse;
            wall = at + next;
            vec2 near = at + middle + place * inverse - mix(STOUT, SLIM, form) * across, far = near + 2.0 * mix(STOUT, SLIM, form) * across;
            float enter = max(max(near.x, near.y), 0.0), leave = min(far.x, far.y);
            may_meet = max(enter, (here.w - eye.z) * down) < leave;
            tower = v;
            t = min(wall.x, wall.y);
            v += wall.x < wall.y ? vec2(s.x, 0) : vec2(0, s.y);
        }
        // Each tower is a shaft, and what its form has on it or beside it.
        float bend = fract(rank * 131.0), girth = mix(STOUT, SLIM, form), waist = 0.62 + 0.26 * fract(rank * 23.0);
        int kind = bend < 0.36 ? STACKED : bend < 0.52 ? DOME : bend < 0.68 ? SPIRE : bend < 0.84 ? SLANTED : TWINS;
        float dome = 0.94 * here.w - 1.35 * girth; // where its dome begins
        vec2 lengthwise = fract(rank * 17.0) > 0.5 ? vec2(1.0, 0.0) : vec2(0.0, 1.0); // from twin to twin, or down a slope
        for (int part = 0; part < 3 && may_meet; ++part) {
            vec2 half_ = vec2(girth), off = place;
            float height = here.w, foot = -1.0, steep = 0.0;
            int slopes = 0;
            if (kind == TWINS) {
                off += lengthwise * (part == 0 ? 0.58 : part == 1 ? -0.58 : 0.0) * girth;
                half_ *= part == 2 ? 0.20 : 0.40;
                height *= part == 0 ? 1.0 : part == 1 ? 0.94 : 0.80;
                foot = part == 2 ? height - 0.40 : foot; // the bridge
            } else if (part == 0) {
                slopes = kind == SLANTED ? 1 : 0;
                steep = 1.3 + 1.2 * form;
                height *= kind == STACKED ? waist : kind == SLANTED ? 1.0 : kind == SPIRE ? 0.70 : dome / here.w;
            } else if (kind == STACKED) {
                half_ *= part == 1 ? 0.62 + 0.25 * form : bend < 0.24 ? 0.06 : 0.50;
                height *= part == 1 ? 0.90 + 0.06 * bend : 1.0;
            } else if (kind == SPIRE && part == 1) {
                slopes = 4;
                half_ *= 0.80;
                steep = 0.30 * here.w / half_.x;
            } else {
                half_ *= kind == DOME ? (part == 1 ? 1.0 : 0.05) : 0.0; // the dome, and its needle
            }
            vec2 near = at + middle + off * inverse - half_ * across, far = near + 2.0 * half_ * across;
            float enter = max(near.x, near.y), roof = (height - eye.z) * down, leave = min(min(far.x, far.y), (foot - eye.z) * down);
            vec3 face = roof > enter ? vec3(0, 0, 1) : near.x > near.y ? vec3(-s.x, 0, 0) : vec3(0, -s.y, 0);
            float there = max(max(enter, roof), 0.0);
            vec2 from = eye.xy - tower - 0.5 - off;
            for (int slope = 0; slope < slopes; ++slope) {
                vec2 way = (slope & 1) == 0 ? lengthwise : lengthwise.yx;
                way *= slope > 1 ? -1.0 : 1.0;
                float toward = ray.z + steep * dot(ray.xy, way), above = eye.z + steep * (dot(from, way) + (slopes == 1 ? half_.x : 0.0)) - height;
                float crossed = -above / toward;
                if (toward > 0.0)
                    leave = min(leave, crossed);
                else if (crossed > there) {
                    there = crossed;
                    face = normalize(vec3(steep * way, 1.0));
                }
            }
            if (kind == DOME && part == 1) {
                // An ellipsoid on the shaft.
                vec3 wide_ = vec3(vec2(girth), girth * 1.35), o = vec3(from, eye.z - dome) / wide_, d = ray / wide_;
                float b = dot(o, d), a = dot(d, d), root = b * b - a * (dot(o, o) - 1.0);
                there = root > 0.0 ? (-b - sqrt(root)) / a : 1e9;
                leave = 1e8;
                face = normalize((o + d * there) / wide_);
            }
            if (there < leave && there < met) {
                met = there;
                n = face;
                cell = vec4(here.xyz, half_.x);
                foundation = off;
                round_ = kind == DOME && part == 1;
                v = tower;
            }
        }
    }
    float surface;
    vec3 mist = mist_at(ray, surface), p = eye + ray * met, c = mist;
    float far = min(met, surface), shown = 0.0;
    if (met < limit) {
        // The mist is thin at its upper side, and a tower's foot is lost in it.
        float sunk = (MIST + SWELL * hills_at(p.xy) - p.z) / DEEP;
        shown = smoothstep(1.0, -1.1, sunk);
    }
    for (bool on = shown > 0.0; on; on = false) { // a processor skips what is in a loop, but not what is in an `if`
        float pixel = met / (window.y * FOCUS); // cells that a pixel covers across
        vec3 lamp = hue_of(int(cell.z + 0.5));
        float alive = smoothstep(0.3, 1.9, cell.y), tone = hash(v), lit = max(dot(n, normalize(vec3(sun.xy, 0.1))), 0.0), tall = clamp((p.z - MIST) / (TOP - MIST), 0.0, 1.0);
        vec3 wall = mix(vec3(0.13, 0.17, 0.23), vec3(0.24, 0.25, 0.28), tone) * (0.85 + 0.4 * tall) + vec3(0.50, 0.31, 0.17) * lit * (0.4 + 0.6 * tall);
        // The sun is behind: it gilds the sides towards it, most of all their far edges, and grazes the roofs.
        vec2 aside = vec2(-ray.y, ray.x), tangent = vec2(-n.y, n.x);
        aside *= clamp(8.0 * dot(aside, sun.xy), -1.0, 1.0);
        float gilded = max(dot(n.xy, aside), 0.0), edge = dot((p.xy - v - 0.5 - foundation) / cell.w, tangent) * sign(dot(tangent, aside));
        vec3 gold = vec3(1.0, 0.60, 0.30) * (0.35 + 0.65 * tall) * (0.4 + 0.6 * sunset_at(ray));
        float rim = round_ ? pow(gilded, 3.0) : min(2.0 * gilded, 1.0) * smoothstep(0.56 - 2.0 * pixel / cell.w, 0.92, edge);
        wall += gold * gilded * 0.30;
        wall = mix(wall, vec3(1.0, 0.80, 0.56), 0.90 * rim * (0.5 + 0.5 * sunset_at(ray)));
        if (n.z > 0.4 || round_) {
            wall = wall * 0.8 + vec3(0.10, 0.10, 0.11) + 0.22 * gold * n.z;
        } else {
            // Some towers have wide windows, some narrow ones, and some glass from rib to rib.
            float slant = max(abs(dot(n.xy, ray.xy)), 0.05), kind = fract(tone * 31.0);
            float columns = kind < 0.3 ? 12.0 : kind < 0.7 ? 16.0 : 8.0, floors = kind < 0.4 ? 12.0 : 15.0;
#if SAMPLES == 1
            columns = ceil(0.5 * columns);
            floors *= 0.5;
#endif
            vec2 at = vec2(dot(p.xy - v - 0.5 - foundation + cell.w, abs(n.yx)) / (2.0 * cell.w) * columns, p.z * floors);
            vec2 seen = pixel * vec2(columns / (2.0 * cell.w * slant), floors);
            vec2 id = floor(at) + v * 13.0 + n.xy * 5.0;
            float on_ = smoothstep(0.0, 0.12, hash(id) - 1.04 + (0.14 + 0.26 * tone) * alive) * (0.45 + 0.55 * hash(id + 3.0));
            float window_ = stripes(at.x, kind < 0.7 ? 0.34 : 0.44, seen.x) * stripes(at.y, 0.30, seen.y);
            window_ = mix(window_ * on_, 0.07 * alive, smoothstep(0.5, 1.3, max(seen.x, seen.y)));
            wall += mix(hue_of(0), lamp, 0.75) * window_ * 1.1 - 0.03 * (stripes(at.x, 0.36, seen.x) - 0.5);
        }
        c = mix(mist, wall, shown);
    }
    // The air between: the farther, the paler.
    float along = clamp(far / reach, 0.0, 1.0), air = 1.0 - exp(-2.6 * along * along - 0.35 * along);
    air = mix(air, 1.0, smoothstep(0.62, 1.0, along));
    return mix(c, sky_at(ray), air);
}

void main()
{
    // The eye stands before the middle of what the window shows, as high as suits its scale, and flies on from there:
    // on a torus straight on, elsewhere round the middle.
    vec2 centre = origin + window * scale * 0.5;
    eye.z = clamp(window.y * abs(scale.y) * 0.13, 10.6, 70.0);
    float round_ = 0.3 * min(board.x, board.y), turn = repeats == 1 ? 0.53 : time * SPEED / round_;
    vec2 heading = vec2(cos(turn), sin(turn));
    // Towers have forms of their own in each repetition of a torus.
    vec2 flown = repeats == 1 ? mod(heading * time * SPEED, board * 64.0) : round_ * vec2(heading.y, -heading.x);
    eye.xy = centre + flown - heading * eye.z * 3.0;
    // The sun sinks and rises, and the view sways past it. The picture stands upright, so walls do, too.
    sun = normalize(vec3(heading + 0.36 * vec2(-heading.y, heading.x), 0.040 + 0.022 * cos(time * 0.024)));
    float sway = 0.055 * sin(time * 0.03);
    ahead = vec3(mat2(cos(sway), sin(sway), -sin(sway), cos(sway)) * heading, 0.0);
    vec3 right = vec3(ahead.y, -ahead.x, 0.0), sum = vec3(0.0);
    int samples = SAMPLES;
    for (int each = 0; each < samples; ++each) {
        vec2 shift = SAMPLES == 1 ? vec2(0.0) : vec2(each & 1, each) * 0.5 - 0.25;
        vec2 s = (gl_FragCoord.xy + shift - window * 0.5) / window.y;
        vec3 ray = normalize(ahead * FOCUS + right * s.x + vec3(0.0, 0.0, s.y - HORIZON));
        sum += city(ray);
        if (each == 0 && ray.z * eye.z * REACH > TOP - eye.z)
            samples = 1; // one is enough of the sky
    }
    // A little noise, since the sky would show bands.
    colour = vec4(sum / float(samples) + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
