#version 330 core
// Letterpress: each cell prints a letter of a text in its species' ink; letters without ink are hollows in the paper.
#include "lib/look.glsl"
#param GRAIN
uniform sampler2D presence;
uniform sampler2D near;
uniform sampler2D cells;
uniform sampler2DArray letters; // red: ink, green: the same, blurred
uniform sampler2D text;
uniform int text_length;
uniform int block; // side of a texel's square in cells

const float SMALLEST = 13.0; // pixels of a letter; smaller ones make way for one for 2 x 2 texels, 4 x 4 and so on
const float DENSEST = 0.26;  // share of living cells at which a letter for many cells is fully inked

// How far a letter for span x span texels lies within the margin of the sheet, 0 to 1: the press prints no part of one.
float inside(vec2 p, float span)
{
    vec2 low = (floor(p / span) * span - origin) / scale, high = low + span / scale;
    vec2 left = min(low, high), right = window - max(low, high), away = min(left, right) - 0.062 * min(window.x, window.y) + frame_out();
    return smoothstep(-0.3, 0.0, min(away.x, away.y) * abs(scale.x) / span);
}

// The page with one letter for each span x span texels.
vec3 page(vec2 p, float span)
{
    vec2 f = fract(p / span), at = mod((floor(p / span) + 0.5) * span, board), number = floor(at / span);
    int place = (int(number.x) + int(number.y) * (text_length * 3 / 8)) % text_length;
    float kind = floor(texelFetch(text, ivec2(place, 0), 0).r * 255.0 + 0.5);
    float lod = log2(128.0 * scale.x / span);
    vec2 h = vec2(hash(number), hash(number + 17.7)); // no two letters were set alike
    float turn = (h.x - 0.5) * 0.05;
    vec2 q = mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * (f - 0.5) + 0.5 + (h.yx - 0.5) * 0.05;
#if GRAIN
    vec2 print_ = textureLod(letters, vec3(q, kind), lod).rg;
    float slope = textureLod(letters, vec3(q + 0.018, kind), lod).g - textureLod(letters, vec3(q - 0.018, kind), lod).g;
#else
    vec2 print_ = textureLod(letters, vec3(q, kind), floor(max(lod, 0.0) + 0.4)).rg;
    float slope = 0.036 * (dFdx(print_.g) - dFdy(print_.g)) * span / scale.x;
#endif

    // The share of each ink: a cell's own, or that of all cells around.
    vec4 shares, cell = texelFetch(cells, ivec2(at), 0);
    float ghost = 0.0;
    if (span < 1.5 && block == 1) {
        shares = texelFetch(presence, ivec2(at), 0);
        ghost = clamp(cell.w * 0.8, 0.0, 1.0);
    } else {
        shares = texture(near, at / board);
        float all = total(shares);
        shares *= smoothstep(0.0, DENSEST, all) / (all + 1e-6);
    }
    float ink = total(shares);
    vec3 pigment = vec3(0.0);
    for (int each = 0; each < 4; ++each)
        pigment += shares[each] * hue_of(each + 1);
    pigment /= ink + 1e-6;

    float shown = inside(p, span), fine = min(span, 2.0);
    print_ *= shown;
    slope *= shown;
    float tooth = noise(p / fine * 34.0);
#if GRAIN
    float cloud = fbm(p / fine * 1.7), speck = noise(p / fine * 13.0);
#else
    float cloud = 0.25 + 0.45 * noise(p / fine * 2.3), speck = 0.5;
#endif
    vec3 paper = hue_of(0) * (0.965 + 0.05 * cloud + 0.018 * tooth);
    float edge = clamp(print_.r - print_.g, 0.0, 1.0);
    float pressed = 0.6 + 0.3 * ghost + 0.1 * ink;
    vec3 c = paper * (1.0 - 0.27 * slope * pressed - 0.05 * print_.r * pressed);
    if (cell.z > 0.5)
        c = mix(c, c * mix(vec3(1.0), hue_of(int(cell.z + 0.5)) + 0.16, 0.36), print_.r * ghost);
    // Ink is thinner where the paper's pores are, and gathers at the rim of the type.
    float cover = clamp(1.06 - 0.22 * tooth * speck - 0.10 * h.x + 0.25 * edge, 0.0, 1.0);
    vec3 inked = (pigment + 0.05 * (tooth - 0.5)) * (1.0 - 0.10 * slope) * (1.0 - 0.35 * edge);
    return mix(c, inked, print_.r * cover * ink);
}

// The size of type at a place, in letters of the text: a headline, a line below it, and a few large letters in the text.
float size_of_type(vec2 p)
{
    float lot = hash(board), line = floor(mod(p.y, board.y) / 4.0), headline = lot < 0.4 ? 1.0 : lot < 0.7 ? 4.0 : 2.0;
    if (zoomed_in() > 0.5)
        return 1.0;
    if (line == headline || hash(floor(p / 4.0) + 50.0 * lot) < 0.07)
        return 4.0;
    return line == headline + 1.0 && mod(p.y, 4.0) < 2.0 ? 2.0 : 1.0;
}

void main()
{
    vec2 p = place();
    float size = log2(SMALLEST * scale.x), power = max(ceil(size), 0.0), next = smoothstep(power - 0.05, power, size);
    float type = size_of_type(p / exp2(power));
    vec3 c = page(p, type * exp2(power));
    if (next > 0.0)
        c = mix(c, page(p, 2.0 * exp2(power) * size_of_type(p / exp2(power + 1.0))), next);
    colour = vec4(c, 1.0);
}
