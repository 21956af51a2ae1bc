#version 330 core
// Maquette: an architect's model of a town on the board. Streets and blocks of lots are drawn once; on each lot a house
// stands as high as many cells live there, in one of a few heights. Where hardly any live there are parks and water. A low
// sun goes round. It is a plan oblique: the ground plan is exact, and heights lean towards the top of the picture.
#include "lib/look.glsl"
#include "lib/look_ranks.glsl"
#param SAMPLES
uniform sampler2D wide;
uniform sampler2D ranks;
uniform float values; // of the ranks

// Lengths are in cells, or larger units where the board is seen from afar.
const float SIDE = 4.0;                 // of a lot
const vec2 BLOCK = vec2(3.0, 2.0);      // lots between two streets
const float TOP = 5.4;                  // no house is higher
const vec2 LEAN = vec2(-0.17, -0.40);   // where a place one unit higher appears
const float SLOPE = 0.62;               // height that a ray to the sun gains in a unit
const float SLAB = 1.6;                 // thickness of the model's ground, which lies on a table where the board ends
const float MARGIN = 0.075;             // of the window, in its shorter side, where a board without end is cut off
const float RIM = 1.6;                  // of bare ground around the town
const float TREES = 2.0, CROWN = 0.70;  // across a lot, and radius of a tree
const float CROWN_AT = 0.80;            // its height

vec2 low, high; // corners of the model
float unit;     // in texels

// A house on a lot: its base, and a tower on it.
struct House {
    vec2 low, high;
    float height, tower;
    vec3 tint;
    float is_park; // 0 to 1
};

bool is_basin() { return hash(board) > 0.75; } // each size of board has its own water

bool is_on_model(vec2 p) { return all(greaterThan(p, low)) && all(lessThan(p, high)); }

float rank_of(vec4 share)
{
    float rank = texture(ranks, vec2((stand(share).y * (values - 1.0) + 0.5) / values, 0.5)).y;
    return min(rank, 0.42 + 14.0 * total(share)) * total(share) / (total(share) + 0.003); // lone cells build no towers
}

// How far a place is from water, which lies along a river or in a basin, and spreads where few cells live around it.
float land_at(vec2 p, float rank)
{
    vec2 size = board / unit, t = p / size - 0.5;
    float lot = hash(board), bend = 6.2831853 * (t.x * 0.9 + lot);
    float river = abs(t.y - 0.10 * sin(bend) - 0.36 * t.x * (lot < 0.5 ? 1.0 : -1.0)) * size.y * 0.9 - 4.4;
    vec2 f = (p - 0.5 * size) / vec2(1.25, 1.0);
    float basin = length(f) - 0.17 * size.y;
    // People who zoom in see all lots as land.
    return (is_basin() ? basin : river) + 9.0 * zoomed_in() + 7.0 * clamp(rank - 0.42, -0.42, 0.30);
}

House house_at(vec2 id)
{
    House house;
    vec2 middle = (id + 0.5) * SIDE, of_block = id - BLOCK * floor(id / BLOCK);
    vec4 share = textureLod(wide, middle * unit / board, 0.0);
    float rank = rank_of(share), land = land_at(middle, rank);
    // Houses stand close together in a block, and streets run between blocks.
    house.low = id * SIDE + mix(vec2(0.16), vec2(0.95), equal(of_block, vec2(0.0)));
    house.high = (id + 1.0) * SIDE - mix(vec2(0.16), vec2(0.95), equal(of_block, BLOCK - 1.0));
    // Nothing stands at the rim of the model: it would be cut, and its shadow would hang from the table.
    bool is_whole = all(greaterThan(house.low, low + RIM)) && all(lessThan(house.high, high - RIM));
    float built = is_whole ? smoothstep(1.8, 3.0, land) : 0.0;
    float base = 0.75 * smoothstep(0.40, 0.44, rank) + 0.75 * smoothstep(0.62, 0.66, rank), tower = smoothstep(0.84, 0.87, rank) + 0.9 * smoothstep(0.94, 0.96, rank);
    house.height = built * base;
    bool is_inner = all(greaterThan(house.low, low + 3.5 * RIM)) && all(lessThan(house.high, high - 3.5 * RIM));
    house.tower = house.height + (is_inner ? built * 2.0 * tower : 0.0);
    house.is_park = is_whole ? smoothstep(1.0, 1.6, land) * (1.0 - smoothstep(0.0, 0.4, house.height)) : 0.0;
    vec4 weight = share * share / (dot(share, share) + 1e-8);
    house.tint = vec3(0.0);
    for (int k = 0; k < 4; ++k)
        house.tint += hue_of(k + 1) * weight[k];
    return house;
}

// The middle half of a house, on which its tower stands.
vec4 tower_of(House house) { return vec4(mix(house.low, house.high, 0.24), mix(house.low, house.high, 0.76)); }

// The way of a ray through a box: where it enters and leaves, as lengths along `way`, whose inverse is given.
vec2 through(vec2 from, vec2 inverse, vec2 box_low, vec2 box_high)
{
    vec2 a = (box_low - from) * inverse, b = (box_high - from) * inverse, first = min(a, b), last = max(a, b);
    return vec2(max(first.x, first.y), min(last.x, last.y));
}

// How much of the sun a box takes from a ray.
float shade(vec3 from, vec2 inverse, vec2 box_low, vec2 box_high, float height)
{
    vec2 t = through(from.xy, inverse, box_low, box_high);
    float enter = max(t.x, 0.0), soft = 0.03 + 0.07 * enter;
    return smoothstep(-soft, soft, height - from.z - SLOPE * enter - 0.02) * smoothstep(0.0, 0.10 + 0.14 * enter, t.y - enter);
}

// The share of the sun that reaches a place.
float sun_at(vec3 from, vec2 to_sun, vec2 inverse)
{
    vec2 ahead = step(0.0, to_sun), id = floor(from.xy / SIDE), s = ahead * 2.0 - 1.0;
    float lit = 1.0;
    for (int each = 0; each < 4; ++each) {
        House house = house_at(id);
        if (house.height > 0.01 && is_on_model((id + 0.5) * SIDE)) {
            lit = min(lit, 1.0 - shade(from, inverse, house.low, house.high, house.height));
            if (house.tower > house.height) {
                vec4 tower = tower_of(house);
                lit = min(lit, 1.0 - shade(from, inverse, tower.xy, tower.zw, house.tower));
            }
        }
        vec2 wall = ((id + ahead) * SIDE - from.xy) * inverse;
        if (from.z + SLOPE * min(wall.x, wall.y) > TOP)
            break;
        id += wall.x < wall.y ? vec2(s.x, 0) : vec2(0, s.y);
    }
    return lit;
}

// The tree on whose spot a place lies: its middle, and its radius, which is 0 where there is none.
vec3 tree_at(vec2 p)
{
    float spacing = SIDE / TREES;
    vec2 at = floor(p / spacing);
    // They stand in groves, with lawns between.
    if (hash(at * 7.31 + 3.0) > 1.7 * noise(at * 0.33 + 4.0) - 0.25 || !is_on_model(p))
        return vec3(p, 0.0);
    vec2 middle = (at + 0.5 + 0.24 * (vec2(hash(at * 3.7 + 7.0), hash(at * 5.3 + 11.0)) - 0.5)) * spacing;
    return vec3(middle, CROWN * (0.72 + 0.28 * hash(at + 5.0)) * house_at(floor(p / SIDE)).is_park);
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

// The ground at a place of the model: water, streets, pavements and parks.
vec3 ground(vec2 q, vec2 to_sun, inout float sun)
{
    vec2 size = BLOCK * SIDE, f = mod(q, size), rim = 0.5 * size - abs(f - 0.5 * size);
    float rank = rank_of(smooth_at(wide, q * unit)), land = land_at(q, rank), pixel = abs(scale.x) / unit;
    float kerb = min(rim.x, rim.y) - 0.62, park = house_at(floor(q / SIDE)).is_park;
    vec3 paper = mix(hue_of(6), hue_of(7), smoothstep(-0.5 * pixel, 0.5 * pixel, kerb));
    paper = mix(paper, mix(hue_of(7), hue_of(0), 0.42), park * smoothstep(0.0, 0.2, kerb));
    paper *= 1.0 - 0.16 * smoothstep(0.06 + pixel, 0.06, abs(kerb)) * (0.5 - 0.5 * dot(sign(f - 0.5 * size) * vec2(rim.x < rim.y, rim.x >= rim.y), to_sun));
    if (land > 0.35)
        return paper;
    // A quay of card around the water, bridges over it, and the shadows of both.
    float bank = smoothstep(pixel, -pixel, land), over = mod(q.x, 2.0 * size.x), bridge = is_basin() ? -1.0 : 0.62 - min(over, 2.0 * size.x - over);
    float shadow = land_at(q + to_sun * 0.9, rank), deep = smoothstep(0.0, -7.0, land);
    vec3 water = hue_of(8) * (1.04 - 0.20 * deep + 0.03 * noise(q * vec2(0.5, 1.8) + time * 0.05));
    float from_bridge = mod(q.x + 0.9 * to_sun.x, 2.0 * size.x);
    sun *= mix(1.0, smoothstep(-0.25, 0.25, -shadow) * smoothstep(-0.15, 0.15, is_basin() ? 1.0 : min(from_bridge, 2.0 * size.x - from_bridge) - 0.62), bank * smoothstep(0.05, -0.05, bridge));
    paper = mix(mix(hue_of(7), vec3(1.0), 0.35), paper, smoothstep(0.2, 0.35, land));
    return mix(mix(paper, water, bank), hue_of(7), bank * smoothstep(-pixel, pixel, bridge));
}

// The model's colour at a place of the picture.
vec3 model(vec2 p, vec2 to_sun, vec2 inverse)
{
    House house, met;
    vec3 n = vec3(0, 0, 1), towards;
    float z = 0.0;
    bool is_house = false;
    vec2 first = floor(p / SIDE), last = floor((p - TOP * LEAN) / SIDE);
    for (float y = first.y; y <= last.y; ++y)
        for (float x = first.x; x <= last.x; ++x) {
            if (!is_on_model((vec2(x, y) + 0.5) * SIDE))
                continue;
            house = house_at(vec2(x, y));
            if (house.height < 0.02)
                continue;
            float found = look_at(p, house.low, house.high, house.height, towards);
            if (found > z) {
                z = found, n = towards, met = house, is_house = true;
            }
            vec4 tower = tower_of(house);
            found = house.tower > house.height ? look_at(p, tower.xy, tower.zw, house.tower, towards) : -1.0;
            if (found > z) {
                z = found, n = towards, met = house, is_house = true;
            }
        }
    vec3 q = vec3(p - z * LEAN, z);
    bool is_wall = n.z == 0.0, is_table = !is_house && !is_on_model(p);
    float slab = 1.0; // 0 in the shadow of the slab
    float rise = 0.0; // the way of a ray to the sun before it is above the slab
    if (is_table) {
        q = vec3(p + SLAB * LEAN, -SLAB);
        if (is_on_model(q.xy)) {
            is_wall = true;
            n = (high.x - p.x) / LEAN.x > (high.y - p.y) / LEAN.y ? vec3(1, 0, 0) : vec3(0, 1, 0);
            q = vec3(p, 0.0);
        } else {
            rise = SLAB / SLOPE;
            float into = 0.35;
            vec2 up = q.xy + to_sun * rise;
            vec2 within = min(up - low, high - up);
            slab = 1.0 - smoothstep(-into, into, min(within.x, within.y));
        }
    }
    vec3 paper = hue_of(5);
    float sun = 1.0, sky = 1.0, facing = is_wall ? max(dot(n.xy, to_sun), 0.0) * 1.05 : 0.74;
    if (is_house) {
        bool is_tower = q.z > met.height + 0.001 || (n.z == 1.0 && met.tower > met.height && q.z == met.tower);
        vec4 box = is_tower ? tower_of(met) : vec4(met.low, met.high);
        vec2 rim = min(q.xy - box.xy, box.zw - q.xy);
        paper = met.tint * (0.985 + 0.03 * hash(floor(q.xy / SIDE)));
        if (is_wall) { // storeys are scored into the card
            sky = 0.66 + 0.2 * smoothstep(0.0, 1.6, q.z);
            paper *= 1.0 - 0.10 * smoothstep(0.30, 0.42, abs(fract(q.z / 0.375) - 0.5));
        } else // a parapet
            paper *= 1.0 - 0.10 * smoothstep(0.10, 0.0, abs(min(rim.x, rim.y) - 0.22));
    } else if (is_table) {
        sky = is_wall ? 0.6 : 1.0 - 0.5 * exp(-0.7 * length(max(max(low - q.xy, q.xy - high), 0.0)));
        paper = is_wall ? hue_of(6) : hue_of(5);
    } else {
        paper = ground(q.xy, to_sun, sun);
        House own = house_at(floor(p / SIDE));
        vec2 off = max(max(own.low - p, p - own.high), 0.0);
        sky = 1.0 - 0.35 * exp(-1.6 * length(off)) * smoothstep(0.0, 0.6, own.height);
        // Trees, and their shadows.
        vec3 tree = tree_at(p - CROWN_AT * LEAN), other = tree_at(p + to_sun * CROWN_AT / SLOPE);
        float pixel = abs(scale.x) / unit, shadow = length(p + to_sun * CROWN_AT / SLOPE - other.xy);
        sun *= other.z > 0.0 ? mix(0.35, 1.0, smoothstep(other.z - 0.22, other.z + 0.06, shadow)) : 1.0;
        vec2 on = (p - CROWN_AT * LEAN - tree.xy) / max(tree.z, 0.01);
        if (tree.z > 0.02 && dot(on, on) < 1.0) {
            vec3 normal = vec3(on, sqrt(1.0 - dot(on, on)));
            paper = hue_of(0);
            facing = 0.18 + 0.82 * max(dot(normal, normalize(vec3(to_sun, 0.9))), 0.0);
            sky = 0.80 + 0.25 * normal.z;
            sun = 1.0;
            q.z = CROWN_AT;
        }
    }
    vec3 from = q + n * 0.03 + vec3(to_sun, SLOPE) * rise;
    sun *= facing > 0.0 && slab > 0.0 ? facing * slab * sun_at(from, to_sun, inverse) : 0.0;
    return paper * (vec3(0.86, 0.79, 0.68) * sun + vec3(0.36, 0.40, 0.48) * sky);
}

void main()
{
    // Seen from afar, lots are of more cells.
    unit = exp2(max(floor(log2(abs(scale.x) * window.y / 30.0 / SIDE) + 0.5), 0.0));
    float turn = 3.85 + time * 0.01047; // once round in ten minutes
    vec2 to_sun = vec2(cos(turn), sin(turn)), inverse = 1.0 / (abs(to_sun) + 1e-5) * (step(0.0, to_sun) * 2.0 - 1.0);
    // The model is the board, or as much of an endless one as the window shows, but for a margin of table.
    vec2 reach = window * 0.5 - MARGIN * min(window.x, window.y) + frame_out(), centre = origin + window * scale * 0.5;
    low = (repeats == 0 ? vec2(0.0) : floor(centre - reach * abs(scale) + 0.5)) / unit;
    high = (repeats == 0 ? board : floor(centre + reach * abs(scale) + 0.5)) / unit;
    vec3 sum = vec3(0.0);
    for (int each = 0; each < SAMPLES; ++each) {
        // Places inside the pixel, turned so that upright and level edges meet each of them at another place.
        vec2 shift = SAMPLES == 1 ? vec2(0.0) : (vec2(each & 1, each >> 1) - 0.5) * mat2(0.45, 0.2, -0.2, 0.45);
        sum += model((place() + shift * scale) / unit, to_sun, inverse);
    }
    colour = vec4(pow(sum / float(SAMPLES), vec3(0.95)), 1.0);
}
