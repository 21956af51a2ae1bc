#version 330 core
// Rosettes: fans of folded paper, which hang before a dark wall. A crowd on the board opens a fan: the larger and denser
// the crowd, the larger the fan. Each species in it has a sheet that covers its part of the round: a species that grows unfolds
// its sheet, pleat by pleat, over the next one. Single cells are confetti.
#include "lib/look.glsl"
#include "lib/look_fans.glsl"
uniform sampler2D cells;
uniform sampler2D sheet; // see look_rosettes_sheet.frag

const float SHADOW = 0.10;            // length of a shadow, in distances from fan to fan
const vec2 LAMP = vec2(-0.55, -0.83); // to the light, y down

float pixel; // in cells

// The shares of the first three species, from a texel of the sheet.
vec3 shares_of(vec4 look) { return vec3(floor(look.z) / 4095.0, fract(look.z) / 0.999, look.w); }

struct Fan {
    vec2 from;   // from its middle to the pixel
    vec4 look;   // its radius, and the shares of the first three species
    float lot;   // by which fans differ
    float least; // cells to the next fan of this size
    float cover; // share of the pixel
    float lit;   // what the shadows of fans in front leave of the light
    bool deep;   // several fans one before the other
};

// The species that leads, 1.
vec4 leaders(vec4 share)
{
    vec4 lead = share / (largest(share) + 1e-6);
    lead *= lead;
    lead *= lead;
    lead *= lead;
    return lead * lead;
}

// The sheets of a fan, one for each species, at a turn from 0 to 1 around its middle. Each lies over the next one, and
// throws a shadow on it. `fine` is a pixel as part of the round, `soft` the width of the shadow.
vec3 sheets(vec4 share, float turn, float fine, float soft)
{
    share *= share * share; // hardly any sheets but the first two
    share /= total(share) + 1e-9;
    vec3 c = vec3(0.0), first = vec3(0.0);
    float begun = 0.0, since = 1.0;
    for (int kind = 0; kind < 4; ++kind) {
        if (share[kind] < 0.002)
            continue;
        vec3 hue = hue_of(kind + 1);
        first = begun == 0.0 ? hue : first;
        c = begun == 0.0 ? hue : mix(c, hue, clamp((turn - begun) / fine + 0.5, 0.0, 1.0));
        since = turn >= begun ? turn - begun : since;
        begun += share[kind];
    }
    c = mix(c, first, clamp((turn - 1.0) / fine + 0.5, 0.0, 1.0));
    float alone = smoothstep(0.93, 1.0, largest(share)); // its two ends meet
    return c * (1.0 - 0.5 * (1.0 - alone) * exp(-since / soft));
}

vec3 paper(Fan fan, float spin)
{
    float radius = fan.look.x, away = length(fan.from), part = away / radius, line = pixel / radius, lot = fan.lot;
    float angle = atan(fan.from.y, fan.from.x) / 6.2832 + spin, pleats = floor(11.0 + 7.0 * lot + 0.9 * fan.least);
    float fold = (angle + lot) * pleats, up = abs(fract(fold) - 0.5) * 4.0 - 1.0; // 1 on the ridges
    float around = 6.2832 * max(away, pixel);
    vec3 c = sheets(vec4(fan.look.yzw, 1.0 - fan.look.y - fan.look.z - fan.look.w), fract(angle), pixel / around, 0.06 * radius / around);
    float border = step(0.55, fract(lot * 7.0)) * clamp((part - 0.90) / line + 0.5, 0.0, 1.0);
    c = mix(c, hue_of(fract(lot * 13.0) < 0.5 ? 3 : 5), border);
    // Each side of a pleat faces another way. Pleats that are too narrow to be seen melt.
    float side = clamp((0.5 - 2.0 * abs(fract(fold + 0.25) - 0.5)) * around / pleats / pixel, -1.0, 1.0);
    vec2 facing = vec2(-fan.from.y, fan.from.x) / (away + 1e-4) * side;
    float seen = clamp(around / pleats / (3.0 * pixel), 0.0, 1.0);
    float bowl = dot(fan.from, LAMP) / radius;
    c *= (1.0 + seen * (0.26 * dot(facing, LAMP) + 0.06 * up)) * (0.86 + 0.18 * part + 0.10 * bowl);
    return mix(c, hue_of(lot > 0.5 ? 3 : 5) * (1.02 + 0.5 * bowl), clamp((0.12 - part) / line + 0.5, 0.0, 1.0)); // a button in the middle
}

// A fan with smaller ones on it, each before the one below and a little astray; all of them turn slowly.
vec3 folded(Fan fan)
{
    float spin = time * (fan.deep ? 0.004 : 0.008) * (fract(fan.lot * 29.0) < 0.5 ? 1.0 : -1.0) + fan.lot;
    vec3 c = paper(fan, spin);
    float grown = smoothstep(0.2, 0.5, fan.look.x / (LARGEST * fan.least)); // they open last
    int tiers = fan.least < 9.0 * pixel || grown < 0.1 ? 0 : fan.deep ? 3 : 1;
    for (int tier = 0; tier < tiers; ++tier) {
        float astray = (fan.deep ? 0.17 : 0.05) * fan.look.x, way = 6.2832 * (fan.lot * 3.0 + 0.37 * float(tier));
        fan.from -= astray * vec2(cos(way), sin(way));
        fan.look.x *= tier == 0 ? 0.60 * grown : 0.58;
        fan.lot = fract(fan.lot * 5.3 + 0.37);
        spin = fan.lot - 1.6 * spin;
        // The species that led lets the next one lead.
        vec4 share = vec4(fan.look.yzw, 1.0 - fan.look.y - fan.look.z - fan.look.w);
        share *= 1.0 - 0.96 * leaders(share);
        fan.look.yzw = share.xyz / (total(share) + 1e-6);
        float soft = 0.10 * fan.look.x, away = length(fan.from + LAMP * 0.10 * fan.look.x);
        float deep = clamp((fan.look.x - away) / soft * 0.5 + 0.5, 0.0, 1.0);
        c *= 1.0 - 0.5 * deep * deep;
        float cover = clamp((fan.look.x - length(fan.from)) / pixel + 0.5, 0.0, 1.0);
        if (cover > 0.0)
            c = mix(c, paper(fan, spin), cover);
    }
    return c;
}

// The dark cloth behind, lit from above, with a disc of confetti for each cell.
vec3 wall(vec2 p, vec2 subject)
{
    vec2 uv = on_screen() - 0.5;
    vec3 c = hue_of(0) * (1.42 - 1.7 * dot(uv, uv) - 0.25 * uv.y);
    c *= 0.95 + 0.10 * noise(gl_FragCoord.xy * vec2(0.9, 0.35));
    // The cords of the garlands.
    for (int each = 0; each < GARLANDS; ++each) {
        vec2 cord = garland_at(each, p, subject);
        float away = abs(p.y - cord.x) * inversesqrt(1.0 + cord.y * cord.y), half_ = max(0.6 * pixel, 0.09);
        c = mix(c, hue_of(3) * 0.55, clamp((half_ - away) / pixel + 0.5, 0.0, 1.0));
    }
    // Nor do they stand in the columns of the board.
    p += 1.3 * vec2(noise(p * 0.31), noise(p * 0.31 + 40.0)) - 0.65;
    vec2 at = floor(p);
    vec4 cell = texel_at(cells, at);
    float grown = smoothstep(0.0, 1.6, cell.w) * step(hash(at + 5.0), 0.16); // not every cell has its own
    if (grown > 0.0) {
        // The discs lie tilted and astray, so that they do not stand in rows.
        float lot = hash(at), turn = 39.0 * lot, half_ = 0.50 * sqrt(grown) * (0.55 + 0.45 * lot);
        vec2 d = p - at - 0.5 - 0.52 * (vec2(fract(lot * 17.0), fract(lot * 57.0)) - 0.5);
        d = mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * d;
        float away = length(d * vec2(1.0, 1.0 + 0.9 * fract(lot * 7.0)));
        int kind = int((cell.x > 0.0 ? cell.x : cell.z) + 0.5);
        c *= 1.0 - 0.5 * clamp((half_ - length(d + 0.10)) / 0.16 + 0.5, 0.0, 1.0);
        c = mix(c, hue_of(kind) * (0.80 + 0.8 * d.x), clamp((half_ - away) / pixel + 0.5, 0.0, 1.0));
    }
    return c;
}

void main()
{
    vec2 p = place();
    pixel = abs(scale.x);
    // From the front to the back: the largest fans hang in front. `left` is the part of the pixel that is not yet covered.
    Fan top = Fan(vec2(1.0), vec4(1.0), 0.0, 1.0, 0.0, 1.0, false);
    Fan under = top;
    float left = 1.0, lit = 1.0;
    vec2 subject = side_of(SUBJECT);
    for (int size = SIZES - 1; size >= 0 && left > 0.01; --size) {
        vec2 side = side_of(size), first = floor(p / side - 0.5), corner = corner_of(side);
        float least = least_of(side, size), dim = 1.0 / (0.14 * least);
        for (int each = 3; each >= 0 && left > 0.01; --each) {
            vec2 id = first + vec2(each & 1, each >> 1);
            float lot = lot_of(id, side, size);
            vec4 look = texelFetch(sheet, ivec2(id - corner) + ivec2(0, ROW[size]), 0);
            if (look.x < pixel)
                continue;
            vec2 from = p - vec2(across_of(id.x, lot, size), id.y + look.y) * side;
            float away = length(from), cover = clamp((look.x - away) / pixel + 0.5, 0.0, 1.0);
            Fan fan = Fan(from, vec4(look.x, shares_of(look)), lot, least, cover, lit, size == SUBJECT);
            if (cover > 0.0 && left == 1.0)
                top = fan;
            else if (cover > 0.0)
                under = fan;
            left *= 1.0 - cover;
            float deep = clamp((look.x - length(from + LAMP * SHADOW * least)) * dim + 0.5, 0.0, 1.0);
            lit *= 1.0 - 0.62 * deep * deep * min(look.x * dim, 1.0);
        }
    }
    vec3 c = lit * wall(p, subject);
    c = mix(c, under.lit * folded(under), under.cover); // seen at the rim of another one
    c = mix(c, top.lit * folded(top), top.cover);
    colour = vec4(c + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
