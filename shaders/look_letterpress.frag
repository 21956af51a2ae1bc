#version 330 core
// Letterpress: each cell prints a letter of a page in its species' ink; letters without ink are hollows in the paper.
// Large type is inked by all the cells below it, in colours that run into each other.
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
const float RULE = 254.0, NOTHING = 255.0; // what is no letter

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
    vec2 first = at - type.zw, f = (p / slot - first) / max(type.y, 1.0);
    vec2 h = vec2(hash(first), hash(first + 17.7)); // no two letters were set alike
    float turn = (h.x - 0.5) * 0.05 / max(type.y, 1.0), pixel = abs(scale.x) / span;
    vec2 q = mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * (f - 0.5) + 0.5 + (h.yx - 0.5) * 0.05 / max(type.y, 1.0);
    float lod = log2(128.0 * pixel), picture = min(kind, RULE - 1.0);
#if GRAIN
    vec2 print_ = textureLod(letters, vec3(q, picture), lod).rg;
    float slope = textureLod(letters, vec3(q + 0.018, picture), lod).g - textureLod(letters, vec3(q - 0.018, picture), lod).g;
#else
    vec2 print_ = textureLod(letters, vec3(q, picture), floor(max(lod, 0.0) + 0.4)).rg;
    float slope = 0.036 * (dFdx(print_.g) - dFdy(print_.g)) / pixel;
#endif
    if (kind >= RULE) { // a thick line and a thin one
        float away = min(abs(f.y - 0.44) - 0.06, abs(f.y - 0.62) - 0.025);
        print_ = vec2(clamp(0.5 - away / pixel, 0.0, 1.0) * step(kind, RULE));
        slope = 0.0;
    }
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
