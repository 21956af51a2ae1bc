#version 330 core
// Ikat: a cloth of stripes, each with medallions of its own form. Life below a medallion decides how far it reaches, and
// how far each dye has crept through it.
#include "lib/look.glsl"
#param FOLDS
uniform sampler2D wide;

const float TURN = 6.2831853;
const float LONGEST = 352.0; // threads that a window shows at most
const float SLIP = 0.085;    // heights of the window by which a warp slips in the loom at most
const float WIDTH = 0.285;   // of a stripe, in heights of the window
const float HALF = 0.09;     // share of living cells at which a medallion has its middle size
const float BORDER = 0.085;  // width of a border in widths of the window
const int CREAM = 0, SAFFRON = 3, NIGHT = 5, WINE = 6; // numbers in the palette; 1 to 4 are the species' dyes
const int FLOWER = 0, ALMOND = 1, TREE = 2, DROP = 3, HORNS = 4; // forms of medallions

float threads; // in the height of the window

// What lives at a place of the cloth, in heights of the window from its middle, y down.
vec4 life_at(vec2 place_) { return texture(wide, (origin + (place_ * vec2(1.0, -1.0) * window.y + 0.5 * window) * scale) / board); }

// Which dye has got to a place: each is strong in turns on the way to the middle, and where its species lives. Where two
// meet, none has got to.
int dye_at(vec4 life, float turn, float resist)
{
    vec4 strong = life / (total(life) + 0.02) + 0.55 * cos(TURN * (turn - vec4(0.0, 0.25, 0.5, 0.75)));
    int kind = 0;
    float most = -9.0, next = -9.0;
    for (int each = 0; each < 4; ++each) {
        float here = strong[each];
        next = max(min(here, most), next);
        kind = here > most ? each + 1 : kind;
        most = max(most, here);
    }
    return most - next < resist ? CREAM : kind;
}

// How deep in a medallion a place is: 0 at its outline and 1 in its middle. `u` goes from 0 to 1 aside, `v` from -1 to 1 down.
float depth(int form, float u, float v)
{
    float from = length(vec2(u, v)), high = abs(v);
    if (form == FLOWER)
        return 1.0 - from / (0.76 + 0.16 * cos(6.0 * atan(v, u + 1e-4)));
    if (form == ALMOND)
        return 1.0 - pow(pow(u, 1.5) + pow(high, 1.5), 1.0 / 1.5);
    if (form == DROP) { // and the fruit's crown on it
        float w = mix(0.92, 0.16, smoothstep(-0.05, -0.80, v));
        return max(1.0 - sqrt(u * u / (w * w) + v * v * 1.15), 0.42 * (1.0 - 2.4 * length(vec2(u - 0.42 * smoothstep(-0.40, -1.0, v), 1.4 * (v + 0.80)))));
    }
    if (form == HORNS) {
        float curl = length(vec2(u - 0.60, 1.25 * (high - 0.60)));
        return max(1.0 - 0.95 * u - 1.25 * high, max(0.34 * (1.0 - abs(curl - 0.20) / 0.15) * smoothstep(0.30, 0.45, u + high - 0.25), 0.38 * (1.0 - u / 0.16) * smoothstep(0.98, 0.90, high)));
    }
    // A tree: tiers of boughs, shorter towards its top, on a stem.
    float up = 0.5 - 0.5 * v, tier = fract(up * 4.0), w = (1.02 - 0.62 * up) * (1.0 - 0.72 * tier) * smoothstep(0.0, 0.05, up) * smoothstep(1.0, 0.90, up);
    return max(1.0 - u / (w + 0.02), 0.45 * (1.0 - u / 0.13) * smoothstep(1.0, 0.96, high));
}

int form_of(float column) { return int(mod(column + 2.0, 5.0)); }

// The dye in the field, at a place in heights of the window; `column` counts stripes from the middle.
int field(vec2 at, float column, float width, float slip)
{
    float u = 2.0 * at.x / width;
    if (abs(u) > 0.94) // between two stripes
        return abs(u) > 0.972 ? SAFFRON : NIGHT;
    int form = form_of(column);
    float tall = form == TREE ? 1.0 : form == FLOWER ? 1.0 / 3.0 : 0.5;
    at.y += slip * (form == FLOWER || form == HORNS ? 0.5 : form == DROP ? 0.75 : 1.0); // or small forms would be torn
    float shift = form == DROP ? 0.5 * tall : 0.0, number = floor((at.y + 0.5 + shift) / tall);
    float middle = (number + 0.5) * tall - 0.5 - shift, v = 2.0 * (at.y - middle) / tall;
    // Both halves are dyed as one, folded along the middle.
    vec2 home = vec2(column * width, middle);
    vec4 here = life_at(home + vec2(abs(at.x), at.y - middle));
    vec4 medallion = life_at(home + vec2(0.2, 0.25) * vec2(width, tall)) + life_at(home + vec2(0.2, -0.25) * vec2(width, tall));
    float lives = total(here) / (total(here) + HALF), bare = depth(form, abs(u), v * 1.04);
    float deep = 1.10 * bare + 0.42 * (lives - 0.40) * smoothstep(1.0, 0.70, abs(u)) * smoothstep(-0.12, 0.30, bare);
    int ground = mod(column, 2.0) > 0.5 ? NIGHT : WINE;
    float turn = hash(vec2(column + 3.0, number + 7.0));
    return deep < 0.03 ? ground : deep < 0.09 ? CREAM : deep > 0.46 && deep < 0.56 ? NIGHT
         : dye_at(0.7 * medallion + 0.6 * here, turn + (deep < 0.5 ? 0.35 : 0.85) * deep + (deep < 0.5 ? 0.0 : 0.3), 0.06);
}

// The dye in a border: flames, one after the other. `aside` goes from 0 at the edge of the cloth to 1 where the field begins.
int border(float aside, vec2 at)
{
    if (aside < 0.10 || aside > 0.94)
        return NIGHT;
    if (aside < 0.16 || aside > 0.88)
        return CREAM;
    if (aside < 0.22 || aside > 0.82)
        return 1;
    float u = abs(aside - 0.52) / 0.30, flame = 7.0 * at.y + 0.62 * u + 0.5, deep = fract(flame), turn = hash(vec2(floor(flame), at.x < 0.0 ? 2.0 : 5.0));
    return deep < 0.30 ? NIGHT : deep < 0.38 || deep > 0.94 ? CREAM : dye_at(life_at(at), turn, 0.06);
}

// The colour of a thread (weft) where it meets a warp; `across` and `along` are places on it, -0.5 to 0.5.
vec3 weave(float thread, float warp, float across, float along)
{
    // Yarn is tied in bundles, which slip in the loom, and each yarn slips a little in its bundle: the long feathered
    // edges of ikat.
    float lot = hash(vec2(thread, 1.7)), slip = SLIP * (0.62 * noise(vec2(warp * 0.31, 9.2)) + 0.38 * hash(vec2(warp, 5.2)) - 0.5);
    vec2 at = (vec2(warp, thread) + 0.5) / threads;
    float edge = 0.5 * window.x / window.y, from_edge = (edge - abs(at.x)) / (2.0 * BORDER * edge);
    float inner = 2.0 * edge * (1.0 - 2.0 * BORDER), columns = 2.0 * floor(0.5 * inner / WIDTH) + 1.0, width = inner / columns;
    float column = floor(at.x / width + 0.5);
    int kind = from_edge < 1.0 ? border(from_edge, at + vec2(0.0, 0.5 * slip)) : field(vec2(at.x - column * width, at.y), column, width, slip);
    // A twill: dyed yarn floats over three warps of four, undyed yarn over one.
    float turn = mod(warp + thread, 4.0);
    bool over = kind > CREAM ? turn < 2.5 : turn < 0.5;
    vec3 bare = hue_of(CREAM) * (0.90 + 0.12 * hash(vec2(warp, 3.0)));
    vec3 c = over ? hue_of(kind) : kind > CREAM ? mix(bare, hue_of(kind), 0.80) : bare;
    c *= 0.90 + 0.13 * hash(vec2(warp, thread)) + 0.12 * (lot - 0.5);
    float r = over ? across : along, l = over ? along : across;
    c *= 0.68 + 0.46 * sqrt(max(1.0 - 3.4 * r * r, 0.0)) * (1.0 - 0.8 * l * l);
#if FOLDS
    c *= 0.94 + 0.08 * (0.5 + 0.5 * sin((l + (over ? 1.2 : -1.2) * r) * 20.0));
#endif
    return c;
}

void main()
{
    float thread_pixels = max(ceil(window.y / LONGEST), 2.0);
    threads = window.y / thread_pixels;
    // Woven by hand: no thread is quite straight.
    vec2 q = (vec2(gl_FragCoord.x, window.y - gl_FragCoord.y) - 0.5 * window) / thread_pixels;
    q += vec2(0.5 * (noise(vec2(q.x * 0.06, q.y * 0.045 + 7.0)) - 0.5), 0.9 * (noise(vec2(q.x * 0.05, 3.0)) - 0.5));
    vec2 knot = floor(q), off = q - knot - 0.5;
    vec3 c = weave(knot.y, knot.x, off.y, off.x);
    // It hangs in soft folds.
    vec2 uv = on_screen();
    float fold = sin(uv.x * 19.0 + 1.3 * sin(uv.x * 7.0 + 1.0) + 0.5 * uv.y) + 0.6 * sin(uv.x * 41.0 - 0.4 * uv.y);
    c *= 1.0 + 0.055 * fold - 0.10 * dot(uv - 0.5, uv - 0.5);
#if FOLDS
    c *= 0.90 + 0.18 * fbm(q * vec2(0.05, 0.03));
#endif
    colour = vec4(c, 1.0);
}
