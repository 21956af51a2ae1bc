#version 330 core
// Maquette: an architect's model of a town on the board. Streets, blocks of lots, a river with its quays and bridges, a
// square with a rotunda and a park are there once and for all; on each lot a house stands as high as many cells live
// there. Where hardly any live there are trees. A low sun goes round. It is a plan oblique: the ground plan is exact, and
// heights lean towards the top of the picture.
#include "lib/look.glsl"
#include "lib/look_maquette.glsl"
#param SAMPLES
uniform sampler2D sheet;

const float TOP = 5.0;                  // no house is higher
const vec2 LEAN = vec2(-0.16, -0.38);   // where a place one unit higher appears
const float SLAB = 1.5;                 // thickness of the model's ground, which lies on a table where the board ends
const float DEEP = 0.75;                // how far the water lies below the quays
const float BRIDGE = 0.95;              // half the width of a bridge
const float CROWN_AT = 0.62;            // height of the middle of a tree's crown, in its radii
const vec2 DRUM = vec2(2.1, 1.5), LANTERN = vec2(1.45, 2.35); // radius and height of the rotunda, and of its drum

struct House {
    vec2 low, high;
    float height, tower;
    vec3 tint;
};

vec3 to_sun3;  // the direction of the sun
vec2 to_sun, inverse;
float slope;   // height that a ray to the sun gains in a unit
float pixel;   // its size in units
vec2 rotunda;  // its middle

vec4 texel_of(vec2 quarter) { return texelFetch(sheet, ivec2(quarter - 2.0 * first_lot()), 0); }

House house_at(vec2 id)
{
    House house;
    vec2 in_block = id - BLOCK * floor(id / BLOCK);
    vec4 lot = texel_of(id * 2.0);
    vec2 street = vec2(lot.y < 7.9 ? STREET : 0.0, STREET);
    house.low = id * SIDE + mix(vec2(0.0), street, equal(in_block, vec2(0.0)));
    house.high = (id + 1.0) * SIDE - mix(vec2(0.0), street, equal(in_block, BLOCK - 1.0));
    house.height = lot.x, house.tower = lot.y < 7.9 ? lot.y : lot.y - 8.0;
    // A house that comes or goes is small in its plan, too: a roof would appear at once.
    vec2 middle = 0.5 * (house.low + house.high), half_ = (house.high - middle) * smoothstep(0.0, 0.32, lot.x);
    house.low = middle - half_, house.high = middle + half_;
    house.tint = vec3(mod(lot.z, 256.0), mod(floor(lot.z / 256.0), 256.0), floor(lot.z / 65536.0)) / 255.0;
    return house;
}

// The middle of a house, on which its tower stands.
vec4 tower_of(House house)
{
    float inset = 0.5 - 0.28 * smoothstep(0.0, 0.6, house.tower - house.height);
    return vec4(mix(house.low, house.high, inset), mix(house.low, house.high, 1.0 - inset));
}

// The way of a ray through a box: where it enters and leaves, as lengths along `way`, whose inverse is given.
vec2 through(vec2 from, vec2 back, vec2 box_low, vec2 box_high)
{
    vec2 a = (box_low - from) * back, b = (box_high - from) * back, first = min(a, b), last = max(a, b);
    return vec2(max(first.x, first.y), min(last.x, last.y));
}

// The same through a disc; `way` need not have length 1. Where the ray misses it, the second number is the smaller one.
vec2 through_disc(vec2 from, vec2 way, float radius)
{
    float a = dot(way, way), b = dot(from, way), c = dot(from, from) - radius * radius, d = b * b - a * c;
    float root = sqrt(abs(d)) * sign(d);
    return (vec2(-root, root) - b) / a;
}

// How much of the sun a thing of this height takes from a ray that passes through its plan so.
float shade(float from, vec2 t, float height)
{
    float enter = max(t.x, 0.0), soft = 0.03 + 0.11 * enter;
    return smoothstep(-soft, soft, height - from - slope * enter - 0.02) * smoothstep(0.0, 0.08 + 0.22 * enter, t.y - enter);
}

// The share of the sun that reaches a place.
float sun_at(vec3 from)
{
    vec2 ahead = step(0.0, to_sun), id = floor(from.xy / SIDE), s = ahead * 2.0 - 1.0;
    float lit = 1.0;
    for (int each = 0; each < 6; ++each) {
        House house = house_at(id);
        lit = min(lit, 1.0 - shade(from.z, through(from.xy, inverse, house.low, house.high), house.height) * step(0.01, house.height));
        vec4 tower = tower_of(house);
        lit = min(lit, 1.0 - shade(from.z, through(from.xy, inverse, tower.xy, tower.zw), house.tower) * step(0.01, house.tower - house.height));
        vec2 wall = ((id + ahead) * SIDE - from.xy) * inverse;
        if (from.z + slope * min(wall.x, wall.y) > TOP)
            break;
        id += wall.x < wall.y ? vec2(s.x, 0) : vec2(0, s.y);
    }
    // The rotunda. This is a loop because software renderers skip no branches.
    vec2 off = from.xy - rotunda;
    for (int each = 0; each < 1 && near_ < 0.5 && dot(off, off) < 100.0; ++each) {
        lit = min(lit, 1.0 - shade(from.z, through_disc(off, to_sun, DRUM.x), DRUM.y));
        lit = min(lit, 1.0 - shade(from.z, through_disc(off, to_sun, LANTERN.x), LANTERN.y));
        vec3 ball = vec3(0, 0, LANTERN.y) - vec3(off, from.z);
        float along = dot(ball, to_sun3), miss = sqrt(max(dot(ball, ball) - along * along, 0.0)), soft = 0.04 + 0.09 * max(along, 0.0);
        lit = min(lit, 1.0 - step(0.0, along) * smoothstep(LANTERN.x + soft, LANTERN.x - soft, miss) * step(0.001, dot(ball, ball) - LANTERN.x * LANTERN.x));
    }
    return lit;
}

// The tree where a place lies: its middle, and its radius, which is 0 where there is none.
vec3 tree_at(vec2 p)
{
    float found = texel_of(floor(p / (SIDE * 0.5))).w, stature = floor(found * 0.5), radius = found - 2.0 * stature;
    float spacing = stature > 1.5 ? SIDE : stature > 0.5 ? SIDE * 0.5 : SIDE * 0.25;
    vec2 at = floor(p / spacing);
    vec2 lot = vec2(hash(at * 3.7 + 7.0), hash(at * 5.3 + 11.0));
    if (stature < 0.5) // bushes leave gaps
        radius *= step(lot.x, 0.7) * (0.75 + 0.25 * lot.y);
    return vec3((at + 0.5 + 0.22 * (lot - 0.5)) * spacing, is_on_model(p) ? radius : 0.0);
}

// How much of the sun a tree leaves on the ground: its shadow begins under it.
float tree_light(vec2 p, float ahead)
{
    vec3 tree = tree_at(p + to_sun * ahead);
    vec2 off = p - tree.xy + to_sun * tree.z * CROWN_AT / slope;
    float along = dot(off, to_sun) / sqrt(1.0 + 1.0 / (slope * slope)), across = dot(off, vec2(-to_sun.y, to_sun.x));
    float far = length(vec2(along, across)), soft = 0.05 + 0.12 * clamp(-along, 0.0, 1.0);
    return tree.z > 0.02 ? smoothstep(tree.z - soft, tree.z + soft, far) : 1.0;
}

// Look down along the line of sight at a box: the height at which it is met, or -1, and whether that is the roof.
float look_at(vec2 p, vec2 box_low, vec2 box_high, float height, out vec3 n)
{
    // At height z the line is at p - z * LEAN, with both parts of LEAN negative: it comes down from the lower right.
    vec2 z = through(p, -1.0 / LEAN, box_low, box_high), top = (box_high - p) / -LEAN;
    n = vec3(0, 0, 1);
    if (z.y < max(z.x, 0.0) || height < max(z.x, 0.0))
        return -1.0;
    if (z.y >= height)
        return height;
    n = top.x < top.y ? vec3(1, 0, 0) : vec3(0, 1, 0);
    return z.y;
}

// The same at a round thing, whose middle is the origin.
float look_at_disc(vec2 p, float radius, float height, out vec3 n)
{
    vec2 z = through_disc(p, -LEAN, radius);
    n = vec3(0, 0, 1);
    if (z.y < max(z.x, 0.0) || height < max(z.x, 0.0))
        return -1.0;
    if (z.y >= height)
        return height;
    n = vec3((p - z.y * LEAN) / radius, 0.0);
    return z.y;
}

// How far a place is from the middle of the nearest street with a bridge.
float from_bridge(float x)
{
    float every = 2.0 * BLOCK.x * SIDE, over = mod(x, every);
    return min(over, every - over);
}

// How much bare earth shows between the crops of a field: each strip has a crop of its own.
float furrows(vec2 q, vec2 block)
{
    vec2 along = hash(block + 8.0) < 0.5 ? vec2(0.0, 1.0) : vec2(1.0, 0.0);
    float across = dot(q, along), strip = floor(across / 1.5), row = abs(fract(across / 0.375) - 0.5);
    return 0.08 + 0.62 * hash(vec2(strip, block.x + 7.0 * block.y)) + 0.16 * (smoothstep(0.15, 0.35, row) - 0.5) * smoothstep(0.19, 0.09, pixel);
}

// The water with a boat on it, and its wake.
vec3 with_boat(vec3 water, vec2 w, float number, inout float sun)
{
    float way = number < 0.5 ? 1.0 : -1.0, length_ = size.x + 24.0;
    float x = mod(way * 0.42 * time + (0.22 + 0.51 * number) * length_, length_) - 12.0;
    vec2 river = river_at(x), ahead = way * normalize(vec2(1.0, river.y)), off = w - vec2(x, river.x) - 1.25 * vec2(-ahead.y, ahead.x);
    vec2 s = vec2(dot(off, ahead), dot(off, vec2(-ahead.y, ahead.x)));
    float wake = smoothstep(0.16 + 0.5 * pixel, 0.0, abs(abs(s.y) + 0.20 * s.x + 0.10)) * step(s.x, -0.2) * exp(0.30 * s.x);
    water *= 1.0 + 0.22 * wake;
    float beam = 0.42 * (1.0 - 0.9 * smoothstep(0.2, 1.3, s.x) * smoothstep(0.0, 1.3, s.x)), soft = 0.7 * pixel;
    float hull = max(abs(s.y) - beam, max(s.x - 1.25, -s.x - 1.2)), cabin = max(abs(s.y) - 0.22, max(s.x - 0.25, -s.x - 0.8));
    vec2 shadow = s - vec2(dot(-to_sun, ahead), dot(-to_sun, vec2(-ahead.y, ahead.x))) * 0.35;
    sun *= 1.0 - 0.8 * smoothstep(0.2, -0.1, max(abs(shadow.y) - 0.42, abs(shadow.x) - 1.1)) * smoothstep(-soft, soft, hull);
    water = mix(water, mix(hue_of(1), hue_of(6), 0.7 * smoothstep(-0.10, -0.16, hull)), smoothstep(soft, -soft, hull));
    return mix(water, hue_of(1), smoothstep(soft, -soft, cabin));
}

// The ground at a place of the model: water, quays, streets, pavements, lawns. Its own light is in `sun` and `facing`, and `deep`
// is how far below the streets it lies.
vec3 ground(vec2 q, out float deep, inout float sun, inout float facing, inout float sky)
{
    vec2 pace = BLOCK * SIDE, f = mod(q, pace), rim = from_streets(q);
    float land = land_at(q), grain = 0.985 + 0.03 * noise(q * 7.0);
    vec2 whole = BLOCK * SIDE * vec2(2.0, 1.0), in_park = q - park - 0.5 * whole;
    vec2 room = 0.5 * whole - abs(in_park);
    bool is_green = is_in_park(q), is_paved = is_on_square(q);
    float kerb = (is_green ? min(room.x, room.y) : min(rim.x, rim.y)) - STREET + 0.14;
    float soft = 0.6 * pixel, own = texel_of(floor(q / SIDE) * 2.0).x;
    vec3 lawn = hue_of(0) * (0.97 + 0.06 * noise(q * 0.35)), stone = hue_of(7);
    if (is_field(floor(q / pace)))
        lawn = mix(lawn, hue_of(6), furrows(q, floor(q / pace)));
    vec3 inner = mix(lawn, stone, smoothstep(0.05, 0.3, own));
    inner = mix(stone, inner, smoothstep(-soft, soft, kerb - 0.34));
    if (is_green) { // walks around an oval lawn, and a pond in its middle
        float oval = (length(in_park / (0.5 * whole - STREET - 0.6)) - 0.72) * 4.2, axis = min(abs(in_park.x), abs(in_park.y)) - 0.32;
        float walk = min(abs(oval) - 0.36, max(axis, -length(in_park / vec2(3.6, 2.0)) + 1.0));
        inner = mix(stone, lawn, smoothstep(-soft, soft, min(kerb - 0.34, walk)));
        float pond = (length(in_park / vec2(3.2, 1.7)) - 1.0) * 1.8;
        inner = mix(inner, stone, smoothstep(soft, -soft, pond - 0.24));
        inner = mix(inner, hue_of(8), smoothstep(soft, -soft, pond));
    }
    if (is_paved) { // rings of paving around the rotunda
        float ring = length((q - rotunda) * vec2(0.72, 1.0));
        float line = abs(fract(ring * 0.9) - 0.5) / 0.9;
        inner = stone * (1.0 - 0.07 * smoothstep(0.05 + pixel, 0.05, abs(line)));
        inner = mix(inner, hue_of(6), 0.65 * smoothstep(soft, -soft, abs(ring - 3.05) - 0.16));
    }
    vec3 paper = mix(hue_of(6), inner, smoothstep(-soft, soft, kerb));
    paper *= 1.0 - 0.13 * smoothstep(0.05 + pixel, 0.05, abs(kerb)) * (0.6 - 0.4 * dot(sign(f - 0.5 * pace) * vec2(rim.x < rim.y, rim.x >= rim.y), to_sun));
    // Quays: a walk of pale stone, with a coping along the water.
    float bridge = from_bridge(q.x) - BRIDGE;
    paper = mix(mix(stone, vec3(1.0), 0.10), paper, smoothstep(-soft, soft, land - QUAY + 0.25));
    paper = mix(mix(stone, vec3(1.0), 0.45), paper, smoothstep(-soft, soft, land - 0.30));
    paper *= 1.0 - 0.14 * smoothstep(0.04 + pixel, 0.04, abs(land - 0.30));
    paper *= grain;
    float deck = smoothstep(soft, -soft, bridge);
    deep = 0.0;
    if (land > soft || deck > 0.99) {
        if (land < 0.3) {
            paper = mix(hue_of(6), stone, smoothstep(-soft, soft, abs(from_bridge(q.x)) - BRIDGE + 0.26));
            paper *= 1.0 - 0.14 * smoothstep(0.04 + pixel, 0.04, abs(bridge + 0.26));
        }
        return paper;
    }
    // The water lies deeper: on the way down one may see the wall of the quay, or the side of a bridge.
    vec2 w = q + DEEP * LEAN, lit_from = w + to_sun * (DEEP / slope);
    float wet = land_at(w), shadow = max(smoothstep(-0.30, 0.22, land_at(lit_from)), smoothstep(0.30, -0.16, from_bridge(lit_from.x) - BRIDGE));
    float open = smoothstep(0.0, -4.5, wet);
    float wave = noise(w * vec2(0.9, 2.6) + vec2(time * 0.10, time * 0.04));
    vec3 water = mix(hue_of(8), hue_of(8) * vec3(0.72, 0.82, 0.88), open) * (0.97 + 0.07 * wave);
    for (int each = 0; each < 2; ++each)
        water = with_boat(water, w, float(each), sun);
    vec3 wall = stone * 0.80;
    float is_wall = smoothstep(-soft, soft, wet), side = smoothstep(soft, -soft, from_bridge(q.x + 0.3 * LEAN.x / 0.38) - BRIDGE);
    deep = DEEP * (1.0 - is_wall) * (1.0 - deck);
    vec3 below = mix(water, wall, is_wall);
    sun *= 1.0 - shadow * (1.0 - is_wall);
    facing = mix(facing, mix(max(to_sun.y, 0.0) * 0.8, facing, 1.0 - is_wall), 1.0);
    sky *= mix(1.0, 0.72, is_wall) * mix(1.0, 0.82, smoothstep(-1.2, 0.0, wet) * (1.0 - is_wall));
    below = mix(below, stone * 0.66, side * (1.0 - deck));
    below = mix(below, paper, deck);
    return mix(below, paper, smoothstep(-soft, soft, land));
}

// How much of the sky the houses around a place of the ground leave. It is 1 at the far edge of each lot looked at.
float sky_beside_houses(vec2 p)
{
    float taken = 0.0;
    for (int each = 0; each < 4; ++each) {
        House house = house_at(floor(p / SIDE - 0.5) + vec2(each & 1, each >> 1));
        vec2 away = max(max(house.low - p, p - house.high), 0.0);
        float near = max(1.0 - length(away) / (0.5 * SIDE), 0.0);
        taken = max(taken, near * near * smoothstep(0.0, 0.6, house.height));
    }
    return 1.0 - 0.34 * taken;
}

// The model's colour at a place of the picture.
vec3 model(vec2 p)
{
    House house, met;
    vec3 n = vec3(0, 0, 1), towards;
    float z = 0.0;
    bool is_house = false, is_tower = false, is_round = false;
    vec2 first = floor(p / SIDE), last = floor((p - TOP * LEAN) / SIDE);
    for (float y = first.y; y <= last.y; ++y)
        for (float x = first.x; x <= last.x; ++x) {
            house = house_at(vec2(x, y));
            if (house.height < 0.02)
                continue;
            float found = look_at(p, house.low, house.high, house.height, towards);
            if (found > z) {
                z = found, n = towards, met = house, is_house = true, is_tower = false;
            }
            vec4 tower = tower_of(house);
            found = house.tower > house.height + 0.01 ? look_at(p, tower.xy, tower.zw, house.tower, towards) : -1.0;
            if (found > z) {
                z = found, n = towards, met = house, is_house = true, is_tower = true;
            }
        }
    vec2 off = p - rotunda;
    for (int each = 0; each < 1 && near_ < 0.5 && dot(off, off) < 16.0; ++each) {
        float found = look_at_disc(off, DRUM.x, DRUM.y, towards);
        if (found > z) {
            z = found, n = towards, is_house = false, is_round = true;
        }
        found = look_at_disc(off, LANTERN.x, LANTERN.y, towards);
        if (found > z) {
            z = found, n = towards, is_house = false, is_round = true;
        }
        // The dome: half a ball on the drum.
        vec3 way = vec3(-LEAN, 1.0), from = vec3(off, -LANTERN.y);
        float a = dot(way, way), b = dot(from, way), d = b * b - a * (dot(from, from) - LANTERN.x * LANTERN.x);
        if (d > 0.0) {
            float met_at = (sqrt(d) - b) / a;
            if (met_at > max(z, LANTERN.y)) {
                z = met_at, n = (from + way * met_at) / LANTERN.x, is_house = false, is_round = true;
            }
        }
    }
    vec3 q = vec3(p - z * LEAN, z);
    bool is_wall = n.z == 0.0, is_table = !is_house && !is_round && !is_on_model(p);
    float slab = 1.0; // 0 in the shadow of the slab
    float rise = 0.0; // the way of a ray to the sun before it is above the slab
    if (is_table) {
        q = vec3(p + SLAB * LEAN, -SLAB);
        if (is_on_model(q.xy)) {
            is_wall = true;
            n = (high.x - p.x) / LEAN.x > (high.y - p.y) / LEAN.y ? vec3(1, 0, 0) : vec3(0, 1, 0);
            q = vec3(p, 0.0);
        } else {
            rise = SLAB / slope;
            float into = 1.7;
            vec2 up = q.xy + to_sun * rise;
            vec2 within = min(up - low, high - up);
            slab = 1.0 - smoothstep(-into, into, min(within.x, within.y));
        }
    }
    vec3 paper = hue_of(5);
    float sun = 1.0, sky = 1.0, facing = max(dot(n, to_sun3), 0.0);
    if (is_house) {
        vec2 rim = min(q.xy - met.low, met.high - q.xy);
        vec2 id = floor((met.low + met.high) * 0.5 / SIDE), block = floor(id / BLOCK) * BLOCK * SIDE;
        float tone = 0.97 + 0.06 * hash(id);
        if (is_wall) { // storeys are scored into the card
            paper = mix(met.tint, hue_of(1), 0.55) * tone;
            sky = 0.62 + 0.22 * smoothstep(0.0, 1.6, q.z);
            paper *= 1.0 - 0.11 * smoothstep(0.28, 0.42, abs(fract(q.z / 0.36) - 0.5));
        } else if (is_tower || is_flat(id)) { // a parapet
            if (is_tower) {
                vec4 box = tower_of(met);
                rim = min(q.xy - box.xy, box.zw - q.xy);
            }
            paper = mix(met.tint, hue_of(1), is_tower ? 0.55 : 0.2) * tone;
            paper *= 1.0 - 0.13 * smoothstep(0.05 + pixel, 0.05, abs(min(rim.x, rim.y) - 0.17));
        } else { // the roofs of a block slope to the street and to its courtyard
            vec2 f = q.xy - block, extent = BLOCK * SIDE, out_ = min(f, extent - f) - STREET;
            vec2 in_ = max(vec2(SIDE) - f, f - (extent - SIDE));
            float street = min(out_.x, out_.y), court = max(in_.x, in_.y);
            vec2 down = street < court ? (out_.x < out_.y ? vec2(sign(f.x - 0.5 * extent.x), 0) : vec2(0, sign(f.y - 0.5 * extent.y)))
                                       : (in_.x > in_.y ? vec2(-sign(f.x - 0.5 * extent.x), 0) : vec2(0, -sign(f.y - 0.5 * extent.y)));
            n = normalize(vec3(down * 0.62, 1.0));
            facing = max(dot(n, to_sun3), 0.0);
            sky = 0.93 + 0.1 * dot(down, LEAN);
            paper = met.tint * tone;
            paper *= 1.0 - 0.12 * smoothstep(0.04 + pixel, 0.04, abs(street - court)) - 0.10 * smoothstep(0.03 + 0.7 * pixel, 0.03, min(rim.x, rim.y));
        }
    } else if (is_round) {
        paper = mix(hue_of(3), hue_of(1), 0.6);
        vec2 from = q.xy - rotunda;
        if (is_wall) { // columns
            float bearing = atan(from.y, from.x);
            paper *= 1.0 - 0.22 * smoothstep(0.15, 0.35, abs(fract(bearing * 14.0 / 6.2831853) - 0.5));
            sky = 0.75;
        } else if (n.z < 1.0) // ribs of the dome
            paper = mix(hue_of(4), paper, 0.35) * (1.0 - 0.16 * smoothstep(0.40, 0.48, abs(fract(atan(from.y, from.x) * 12.0 / 6.2831853) - 0.5)));
    } else if (is_table) {
        sky = is_wall ? 0.55 : 1.2 - 0.35 * exp(-0.6 * length(max(max(low - q.xy, q.xy - high), 0.0)));
        paper = is_wall ? hue_of(6) * vec3(0.86, 0.74, 0.58) : hue_of(5) * (0.985 + 0.03 * noise(q.xy * vec2(0.6, 5.0)));
    } else {
        float deep;
        paper = ground(p, deep, sun, facing, sky);
        q += vec3(LEAN, -1.0) * deep;
        sky *= sky_beside_houses(p);
        // Trees, and their shadows.
        for (float ahead = 0.12; ahead < 3.0 && sun > 0.0; ahead = 0.5 + 1.8 * ahead)
            sun *= tree_light(q.xy, ahead);
        vec3 tree = tree_at(p - 0.5 * CROWN * CROWN_AT * LEAN);
        vec2 on = (p - tree.z * CROWN_AT * LEAN - tree.xy) / max(tree.z, 0.01);
        float inside = dot(on, on);
        if (tree.z > 0.02 && inside < 1.0) {
            vec3 normal = vec3(on, sqrt(1.0 - inside));
            float dark = smoothstep(0.45, 0.50, noise(tree.xy * 0.16 + 70.0)); // a grove is of one kind
            paper = mix(hue_of(0) * vec3(0.80, 0.88, 0.60), hue_of(0) * vec3(0.52, 0.67, 0.60), dark) * (0.90 + 0.2 * hash(tree.xy));
            facing = 0.06 + 0.86 * max(dot(normal, to_sun3) * 0.8 + 0.2, 0.0);
            sky = 0.66 + 0.34 * normal.z;
            sun = 1.0;
            q.z = tree.z * (CROWN_AT + normal.z);
        } else
            sky *= tree.z > 0.02 ? 0.80 + 0.20 * smoothstep(0.9, 1.7, length(p - tree.xy) / tree.z) : 1.0;
    }
    vec3 from = q + n * 0.03 + vec3(to_sun, slope) * rise;
    sun *= facing > 0.0 && slab > 0.0 ? facing * slab * sun_at(from) : 0.0;
    // The lower the sun, the warmer its light.
    vec3 c = paper * (mix(vec3(1.62, 1.27, 0.86), vec3(1.46, 1.30, 1.08), smoothstep(0.40, 0.66, slope)) * sun + vec3(0.41, 0.44, 0.52) * sky);
    return 1.08 * c / (1.0 + 0.28 * c * c); // bright walls keep their colour
}

void main()
{
    survey();
    pixel = abs(scale.x) / unit;
    rotunda = near_ > 0.5 ? vec2(-1e4) : square + 0.5 * BLOCK * SIDE;
    float turn = 3.85 + time * 0.0262; // once round in four minutes
    slope = 0.54 - 0.12 * cos(time * 0.0349);
    to_sun = vec2(cos(turn), sin(turn)), inverse = 1.0 / (abs(to_sun) + 1e-5) * (step(0.0, to_sun) * 2.0 - 1.0);
    to_sun3 = normalize(vec3(to_sun, slope));
    vec3 sum = vec3(0.0);
    for (int each = 0; each < SAMPLES; ++each) {
        // Places inside the pixel, turned so that upright and level edges meet each of them at another place.
        vec2 shift = SAMPLES == 1 ? vec2(0.0) : (vec2(each & 1, each >> 1) - 0.5) * mat2(0.45, 0.2, -0.2, 0.45);
        sum += model((place() + shift * scale) / unit);
    }
    colour = vec4(pow(sum / float(SAMPLES), vec3(0.95)), 1.0);
}
