#version 330 core
// Letterpress: a poster in two inks. LIFE stands in large wood type; each living cell prints a small ornament around it, or
// is spared in it, and each species has an ornament of its own. Zoomed in, each cell prints a letter of a page in its
// species' ink. What has died leaves a hollow in the paper.
#include "lib/look.glsl"
#param GRAIN
uniform sampler2D presence;
uniform sampler2D near;
uniform sampler2D wide;
uniform sampler2D cells;
uniform sampler2DArray letters; // red: ink, green: the same, blurred
uniform sampler2D page;         // for each slot: letter, span in slots, and the slot's place in it
uniform vec2 page_corner;       // first slot of the page
uniform vec2 page_size;         // in slots
uniform float slot;             // side of a slot in texels
uniform int page_repeats;       // 1 if the page repeats over the board
uniform int block; // side of a texel's square in cells

const float DENSEST = 0.26;         // share of living cells at which a letter for many cells is fully inked
const float FAINTEST = 0.62;        // ink of large type where no cell lives near it
const float STAIN = 0.30;           // ink of a letter whose cell is dead, from the cells around it
const float NOTHING = 255.0; // an empty slot

float bar(vec2 p, vec2 from, vec2 to) // distance from a rectangle
{
    vec2 d = abs(p - 0.5 * (from + to)) - 0.5 * (to - from);
    return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

float join(float a, float b, float round_) // both, with a round corner between them
{
    float h = max(round_ - abs(a - b), 0.0) / round_;
    return min(a, b) - 0.25 * h * h * round_;
}

// Distance from a letter of LIFE, in wood type with slab serifs, 1 high and w wide, y down.
float wood_type(vec2 p, int letter, float w)
{
    const float SLAB = 0.115, CURVE = 0.045;
    float stem = letter == 1 ? 0.54 * w : 0.35 * w, left = letter == 1 ? 0.23 * w : 0.10 * w, foot = letter == 1 ? w : 0.56 * w;
    float d = bar(p, vec2(left, 0.02), vec2(left + stem, 0.98));
    d = join(d, bar(p, vec2(0.0, 0.0), vec2(letter < 2 ? foot : w, SLAB)), CURVE);
    d = join(d, bar(p, vec2(0.0, 1.0 - SLAB), vec2(letter == 0 || letter == 3 ? w : foot, 1.0)), CURVE);
    float tip = 0.17 * w;
    if (letter >= 2) { // the upper arm, and the one in the middle
        d = join(d, bar(p, vec2(w - tip, 0.0), vec2(w, 0.33)), CURVE);
        d = join(d, bar(p, vec2(left + 0.5 * stem, 0.44), vec2(0.74 * w - 0.4 * tip, 0.55)), CURVE);
        d = join(d, bar(p, vec2(0.74 * w - 0.8 * tip, 0.36), vec2(0.74 * w, 0.63)), CURVE);
    }
    if (letter == 0 || letter == 3)
        d = join(d, bar(p, vec2(w - tip, letter == 0 ? 0.60 : 0.67), vec2(w, 1.0)), CURVE);
    return max(d, bar(p, vec2(0.0), vec2(w, 1.0)));
}

// Distance from LIFE on a page of that size, upper left corner at 0, and on one line or on two.
float title(vec2 p, vec2 size, bool is_in_two_lines)
{
    const vec4 WIDTHS = vec4(0.25, 0.17, 0.255, 0.27); // of each letter, as a share of the line
    float gap = 0.035 * size.y;
    int from = 0, to = 4;
    if (is_in_two_lines) {
        size.y = 0.5 * (size.y - gap);
        bool is_second = p.y > size.y + 0.5 * gap;
        if (is_second)
            p.y -= size.y + gap;
        from = is_second ? 2 : 0;
        to = from + 2;
    }
    float sum = 0.0, d = 1e6, x = 0.0;
    for (int each = from; each < to; ++each)
        sum += WIDTHS[each];
    float given = (size.x - gap * float(to - from - 1)) / sum;
    for (int each = from; each < to; ++each) {
        float w = WIDTHS[each] * given;
        if (p.x > x - 0.5 * gap && p.x < x + w + 0.5 * gap)
            d = wood_type((p - vec2(x, 0.0)) / size.y, each, w / size.y) * size.y;
        x += w + gap;
    }
    return d;
}

// Distance from a species' ornament in a slot, about 0.
float ornament(vec2 q, int species)
{
    float r = length(q), turn = atan(q.y, q.x);
    if (species == 1) // a flower of eight petals
        return max(r - 0.30 - 0.12 * cos(8.0 * turn), 0.085 - r);
    if (species == 2) // a star of four points
        return 0.62 * (sqrt(abs(q.x)) + sqrt(abs(q.y)) - 0.66);
    if (species == 3) // a ring around a dot
        return min(abs(r - 0.30) - 0.075, r - 0.105);
    vec2 a = abs(q); // a leaf of four
    return min(length(a - 0.205) - 0.185, r - 0.10);
}

// The poster at p, in texels; returns its colour.
vec3 poster(vec2 p, vec3 paper, float tooth)
{
    vec2 corner = page_corner * slot, size = page_size * slot, at = floor(p / slot);
    float pixel = abs(scale.x), kind = mod(floor(board.x / 8.0), 3.0);
    vec2 texel = mod((at + 0.5) * slot, board);
    vec4 shares = slot < 1.5 && block == 1 ? texelFetch(presence, ivec2(texel), 0) : texture(near, texel / board) / DENSEST;
    vec4 cell = texelFetch(cells, ivec2(texel), 0);
    float alive = clamp(total(shares), 0.0, 1.0), ghost = clamp(cell.w, 0.0, 1.0);
    int species = 1;
    for (int each = 1; each < 4; ++each)
        species = shares[each] > shares[species - 1] ? each + 1 : species;
    if (alive < 0.01)
        species = int(cell.z + 0.5);

    // A frame of ornaments goes round the title. No ornament lies across its outline.
    vec2 inset = vec2(min(2.0, 0.06 * page_size.y) * slot), inner = size - 2.0 * inset;
    float edge = title(p - corner - inset, inner, kind == 1.0);
    float away = title((at + 0.5) * slot - corner - inset, inner, kind == 1.0) / slot;
    float inside = clamp(0.5 - edge / pixel, 0.0, 1.0);
    // Ink that dries thin: on large type the grain of the wood shows.
#if GRAIN
    float grain = noise(vec2(p.x * 9.0 / slot, p.y * 0.35 / slot)) * noise(p * 2.6 / slot);
    float worn = smoothstep(0.42, 0.62, noise(p * 0.16 / slot + 7.0) * 0.6 + grain * 0.75);
#else
    float worn = 0.3;
#endif
    float cover = inside * (1.0 - 0.16 * worn * tooth - 0.04 * tooth);
    bool is_dark = kind != 2.0;
    vec3 black = hue_of(2), red = hue_of(1), title_ink = is_dark ? black : red, small_ink = is_dark ? red : black;

    vec2 q = p / slot - at - 0.5;
    float fade = smoothstep(0.35, 0.65, alive); // an ornament is printed or not: half of one would look like bad printing
    bool is_on_page = (away > 0.62 || away < -0.42) && all(greaterThanEqual(at, page_corner)) && all(lessThan(at, page_corner + page_size));
    float d = is_on_page && species > 0 ? ornament(q * (away < 0.0 ? 1.7 : 1.06), species) : 1.0;
    float mark = clamp(0.5 - d * slot / pixel, 0.0, 1.0);
    float slope = clamp(d * 9.0, -1.0, 1.0) * exp(-d * d * 160.0) * (q.x + q.y) * 2.0; // the hollow's shaded edge
    vec3 c = paper * (1.0 + 0.16 * slope * max(ghost, fade) * (1.0 - inside));
    c = mix(c, title_ink * (0.98 + 0.05 * tooth), cover);
    float spared = mark * fade * inside;
    c = mix(c, paper, spared);
    float inked = mark * fade * (1.0 - inside) * clamp(1.04 - 0.30 * tooth * tooth, 0.0, 1.0);
    return mix(c, small_ink + 0.05 * (tooth - 0.5), inked);
}

void main()
{
    vec2 p = place(), at = floor(p / slot), on_page = at - page_corner;
    if (page_repeats == 1)
        on_page -= page_size * floor((on_page + 0.5) / page_size);
    bool inside = all(greaterThanEqual(on_page, vec2(0.0))) && all(lessThan(on_page, page_size));
    vec4 type = inside ? floor(texelFetch(page, ivec2(on_page), 0) * 255.0 + 0.5) : vec4(NOTHING, 1.0, 0.0, 0.0);
    float kind = type.x, span = slot * max(type.y, 1.0), fine = min(span, 2.0);

    float tooth = noise(p / fine * 34.0);
#if GRAIN
    float cloud = fbm(p * 1.1), speck = noise(p / fine * 13.0);
#else
    float cloud = 0.25 + 0.45 * noise(p * 1.6), speck = 0.5;
#endif
    vec3 paper = hue_of(0) * (0.965 + 0.05 * cloud + 0.018 * tooth);
    if (page_repeats == 0) {
        colour = vec4(poster(p, paper, tooth), 1.0);
        return;
    }
    vec2 first = at - type.zw, f = (p / slot - first) / max(type.y, 1.0);
    vec2 h = vec2(hash(first), hash(first + 17.7)); // no two letters were set alike
    float turn = (h.x - 0.5) * 0.05 / max(type.y, 1.0), pixel = abs(scale.x) / span;
    vec2 q = mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * (f - 0.5) + 0.5 + (h.yx - 0.5) * 0.05 / max(type.y, 1.0);
    float lod = log2(128.0 * pixel), picture = min(kind, NOTHING - 1.0);
#if GRAIN
    vec2 print_ = textureLod(letters, vec3(q, picture), lod).rg;
    float slope = textureLod(letters, vec3(q + 0.018, picture), lod).g - textureLod(letters, vec3(q - 0.018, picture), lod).g;
#else
    vec2 print_ = textureLod(letters, vec3(q, picture), floor(max(lod, 0.0) + 0.4)).rg;
    float slope = 0.036 * (dFdx(print_.g) - dFdy(print_.g)) / pixel;
#endif
    if (print_.g < 0.004 && print_.r < 0.004) {
        colour = vec4(paper, 1.0);
        return;
    }

    // The share of each ink: a cell's own, or that of all cells around.
    vec2 texel = mod((floor(p / slot) + 0.5) * slot, board);
    vec4 shares, cell = texelFetch(cells, ivec2(texel), 0);
    float ghost = 0.0, least = 0.0;
    if (span < 1.5 && block == 1) {
        vec4 around = texture(near, texel / board) + 0.06 * texture(wide, texel / board);
        shares = texelFetch(presence, ivec2(texel), 0);
        shares += STAIN * max(1.0 - total(shares), 0.0) * around / (total(around) + 1e-6) * smoothstep(0.0, 0.03, total(around));
        ghost = clamp(cell.w * 0.8, 0.0, 1.0);
    } else {
        bool is_large = type.y > 1.5;
        shares = texture(near, (is_large ? p : texel) / board);
        float all = total(shares);
        float strength = smoothstep(0.0, DENSEST, all);
        if (is_large) {
            shares += 0.06 * texture(wide, p / board);
            all = total(shares);
            least = FAINTEST * smoothstep(0.0, 0.002, all);
        }
        shares *= mix(least, 1.0, strength) / (all + 1e-6);
    }
    float ink = total(shares);
    vec3 pigment = vec3(0.0);
    for (int each = 0; each < 4; ++each)
        pigment += shares[each] * hue_of(each + 1);
    pigment /= ink + 1e-6;

    float edge = clamp(print_.r - print_.g, 0.0, 1.0);
    float pressed = 0.72 + 0.22 * ghost + 0.06 * ink;
    vec3 c = paper * (1.0 - 0.30 * slope * pressed - 0.06 * print_.r * pressed);
    if (cell.z > 0.5 && least == 0.0)
        c = mix(c, c * mix(vec3(1.0), hue_of(int(cell.z + 0.5)) + 0.16, 0.36), print_.r * ghost);
    // Ink is thinner where the paper's pores are, and gathers at the rim of the type.
    float cover = clamp(1.06 - 0.22 * tooth * speck - 0.10 * h.x + 0.25 * edge, 0.0, 1.0);
    vec3 inked = (pigment + 0.05 * (tooth - 0.5)) * (1.0 - 0.10 * slope) * (1.0 - 0.35 * edge);
    colour = vec4(mix(c, inked, print_.r * cover * ink), 1.0);
}
